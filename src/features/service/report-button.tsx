import { ToolOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { useWords } from '#src/words/words.ts'
import { CoverInForm } from './contracts/cover-banner.tsx'
import { OpenRepairs } from './open-repairs.tsx'
import { useOpenRepairs } from './phone/use-open-repairs.ts'

interface Props {
  readonly device: Row
  /** The device has no next step of its own, so that reporting stands out. */
  readonly isNext?: boolean
}

/** Reports a repair from the page of a device; while one is open, its order is the next step. A card that is disposed of has none. */
export function ReportButton({ device, isNext = false }: Props): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const mayReport = useRight('repairOrder.submit')
  const { view } = useView(repairOrder)
  const [isOpen, setOpen] = useState(false)
  const [blocking] = useOpenRepairs(device.id)
  const toOrder = isNext && blocking?.id ? `/eam/repair/${blocking.id}` : undefined
  if (!mayReport || !view || device.eamStatus === 'disposed') return null
  return (
    <>
      {toOrder && (
        <Button type="primary" onClick={() => void navigate(toOrder)}>
          {word('repair.toOrder')}
        </Button>
      )}
      <Button type={isNext && !blocking ? 'primary' : undefined} icon={<ToolOutlined />} onClick={() => setOpen(true)}>
        {word('repair.report')}
      </Button>
      <FormDrawer
        view={view}
        isOpen={isOpen}
        initial={{ deviceId: device.id, deviceName: device.deviceName, urgency: repairOrder.fields.urgency.initial }}
        extra={() => (
          <>
            <OpenRepairs />
            <CoverInForm />
          </>
        )}
        onClose={() => setOpen(false)}
        onSaved={(saved) => void navigate(`/eam/repair/${saved.id}`)}
      />
    </>
  )
}
