import { Alert, Rate } from 'antd'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router-dom'
import { acceptLength, type RepairTimes, repairLength } from '#contract/entities/service/repair-lengths.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { mayRepairStep, type RepairPeople } from '#contract/entities/service/repair-sides.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'

const open: readonly string[] = openRepairStates

/** One repair order: its facts, lengths and parts on the left, what happened on the right. */
export function RepairRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const person = useSession((state) => state.person)
  const who = { userId: person?.user_id ?? '', rights: new Set(person?.rights) }
  return (
    <RecordPage
      of={repairOrder}
      id={id}
      listPath="/eam/repair"
      foldsEmpty
      allows={(row, name) => mayRepairStep(name, row as unknown as RepairPeople, who)}
      aside={(row) => <History of={repairOrder} id={row.id} title={word('repair.course')} />}
      more={(row) => (
        <>
          {row.stopRequested === 1 && open.includes(String(row.repairStatus)) && (
            <Alert type="warning" showIcon role="status" title={word('repair.stopAsked')} />
          )}
          <Figures row={row} />
        </>
      )}
    />
  )
}

/** What the order says about the device and how long it took. */
function Figures({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const seesDevice = useRight('device.list')
  const times = row as unknown as RepairTimes
  const lengths = [
    ['repair.acceptLength', acceptLength(times)],
    ['repair.repairLength', repairLength(times)],
  ] as const
  return (
    <section className="eam-panel" aria-label={word('repair.figures')}>
      <h2>{word('repair.figures')}</h2>
      <div className="eam-figures">
        {lengths.map(([label, minutes]) => (
          <div key={label} className="eam-figure-card">
            <span>{word(label)}</span>
            <strong>{minutes === null ? '—' : word('repair.length', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })}</strong>
          </div>
        ))}
        {row.rating !== null && row.rating !== undefined && (
          <div className="eam-figure-card">
            <span>{say(repairOrder.fields.rating)}</span>
            <Rate disabled value={Number(row.rating)} />
          </div>
        )}
      </div>
      {seesDevice && <Link to={`/eam/device/${String(row.deviceId)}`}>{word('repair.toDevice')}</Link>}
    </section>
  )
}
