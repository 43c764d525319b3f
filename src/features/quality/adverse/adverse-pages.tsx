import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { adverseEvent } from '#contract/entities/quality/adverse-event.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { adverseActs, useAdverseAllows } from './adverse-acts.ts'
import { clockColumn } from './late-tag.tsx'

const words = {
  overdue: { zh: '上报期限 {time} 已过，请尽快上报', en: 'The report was due on {time}. Report the event now' },
  returned: { zh: '退回意见：', en: 'Returned: ' },
} as const

/** Adverse events with the time that is left to report them; one opens on a page of its own. */
export function AdversePage(): ReactNode {
  const navigate = useNavigate()
  const allows = useAdverseAllows()
  const open = (id: string): void => void navigate(`/eam/adverse-event/${id}`)
  return (
    <EntityPage
      of={adverseEvent}
      order={adverseActs}
      allows={allows}
      extraColumns={clockColumn}
      onOpen={(row) => open(row.id)}
      onSaved={({ id }) => open(id)}
    />
  )
}

/** One adverse event: its device, by when it has to be reported, what happened, and its course. */
export function AdverseRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  const navigate = useNavigate()
  const allows = useAdverseAllows()
  const seesDevice = useRight('device.list')
  return (
    <RecordPage
      of={adverseEvent}
      id={id}
      listPath="/eam/adverse-event"
      order={adverseActs}
      allows={allows}
      top={(row) => (
        <>
          {seesDevice && <Parts at="record.device" given={{ deviceId: String(row.deviceId) }} />}
          <Remarks row={row} />
        </>
      )}
      actions={(row) => (
        <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/form/eam/adverse-event-view?id=${row.id}`)}>
          {word('print.print')}
        </Button>
      )}
      aside={(row) => <History of={adverseEvent} id={row.id} title={word('history.title')} />}
    />
  )
}

/** What stands above an event: a term that has passed, and why a draft came back. */
function Remarks({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const isLate = typeof row.dueAt === 'string' && Date.parse(row.dueAt) < Date.now()
  return (
    <>
      {isLate && (
        <Alert type="error" showIcon role="status" title={say(words.overdue).replace('{time}', momentText(String(row.dueAt), language))} />
      )}
      {row.eventState === 'draft' && typeof row.reviewNote === 'string' && (
        <Alert type="warning" showIcon role="status" title={`${say(words.returned)}${row.reviewNote}`} />
      )}
    </>
  )
}
