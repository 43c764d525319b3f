import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { compareQuotes } from '#contract/calls/supply/quotes.ts'
import { purchaseQuote } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { RelatedList } from '#src/kit/record/related-list.tsx'
import { useWords } from '#src/words/words.ts'

/** What suppliers offer for a plan. A new quote begins with the lines of the plan and today. */
export function QuotesOfPlan({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  if (!useRight('purchaseQuote.list')) return null
  const lines = ((row.lines ?? []) as readonly Row[]).map((line) => ({
    ...{ planLineId: line.id, planLineName: line.deviceName, model: line.model, manufacturer: line.maker },
  }))
  return (
    <>
      <RelatedList
        of={purchaseQuote}
        fixed={{ planId: row.id }}
        columns={['quoteNo', 'quoteState', 'supplier', 'quotedOn', 'deliveryDays', 'warrantyMonths', 'amountTotal']}
        initial={{ planId: row.id, planName: row.planTitle, quotedOn: homeDay(new Date()), lines }}
      />
      <p>
        <Link to={`/eam/purchase-quote/compare/${row.id}`}>{say(compareQuotes)}</Link>
      </p>
    </>
  )
}
