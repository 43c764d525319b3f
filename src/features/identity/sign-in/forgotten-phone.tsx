import { Button } from 'antd-mobile'
import { type FormEvent, useState } from 'react'
import { forgotPassword, resetForgotten } from '#contract/calls/identity/forgotten.ts'
import { passwordMix } from '#contract/password-rules.ts'
import { useWords } from '#src/words/words.ts'
import { forgottenTexts } from './forgotten-texts.ts'
import { SignInField } from './sign-in-field.tsx'
import { type NewPassword, newPasswordProblems, useForgotten } from './use-forgotten.ts'

interface Props {
  /** As typed in the sign-in. */
  readonly hospital: string
  readonly account: string
  readonly onClose: () => void
}

/** A new password by a code, in place of the sign-in: first the request, then the code with the new password. */
export function ForgottenPhone({ hospital, account: begun, onClose }: Props) {
  const { word, say } = useWords()
  const { captcha, renew, isAsked, isDone, problem, isBusy, ask, reset, again } = useForgotten(hospital)
  const [account, setAccount] = useState(begun)
  const [answer, setAnswer] = useState('')
  const [given, setGiven] = useState<NewPassword>({ code: '', newPassword: '', repeat: '' })
  const [wrong, setWrong] = useState<{ readonly [part in keyof NewPassword]?: string }>({})
  const set = (name: keyof NewPassword) => (value: string) => setGiven((old) => ({ ...old, [name]: value }))
  const save = (): void => {
    const found = Object.entries(newPasswordProblems(given)).map(([part, words]) => [part, say(words)])
    setWrong(Object.fromEntries(found))
    if (found.length === 0) void reset(account, given)
  }
  const request = async (): Promise<void> => {
    await ask(account, answer)
    setAnswer('')
  }
  const send = (event: FormEvent): void => {
    event.preventDefault()
    if (isAsked) save()
    else void request()
  }
  return (
    <form className="ph-sign-in" onSubmit={send}>
      <h1>{say(forgottenTexts.title)}</h1>
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : null}
      {isDone ? (
        <p className="ph-alert ph-alert-calm" role="status">
          {say(forgottenTexts.done)}
        </p>
      ) : isAsked ? (
        <>
          <p className="ph-alert ph-alert-calm" role="status">
            {say(forgottenTexts.sent)}
          </p>
          <SignInField
            label={say(resetForgotten.input.code)}
            value={given.code}
            onChange={set('code')}
            autoComplete="one-time-code"
            problem={wrong.code}
          />
          <SignInField
            label={say(resetForgotten.input.newPassword)}
            value={given.newPassword}
            onChange={set('newPassword')}
            type="password"
            autoComplete="new-password"
            problem={wrong.newPassword}
          />
          <small>{say(passwordMix)}</small>
          <SignInField
            label={say(forgottenTexts.repeat)}
            value={given.repeat}
            onChange={set('repeat')}
            type="password"
            autoComplete="new-password"
            problem={wrong.repeat}
          />
          <Button block type="submit" color="primary" loading={isBusy}>
            {say(forgottenTexts.save)}
          </Button>
          <button type="button" className="ph-text-link" onClick={() => void again()}>
            {say(forgottenTexts.again)}
          </button>
        </>
      ) : (
        <>
          <SignInField label={say(forgotPassword.input.account)} value={account} onChange={setAccount} autoComplete="username" />
          <div className="ph-captcha">
            <SignInField label={say(forgotPassword.input.code)} value={answer} onChange={setAnswer} />
            {captcha ? (
              <button type="button" className="ph-icon-button" onClick={() => void renew()} aria-label={word('login.captchaAgain')}>
                <img src={captcha.image} alt={word('login.captchaImage')} />
              </button>
            ) : null}
          </div>
          <Button block type="submit" color="primary" loading={isBusy}>
            {say(forgottenTexts.send)}
          </Button>
        </>
      )}
      <button type="button" className="ph-text-link" onClick={onClose}>
        {say(forgottenTexts.back)}
      </button>
    </form>
  )
}
