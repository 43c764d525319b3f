import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { warehouseEntryLine } from '#contract/entities/place/warehouse-entry-line.ts'
import { decimalText, productOf } from '#contract/kit/fields/amount.ts'
import { linesOf, type Row, useDetail } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { moneyText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import './entry-print.css'

const facts = ['entryNo', 'entryDate', 'warehouse', 'dept', 'supplier', 'fundSource', 'contractNo', 'invoiceNo', 'entryStatus'] as const
const columns = ['lineKind', 'itemName', 'model', 'manufacturer', 'registrationNo', 'quantity', 'unitPrice'] as const
const signs = ['entry.keeperSign', 'entry.acceptSign', 'entry.financeSign'] as const

/** The form of a warehouse entry on A4, to be printed and signed. */
export function EntryPrintPage(): ReactNode {
  const { say, word, language } = useWords()
  const [query] = useSearchParams()
  const id = query.get('id') ?? undefined
  const detail = useDetail(warehouseEntry, id)
  const row = detail.data
  useTabTitle(row && `${row.entryNo} ${word('entry.form')}`)
  if (!id) return <Result status="info" title={word('entry.missing')} />
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <PrintForm title={word('entry.form')} back={{ to: `/eam/warehouse-entry?open=${id}`, label: word('entry.toRecord') }}>
      <dl>
        {facts.map((name) => (
          <div key={name}>
            <dt>{say(warehouseEntry.fields[name])}</dt>
            <dd>{textOf(name, warehouseEntry.fields[name], row, language) || '—'}</dd>
          </div>
        ))}
      </dl>
      <Lines row={row} lines={linesOf(row, 'lines')} />
      {row.remark ? <p>{`${say(warehouseEntry.fields.remark)}：${row.remark}`}</p> : null}
      <footer className="eam-entry-signs">
        {signs.map((name) => (
          <span key={name}>{word(name)}</span>
        ))}
      </footer>
    </PrintForm>
  )
}

/** What a line costs; empty without a price. */
function amountOf({ quantity, unitPrice }: Row, said: (amount: string) => string): string {
  const units = unitPrice === null ? undefined : productOf([quantity, unitPrice], 2)
  return units === undefined ? '' : said(decimalText(units, 2))
}

const isFigure = (name: string): boolean => name === 'quantity' || name === 'unitPrice'

function Lines({ row, lines }: { readonly row: Row; readonly lines: readonly Row[] }): ReactNode {
  const { say, word, language } = useWords()
  const { fields } = warehouseEntryLine
  return (
    <PrintTable
      lines={lines}
      columns={[
        ...columns.map((name) => ({
          name,
          label: say(fields[name]),
          isFigure: isFigure(name),
          text: (line: Row) => textOf(name, fields[name], line, language),
        })),
        {
          name: 'amount',
          label: word('entry.amount'),
          isFigure: true,
          text: (line: Row) => amountOf(line, (amount) => moneyText(amount, language)),
        },
      ]}
      foot={
        <>
          <th scope="row" colSpan={6}>
            {word('entry.sum', { count: lines.length })}
          </th>
          <td className="eam-figure">{String(row.quantityTotal ?? 0)}</td>
          <td />
          <td className="eam-figure">{moneyText(String(row.amountTotal ?? '0'), language)}</td>
        </>
      }
    />
  )
}
