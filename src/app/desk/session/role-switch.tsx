import { Alert, Form, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { switchRole } from '#contract/calls/identity/session.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import { invoke } from '#src/data/client.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { startOver } from '../start/start-over.ts'

interface Typed {
  readonly deptId: string
  readonly roleId: string
}

/** What stands for every department of a person without one, and for all roles together. */
const every = 'all'

/** Chooses department and role that the session acts in from now on; the server gives no right beyond that role until it is changed again. */
export function RoleSwitch({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { word, language } = useWords()
  const [form] = Form.useForm<Typed>()
  const person = useSession((state) => state.person)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (typed: Typed): Promise<void> => {
    setBusy(true)
    try {
      await invoke(switchRole, { body: typed })
      startOver('/')
    } catch (thrown) {
      setProblem((thrown as Error).message)
      setBusy(false)
    }
  }
  const roles = [
    { value: every, label: word('role.all') },
    ...(person?.heldRoles ?? []).map(({ id, name }) => ({ value: id, label: roleText(name, language) })),
  ]
  const dept = person?.deptId ? { value: person.deptId, label: person.deptName } : { value: every, label: word('role.allDepts') }
  return (
    <Modal
      open
      title={word('role.title')}
      width={420}
      okText={word('role.submit')}
      onOk={form.submit}
      onCancel={onClose}
      confirmLoading={isBusy}
      destroyOnHidden
    >
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <Form form={form} name="role-switch" layout="vertical" requiredMark={false} onFinish={(typed) => void send(typed)}>
        <Form.Item name="deptId" label={word('role.dept')} rules={[{ required: true, message: word('role.needDept') }]}>
          <Select options={[dept]} allowClear />
        </Form.Item>
        <Form.Item name="roleId" label={word('role.role')} rules={[{ required: true, message: word('role.needRole') }]}>
          <Select options={roles} allowClear />
        </Form.Item>
      </Form>
    </Modal>
  )
}
