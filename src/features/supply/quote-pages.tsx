import { Button, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { compareQuotes } from '#contract/calls/supply/quotes.ts'
import { purchasePlanLine } from '#contract/entities/supply/purchase-plan-line.ts'
import { purchaseQuote } from '#contract/entities/supply/quotes/purchase-quote.ts'
import { purchaseQuoteLine } from '#contract/entities/supply/quotes/purchase-quote-line.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { useCall } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { FormDrawer } from '#src/kit/form/form-drawer.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { RecordDrawer } from '#src/kit/record/record-drawer.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { dayText, moneyText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const order = { next: ['choose', 'order'], rare: ['release'] }

/** What suppliers offer for plans. */
export const QuotePage = (): ReactNode => <EntityPage of={purchaseQuote} order={order} />

type Compared = AnswerOf<typeof compareQuotes>
type Quote = Compared['quotes'][number]

/** A row of the comparison: a line of the plan, or what a quote says as a whole. */
interface Compare {
  readonly key: string
  readonly name: string
  readonly quantity?: number
  readonly planned?: string | null
  readonly cell: (quote: Quote) => ReactNode
}

/** The quotes of a plan side by side. A supplier opens its quote, where it is chosen. */
export function ComparisonPage(): ReactNode {
  const { id = '' } = useParams()
  const { word, say } = useWords()
  const { data, error, refetch } = useCall(compareQuotes, { planId: id })
  const { view } = useView(purchaseQuote)
  const [open, setOpen] = useState<string>()
  const [edited, setEdited] = useState<string>()
  if (!data) return <Outcome isLoading={!error} error={error} onRetry={() => void refetch()} />
  return (
    <section className="eam-panel" aria-label={say(compareQuotes)}>
      <h2>
        {say(compareQuotes)} · {data.planTitle}
      </h2>
      <p>
        <Link to={`/eam/purchase-plan?open=${id}`}>{word('quotes.back')}</Link>
      </p>
      {data.needed !== null && <p className="eam-hint">{word('quotes.needed', { limit: data.limit ?? '', needed: data.needed })}</p>}
      {data.quotes.length === 0 ? <p className="eam-hint">{word('quotes.none')}</p> : <Comparison data={data} onOpen={setOpen} />}
      {view && (
        <>
          <RecordDrawer
            view={view}
            id={edited ? undefined : open}
            order={order}
            onClose={() => setOpen(undefined)}
            onEdit={(row) => setEdited(row.id)}
          />
          <FormDrawer view={view} isOpen={edited !== undefined} id={edited} onClose={() => setEdited(undefined)} />
        </>
      )}
    </section>
  )
}

/** The rows below the lines of the plan. */
function useTerms(): readonly Compare[] {
  const { word, say, language } = useWords()
  const { deliveryDays, warrantyMonths, validUntil, quoteState } = purchaseQuote.fields
  return [
    {
      key: 'total',
      name: word('quotes.total'),
      cell: (quote) => (
        <>
          {quote.isLowest && <ToneTag tone="good">{word('quotes.lowest')}</ToneTag>}
          {!quote.isComplete && <ToneTag tone="plain">{word('quotes.partial')}</ToneTag>}{' '}
          <strong>{moneyText(quote.total, language)}</strong>
        </>
      ),
    },
    {
      key: 'delivery',
      name: say(deliveryDays),
      cell: ({ deliveryDays: days }) => (days === null ? '—' : word('quotes.days', { days })),
    },
    {
      key: 'warranty',
      name: say(warrantyMonths),
      cell: ({ warrantyMonths: months }) => (months === null ? '—' : word('quotes.months', { months })),
    },
    { key: 'valid', name: say(validUntil), cell: ({ validUntil: day }) => (day ? dayText(day, language) : '—') },
    {
      key: 'state',
      name: say(quoteState),
      cell: ({ isChosen, problem }) => (
        <>
          {isChosen && <ToneTag tone="good">{word('quotes.chosen')}</ToneTag>}
          {problem && <ToneTag tone="bad">{problem}</ToneTag>}
          {!isChosen && !problem && say(quoteState.of.open)}
        </>
      ),
    },
  ]
}

function Comparison({ data, onOpen }: { readonly data: Compared; readonly onOpen: (id: string) => void }): ReactNode {
  const { word, say, language } = useWords()
  const terms = useTerms()
  const rows: readonly Compare[] = [
    ...data.lines.map(
      ({ id, name, quantity, planned, lowest }): Compare => ({
        ...{ key: id, name, quantity, planned },
        cell: ({ prices }) => {
          const price = prices[id]
          if (price === undefined) return '—'
          return (
            <>
              {lowest !== null && cents(price) === cents(lowest) && <ToneTag tone="good">{word('quotes.lowest')}</ToneTag>}{' '}
              {moneyText(price, language)}
              {quantity > 1 && <div className="eam-hint">{moneyText(decimalText(cents(price) * BigInt(quantity), 2), language)}</div>}
            </>
          )
        },
      }),
    ),
    ...terms,
  ]
  return (
    <Table<Compare>
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...rows]}
      columns={[
        { title: say(purchaseQuoteLine.fields.itemName), dataIndex: 'name', fixed: 'left', width: 160 },
        { title: say(purchaseQuoteLine.fields.quantity), dataIndex: 'quantity', align: 'right', width: 80 },
        {
          title: say(purchasePlanLine.fields.unitPrice),
          dataIndex: 'planned',
          align: 'right',
          width: 120,
          render: (value?: string | null) => (value ? moneyText(value, language) : ''),
        },
        ...data.quotes.map((quote) => ({
          key: quote.id,
          title: (
            <Button type="link" onClick={() => onOpen(quote.id)}>
              {quote.supplierName}
            </Button>
          ),
          align: 'right' as const,
          width: 180,
          render: (_: unknown, row: Compare) => row.cell(quote),
        })),
      ]}
    />
  )
}
