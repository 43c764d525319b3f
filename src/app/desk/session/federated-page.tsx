import { Alert, Button, Form, Spin } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router-dom'
import type { FactorShown } from '#src/data/second-factor.ts'
import { useComingBack, waysTexts } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { useWords } from '#src/words/words.ts'
import { FactorFields } from './factor-fields.tsx'
import { VouchedDialog } from './pending-registration-dialog.tsx'

/** Signs in with what a provider has sent back, and asks for the second factor of who has one. */
export function FederatedPage(): ReactNode {
  const { word, say } = useWords()
  const { tenantId = '', source = '' } = useParams()
  const { problem, setProblem, asksFactor, passkey, pending, isIn, send } = useComingBack(tenantId, source)
  const [isAsking, setAsking] = useState(true)
  const navigate = useNavigate()
  if (isIn) return <Navigate to="/" replace />
  return (
    <main className="eam-lock eam-given">
      <section className="eam-login-form">
        <h1>{word('login.title')}</h1>
        {problem ? (
          <Alert type={asksFactor || pending ? 'info' : 'error'} showIcon role="alert" title={problem} />
        ) : (
          <Spin description={say(waysTexts.waiting)}>
            <div className="eam-given" />
          </Spin>
        )}
        {asksFactor && (
          <Form layout="vertical" size="large" onFinish={(typed: FactorShown) => void send(typed)}>
            <FactorFields asked={passkey} onPasskey={(shown) => void send(shown)} onProblem={setProblem} />
            <Button type="primary" htmlType="submit" block>
              {word('login.submit')}
            </Button>
          </Form>
        )}
        {pending && (
          <Button type="primary" block onClick={() => setAsking(true)}>
            {word('register.open')}
          </Button>
        )}
        {pending && isAsking && (
          <VouchedDialog
            tenantId={tenantId}
            pending={pending}
            onClose={() => setAsking(false)}
            onDone={() => void navigate('/login', { replace: true })}
          />
        )}
        {problem && <Link to="/login">{say(waysTexts.back)}</Link>}
      </section>
    </main>
  )
}
