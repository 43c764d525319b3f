import { LockOutlined } from '@ant-design/icons'
import { Alert, App, Avatar, Button, Form, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { signOut, unlock, useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { LockWithoutSession } from './lock-without-session.tsx'

/** The locked screen: the lock password opens it again, or the log-in password where the session has none. */
export function LockPage(): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const person = useSession((state) => state.person)
  const [hadSession] = useState(person !== undefined)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    document.title = word('lock.title')
  }, [word])
  const send = async ({ password }: { password: string }): Promise<void> => {
    setBusy(true)
    try {
      await unlock(password)
    } catch (thrown) {
      setProblem((thrown as Error).message)
    } finally {
      setBusy(false)
    }
  }
  // A sign-out from here leads to the log-in, as everywhere; a visitor is told that nothing is locked.
  if (!person) return hadSession ? <Navigate to="/login" replace /> : <LockWithoutSession />
  const label = word(person.hasLockPassword ? 'lock.own' : 'login.password')
  const needed = person.hasLockPassword ? 'lock.needOwn' : 'login.needPassword'
  return (
    <main className="eam-lock">
      <section className="eam-login-form">
        <Avatar size={64} icon={<LockOutlined />} />
        <h1>{person.realName}</h1>
        <p>{word(person.hasLockPassword ? 'lock.ownTip' : 'lock.tip')}</p>
        {problem && <Alert type="error" showIcon role="alert" title={problem} />}
        <Form layout="vertical" size="large" requiredMark={false} onFinish={(typed: { password: string }) => void send(typed)}>
          <Form.Item name="password" label={label} rules={[{ required: true, message: word(needed) }]}>
            <Input.Password autoComplete={person.hasLockPassword ? 'off' : 'current-password'} autoFocus />
          </Form.Item>
          <Button type="primary" htmlType="submit" block loading={isBusy}>
            {word('lock.open')}
          </Button>
          <Button type="link" block onClick={() => modal.confirm({ title: word('signOut.ask'), onOk: signOut })}>
            {word('common.signOut')}
          </Button>
        </Form>
      </section>
    </main>
  )
}
