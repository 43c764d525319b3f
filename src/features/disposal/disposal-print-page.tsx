import { Result } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalLine } from '#contract/entities/disposal/disposal-line.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import { linesOf, type Row, useDetail } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { useTabTitle } from '#src/kit/tab-title.ts'
import { moneyText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
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
  const detail = useDetail(deviceDisposal, id)
  useTabTitle(detail.data && `${detail.data.disposalNo} ${word('disposal.form')}`)
  if (!id) return <Result status="info" title={word('disposal.missing')} />
  const row = detail.data
  if (!row) return <Outcome isLoading={detail.isPending} error={detail.error} onRetry={() => void detail.refetch()} />
  return (
    <PrintForm
      title={word('disposal.form')}
      note={row.applyTitle}
      back={{ to: `/eam/dev-disposal/${id}`, label: word('disposal.toRecord') }}
    >
      <Facts row={row} />
      <Lines row={row} lines={linesOf(row, 'lines')} />
      <DisposalSigns row={row} />
    </PrintForm>
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
  const known = lines.filter(({ netValue }) => netValue !== null && netValue !== undefined)
  const net = known.reduce((sum, { netValue }) => sum + cents(netValue), 0n)
  return (
    <PrintTable
      lines={lines}
      columns={columns.map((name) => ({
        name,
        label: say(fields[name]),
        isFigure: fields[name].kind === 'money',
        text: (line: Row) => textOf(name, fields[name], line, language),
      }))}
      foot={
        <>
          <th scope="row" colSpan={4}>
            {word('disposal.sum', { count: lines.length })}
          </th>
          <td className="eam-figure">{moneyText(String(row.originalTotal ?? '0'), language)}</td>
          <td className="eam-figure">{known.length > 0 ? moneyText(decimalText(net, 2), language) : ''}</td>
          <td className="eam-figure">{row.approvePrice ? moneyText(String(row.approvePrice), language) : ''}</td>
          <td />
        </>
      }
    />
  )
}
