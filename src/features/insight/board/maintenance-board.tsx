import { type ReactNode, useMemo } from 'react'
import { deviceStatistics } from '#contract/calls/asset/counts.ts'
import { areaDevices, areaWarnings, areaWarningsCount, yearDisposals, yearLoans, yearWork } from '#contract/calls/insight/area-view.ts'
import { boardTitles } from '#contract/calls/insight/board.ts'
import { openWarnings } from '#contract/calls/insight/home.ts'
import { deptChoices } from '#contract/calls/insight/report-choices.ts'
import type { MeasureGroup } from '#contract/kit/figures/measure.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { maintenance } from '#contract/measures/maintenance.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { boardCall, measuredOf, type Part, reportCall, useBoardCalls } from './board-calls.ts'
import { BoardChart, dayLabel } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { barsOf, behind, listOf, numberOf, rowOf } from './figures.ts'
import { Bars, Hero, Leading } from './panels.tsx'
import { PartPanel, ReportBars } from './part-panels.tsx'

const [ofView, ofArea] = ['/data-view/', '/area/data-view/']
/** Days of the maintenance that is shown, before and after today, and days of repairs. */
const [before, after, repairDays] = [3, 6, 90]
/** Rows that a panel has room for. */
const [most, mostRows] = [6, 3]
const right = 'device.list'

/** The wall board of the upkeep: what warns, what is due, how long repairs take, and what the year brought. */
export function MaintenanceBoard(): ReactNode {
  const { word, say, language } = useWords()
  const today = useToday()
  const period = { dueDate_ge: daysAfter(today, -before), dueDate_le: daysAfter(today, after) }
  const { parts, state } = useBoardCalls('maintenance', {
    total: boardCall(deviceStatistics, ofView),
    states: reportCall(deviceCards, 'byState', ofView),
    filing: reportCall(deviceCards, 'byFiling', ofView),
    dates: reportCall(maintenance, 'dates', ofView, period),
    times: reportCall(repairs, 'repairLength', ofView, { reportedAt_ge: daysAfter(today, -repairDays) }),
    depts: boardCall(deptChoices.forReports, ofView),
    risks: reportCall(deviceCards, 'byRisk', ofView),
    funds: reportCall(deviceCards, 'byFund', ofView),
    kinds: boardCall(openWarnings, ofView),
    warnings: boardCall(areaWarnings, ofArea, { size: mostRows }),
    warned: boardCall(areaWarningsCount, ofArea),
    repairing: boardCall(areaDevices, ofArea, { eamStatus: 'repairing', size: mostRows, columns: 'deviceName,deviceCode,useDept' }),
    work: boardCall(yearWork, ofArea, { size: 1, columns: 'device,finishedAt' }),
    disposals: boardCall(yearDisposals, ofArea, { size: 1, columns: 'useDept,executedAt' }),
    loans: boardCall(yearLoans, ofArea, { size: 1, columns: 'card,toDept' }),
  })
  const filed = rowOf(measuredOf(deviceCards, 'byFiling', parts.filing.data), 'filed')
  const [work, disposal, loan] = [parts.work, parts.disposals, parts.loans].map(({ data }) => data?.records[0])
  const number = (value: number | undefined): string => (value === undefined ? '—' : numberText(value, language))
  const last = (name: unknown): string => (name ? word('board.newest', { name: String(name) }) : word('board.noneYet'))
  const yearOf = today.slice(0, 4)
  const bars = (parts.kinds.data ?? [])
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ code, name, count, tone, page, filter }) => ({
      key: code,
      label: name,
      value: count,
      text: numberText(count, language),
      tone,
      to: listOf(page, filter),
    }))
  const warned = parts.warned.data?.count
  return (
    <BoardFrame title={say(boardTitles.maintenance)} {...state}>
      <div className="eam-board-maintenance">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.devices')}
            value={number(parts.total.data?.count)}
            unit={word('board.unit.devices')}
            beside={word('board.filed', { count: number(filed && numberOf(filed, 'count')) })}
            to="/eam/device"
            right={right}
          />
          <Hero
            label={say(areaWarnings)}
            value={number(warned)}
            unit={word('board.unit.rows')}
            beside={bars[0]?.label ?? word('board.noWarnings')}
            tone={warned ? 'warn' : 'good'}
            right={right}
          />
          <Hero
            label={say(yearWork)}
            value={number(parts.work.data?.total)}
            unit={word('board.unit.orders')}
            beside={last(work && 'deviceName' in work ? work.deviceName : undefined)}
            to={listOf('/eam/repair', { repairStatus: 'done', finishedAt_ge: `${yearOf}-01-01`, finishedAt_le: `${yearOf}-12-31` })}
            right={yearWork.may}
          />
          <Hero
            label={say(yearDisposals)}
            value={number(parts.disposals.data?.total)}
            unit={word('board.unit.disposals')}
            beside={last(disposal && 'useDeptName' in disposal ? disposal.useDeptName : undefined)}
            right={yearDisposals.may}
          />
          <Hero
            label={say(yearLoans)}
            value={number(parts.loans.data?.total)}
            unit={word('board.unit.loans')}
            beside={last(loan && 'cardName' in loan ? loan.cardName : undefined)}
            right={yearLoans.may}
          />
        </div>
        <PartPanel area="kinds" title={say(openWarnings)} part={parts.kinds} isEmpty={bars.length === 0} none={word('board.noWarnings')}>
          <Bars bars={bars} right={right} most={most} />
        </PartPanel>
        <PartPanel
          area="warnings"
          title={word('board.warned')}
          part={parts.warnings}
          isEmpty={!parts.warnings.data?.total}
          none={word('board.noWarnings')}
        >
          <ul className="eam-board-rows">
            {parts.warnings.data?.records.slice(0, mostRows).map(({ id, kind, kindValue, tone, deviceId, deviceName, useDeptName }) => (
              <li key={`${kind} ${id}`}>
                <span>
                  <b>
                    <Leading to={`/eam/device/${deviceId}`} right={right}>
                      {deviceName}
                    </Leading>
                  </b>
                  <small>{[kindValue, useDeptName].filter(Boolean).join(' · ')}</small>
                </span>
                <i className="eam-board-mark" data-tone={tone} />
              </li>
            ))}
          </ul>
        </PartPanel>
        <DatesPanel part={parts.dates} today={today} />
        <TimesPanel part={parts.times} depts={parts.depts} />
        <ReportBars area="states" of={deviceCards} report="byState" part={parts.states} most={7} />
        <PartPanel
          area="repairing"
          title={word('board.inRepair')}
          note={number(parts.repairing.data?.total)}
          part={parts.repairing}
          isEmpty={!parts.repairing.data?.total}
        >
          <ul className="eam-board-rows">
            {parts.repairing.data?.records.map(({ id, deviceName, deviceCode, ...row }) => (
              <li key={id}>
                <span>
                  <b>
                    <Leading to={`/eam/device/${id}`} right={right}>
                      {deviceName}
                    </Leading>
                  </b>
                  <small>{['useDeptName' in row && row.useDeptName, deviceCode].filter(Boolean).join(' · ')}</small>
                </span>
              </li>
            ))}
          </ul>
        </PartPanel>
        <ReportBars area="risks" of={deviceCards} report="byRisk" part={parts.risks} most={most} />
        <ReportBars area="funds" of={deviceCards} report="byFund" part={parts.funds} most={most} />
      </div>
    </BoardFrame>
  )
}

