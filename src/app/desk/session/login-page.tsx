import { Alert, Button, Form, Input, Segmented, Spin } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { token } from '#contract/calls/identity/session.ts'
import { languages } from '#contract/kit/words.ts'
import { canDigest } from '#src/data/digest.ts'
import { knownHospitals } from '#src/data/hospitals.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { type PendingRegistration, pendingRegistrationIn } from '#src/data/pending-registration.ts'
import { type FactorShown, needsFactor, sentFactor } from '#src/data/second-factor.ts'
import { type Captcha, fetchCaptcha, needsCaptcha, signIn } from '#src/data/session.ts'
import { hospitalSent, hospitalShown } from '#src/features/identity/sign-in/hospital-typed.ts'
import { type OfferedTenant, tenantsIn } from '#src/features/identity/sign-in/offered-tenants.ts'
import { type PasskeyAsked, passkeyAskedIn } from '#src/features/identity/sign-in/passkey.ts'
import { signInTexts } from '#src/features/identity/sign-in/sign-in-texts.ts'
import type { SignInWay } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { useSignInHelp } from '#src/features/identity/sign-in/use-sign-in-help.ts'
import { useWords } from '#src/words/words.ts'
import { LoginWays } from './login-ways.tsx'
import { TenantChoice } from './tenant-choice.tsx'
import { useLoginLink } from './use-login-link.ts'

// What few people need comes when they need it.
const RegisterDialog = lazy(async () => ({ default: (await import('./register-dialog.tsx')).RegisterDialog }))
const VouchedDialog = lazy(async () => ({ default: (await import('./pending-registration-dialog.tsx')).VouchedDialog }))
const ForgottenDialog = lazy(async () => ({ default: (await import('./forgotten-dialog.tsx')).ForgottenDialog }))
const FactorFields = lazy(async () => ({ default: (await import('./factor-fields.tsx')).FactorFields }))

interface Typed extends FactorShown {
  readonly hospital: string
  readonly account: string
  readonly password: string
  readonly code?: string
}

/** The number that a registration begins with; empty for a name that this device does not know. */
const numberOf = (hospital: string): string => {
  const sent = hospitalSent(hospital)
  return 'tenantId' in sent && hospital.trim() !== '' ? sent.tenantId : ''
}

