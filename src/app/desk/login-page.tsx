import { Alert, Button, Form, Input, Segmented, Spin } from 'antd'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { languages } from '#contract/kit/words.ts'
import { canDigest } from '#src/data/digest.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { type FactorShown, needsFactor, sentFactor } from '#src/data/second-factor.ts'
import { type Captcha, fetchCaptcha, needsCaptcha, signIn } from '#src/data/session.ts'
import { type Vouched, vouchedIn } from '#src/data/vouched.ts'
import { currentTenant } from '#src/data/who.ts'
import { type PasskeyAsked, passkeyAskedIn } from '#src/features/platform/passkey.ts'
import { useWords } from '#src/words/words.ts'
import { LoginWays } from './login-ways.tsx'
import { type OfferedTenant, TenantChoice, tenantsIn } from './tenant-choice.tsx'
import { useLoginLink } from './use-login-link.ts'

// What few people need comes when they need it.
const RegisterDialog = lazy(async () => ({ default: (await import('./register-dialog.tsx')).RegisterDialog }))
const VouchedDialog = lazy(async () => ({ default: (await import('./vouched-dialog.tsx')).VouchedDialog }))
const FactorFields = lazy(async () => ({ default: (await import('./factor-fields.tsx')).FactorFields }))

interface Typed extends FactorShown {
  readonly tenantId: string
  readonly account: string
  readonly password: string
  readonly code?: string
}

/** The log-in. The guard redirects after sign-in. */
export function LoginPage(): ReactNode {
  const { word, language } = useWords()
  const [form] = Form.useForm<Typed>()
  const [captcha, setCaptcha] = useState<Captcha>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [passkey, setPasskey] = useState<PasskeyAsked>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [directory, setDirectory] = useState<string>()
  const tenantId = Form.useWatch('tenantId', form)
  const link = useLoginLink()
  const [tenants, setTenants] = useState<readonly OfferedTenant[]>()
  const [vouched, setVouched] = useState<Vouched>()
  const [isRegistering, setRegistering] = useState(false)
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
  const send = async ({ code, totp, passkey, isKept, ...given }: Typed): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await signIn({
        ...given,
        directory,
        captcha: captcha && { key: captcha.key, code: code ?? '' },
        factor: sentFactor({ totp, passkey, isKept }),
      })
    } catch (thrown) {
      setProblem((thrown as Error).message)
      if (captcha || needsCaptcha(thrown)) await renewCaptcha()
      setPasskey(passkeyAskedIn(thrown))
      setVouched(vouchedIn(thrown))
      if (needsFactor(thrown)) setAsksFactor(true)
      else form.getFieldInstance('password')?.focus()
      setTenants(tenantsIn(thrown))
    } finally {
      setBusy(false)
    }
  }
  const choose = (tenantId: string): void => {
    form.setFieldValue('tenantId', tenantId)
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
          initialValues={{ tenantId: link.tenantId ?? currentTenant() }}
          onFinish={(typed) => void send(typed)}
        >
          <Form.Item name="tenantId" label={word('login.tenant')}>
            <Input autoComplete="organization" maxLength={12} placeholder={word('login.tenantHint')} />
          </Form.Item>
          <LoginWays tenantId={tenantId ?? currentTenant()} directory={directory} onDirectory={setDirectory} onProblem={setProblem} />
          <Form.Item name="account" label={word('login.account')} rules={needed('login.needAccount')}>
            <Input autoComplete="username" maxLength={45} autoFocus />
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
          <Button type="link" block onClick={() => setRegistering(true)}>
            {word('register.open')}
          </Button>
        </Form>
        <Suspense>
          {vouched && (
            <VouchedDialog
              tenantId={String(tenantId ?? currentTenant())}
              vouched={vouched}
              onClose={() => setVouched(undefined)}
              onDone={() => setVouched(undefined)}
            />
          )}
          {isRegistering && (
            <RegisterDialog tenantId={String(form.getFieldValue('tenantId') ?? '')} onClose={() => setRegistering(false)} />
          )}
        </Suspense>
      </section>
    </main>
  )
}
