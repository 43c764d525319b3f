import { LockOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { lock, useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Locks the screen; a session without a lock password is asked for one first. */
export function LockButton(): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const hasOwn = useSession((state) => state.person?.hasLockPassword ?? false)
  const [isAsking, setAsking] = useState(false)
  const press = (): void => {
    if (hasOwn) void lock().catch(notice.failed)
    else setAsking(true)
  }
  return (
    <>
      <Tooltip title={word('shell.lock')}>
        <Button type="text" icon={<LockOutlined />} aria-label={word('shell.lock')} onClick={press} />
      </Tooltip>
      {isAsking && <LockDialog onClose={() => setAsking(false)} />}
    </>
  )
}

/** Sets the lock password of this session and locks with it. */
function LockDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { word } = useWords()
  const [form] = Form.useForm<{ password: string }>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async ({ password }: { password: string }): Promise<void> => {
    setBusy(true)
    try {
      await lock(password)
    } catch (thrown) {
      setProblem((thrown as Error).message)
      setBusy(false)
    }
  }
  return (
    <Modal open title={word('lock.set')} width={420} onCancel={onClose} onOk={form.submit} confirmLoading={isBusy} destroyOnHidden>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <Form form={form} layout="vertical" requiredMark={false} onFinish={(typed) => void send(typed)}>
        <Form.Item
          name="password"
          label={word('lock.own')}
          extra={word('lock.hint')}
          rules={[{ required: true, message: word('lock.needOwn') }]}
        >
          <Input.Password autoComplete="off" autoFocus maxLength={64} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
