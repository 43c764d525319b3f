import { Button } from 'antd'
import type { ReactNode } from 'react'
import { monthVoucher, repeatRecord } from '#contract/calls/ledger/depreciation.ts'
import { depreciationLine } from '#contract/entities/ledger/depreciation-line.ts'
import { depreciationRecord } from '#contract/entities/ledger/depreciation-record.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { useRight } from '#src/data/session.ts'
import { FileButton } from '#src/kit/download-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'
import { useClosing } from './close-buttons.tsx'
import { MonthReport } from './month-report.tsx'

/** The closed months of the books, with what each came to; closes the next one. */
export function RecordsPage(): ReactNode {
  const mayClose = useRight('depreciationRecord.close')
  const mayExport = useRight(monthVoucher.may)
  const seesLines = useRight('depreciationLine.list')
  const closing = useClosing()
  const { say } = useWords()
  return (
    <>
      <EntityPage
        of={depreciationRecord}
        listActions={() => mayClose && closing.button}
        listMore={mayClose ? closing.more : []}
        rowActions={(row) => (
          <>
            {mayClose && row.repeatReason && (
              <Button size="small" onClick={() => closing.repeat(row)}>
                {say(repeatRecord)}
              </Button>
            )}
            {mayExport && (
              <FileButton
                path={pathsOf(monthVoucher)[0]!}
                query={{ recordId: row.id }}
                name={String(row.recordMonth)}
                label="ledger.voucher"
              />
            )}
          </>
        )}
        more={(row) =>
          seesLines && (
            <>
              <MonthReport recordId={row.id} />
              <RelatedList of={depreciationLine} fixed={{ recordId: row.id }} />
            </>
          )
        }
      />
      {closing.dialog}
    </>
  )
}
