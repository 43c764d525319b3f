import { Button } from 'antd-mobile'
import { type FormEvent, type HTMLInputAutoCompleteAttribute, useEffect, useState } from 'react'
import { token } from '#contract/calls/session.ts'
import { canDigest } from '#src/data/digest.ts'
import { needsFactor } from '#src/data/second-factor.ts'
import { type Captcha, fetchCaptcha, needsCaptcha, signIn } from '#src/data/session.ts'
import { currentTenant } from '#src/data/who.ts'
import { useOnline } from '#src/kit/phone/online.ts'
import { signOutSettled } from '#src/kit/phone/sign-out.ts'
import { LanguageSwitch } from '#src/kit/widgets/phone/language-switch.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import { useOthers } from './use-others.ts'
import './sign-in-phone.css'

interface Given {
  tenantId: string
  account: string
  password: string
  captcha: string
  totp: string
}

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'text' | 'password'
  readonly autoComplete?: HTMLInputAutoCompleteAttribute
}

function Field({ label, value, onChange, type = 'text', autoComplete = 'off' }: FieldProps) {
  return (
    <label className="ph-label">
      {label}
      <span className="ph-field">
        <input
          type={type}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
        />
      </span>
    </label>
  )
}

const needed: readonly (readonly [keyof Given, WordKey])[] = [
  ['tenantId', 'login.needTenant'],
  ['account', 'login.needAccount'],
  ['password', 'login.needPassword'],
]

/** Signing in on the phone. */
export function SignInPhone() {
  const { word, say } = useWords()
  const online = useOnline()
  const others = useOthers()
  const [given, setGiven] = useState<Given>({ tenantId: currentTenant(), account: '', password: '', captcha: '', totp: '' })
  const [captcha, setCaptcha] = useState<Captcha>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [isKept, setKept] = useState(false)
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const set = (name: keyof Given) => (value: string) => setGiven((old) => ({ ...old, [name]: value }))
  useEffect(() => {
    document.title = word('signIn.title')
  }, [word])

  const anotherCaptcha = async (): Promise<void> => {
    setGiven((old) => ({ ...old, captcha: '' }))
    setCaptcha(await fetchCaptcha().catch(() => undefined))
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const lacking = needed.find(([name]) => given[name].trim() === '')
    if (lacking || (captcha && !given.captcha.trim())) return setProblem(word(lacking ? lacking[1] : 'login.needCaptcha'))
    if (!canDigest()) return setProblem(word('login.insecure'))
    setProblem('')
    setBusy(true)
    try {
      await signOutSettled()
      const factor = asksFactor ? { totp: given.totp.trim(), remember: isKept ? ('1' as const) : ('0' as const) } : undefined
      await signIn({ ...given, captcha: captcha ? { key: captcha.key, code: given.captcha.trim() } : undefined, factor })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      if (needsFactor(error)) setAsksFactor(true)
      if (captcha || needsCaptcha(error)) await anotherCaptcha()
      setBusy(false)
    }
  }

  return (
    <form className="ph-sign-in" onSubmit={(event) => void submit(event)} noValidate>
      <img className="ph-logo" src="/favicon.svg" alt="" />
      <h1>{word('signIn.title')}</h1>
      {online ? null : <p className="ph-alert ph-alert-calm">{word('signIn.offline')}</p>}
      {others.map(({ userId, name, n }) => (
        <p key={userId} className="ph-alert ph-alert-calm">
          {name ? word('signIn.others', { n, name }) : word('queue.foreign', { n })}
        </p>
      ))}
      <Field label={word('login.tenant')} value={given.tenantId} onChange={set('tenantId')} autoComplete="organization" />
      <Field label={word('login.account')} value={given.account} onChange={set('account')} autoComplete="username" />
      <Field
        label={word('login.password')}
        value={given.password}
        onChange={set('password')}
        type="password"
        autoComplete="current-password"
      />
      {captcha ? (
        <div className="ph-captcha">
          <Field label={word('login.captcha')} value={given.captcha} onChange={set('captcha')} />
          <button type="button" className="ph-icon-button" onClick={() => void anotherCaptcha()} aria-label={word('login.captchaAgain')}>
            <img src={captcha.image} alt={word('login.captchaImage')} />
          </button>
        </div>
      ) : null}
      {asksFactor ? (
        <>
          <Field label={say(token.input.totp)} value={given.totp} onChange={set('totp')} autoComplete="one-time-code" />
          <label className="ph-label">
            <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} /> {say(token.input.remember)}
          </label>
        </>
      ) : null}
      {problem ? (
        <p className="ph-alert" role="alert">
          {problem}
        </p>
      ) : null}
      <Button block color="primary" type="submit" loading={busy} loadingText={word('signIn.wait')}>
        {word('login.submit')}
      </Button>
      <div className="ph-sign-in-foot">
        <LanguageSwitch />
        <a className="ph-text-link" href="/?body=desk">
          {word('signIn.desk')}
        </a>
      </div>
    </form>
  )
}
