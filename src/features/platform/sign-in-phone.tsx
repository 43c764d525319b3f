import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useState } from 'react'
import { canDigest } from '#src/data/digest.ts'
import { type FactorShown, needsFactor, sentFactor } from '#src/data/second-factor.ts'
import { type Captcha, fetchCaptcha, needsCaptcha, signIn } from '#src/data/session.ts'
import { currentTenant } from '#src/data/who.ts'
import { useOnline } from '#src/kit/phone/online.ts'
import { signOutSettled } from '#src/kit/phone/sign-out.ts'
import { LanguageSwitch } from '#src/kit/widgets/phone/language-switch.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import { FactorAsking } from './factor-asking.tsx'
import { type PasskeyAsked, passkeyAskedIn } from './passkey.ts'
import { PhoneWays } from './phone-ways.tsx'
import { SignInField } from './sign-in-field.tsx'
import { useOthers } from './use-others.ts'
import './sign-in-phone.css'

interface Given {
  tenantId: string
  account: string
  password: string
  captcha: string
}

const needed: readonly (readonly [keyof Given, WordKey])[] = [
  ['tenantId', 'login.needTenant'],
  ['account', 'login.needAccount'],
  ['password', 'login.needPassword'],
]

/** Signing in on the phone. */
export function SignInPhone() {
  const { word } = useWords()
  const online = useOnline()
  const others = useOthers()
  const [given, setGiven] = useState<Given>({ tenantId: currentTenant(), account: '', password: '', captcha: '' })
  const [captcha, setCaptcha] = useState<Captcha>()
  const [directory, setDirectory] = useState<string>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyAsked>()
  const [factor, setFactor] = useState<FactorShown>({})
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

  const send = async (shown: FactorShown): Promise<void> => {
    const lacking = needed.find(([name]) => given[name].trim() === '')
    if (lacking || (captcha && !given.captcha.trim())) return setProblem(word(lacking ? lacking[1] : 'login.needCaptcha'))
    if (!canDigest()) return setProblem(word('login.insecure'))
    setProblem('')
    setBusy(true)
    try {
      await signOutSettled()
      const captchaGiven = captcha && { key: captcha.key, code: given.captcha.trim() }
      await signIn({ ...given, directory, captcha: captchaGiven, factor: sentFactor(shown) })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setPasskey(passkeyAskedIn(error))
      if (needsFactor(error)) setAsksFactor(true)
      if (captcha || needsCaptcha(error)) await anotherCaptcha()
      setBusy(false)
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(factor)
  }

  return (
    <form className="ph-sign-in" onSubmit={submit} noValidate>
      <img className="ph-logo" src="/favicon.svg" alt="" />
      <h1>{word('signIn.title')}</h1>
      {online ? null : <p className="ph-alert ph-alert-calm">{word('signIn.offline')}</p>}
      {others.map(({ userId, name, n }) => (
        <p key={userId} className="ph-alert ph-alert-calm">
          {name ? word('signIn.others', { n, name }) : word('queue.foreign', { n })}
        </p>
      ))}
      <SignInField label={word('login.tenant')} value={given.tenantId} onChange={set('tenantId')} autoComplete="organization" />
      {online ? (
        <PhoneWays tenantId={given.tenantId.trim()} directory={directory} onDirectory={setDirectory} onProblem={setProblem} />
      ) : null}
      <SignInField label={word('login.account')} value={given.account} onChange={set('account')} autoComplete="username" />
      <SignInField
        label={word('login.password')}
        value={given.password}
        onChange={set('password')}
        type="password"
        autoComplete="current-password"
      />
      {captcha ? (
        <div className="ph-captcha">
          <SignInField label={word('login.captcha')} value={given.captcha} onChange={set('captcha')} />
          <button type="button" className="ph-icon-button" onClick={() => void anotherCaptcha()} aria-label={word('login.captchaAgain')}>
            <img src={captcha.image} alt={word('login.captchaImage')} />
          </button>
        </div>
      ) : null}
      {asksFactor ? (
        <FactorAsking shown={factor} onChange={setFactor} asked={passkey} onPasskey={(shown) => void send(shown)} onProblem={setProblem} />
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
