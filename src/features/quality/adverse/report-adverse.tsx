import { AlertOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'

const words = { zh: '上报不良事件', en: 'Report adverse event' } as const

interface ButtonProps {
  readonly initial: Readonly<Record<string, unknown>>
}

/** Opens the form of a new adverse event with what is known already. */
function ReportAdverse({ initial }: ButtonProps): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const mayReport = useRight('adverseEvent.submit')
  const { view } = useView(adverseEvent)
  const [isOpen, setOpen] = useState(false)
  if (!mayReport) return null
  // The button stands there from the start: one that comes late moves the others.
  return (
    <>
      <Button icon={<AlertOutlined />} onClick={() => setOpen(true)}>
        {say(words)}
      </Button>
      {view && (
        <FormDrawer
          view={view}
          isOpen={isOpen}
          initial={initial}
          onClose={() => setOpen(false)}
          onSaved={({ id }) => void navigate(`/eam/adverse-event/${id}`)}
        />
      )}
    </>
  )
}

/** Of a device: also of one that is disposed of, as an event may be learned of later. */
export function ReportOfDevice({ row }: { readonly row: Row }): ReactNode {
  return <ReportAdverse initial={{ deviceId: row.id, deviceName: row.deviceName }} />
}

/** On a repair order: an event of its device that the repair came from. */
export function ReportOfRepair({ row }: { readonly row: Row }): ReactNode {
  const { deviceId, deviceName, id, orderNo } = row
  return <ReportAdverse initial={{ deviceId, deviceName, repairId: id, repairName: orderNo }} />
}
