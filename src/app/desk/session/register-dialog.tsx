import { App, Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { registerGuest } from '#contract/calls/identity/registration.ts'
import { longestPassword } from '#contract/entities/identity/password-lengths.ts'
import { passwordMix } from '#contract/password-rules.ts'
import { ApiError } from '#src/data/api-error.ts'
import { invoke } from '#src/data/client.ts'
import { signOut } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords, type WordKey } from '#src/words/words.ts'

interface Typed {
  readonly tenantId: string
  readonly name: string
  readonly account: string
  readonly password: string
  readonly password2: string
}

interface Props {
  /** The tenant that the form begins with. */
  readonly tenantId: string
  readonly onClose: () => void
}

/** The first thing that is wrong, in the order of the form. */
function firstProblem({ tenantId, account, password, password2 }: Typed): WordKey | undefined {
  if (!tenantId.trim()) return 'register.needTenant'
  if (!account.trim()) return 'register.needAccount'
  if (!password || !password2) return 'register.needPassword'
  return password === password2 ? undefined : 'register.differ'
}

/** Whether a refusal came without a sentence of the server. */
function isSilent(thrown: unknown): boolean {
  if (!(thrown instanceof ApiError) || thrown.error === 'network') return false
  const body = thrown.data as { readonly msg?: string; readonly error_description?: string } | null
  return thrown.error === 'unknown' && !body?.msg && !body?.error_description
}

/** Asks for an account of a tenant; its administrators decide. What was typed stays until the registration was taken. */
export const RegisterDialog = (props: Props): ReactNode => (
  // The log-in has no frame of its own for messages.
  <App component={false}>
    <Dialog {...props} />
  </App>
)

function Dialog({ tenantId, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const navigate = useNavigate()
  const [form] = Form.useForm<Typed>()
  const [isBusy, setBusy] = useState(false)
  const tell = (): void => {
    modal.info({
      title: word('register.alert'),
      content: word('register.done'),
      okText: word('common.confirm'),
      // Who came with a session of another program leaves it: the new account waits for its approval.
      onOk: async () => {
        await signOut()
        onClose()
        await navigate('/login', { replace: true })
      },
    })
  }
  const send = async (typed: Typed): Promise<void> => {
    const problem = firstProblem(typed)
    if (problem) return notice.warn(word(problem))
    setBusy(true)
    try {
      await invoke(registerGuest, { body: typed, noRenew: true })
      tell()
    } catch (thrown) {
      notice.failed(isSilent(thrown) ? new Error(word('register.failed')) : thrown)
    } finally {
      setBusy(false)
    }
  }
  const { input } = registerGuest
  const secret = <Input.Password autoComplete="new-password" maxLength={longestPassword} />
  return (
    <Modal
      open
      title={word('register.title')}
      width={480}
      okText={word('register.send')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={isBusy}
      destroyOnHidden
    >
      <Form
        form={form}
        name="register"
        layout="vertical"
        initialValues={{ tenantId, name: '', account: '', password: '', password2: '' }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item name="tenantId" label={say(input.tenantId)} extra={word('register.hint')}>
          <Input maxLength={input.tenantId.max} autoComplete="organization" />
        </Form.Item>
        <Form.Item name="name" label={say(input.name)}>
          <Input maxLength={input.name.max} autoComplete="name" />
        </Form.Item>
        <Form.Item name="account" label={say(input.account)}>
          <Input maxLength={input.account.max} autoComplete="username" />
        </Form.Item>
        <Form.Item name="password" label={say(input.password)} extra={say(passwordMix)}>
          {secret}
        </Form.Item>
        <Form.Item name="password2" label={say(input.password2)}>
          {secret}
        </Form.Item>
      </Form>
    </Modal>
  )
}
