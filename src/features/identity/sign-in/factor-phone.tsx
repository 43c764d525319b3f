import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useState } from 'react'
import { factorBegin, factorConfirm, factorState } from '#contract/calls/identity/factor.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { invoke } from '#src/data/client.ts'
import { loadPerson, signOut } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import './sign-in-phone.css'

/** The second factor that a role or the tenant asks for is set up before the phone shows anything else. */
export function FactorPhone() {
  const { word, say } = useWords()
  const [typed, setTyped] = useState('')
  const [enrolment, setEnrolment] = useState<AnswerOf<typeof factorBegin>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    document.title = `${say(factorState)} · ${word('app.name')}`
  }, [say, word])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setProblem('')
    try {
      if (codes) await loadPerson()
      else if (enrolment) setCodes((await invoke(factorConfirm, { body: { code: typed } })).codes)
      else setEnrolment(await invoke(factorBegin, { body: { password: typed } }))
      setTyped('')
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    }
  }
  const field = enrolment ? factorConfirm.input.code : factorBegin.input.password
  return (
    <form className="ph-sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <h1>{say(factorState)}</h1>
      <p className="ph-alert ph-alert-calm">{say(codes ? texts.codes : enrolment ? texts.enrolment : texts.forced)}</p>
      {codes ? <p data-testid="recovery-codes">{codes.join('　')}</p> : null}
      {enrolment && !codes ? (
        <p>
          <a className="ph-text-link" href={enrolment.address}>
            {say(texts.open)}
          </a>
          <br />
          <code data-testid="factor-secret">{enrolment.secret}</code>
        </p>
      ) : null}
      {codes ? null : (
        <label className="ph-label">
          {say(field)}
          <span className="ph-field">
            <input
              type={enrolment ? 'text' : 'password'}
              inputMode={enrolment ? 'numeric' : 'text'}
              autoComplete={enrolment ? 'one-time-code' : 'current-password'}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </span>
        </label>
      )}
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : null}
      <Button block color="primary" type="submit">
        {say(codes ? texts.kept : enrolment ? factorConfirm : factorBegin)}
      </Button>
      <Button block fill="none" onClick={() => void signOut()}>
        {word('common.signOut')}
      </Button>
    </form>
  )
}

// Here and not among the words of the phone, which load first.
const texts = {
  forced: { zh: '您的角色或机构要求二次验证，请先设置', en: 'Your role or organisation requires a second factor. Set it up first' },
  enrolment: {
    zh: '在验证器应用中添加下列密钥，再输入它显示的动态验证码',
    en: 'Add this secret to an authenticator app, then enter the code it shows',
  },
  open: { zh: '在验证器应用中打开', en: 'Open in an authenticator app' },
  codes: {
    zh: '请保存恢复码：每个可代替动态验证码使用一次，之后不再显示',
    en: 'Save these recovery codes: each works once in place of a code, and they are not shown again',
  },
  kept: { zh: '我已保存', en: 'I have saved them' },
} as const
