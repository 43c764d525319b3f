import { Collapse } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { hasPeriods, type Measure, type Report } from '#contract/kit/figures/measure.ts'
import type { ReportPeriod } from '#contract/kit/figures/report-period.ts'
import { type MeasureState, measureAddress } from '#src/kit/chart/measure-address.ts'
import { useWords } from '#src/words/words.ts'
import { withPeriod } from './report-period.ts'

/** What stays when another report is opened. */
export interface Kept {
  readonly period: ReportPeriod
  readonly dept: string | undefined
  readonly today: string
}

/** The field of the department that a measure is filtered by; the one that uses the device where there are several. */
export const deptField = (of: Measure): string | undefined => {
  const found = of.filters.filter((name) => {
    const field = of.of.fields[name]
    return field?.kind === 'link' && field.to === 'dept'
  })
  return found.find((name) => name === 'useDept') ?? found[0]
}

/** The figure that a report is about: the last one named, after the counts that explain it. */
const figureOf = (of: Measure, report: Report): string => report.figures?.at(-1) ?? Object.keys(of.figures)[0]!

/** A declared report as a state of the page: its grouping, figure and rows, of the kept period and department. */
export function readyState(of: Measure, report: Report, { period, dept, today }: Kept): Partial<MeasureState> {
  const byYear = of.groups[report.group]!.as === 'year'
  const field = deptField(of)
  const filters = { ...report.where, ...(dept && field ? { [`${field}Id`]: dept } : {}) }
  return {
    group: report.group,
    figure: figureOf(of, report),
    filters: hasPeriods(of) && !byYear ? withPeriod(of, filters, period, today) : filters,
  }
}

/** The reports of a subject; one without any is a report itself, by its usual grouping. */
const reportsOf = (of: Measure): Readonly<Record<string, Report>> =>
  of.reports ?? { [of.name]: { zh: of.zh, en: of.en, path: of.path, group: Object.keys(of.groups)[0]! } }

interface Props {
  readonly of: Measure
  readonly offered: readonly Measure[]
  readonly state: MeasureState
  readonly kept: Kept
}

/** The reports that are ready to be opened, by subject; the period and the department stay. */
export function ReadyReports({ of, offered, state, kept }: Props): ReactNode {
  const { say, word } = useWords()
  const isShown = (report: Report): boolean => {
    const wanted = readyState(of, report, kept)
    const rows = Object.entries(report.where ?? {})
    return wanted.group === state.group && wanted.figure === state.figure && rows.every(([wire, value]) => state.filters[wire] === value)
  }
  // Of two reports that differ in their rows alone, the narrower one is open.
  const conditions = ({ where = {} }: Report): number => Object.keys(where).length
  const [open] = Object.entries(reportsOf(of))
    .filter(([, report]) => isShown(report))
    .sort(([, one], [, other]) => conditions(other) - conditions(one))
  const ready = offered.map((one) => ({ one, reports: Object.entries(reportsOf(one)) }))
  const links = (all: typeof ready): ReactNode => (
    <ul>
      {all.flatMap(({ one, reports }) =>
        reports.map(([name, report]) => (
          <li key={`${one.name} ${name}`}>
            <Link
              to={measureAddress(one, readyState(one, report, kept))}
              aria-current={one === of && name === open?.[0] ? 'page' : undefined}
            >
              {say(report)}
            </Link>
          </li>
        )),
      )}
    </ul>
  )
  const [subjects, others] = [ready.filter(({ reports }) => reports.length > 1), ready.filter(({ reports }) => reports.length === 1)]
  return (
    <nav className="eam-reports" aria-label={word('measure.ready')}>
      <Collapse
        ghost
        size="small"
        styles={{ header: { padding: '6px 0', fontWeight: 600 }, body: { padding: '0 4px 4px 0' } }}
        defaultActiveKey={[...subjects.map(({ one }) => one.name), 'others']}
        items={[
          ...subjects.map((subject) => ({ key: subject.one.name, label: say(subject.one), children: links([subject]) })),
          ...(others.length > 0 ? [{ key: 'others', label: word('measure.others'), children: links(others) }] : []),
        ]}
      />
    </nav>
  )
}
