import type { ReactNode } from 'react'
import { depreciationLine } from '#contract/entities/ledger/depreciation-line.ts'
import { depreciationRecord } from '#contract/entities/ledger/depreciation-record.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { CloseButtons } from './close-buttons.tsx'
import { MonthReport } from './month-report.tsx'

/** The closed months of the books, with what each came to; closes the next one. */
export function RecordsPage(): ReactNode {
  const mayClose = useRight('depreciationRecord.close')
  const seesLines = useRight('depreciationLine.list')
  return (
    <EntityPage
      of={depreciationRecord}
      listActions={() => mayClose && <CloseButtons />}
      more={(row) =>
        seesLines && (
          <>
            <MonthReport recordId={row.id} />
            <RelatedList of={depreciationLine} title={depreciationLine} fixed={{ recordId: row.id }} />
          </>
        )
      }
    />
  )
}
