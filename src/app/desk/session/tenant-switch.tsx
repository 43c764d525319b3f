import { Form, Modal, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { switchTenant, useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { startOver } from '../start/start-over.ts'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Chooses another organisation that the person belongs to, and goes on there from the start. */
export function TenantSwitch({ isOpen, onClose }: Props): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const person = useSession((state) => state.person)
  const [chosen, setChosen] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    if (!chosen || chosen === person?.tenantId) return
    setBusy(true)
    try {
      await switchTenant(chosen)
      startOver('/')
    } catch (thrown) {
      notice.failed(thrown)
      setBusy(false)
    }
  }
  return (
    <Modal open={isOpen} title={word('user.switch')} onCancel={onClose} onOk={() => void go()} confirmLoading={isBusy} destroyOnHidden>
      <Form layout="vertical">
        <Form.Item label={word('user.switchTo')} htmlFor="tenant-switch">
          <Select
            id="tenant-switch"
            value={chosen ?? person?.tenantId}
            options={person?.belongTenant.map((tenant) => ({ value: tenant.tenantId, label: tenant.tenantName }))}
            onChange={setChosen}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
