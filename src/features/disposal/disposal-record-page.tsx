import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import type { Row } from '#src/data/hooks.ts'
import { AuditButtons, isNoDecision } from '#src/kit/record/audit-buttons.tsx'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { auditing, disposalActs } from './disposal-acts.ts'

/** One disposal: what is decided next, its devices, and its course. Also the page where it is decided, which names it by `id` in the address. */
export function DisposalRecordPage(): ReactNode {
  const { word } = useWords()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const { id = query.get('id') ?? '' } = useParams()
  if (!id) return <Result status="info" title={word('disposal.missing')} />
  return (
    <RecordPage
      of={deviceDisposal}
      id={id}
      listPath="/eam/dev-disposal"
      order={disposalActs}
      allows={isNoDecision(auditing)}
      top={(row) => <SuperiorOpen row={row} />}
      actions={(row) => (
        <>
          <DecisionButtons row={row} />
          <AuditButtons of={auditing} row={row} />
          <Button icon={<PrinterOutlined />} onClick={() => void navigate(`/form/eam/dev-disposal-view?id=${row.id}`)}>
            {word('print.print')}
          </Button>
        </>
      )}
      aside={(row) => <History of={deviceDisposal} id={row.id} title={word('history.title')} />}
    />
  )
}

/** That the superior authority has still to answer. */
function SuperiorOpen({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  if (row.superiorNeeded !== 1 || row.superiorNo || row.disposalStatus !== 'approved') return null
  return <Alert type="warning" showIcon role="status" title={word('disposal.superiorOpen')} />
}
