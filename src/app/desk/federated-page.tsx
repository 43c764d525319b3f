import { Alert, Button, Form, Spin } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { needsFactor } from '#src/data/second-factor.ts'
import { type Vouched, vouchedIn } from '#src/data/vouched.ts'
import { useWords } from '#src/words/words.ts'
import { FactorFields } from './factor-fields.tsx'
import { comeBackFrom } from './sign-in-ways.ts'
import { VouchedDialog } from './vouched-dialog.tsx'

/** Where providers send a browser back to. */
export const federatedPath = '/login/federated/'

/** Signs in with what a provider has sent back, and asks for the second factor of who has one. */
export function FederatedPage(): ReactNode {
  const { word } = useWords()
  const { tenantId = '', source = '' } = useParams()
  const [search] = useSearchParams()
  // Kept, for the address forgets it at once: what is in an address stays in the history.
  const came = useRef({
    code: search.get('code') ?? search.get('authCode') ?? '',
    state: search.get('state') ?? '',
    iss: search.get('iss') ?? undefined,
  })
  const [problem, setProblem] = useState<string>()
  const [asksFactor, setAsksFactor] = useState(false)
  const [vouched, setVouched] = useState<Vouched>()
  const [isAsking, setAsking] = useState(true)
  const navigate = useNavigate()
  const [isIn, setIn] = useState(false)
  const begun = useRef(false)
  const send = useCallback(
    async (typed?: { totp: string; isKept?: boolean }): Promise<void> => {
      setProblem(undefined)
      try {
        const factor = typed && { totp: typed.totp.trim(), remember: typed.isKept ? ('1' as const) : ('0' as const) }
        await comeBackFrom({ tenantId, source, ...came.current }, factor)
        setIn(true)
      } catch (thrown) {
        setProblem((thrown as Error).message)
        setAsksFactor(needsFactor(thrown))
        setVouched(vouchedIn(thrown))
      }
    },
    [tenantId, source],
  )
  useEffect(() => {
    document.title = word('login.title')
    if (begun.current) return
    begun.current = true
    globalThis.history.replaceState(null, '', globalThis.location.pathname)
    if (came.current.code && came.current.state) void send()
    else setProblem(word('ways.cancelled'))
  }, [send, word])
  if (isIn) return <Navigate to="/" replace />
  return (
    <main className="eam-lock eam-given">
      <section className="eam-login-form">
        <h1>{word('login.title')}</h1>
        {problem ? (
          <Alert type={asksFactor || vouched ? 'info' : 'error'} showIcon role="alert" title={problem} />
        ) : (
          <Spin description={word('ways.waiting')}>
            <div className="eam-given" />
          </Spin>
        )}
        {asksFactor && (
          <Form layout="vertical" size="large" onFinish={(typed: { totp: string; isKept?: boolean }) => void send(typed)}>
            <FactorFields />
            <Button type="primary" htmlType="submit" block>
              {word('login.submit')}
            </Button>
          </Form>
        )}
        {vouched && (
          <Button type="primary" block onClick={() => setAsking(true)}>
            {word('register.open')}
          </Button>
        )}
        {vouched && isAsking && (
          <VouchedDialog
            tenantId={tenantId}
            vouched={vouched}
            onClose={() => setAsking(false)}
            onDone={() => void navigate('/login', { replace: true })}
          />
        )}
        {problem && <Link to="/login">{word('ways.back')}</Link>}
      </section>
    </main>
  )
}
