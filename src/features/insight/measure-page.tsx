import { PrinterOutlined } from '@ant-design/icons'
import { Button, Empty, Segmented, Select, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { LinkField } from '#contract/kit/fields/field.ts'
import { groupWords, hasPeriods, type Measure, openFigures, openGroups } from '#contract/kit/figures/measure.ts'
import { periodsOf, type ReportPeriod } from '#contract/kit/figures/report-period.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { inSentence } from '#contract/kit/words.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { pageHeight } from '#src/kit/chart/chart-data.ts'
import { type Comparison, comparisons, type MeasureState, measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureDrawing } from '#src/kit/chart/measure-card.tsx'
import { kindsOf } from '#src/kit/chart/measure-chart.ts'
import { MeasureTable } from '#src/kit/chart/measure-table.tsx'
import { FileButton } from '#src/kit/download-button.tsx'
import { AdvancedSearch } from '#src/kit/list/search/advanced-search.tsx'
import { asFilter } from '#src/kit/list/search/filters.ts'
import { SearchTags } from '#src/kit/list/search/search-tags.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords, type WordKey } from '#src/words/words.ts'
import { measureFilters, measuresFor, readMeasure } from './measure-state.ts'
import { NeededFilter } from './needed-filter.tsx'
import { deptField, ReadyReports } from './ready-reports.tsx'
import { useReport } from './report-answer.ts'
import { chosenDays, withSwapped } from './report-compare.ts'
import { detailAddress, printPath } from './report-details.ts'
import { periodOf, withPeriod } from './report-period.ts'
import './measure.css'

/** One measure at a time: chosen, grouped, filtered, drawn, listed and exported; the ready reports beside it. */
export function MeasurePage(): ReactNode {
  const { word } = useWords()
  const [search] = useSearchParams()
  const person = useSession((state) => state.person)
  const [today] = useState(() => homeDay(new Date()))
  const offered = measuresFor(new Set(person?.rights ?? []))
  const of = offered.find(({ name }) => name === search.get('measure')) ?? offered[0]
  if (!of) return <Empty description={word('measure.none')} />
  return <OneMeasure key={of.name} of={of} offered={offered} today={today} />
}

interface Props {
  readonly of: Measure
  readonly offered: readonly Measure[]
  /** The hospital's day when the page was opened. */
  readonly today: string
}

function OneMeasure({ of, offered, today }: Props): ReactNode {
  const { view, error, retry } = useView(of.of)
  return view ? <Shown of={of} offered={offered} today={today} view={view} /> : <Outcome isLoading={!error} error={error} onRetry={retry} />
}

function Shown({ of, offered, today, view }: Props & { readonly view: View }): ReactNode {
  const { word, say } = useWords()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const person = useSession((state) => state.person)
  const rights = person?.rights ?? []
  const state = readMeasure(search, of, view)
  const { group, split, figure, kind, filters, compare } = state
  const { missing, isReversed, query, answer, found, earlier } = useReport(of, view, state, today)
  const change = (part: Partial<MeasureState>): void => void navigate(measureAddress(of, { ...state, ...part }))
  const groups = openGroups(of, view).map((name) => ({ value: name, label: say(groupWords(of, name)) }))
  const choose = (
    label: WordKey,
    value: string | undefined,
    options: readonly { value: string; label: string }[],
    onChange: (value: string) => void,
    isFree = false,
  ) => (
    <div className="eam-measure-choice">
      <span aria-hidden>{word(label)}</span>
      <Select
        value={value}
        options={[...options]}
        onChange={onChange}
        allowClear={isFree}
        placeholder="—"
        style={{ minWidth: 132 }}
        aria-label={word(label)}
      />
    </div>
  )
  const isAnswered = missing.length === 0 && !isReversed
  const title = `${say(of.figures[figure]!)} · ${say(groupWords(of, group))}${split ? ` × ${say(groupWords(of, split))}` : ''}`
  const filterable = measureFilters(of, view)
  const needed = (of.needs ?? []).map((name) => wireName(name, of.of.fields[name]!))
  const kept = Object.fromEntries(needed.flatMap((wire) => (filters[wire] ? [[wire, filters[wire]]] : [])))
  const filter = (next: Record<string, string>): void => change({ filters: { ...kept, ...next } })
  const period = hasPeriods(of) ? periodOf(of, filters, today) : undefined
  const dept = filterable.find(({ name }) => name === deptField(of))
  const deptId = dept && filters[dept.wires[0]]
  const setDept = (id: unknown): void => {
    const { [dept!.wires[0]]: _before, ...rest } = filters
    change({ filters: id ? { ...rest, [dept!.wires[0]]: String(id) } : rest })
  }
  return (
    <div className="eam-measure-page">
      <ReadyReports of={of} offered={offered} state={state} kept={{ period: period ?? 'year', dept: deptId, today }} />
      <section className="eam-measure" aria-label={say(of)}>
        <div className="eam-measure-tools">
          {hasPeriods(of) && (
            <Segmented<ReportPeriod | 'other'>
              aria-label={word('measure.period')}
              value={period ?? 'other'}
              options={periodsOf(of).map((one) => ({ value: one, label: word(`measure.${one}`) }))}
              onChange={(one) => one !== 'other' && change({ filters: withPeriod(of, filters, one, today) })}
            />
          )}
          {hasPeriods(of) &&
            chosenDays(of, filters, today) &&
            choose(
              'measure.compare',
              compare,
              comparisons.map((one) => ({ value: one, label: word(`measure.${one}`) })),
              (one) => change({ compare: one as Comparison | undefined }),
              true,
            )}
          {dept && (
            <div className="eam-measure-choice">
              <label htmlFor="measure-dept">{say(dept.field)}</label>
              <div className="eam-measure-dept">
                <FieldInput key={deptId ?? ''} id="measure-dept" field={asFilter(dept.field)} value={deptId} onChange={setDept} />
              </div>
              {person?.deptId && deptId !== person.deptId && (
                <Button type="link" size="small" onClick={() => setDept(person.deptId)}>
                  {word('measure.own')}
                </Button>
              )}
            </div>
          )}
        </div>
        <div className="eam-measure-tools">
          {(of.needs ?? []).map((name) => {
            const field = of.of.fields[name] as LinkField
            const wire = wireName(name, field)
            return (
              <NeededFilter
                key={name}
                field={field}
                value={filters[wire]}
                onChange={(id) => change({ filters: { ...filters, [wire]: id } })}
              />
            )
          })}
          {choose(
            'measure.figure',
            figure,
            openFigures(of, view).map((name) => ({ value: name, label: say(of.figures[name]!) })),
            (name) => change({ figure: name }),
          )}
          {choose('measure.group', group, groups, (name) => change({ group: name, split: split === name ? undefined : split }))}
          {choose(
            'measure.split',
            split,
            groups.filter(({ value }) => value !== group),
            (name) => change({ split: name }),
            true,
          )}
          <Segmented
            aria-label={word('measure.kind')}
            value={kind}
            options={kindsOf(of, of.figures[figure]!, group, split).map((one) => ({ value: one, label: word(`chart.${one}`) }))}
            onChange={(one) => change({ kind: one })}
          />
          <span className="eam-measure-end">
            <AdvancedSearch of={of.of} offered={filterable} filters={filters} onSearch={filter} />
            {isAnswered && rights.includes(`${of.of.name}.export`) && (
              <FileButton path={`${of.path}/export`} query={query} name={title} label="list.export" />
            )}
            {isAnswered && (
              <Tooltip title={word('print.print')}>
                <Button
                  icon={<PrinterOutlined />}
                  aria-label={word('print.print')}
                  onClick={() => void navigate(measureAddress(of, state, printPath))}
                />
              </Tooltip>
            )}
          </span>
        </div>
        <SearchTags offered={filterable} filters={filters} onChange={filter} />
        {missing.length > 0 ? (
          <Empty description={word('measure.needs', { what: missing.map((name) => inSentence(say(of.of.fields[name]!))).join() })} />
        ) : isReversed ? (
          <Empty description={word('measure.reversed')}>
            <Button type="primary" onClick={() => change({ filters: withSwapped(of, filters) })}>
              {word('measure.swap')}
            </Button>
          </Empty>
        ) : (
          <>
            <MeasureDrawing
              of={of}
              title={title}
              figure={figure}
              kind={kind}
              found={found}
              error={answer.error}
              onRetry={() => void answer.refetch()}
              height={pageHeight(kind, found?.rows.length ?? 0)}
            />
            {found && found.rows.length > 0 && (
              <MeasureTable {...{ of, found, figure, kind, earlier }} opens={(line) => detailAddress(of, group, line)} />
            )}
            {found?.rows.length === 0 && (
              <p className="eam-measure-none">
                {word('measure.empty')}
                {Object.keys(filters).length > 0 && <Button onClick={() => filter({})}>{word('measure.clear')}</Button>}
              </p>
            )}
          </>
        )}
      </section>
    </div>
  )
}
