import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { isHanded } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { eventProcess } from '#contract/entities/custody/event-process.ts'
import { useRight } from '#src/data/session.ts'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { applyActs } from './apply-acts.ts'
import { overdueColumn } from './overdue-tag.tsx'

const uses = { zh: '设备交接', en: 'Hand-overs' }
const before: readonly unknown[] = ['draft', 'submitted', 'in_approval']

/** One application: what is asked for, how it stands, the hand-over of each device, and the remarks. */
export function ApplyRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const navigate = useNavigate()
  const seesRemarks = useRight('eventProcess.list')
  return (
    <RecordPage
      of={deviceApply}
      id={id}
      listPath="/eam/apply"
      order={applyActs}
      more={(row) => (
        <>
          {isHanded(row.type) && !before.includes(row.status) && (
            <RelatedList
              of={deviceUse}
              title={uses}
              fixed={{ applyId: row.id }}
              extraColumns={overdueColumn}
              onOpen={(use) => void navigate(`/eam/device-use/${use.id}`)}
            />
          )}
          {seesRemarks && (
            <RelatedList
              of={eventProcess}
              fixed={{ eventId: row.id }}
              initial={{ eventId: row.id, eventName: row[deviceApply.title] }}
              columns={['content']}
            />
          )}
        </>
      )}
    />
  )
}
