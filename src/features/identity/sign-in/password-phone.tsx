import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useState } from 'react'
import { updatePassword } from '#contract/calls/identity/user.ts'
import { changeProblems, type PasswordChange, passwordMix, passwordParts } from '#contract/password-rules.ts'
import { invoke } from '#src/data/client.ts'
import { loadPerson, signOut, useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { FactorPhone } from './factor-phone.tsx'
import { passwordFault } from './password-fault.ts'
import './sign-in-phone.css'

/** A given password is changed, and a second factor set up where one is asked for, before the phone shows anything else. */
export function PasswordPhone() {
  const mustChange = useSession((state) => state.person?.mustChange)
  return mustChange ? <GivenPassword /> : <FactorPhone />
}

function GivenPassword() {
  const { word, say } = useWords()
  const [given, setGiven] = useState<PasswordChange>({ oldPassword: '', newPassword: '', newPassword1: '' })
  const [wrong, setWrong] = useState<{ readonly [part in keyof PasswordChange]?: string }>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const shortest = useSession((state) => state.person?.shortestPassword)
  useEffect(() => {
    document.title = `${say(updatePassword)} · ${word('app.name')}`
  }, [say, word])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const found = Object.entries(changeProblems(given, shortest)).map(([part, words]) => [part, say(words)])
    setWrong(Object.fromEntries(found))
    setProblem('')
    if (found.length > 0) return
    setBusy(true)
    try {
      await invoke(updatePassword, { body: given })
      await loadPerson()
    } catch (error) {
      const { message, part } = passwordFault(error)
      if (part) setWrong({ [part]: message })
      else setProblem(message)
      setBusy(false)
    }
  }
  return (
    <form className="ph-sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <h1>{say(updatePassword)}</h1>
      <p className="ph-alert ph-alert-calm">{word('password.given')}</p>
      {passwordParts.map((part) => (
        <div key={part} className="ph-sign-in-part">
          <label className="ph-label">
            {say(updatePassword.input[part])}
            <span className="ph-field">
              <input
                type="password"
                value={given[part]}
                autoComplete={part === 'oldPassword' ? 'current-password' : 'new-password'}
                onChange={(event) => setGiven((old) => ({ ...old, [part]: event.target.value }))}
                aria-invalid={wrong[part] !== undefined}
                aria-describedby={`${part}-about`}
              />
            </span>
          </label>
          <div id={`${part}-about`}>
            {part === 'newPassword' && <small>{say(passwordMix)}</small>}
            {wrong[part] && (
              <p className="ph-alert" role="alert">
                {wrong[part]}
              </p>
            )}
          </div>
        </div>
      ))}
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : null}
      <Button block color="primary" type="submit" loading={busy}>
        {word('common.save')}
      </Button>
      <Button block fill="none" onClick={() => void signOut()}>
        {word('common.signOut')}
      </Button>
    </form>
  )
}
