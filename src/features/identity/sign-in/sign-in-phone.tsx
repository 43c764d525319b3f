import { Button } from 'antd-mobile'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { canDigest } from '#src/data/digest.ts'
import { knownHospitals } from '#src/data/hospitals.ts'
import { type FactorShown, needsFactor, sentFactor } from '#src/data/second-factor.ts'
import { type Captcha, fetchCaptcha, needsCaptcha, signIn } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'
import { useOnline } from '#src/kit/phone/online.ts'
import { signOutSettled } from '#src/kit/phone/sign-out.ts'
import { later } from '#src/kit/phone/store/lazy-load.ts'
import { LanguageSwitch } from '#src/kit/widgets/phone/language-switch.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import { useOthers } from '../public/use-others.ts'
import { FactorAsking } from './factor-asking.tsx'
import { hospitalSent, hospitalShown } from './hospital-typed.ts'
import { type OfferedTenant, tenantsIn } from './offered-tenants.ts'
import { type PasskeyAsked, passkeyAskedIn } from './passkey.ts'
import { PhoneWays } from './phone-ways.tsx'
import { SignInField } from './sign-in-field.tsx'
import { signInTexts } from './sign-in-texts.ts'
import type { SignInWay } from './sign-in-ways.ts'
import { useSignInHelp } from './use-sign-in-help.ts'
import './sign-in-phone.css'

const ForgottenPhone = later(() => import('./forgotten-phone.tsx').then((part) => part.ForgottenPhone))

interface Given {
  hospital: string
  account: string
  password: string
  captcha: string
}

/** What was typed survives a reload in this tab, but for secrets. */
const TYPED = 'signInTyped'

const needed: readonly (readonly [keyof Given, WordKey])[] = [
  ['account', 'login.needAccount'],
  ['password', 'login.needPassword'],
]

/** Who scans a label without a session is asked nothing where the hospital takes reports by label: the server answers, with its page or with the program. */
function useReportByLabel(): void {
  const { from = '' } = (useLocation().state ?? {}) as { from?: string }
  useEffect(() => {
    if (/^\/c\/[^/?]+$/.test(from) && navigator.onLine) location.replace(`/m${from}?report`)
  }, [from])
}

/** Signing in on the phone. */
export function SignInPhone() {
  const { word, say } = useWords()
  const online = useOnline()
  const others = useOthers()
  const known = knownHospitals()
  const [given, setGiven] = useState<Given>(() => ({
    hospital: hospitalShown(),
    account: '',
    ...kept<Pick<Given, 'hospital' | 'account'>>(TYPED),
    password: '',
    captcha: '',
  }))
  const [captcha, setCaptcha] = useState<Captcha>()
  const [directory, setDirectory] = useState<SignInWay>()
  const [tenants, setTenants] = useState<readonly OfferedTenant[]>()
  const [isForgotten, setForgotten] = useState(false)
  const help = useSignInHelp(given.hospital, isForgotten)
  const [isResetting, setResetting] = useState(false)
  const [lacking, setLacking] = useState<Partial<Record<keyof Given, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const [asksFactor, setAsksFactor] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyAsked>()
  const [factor, setFactor] = useState<FactorShown>({})
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const set = (name: keyof Given) => (value: string) => {
    setGiven((old) => ({ ...old, [name]: value }))
    setLacking((old) => ({ ...old, [name]: undefined }))
  }
  const { hospital, account } = given
  useEffect(() => keep(TYPED, { hospital, account }, true), [hospital, account])
  useEffect(() => {
    if (Object.values(lacking).some(Boolean)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [lacking])
  useEffect(() => {
    document.title = word('signIn.title')
  }, [word])
  useReportByLabel()

  const anotherCaptcha = async (): Promise<void> => {
    setGiven((old) => ({ ...old, captcha: '' }))
    setCaptcha(await fetchCaptcha().catch(() => undefined))
  }

  const send = async (shown: FactorShown, named = hospitalSent(given.hospital)): Promise<void> => {
    const asked = captcha ? [...needed, ['captcha', 'login.needCaptcha'] as const] : needed
    const missing = asked.filter(([name]) => given[name].trim() === '').map(([name, need]) => [name, word(need)])
    if (missing.length > 0) return setLacking(Object.fromEntries(missing))
    if (!canDigest()) return setProblem(word('login.insecure'))
    setProblem('')
    setBusy(true)
    try {
      await signOutSettled()
      const captchaGiven = captcha && { key: captcha.key, code: given.captcha.trim() }
      await signIn({
        account,
        password: given.password,
        ...named,
        directory: directory?.source,
        captcha: captchaGiven,
        factor: sentFactor(shown),
      })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
      setTenants(tenantsIn(error))
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

  if (isResetting) return <ForgottenPhone hospital={hospital} account={account} onClose={() => setResetting(false)} />
  return (
    <form ref={form} className="ph-sign-in" onSubmit={submit} noValidate>
      <img className="ph-logo" src="/favicon.svg" alt="" />
      <h1>{word('signIn.title')}</h1>
      {online ? null : <p className="ph-alert ph-alert-calm">{word('signIn.offline')}</p>}
      {others.map(({ userId, name, n }) => (
        <p key={userId} className="ph-alert ph-alert-calm">
          {name ? word('signIn.others', { n, name }) : word('queue.foreign', { n })}
        </p>
      ))}
      <SignInField label={say(signInTexts.hospital)} value={hospital} onChange={set('hospital')} autoComplete="organization" />
      {known.length > 1 ? (
        <fieldset className="ph-ways" aria-label={say(signInTexts.known)}>
          {known.map(({ tenantId, name }) => (
            <button key={tenantId} type="button" className="ph-chip" aria-pressed={name === hospital} onClick={() => set('hospital')(name)}>
              {name}
            </button>
          ))}
        </fieldset>
      ) : null}
      {online ? <PhoneWays hospital={hospital} directory={directory} onDirectory={setDirectory} onProblem={setProblem} /> : null}
      <SignInField
        label={word('login.account')}
        value={account}
        onChange={set('account')}
        autoComplete="username"
        problem={lacking.account}
      />
      <SignInField
        label={word('login.password')}
        value={given.password}
        onChange={set('password')}
        type="password"
        autoComplete="current-password"
        problem={lacking.password}
      />
      {captcha ? (
        <div className="ph-captcha">
          <SignInField label={word('login.captcha')} value={given.captcha} onChange={set('captcha')} problem={lacking.captcha} />
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
      {tenants ? (
        <fieldset className="ph-ways" aria-label={say(signInTexts.choose)}>
          {tenants.map(({ tenantId, tenantName }) => (
            <Button key={tenantId} block onClick={() => void send(factor, { tenantId })}>
              {tenantName}
            </Button>
          ))}
        </fieldset>
      ) : null}
      <Button block color="primary" type="submit" loading={busy} loadingText={word('signIn.wait')}>
        {word('login.submit')}
      </Button>
      <button type="button" className="ph-text-link" aria-expanded={isForgotten} onClick={() => setForgotten(!isForgotten)}>
        {say(signInTexts.forgot)}
      </button>
      {isForgotten ? (
        <p className="ph-alert ph-alert-calm" role="status">
          {help.text}
        </p>
      ) : null}
      {isForgotten && help.sends ? (
        <Button block onClick={() => setResetting(true)}>
          {say(signInTexts.reset)}
        </Button>
      ) : null}
      <div className="ph-sign-in-foot">
        <LanguageSwitch />
        <a className="ph-text-link" href="/?body=desk">
          {word('signIn.desk')}
        </a>
      </div>
    </form>
  )
}
