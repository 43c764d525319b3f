import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import type { PriceKind } from '#contract/entities/pool/pool-price.ts'
import { sharedBorrowing } from '#contract/entities/pool/shared-borrowing.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import { feeOf, feeRule } from '#contract/pool-fee.ts'
import type { Row } from '#src/data/hooks.ts'
import { History } from '#src/kit/record/history.tsx'
import { RecordPage } from '#src/kit/record/record-page.tsx'
import { useWords } from '#src/words/words.ts'
import { borrowingActs } from './borrowing-acts.ts'

/** One borrowing with the rule of its fee and its course. */
export function BorrowingRecordPage(): ReactNode {
  const { id = '' } = useParams()
  const { word } = useWords()
  return (
    <RecordPage
      of={sharedBorrowing}
      id={id}
      listPath="/eam/shared-borrowing"
      order={borrowingActs}
      top={(row) => <Fee row={row} />}
      aside={(row) => <History of={sharedBorrowing} id={row.id} title={word('history.title')} />}
    />
  )
}

/** What the use costs and by which rule; of one that goes on, what it costs until now. */
function Fee({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  if (!row.handedOutAt || !row.priceKind) return null
  const use = { priceKind: row.priceKind as PriceKind, unitPrice: cents(row.unitPrice) }
  const isOpen = row.borrowingStatus === 'lent'
  const till = isOpen ? Date.now() : Date.parse(String(row.returnedAt))
  const rule = say(feeRule(use, feeOf({ ...use, from: Date.parse(String(row.handedOutAt)), to: till })))
  const isLate = isOpen && Date.parse(String(row.toTime)) < Date.now()
  return (
    <>
      {isLate && <Alert type="error" showIcon role="status" title={word('pool.overdue')} />}
      <section className="eam-panel" aria-label={word('pool.feeRule')}>
        {isOpen && `${word('pool.soFar')} · `}
        {rule}
      </section>
    </>
  )
}