/** The log-in. The guard redirects after sign-in. */
export function LoginPage(): ReactNode {
  const { word, say, language } = useWords()
  const [form] = Form.useForm<Typed>()
  const [captcha, setCaptcha] = useState<Captcha>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyAsked>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [directory, setDirectory] = useState<SignInWay>()
  const link = useLoginLink()
  const [begun] = useState(() => hospitalShown(link.tenantId))
  const hospital = Form.useWatch('hospital', form) ?? begun
  const [isForgotten, setForgotten] = useState(false)
  const help = useSignInHelp(hospital, isForgotten)
  const known = knownHospitals()
  const [tenants, setTenants] = useState<readonly OfferedTenant[]>()
  const [pending, setPending] = useState<PendingRegistration>()
  const [isRegistering, setRegistering] = useState(false)
  const [isResetting, setResetting] = useState(false)
  useEffect(() => {
    document.title = word('login.title')
  }, [word])
  const renewCaptcha = async (): Promise<void> => {
    form.setFieldValue('code', '')
    try {
      setCaptcha(await fetchCaptcha())
    } catch (thrown) {
      setProblem((thrown as Error).message)
    }
  }
  const send = async ({ code, totp, passkey, isKept, hospital, ...given }: Typed): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn({
        ...given,
        ...hospitalSent(hospital),
        directory: directory?.source,
        captcha: captcha && { key: captcha.key, code: code ?? '' },
        factor: sentFactor({ totp, passkey, isKept }),
      })
    } catch (thrown) {
      setProblem((thrown as Error).message)
      if (captcha || needsCaptcha(thrown)) await renewCaptcha()
      setPasskey(passkeyAskedIn(thrown))
      setPending(pendingRegistrationIn(thrown))
      if (needsFactor(thrown)) setAsksFactor(true)
      else form.getFieldInstance('password')?.focus()
      setTenants(tenantsIn(thrown))
    } finally {
      setBusy(false)
    }
  }
  const choose = (tenantId: string): void => {
    form.setFieldValue('hospital', tenantId)
    form.submit()
  }
  const needed = (key: 'login.needAccount' | 'login.needPassword' | 'login.needCaptcha') => [
    { required: true, whitespace: true, message: word(key) },
  ]
  return (
    <main className="eam-login">
      <section className="eam-login-side" aria-hidden>
        <img src="/favicon.svg" alt="" width={72} height={72} />
        <p className="eam-login-name">{word('app.name')}</p>
        <p>{word('login.claim')}</p>
      </section>
      <section className="eam-login-form">
        <div className="eam-login-head">
          <h1>{word('login.title')}</h1>
          <Segmented
            value={language}
            options={languages.map((value) => ({ value, label: word(`language.${value}`) }))}
            onChange={chooseLanguage}
            aria-label={word('common.language')}
          />
        </div>
        {!canDigest() && <Alert type="error" showIcon title={word('login.insecure')} />}
        {link.isBusy && <Spin description={word('login.linking')} />}
        {(problem ?? link.problem) && <Alert type="error" showIcon role="alert" title={problem ?? link.problem} />}
        <Form
          form={form}
          layout="vertical"
          size="large"
          requiredMark={false}
          initialValues={{ hospital: begun }}
          onFinish={(typed) => void send(typed)}
        >
          <Form.Item name="hospital" label={say(signInTexts.hospital)}>
            <Input autoComplete="organization" maxLength={token.input.tenantName.max} autoFocus={begun === ''} />
          </Form.Item>
          {known.length > 1 && (
            <fieldset className="eam-login-known" aria-label={say(signInTexts.known)}>
              {known.map(({ tenantId, name }) => (
                <Button
                  key={tenantId}
                  size="small"
                  type={name === hospital ? 'primary' : 'default'}
                  ghost={name === hospital}
                  aria-pressed={name === hospital}
                  onClick={() => form.setFieldValue('hospital', name)}
                >
                  {name}
                </Button>
              ))}
            </fieldset>
          )}
          <LoginWays hospital={hospital} directory={directory} onDirectory={setDirectory} onProblem={setProblem} />
          <Form.Item name="account" label={word('login.account')} rules={needed('login.needAccount')}>
            <Input autoComplete="username" maxLength={45} autoFocus={begun !== ''} />
          </Form.Item>
          <Form.Item name="password" label={word('login.password')} rules={needed('login.needPassword')}>
            <Input.Password autoComplete="current-password" />
          </Form.Item>
          {tenants && <TenantChoice tenants={tenants} onChoose={choose} />}
          {captcha && (
            <Form.Item label={word('login.captcha')} htmlFor="code">
              <div className="eam-captcha">
                <Form.Item name="code" noStyle rules={needed('login.needCaptcha')}>
                  <Input autoComplete="off" maxLength={8} />
                </Form.Item>
                <button
                  type="button"
                  onClick={() => void renewCaptcha()}
                  title={word('login.captchaAgain')}
                  aria-label={word('login.captchaAgain')}
                >
                  <img src={captcha.image} alt={word('login.captchaImage')} />
                </button>
              </div>
            </Form.Item>
          )}
          {asksFactor && (
            <Suspense>
              <FactorFields
                asked={passkey}
                onPasskey={(shown) => void send({ ...form.getFieldsValue(), ...shown })}
                onProblem={setProblem}
              />
            </Suspense>
          )}
          <Button type="primary" htmlType="submit" block loading={isBusy} disabled={!canDigest()}>
            {word('login.submit')}
          </Button>
          <div className="eam-login-more">
            <Button type="link" onClick={() => setRegistering(true)}>
              {word('register.open')}
            </Button>
            <Button type="link" aria-expanded={isForgotten} onClick={() => setForgotten(!isForgotten)}>
              {say(signInTexts.forgot)}
            </Button>
          </div>
          {isForgotten && (
            <Alert
              type="info"
              showIcon
              role="status"
              title={help.text}
              action={
                help.sends && (
                  <Button size="small" type="primary" onClick={() => setResetting(true)}>
                    {say(signInTexts.reset)}
                  </Button>
                )
              }
            />
          )}
        </Form>
        <Suspense>
          {pending && (
            <VouchedDialog
              tenantId={directory?.tenantId ?? ''}
              pending={pending}
              onClose={() => setPending(undefined)}
              onDone={() => setPending(undefined)}
            />
          )}
          {isResetting && (
            <ForgottenDialog hospital={hospital} account={form.getFieldValue('account') ?? ''} onClose={() => setResetting(false)} />
          )}
          {isRegistering && <RegisterDialog tenantId={numberOf(hospital)} onClose={() => setRegistering(false)} />}
        </Suspense>
      </section>
    </main>
  )
}
