import { PrinterOutlined } from '@ant-design/icons'
import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalLine } from '#contract/entities/disposal/disposal-line.ts'
import { type Row, useDetail } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { moneyText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { DisposalRecord } from './disposal-record.ts'
import { DisposalSigns } from './disposal-signs.tsx'
import './disposal.css'

const facts = [
  'disposalNo',
  'disposalType',
  'useDept',
  'applicant',
  'declaredAt',
  'declareReasons',
  'superiorNo',
  'writeOffMonth',
  'executedAt',
  'receiver',
  'proceeds',
  'costs',
] as const

/** The form of a disposal on A4, to be printed and signed. */
export function DisposalPrintPage(): ReactNode {
  const { word } = useWords()
  const [query] = useSearchParams()
  const id = query.get('id') ?? undefined
  const tenant = useSession((state) => state.person?.tenantName)
  const detail = useDetail<DisposalRecord & { readonly lines?: readonly Row[] }>(deviceDisposal, id)
  useTabTitle(detail.data && `${detail.data.disposalNo} ${word('disposal.form')}`)
  if (!id) return <Result status="info" title={word('disposal.missing')} />
  const row = detail.data
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <article className="eam-disposal">
      <div className="eam-actions eam-disposal-tools">
        <Link to={`/eam/dev-disposal/${id}`}>{word('disposal.toRecord')}</Link>
        <span className="eam-grow" />
        <Button type="primary" icon={<PrinterOutlined />} onClick={() => window.print()}>
          {word('disposal.print')}
        </Button>
      </div>
      <div className="eam-disposal-sheet">
        <header>
          <p>{tenant}</p>
          <h1>{word('disposal.form')}</h1>
          <p>{row.applyTitle}</p>
        </header>
        <Facts row={row as unknown as Row} />
        <Lines row={row as unknown as Row} lines={row.lines ?? []} />
        <DisposalSigns row={row} />
      </div>
    </article>
  )
}

/** What the form says of the whole application; the explanation over its full width. */
function Facts({ row }: { readonly row: Row }): ReactNode {
  const { say, language } = useWords()
  const { fields } = deviceDisposal
  return (
    <dl>
      {facts.map((name) => (
        <div key={name}>
          <dt>{say(fields[name])}</dt>
          <dd>{textOf(name, fields[name], row, language) || '—'}</dd>
        </div>
      ))}
      <div className="eam-whole">
        <dt>{say(fields.reasonDetail)}</dt>
        <dd>{String(row.reasonDetail ?? '')}</dd>
      </div>
    </dl>
  )
}

const columns = ['device', 'deviceCode', 'assetsCode', 'originalValue', 'netValue', 'approvePrice', 'remark'] as const

function Lines({ row, lines }: { readonly row: Row; readonly lines: readonly Row[] }): ReactNode {
  const { say, word, language } = useWords()
  const { fields } = disposalLine
  const isFigure = (name: (typeof columns)[number]): boolean => fields[name].kind === 'money'
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{word('disposal.seq')}</th>
          {columns.map((name) => (
            <th key={name} scope="col" className={isFigure(name) ? 'eam-figure' : undefined}>
              {say(fields[name])}
            </th>
          ))}
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
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={4}>
            {word('disposal.sum', { count: lines.length })}
          </th>
          <td className="eam-figure">{moneyText(String(row.originalTotal ?? '0'), language)}</td>
          <td />
          <td className="eam-figure">{row.approvePrice ? moneyText(String(row.approvePrice), language) : ''}</td>
          <td />
        </tr>
      </tfoot>
    </table>
  )
}
