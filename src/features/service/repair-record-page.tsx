import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { useDetail } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { OrderReservations } from '#src/features/place/public/order-reservations.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'
import { repairActs, useRepairAllows } from './repair-acts.ts'
import { findings, RepairFindings } from './repair-findings.tsx'
import { RepairSteps } from './repair-steps.tsx'

const open: readonly string[] = openRepairStates
/** Facts that the heading, the banner and the findings show. */
const elsewhere: readonly string[] = ['orderNo', 'repairStatus', 'mergedInto', ...findings]

/** One repair order: its device, how far it is, what was found and done, its cost, and what happened. */
export function RepairRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const allows = useRepairAllows()
  const seesDevice = useRight('device.list')
  return (
    <RecordPage
      of={repairOrder}
      id={id}
      listPath="/eam/repair"
      without={elsewhere}
      order={repairActs}
      allows={allows}
      actions={(row) => <Parts at="repair.acts" given={{ row }} isTogether />}
      top={(row) => (
        <>
          {seesDevice && <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
          {row.stopRequested === 1 && open.includes(String(row.repairStatus)) && (
            <Alert type="warning" showIcon role="status" title={word('repair.stopAsked')} />
          )}
          {typeof row.mergedIntoId === 'string' && <MergedInto id={row.mergedIntoId} name={String(row.mergedIntoName)} />}
          <Parts at="repair.record" given={{ row }} />
          <RepairSteps row={row} />
        </>
      )}
      lead={(row) => (
        <>
          <RepairFindings row={row} />
          <OrderReservations link="repair" row={row} title={String(row.orderNo)} />
          <Parts at="repair.more" given={{ row }} />
        </>
      )}
      lines={[]}
      aside={(row) => <History of={repairOrder} id={row.id} title={word('repair.course')} />}
    />
  )
}

/** Leads to the order that goes on in the place of a merged one; names it alone where the person cannot open it. */
function MergedInto({ id, name }: { readonly id: string; readonly name: string }): ReactNode {
  const { say } = useWords()
  const field = useView(repairOrder).view?.fields.mergedInto ?? repairOrder.fields.mergedInto
  const { data } = useDetail(repairOrder, id)
  const said = (
    <>
      {say(field)} {data ? <Link to={`/eam/repair/${id}`}>{name}</Link> : name}
    </>
  )
  return <Alert type="info" showIcon role="status" title={said} />
}