type Rows = Parameters<typeof measuredOf>[2] & object

/** Maintenance that was and is due by day, with how much of it is done. */
function DatesPanel({ part, today }: { readonly part: Part<Rows>; readonly today: string }): ReactNode {
  const { word, say, language } = useWords()
  const found = useMemo(() => measuredOf(maintenance, 'dates', part.data), [part.data])
  const data = useMemo(() => {
    const days = Array.from({ length: before + after + 1 }, (_, index) => daysAfter(today, index - before))
    const { count, done } = maintenance.figures
    // A zero has no column and needs no label.
    const values = (figure: string) => days.map((day) => numberOf(rowOf(found, day), figure) || null)
    return {
      kind: 'column',
      figure: count[language],
      unit: 'lines',
      by: maintenance.groups.day.words[language],
      categories: days.map((day) => ({ key: day, label: dayLabel(day) })),
      series: [
        { key: 'count', label: word('board.due'), values: values('count') },
        { key: 'done', label: done[language], tone: 'good', values: values('done') },
      ],
    } as const
  }, [found, today, language, word])
  const listAt = (at: number): string | undefined => behind(maintenance, 'count', rowOf(found, data.categories[at]!.key))
  return (
    <PartPanel
      area="dates"
      title={say(maintenance.reports.dates)}
      part={part}
      isEmpty={!found?.rows.some((row) => numberOf(row, 'count') > 0)}
    >
      <BoardChart data={data} listAt={listAt} right="maintainOrder.list" />
    </PartPanel>
  )
}

interface TimesProps {
  readonly part: Part<Rows>
  readonly depts: Part<readonly { readonly id: string; readonly name: string }[]>
}

/** The median repair time of the departments, the longest first; those without a finished repair after them. */
function TimesPanel({ part, depts }: TimesProps): ReactNode {
  const { word, language } = useWords()
  const found = measuredOf(repairs, 'repairLength', part.data)
  const largest = Math.max(0, ...(found?.rows ?? []).map((row: MeasureGroup) => numberOf(row, 'length')))
  const timed = (found ? barsOf(repairs, found, 'length', language) : []).map((bar) => ({
    ...bar,
    text: figureText(bar.value, 'minutes', language, largest),
  }))
  const known = new Set(timed.map(({ key }) => key))
  const others = (depts.data ?? [])
    .filter(({ id }) => !known.has(id))
    .map(({ id, name }) => ({ key: id, label: name, value: 0, text: '—' }))
  return (
    <PartPanel area="times" title={word('board.repairTime')} part={part} isEmpty={timed.length + others.length === 0}>
      <Bars bars={[...timed, ...others]} right="repairOrder.list" most={most} />
    </PartPanel>
  )
}
