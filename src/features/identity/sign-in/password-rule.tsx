import { Form, InputNumber, Modal } from 'antd'
import type { ReactNode } from 'react'
import { passwordRule } from '#contract/calls/identity/user.ts'
import { documentShortest, shortestRange } from '#contract/entities/identity/password-lengths.ts'
import { useAction } from '#src/data/hooks.ts'
import { loadPerson, useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Says how long passwords of the tenant must be. */
export function PasswordRule({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(passwordRule)
  const [form] = Form.useForm<{ shortest: number }>()
  const now = useSession((state) => state.person?.shortestPassword ?? documentShortest)
  const send = async (body: { shortest: number }): Promise<void> => {
    if (!(await notice.tell(action.mutateAsync({ body }), word('form.updated')))) return
    onClose()
    await loadPerson()
  }
  return (
    <Modal open title={say(passwordRule)} onCancel={onClose} onOk={form.submit} confirmLoading={action.isPending} destroyOnHidden>
      <p>{word('people.ruleNow', { count: now })}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ shortest: Math.max(now, shortestRange.min) }}
        onFinish={(body) => void send(body)}
      >
        <Form.Item
          name="shortest"
          label={say(passwordRule.input.shortest)}
          extra={word('people.ruleHint')}
          rules={[{ required: true, message: word('people.ruleRange', { ...shortestRange }) }]}
        >
          <InputNumber {...shortestRange} precision={0} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
