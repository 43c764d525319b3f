import { KeyOutlined } from '@ant-design/icons'
import { Alert, Avatar, Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { updatePassword } from '#contract/calls/identity/user.ts'
import { loadPerson, signOut, useSession } from '#src/data/session.ts'
import { PasswordForm } from '#src/features/identity/sign-in/password-form.tsx'
import { useWords } from '#src/words/words.ts'

/** Shown instead of every page while the password is one that another person gave. */
export function GivenPasswordPage(): ReactNode {
  const { word, say } = useWords()
  const person = useSession((state) => state.person)
  useEffect(() => {
    document.title = say(updatePassword)
  }, [say])
  return (
    <main className="eam-lock eam-given">
      <section className="eam-login-form">
        <Avatar size={64} icon={<KeyOutlined />} />
        <h1>{person?.realName}</h1>
        <Alert type="info" showIcon title={word('password.given')} />
        <PasswordForm onDone={() => void loadPerson()} />
        <Button type="link" block onClick={() => void signOut()}>
          {word('common.signOut')}
        </Button>
      </section>
    </main>
  )
}
