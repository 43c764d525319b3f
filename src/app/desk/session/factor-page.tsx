import { Alert, Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { factorState } from '#contract/calls/identity/factor.ts'
import { loadPerson, signOut, useSession } from '#src/data/session.ts'
import { FactorPanel } from '#src/features/identity/sign-in/factor-panel.tsx'
import { useWords } from '#src/words/words.ts'

/** Shown instead of every page while a role or the tenant asks for a second factor that the person has not set up. */
export function FactorPage(): ReactNode {
  const { word, say } = useWords()
  const person = useSession((state) => state.person)
  useEffect(() => {
    document.title = say(factorState)
  }, [say])
  return (
    <main className="eam-lock eam-given">
      <section className="eam-login-form">
        <h1>{person?.realName}</h1>
        <Alert type="info" showIcon title={word('factor.forced')} />
        <FactorPanel onDone={() => void loadPerson()} />
        <Button type="link" block onClick={() => void signOut()}>
          {word('common.signOut')}
        </Button>
      </section>
    </main>
  )
}
