import { PrinterOutlined } from '@ant-design/icons'
import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { warehouseEntry } from '#contract/entities/place/warehouse-entry.ts'
import { warehouseEntryLine } from '#contract/entities/place/warehouse-entry-line.ts'
import { decimalText, productOf } from '#contract/kit/amount.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
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
  const tenant = useSession((state) => state.person?.tenantName)
  const detail = useDetail<Row & { readonly lines?: readonly Row[] }>(warehouseEntry, id)
  const row = detail.data
  useTabTitle(row && `${row.entryNo} ${word('entry.form')}`)
  if (!id) return <Result status="info" title={word('entry.missing')} />
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <article className="eam-entry">
      <div className="eam-actions eam-entry-tools">
        <Link to={`/eam/warehouse-entry?open=${id}`}>{word('entry.toRecord')}</Link>
        <span className="eam-grow" />
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {word('entry.print')}
        </Button>
      </div>
      <div className="eam-entry-sheet">
        <header>
          <p>{tenant}</p>
          <h1>{word('entry.form')}</h1>
        </header>
        <dl>
          {facts.map((name) => (
            <div key={name}>
              <dt>{say(warehouseEntry.fields[name])}</dt>
              <dd>{textOf(name, warehouseEntry.fields[name], row, language) || '—'}</dd>
            </div>
          ))}
        </dl>
        <Lines row={row} lines={row.lines ?? []} />
        {row.remark ? <p>{`${say(warehouseEntry.fields.remark)}：${row.remark}`}</p> : null}
        <footer>
          {signs.map((name) => (
            <span key={name}>{word(name)}</span>
          ))}
        </footer>
      </div>
    </article>
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
    <table>
      <thead>
        <tr>
          <th scope="col">{word('entry.seq')}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={isFigure(name) ? 'eam-figure' : undefined}>
              {say(fields[name])}
            </th>
          ))}
          <th scope="col" className="eam-figure">
            {word('entry.amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <tr key={line.id}>
            <td>{index + 1}</td>
            {columns.map((name) => (
              <td key={name} className={isFigure(name) ? 'eam-figure' : undefined}>
                {textOf(name, fields[name], line, language)}
              </td>
            ))}
            <td className="eam-figure">{amountOf(line, (amount) => moneyText(amount, language))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={6}>
            {word('entry.sum', { count: lines.length })}
          </th>
          <td className="eam-figure">{String(row.quantityTotal ?? 0)}</td>
          <td />
          <td className="eam-figure">{moneyText(String(row.amountTotal ?? '0'), language)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
