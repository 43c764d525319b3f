import { App, Form, Input, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { registerFederated } from '#contract/calls/identity/registration.ts'
import { registration } from '#contract/entities/identity/registration.ts'
import { invoke } from '#src/data/client.ts'
import type { PendingRegistration } from '#src/data/pending-registration.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly tenantId: string
  readonly pending: PendingRegistration
  readonly onClose: () => void
  /** The registration was taken. */
  readonly onDone: () => void
}

/** Asks for an account with what a provider has said of the person, which is shown and stays as it is. What was typed stays until it was taken. */
export const VouchedDialog = (props: Props): ReactNode => (
  // The log-in has no frame of its own for messages.
  <App component={false}>
    <Dialog {...props} />
  </App>
)

function Dialog({ tenantId, pending, onClose, onDone }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const [form] = Form.useForm<{ account: string; name: string }>()
  const [isBusy, setBusy] = useState(false)
  const { ticket, name, phone, email } = pending
  const send = async (typed: { account: string; name: string }): Promise<void> => {
    setBusy(true)
    try {
      const body = { tenantId, ticket, account: typed.account.trim(), ...(name ? {} : { name: typed.name.trim() }) }
      await invoke(registerFederated, { body, noRenew: true })
      modal.info({ title: word('register.alert'), content: word('register.done'), okText: word('common.confirm'), onOk: onDone })
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  const { input } = registerFederated
  const { fields } = registration
  const needs = (message: string) => [{ required: true, whitespace: true, message }]
  const shown = [
    { label: say(fields.phone), value: phone },
    { label: say(fields.email), value: email },
  ].filter(({ value }) => value)
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
      <p>{word('register.pending')}</p>
      <Form
        form={form}
        name="pending"
        layout="vertical"
        initialValues={{ account: pending.account ?? '', name: name ?? '' }}
        onFinish={(typed) => void send(typed)}
      >
        <Form.Item name="name" label={say(input.name)} rules={needs(word('register.needName'))}>
          <Input maxLength={input.name.max} autoComplete="name" readOnly={name !== null} />
        </Form.Item>
        {shown.map(({ label, value }) => (
          <Form.Item key={label} label={label}>
            <Input value={value ?? ''} aria-label={label} readOnly />
          </Form.Item>
        ))}
        <Form.Item name="account" label={say(input.account)} rules={needs(word('register.needAccount'))}>
          <Input maxLength={input.account.max} autoComplete="username" autoFocus />
        </Form.Item>
      </Form>
    </Modal>
  )
}
