import { Empty } from 'antd'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { device } from '#contract/entities/asset/device/device.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { groupWords, type Measure, type Measured } from '#contract/kit/figures/measure.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { type MeasureState, measureAddress } from '#src/kit/chart/measure-address.ts'
import type { Earlier, MeasureLine } from '#src/kit/chart/measure-lines.ts'
import { useMeasureSheet } from '#src/kit/chart/measure-table.tsx'
import type { Filter } from '#src/kit/list/search/filters.ts'
import { wiresOf } from '#src/kit/list/search/filters.ts'
import { FilterText } from '#src/kit/list/search/search-tags.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { PrintForm, PrintTable } from '#src/kit/record/print-form.tsx'
import { dayText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { measureFilters, measuresFor, readMeasure } from './measure-state.ts'
import { useReport } from './report-answer.ts'
import { chosenDays } from './report-compare.ts'
import { detailColumns, useAllDetailRows, useDetailFigures } from './report-detail.ts'
import { type AskedDetail, addressOf, detailPath, readDetail } from './report-details.ts'
import './measure.css'

/** A report or a detail page on A4, by the address that the page itself has: head, date, chosen filters, table and signature lines. */
export function ReportPrintPage(): ReactNode {
  const { word } = useWords()
  const [search] = useSearchParams()
  const rights = useSession((state) => state.person?.rights)
  const asked = readDetail(search)
  const of = asked ? deviceCards : measuresFor(new Set(rights ?? [])).find(({ name }) => name === search.get('measure'))
  const { view, error, retry } = useView(of?.of ?? device)
  if (!of) return <Empty description={word('measure.none')} />
  if (!view) return <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
  return asked ? <DetailForm view={view} asked={asked} /> : <ReportForm of={of} view={view} state={readMeasure(search, of, view)} />
}

/** The day and the person of the printed form. */
function usePrinted(): string {
  const { word, language } = useWords()
  const who = useSession((state) => state.person?.realName ?? '')
  return word('measure.printed', { day: dayText(homeDay(new Date()), language), who })
}

interface AskedProps {
  readonly offered: readonly Filter[]
  readonly filters: Readonly<Record<string, string>>
  readonly days?: readonly [string, string] | undefined
}

/** What was chosen, as the head of the form says it. */
function Chosen({ offered, filters, days }: AskedProps): ReactNode {
  const { say, word, language } = useWords()
  const set = offered.filter((filter) => wiresOf(filter).some((wire) => filters[wire]))
  return (
    <dl aria-label={word('measure.filters')}>
      {days && (
        <div>
          <dt>{word('measure.period')}</dt>
          <dd>{days.map((day) => dayText(day, language)).join(' – ')}</dd>
        </div>
      )}
      {set.map((filter) => (
        <div key={filter.name}>
          <dt>{say(filter.field)}</dt>
          <dd>
            <FilterText filter={filter} filters={filters} />
          </dd>
        </div>
      ))}
      {!days && set.length === 0 && (
        <div>
          <dt>{word('measure.filters')}</dt>
          <dd>{word('measure.noFilters')}</dd>
        </div>
      )}
    </dl>
  )
}

function Signatures(): ReactNode {
  const { word } = useWords()
  return (
    <footer>
      <dl className="eam-report-signed">
        {(['measure.maker', 'measure.checker', 'measure.signedOn'] as const).map((key) => (
          <div key={key}>
            <dt>{word(key)}</dt>
            <dd>&nbsp;</dd>
          </div>
        ))}
      </dl>
    </footer>
  )
}

function ReportForm({ of, view, state }: { readonly of: Measure; readonly view: View; readonly state: MeasureState }): ReactNode {
  const { say, word } = useWords()
  const today = homeDay(new Date())
  const printed = usePrinted()
  const { found, earlier, answer, missing, isReversed, before } = useReport(of, view, state, today)
  const days = chosenDays(of, state.filters, today)
  const back = { to: measureAddress(of, state), label: word('measure.backTo') }
  if (missing.length > 0 || isReversed) return <Empty description={word(isReversed ? 'measure.reversed' : 'measure.none')} />
  const isWaiting = state.compare !== undefined && days !== undefined && !earlier
  const error = answer.error ?? before.error
  if (!found || isWaiting) return <Outcome isLoading={!error} error={error} onRetry={() => void answer.refetch()} />
  const figure = of.figures[state.figure]!
  return (
    <PrintForm
      title={`${say(of)} · ${say(groupWords(of, state.group))}${state.split ? ` × ${say(groupWords(of, state.split))}` : ''}`}
      note={printed}
      isLandscape={Object.keys(found.values).length + (earlier ? 2 : 0) > 4}
      back={back}
    >
      <Chosen offered={measureFilters(of, view).filter(({ name }) => !days || name !== of.period)} filters={state.filters} days={days} />
      <div className="eam-report-sheet">
        <Lines {...{ of, found, earlier }} figure={state.figure} kind={state.kind} />
      </div>
      <p className="eam-report-formula">
        {say(figure)}
        {word('mark.colon')}
        {say(figure.formula)}
      </p>
      <Signatures />
    </PrintForm>
  )
}

interface LinesProps extends Pick<MeasureState, 'figure' | 'kind'> {
  readonly of: Measure
  readonly found: Measured
  readonly earlier: Earlier | undefined
}

/** The lines of the table of the page, all of them, with its total. */
function Lines(props: LinesProps): ReactNode {
  const { say, word } = useWords()
  const { of, found } = props
  const { lines, columns, total } = useMeasureSheet(props)
  const text = (name: string, label: string, of: (line: MeasureLine) => string) => ({ name, label, isFigure: false, text: of })
  const names = [
    text('group', say(groupWords(of, found.group)), ({ name }) => name),
    ...(found.split === null
      ? []
      : [text('part', say(groupWords(of, found.split)), ({ isSubtotal, part }) => (isSubtotal ? word('measure.subtotal') : (part ?? '')))]),
  ]
  return (
    <PrintTable
      lines={lines}
      columns={[...names, ...columns.map(({ name, label, text: of }) => ({ name, label, isFigure: true, text: of }))]}
      foot={
        <>
          <th scope="row" colSpan={1 + names.length}>
            {word('measure.total')}
          </th>
          {columns.map((column) => (
            <td key={column.name} className="eam-figure">
              {column.text(total)}
            </td>
          ))}
        </>
      }
    />
  )
}

function DetailForm({ view, asked }: { readonly view: View; readonly asked: AskedDetail }): ReactNode {
  const { say, word, language } = useWords()
  const printed = usePrinted()
  const all = useAllDetailRows(view, asked)
  const { found, name } = useDetailFigures(view, asked)
  if (!all.data || !found) return <Outcome isLoading={!all.error} error={all.error} onRetry={() => void all.refetch()} />
  const { rows, total } = all.data
  const names = detailColumns(view, asked)
  const sum = names.includes('originalValue') ? figureText(found.values.amount, 'money', language) : undefined
  return (
    <PrintForm
      title={name ? `${name} · ${say(asked)}` : say(asked)}
      note={printed}
      isLandscape
      back={{ to: addressOf(asked, detailPath), label: word('measure.backTo') }}
    >
      <Chosen offered={measureFilters(deviceCards, view)} filters={asked.filters} />
      <PrintTable<Row>
        lines={rows}
        columns={names.map((one) => ({
          name: one,
          label: say(view.fields[one]!),
          isFigure: view.fields[one]!.kind === 'money',
          text: (row) => textOf(one, view.fields[one]!, row, language),
        }))}
        foot={
          <>
            <th scope="row" colSpan={names.length + (sum === undefined ? 1 : 0)}>
              {word('measure.total')}
              {word('mark.colon')}
              {figureText(found.values.count, 'devices', language)}
            </th>
            {sum !== undefined && <td className="eam-figure">{sum}</td>}
          </>
        }
      />
      {rows.length < total && <p>{word('measure.cut', { shown: rows.length, total })}</p>}
      <Signatures />
    </PrintForm>
  )
}
