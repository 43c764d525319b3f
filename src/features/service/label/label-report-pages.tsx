import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'

const path = '/eam/label-report'
const order = { next: ['takeOver'], rare: ['close', 'spam'] }

/** Faults that people without an account reported by a label, the newest first. */
export function LabelReportPage(): ReactNode {
  const navigate = useNavigate()
  const { say } = useWords()
  return (
    <EntityPage
      of={labelReport}
      order={order}
      filledBy={say(labelReport.emptyAdvice!)}
      onOpen={(row) => void navigate(`${path}/${row.id}`)}
    />
  )
}

/** One report: its device, what was seen, whom to call back, and what became of it. */
export function LabelReportRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const seesDevice = useRight('device.list')
  return (
    <RecordPage
      of={labelReport}
      id={id}
      listPath={path}
      order={order}
      top={(row) => seesDevice && <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
      aside={(row) => <History of={labelReport} id={row.id} title={word('history.title')} />}
    />
  )
}
