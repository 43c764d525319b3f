import { type ReactNode, useState } from 'react'
import { deviceStatistics } from '#contract/calls/asset/counts.ts'
import { buildings } from '#contract/calls/insight/area-view.ts'
import { boardTitles } from '#contract/calls/insight/board.ts'
import { categoryChoices } from '#contract/calls/insight/report-choices.ts'
import { groupName, type MeasureGroup } from '#contract/kit/figures/measure.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { sharedUse } from '#contract/measures/shared-use.ts'
import { labelText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { boardCall, measureCall, measuredOf, type Part, reportCall, useBoardCalls } from './board-calls.ts'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { behind, cards, numberOf, rowOf } from './figures.ts'
import { IntactHero } from './measure-parts.tsx'
import { Pager, useTurning } from './pager.tsx'
import { Bars, Counted, Hero } from './panels.tsx'
import { PartPanel, ReportBars } from './part-panels.tsx'

const family = '/large/screen/'
/** Bars and rows of a table that a panel has room for. */
const [most, mostRows] = [6, 4]
const right = 'device.list'

/** The wall board of the assets: what there is, what it cost, where it stands, and how it is shared and repaired. */
export function AssetBoard(): ReactNode {
  const { word, say, language } = useWords()
  const year = useToday().slice(0, 4)
  const [pages, setPages] = useState(1)
  const turning = useTurning(pages)
  const { parts, state } = useBoardCalls('asset', {
    summary: boardCall(deviceStatistics, family),
    states: reportCall(deviceCards, 'byState', family),
    values: reportCall(deviceCards, 'byValue', family),
    buildings: boardCall(buildings, family),
    classes: reportCall(deviceCards, 'byClass', family),
    years: reportCall(deviceCards, 'byYear', family),
    shared: reportCall(sharedUse, 'use', family, { handedOutAt_ge: `${year}-01-01` }),
    work: reportCall(repairs, 'completed', family, { finishedAt_ge: `${year}-01-01` }),
    depts: reportCall(deviceCards, 'byDept', '/data-view/'),
    counts: reportCall(deviceCards, 'byCategory', '/data-view/'),
    categories: boardCall(categoryChoices.forBoards, '/data-view/', { current: turning.current, size: mostRows }),
    intact: measureCall(deviceCards, { group: 'eamStatus', figures: 'count,intact' }),
  })
  const categories = parts.categories.data
  if (categories && categories.pages !== pages) setPages(categories.pages)
  const { count, amount } = parts.summary.data ?? {}
  const depts = measuredOf(deviceCards, 'byDept', parts.depts.data)
  const withDevices = (depts?.rows ?? []).filter(({ key }) => key !== null)
  const counts = measuredOf(deviceCards, 'byCategory', parts.counts.data)
  return (
    <BoardFrame title={say(boardTitles.asset)} {...state}>
      <div className="eam-board-asset">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.devices')}
            value={count === undefined ? '—' : numberText(count, language)}
            unit={word('board.unit.devices')}
            beside={word('board.inUse', { count: inState(parts.summary.data, 'in_use') })}
            to="/eam/device"
            right={right}
          />
          <Hero
            label={word('board.allValue')}
            value={amount === undefined || amount === null ? '—' : `¥${shortNumber(Number(amount), language)}`}
            unit=""
            beside={amount === null ? word('board.hidden') : word('board.withoutDisposed')}
            to="/eam/device"
            right={right}
          />
          <Hero
            label={word('board.deptCount')}
            value={depts ? numberText(withDevices.length, language) : '—'}
            unit={word('board.unit.depts')}
            beside={topText(withDevices)}
            right={right}
          />
          <IntactHero
            found={parts.intact.data}
            beside={word('board.repairing', { count: numberOf(rowOf(parts.intact.data, 'repairing'), 'count') })}
          />
        </div>
        <ReportBars area="states" of={deviceCards} report="byState" part={parts.states} most={7} />
        <ReportBars area="values" of={deviceCards} report="byValue" part={parts.values} most={7} />
        <BuildingsPanel part={parts.buildings} />
        <ReportBars
          area="years"
          of={deviceCards}
          report="byYear"
          figure={figureIn(parts.years.data)}
          title={word('board.valueTrend')}
          part={parts.years}
          most={most}
          isTrend
        />
        <ReportBars area="classes" of={deviceCards} report="byClass" part={parts.classes} most={most} />
        <ReportBars area="shared" of={sharedUse} report="use" title={word('board.shared')} part={parts.shared} most={most} />
        <ReportBars area="work" of={repairs} report="completed" title={word('board.completed')} part={parts.work} most={most} />
        <PartPanel
          area="categories"
          title={word('board.categories')}
          note={<Pager {...turning} pages={pages} />}
          part={parts.categories}
          isEmpty={!categories?.records.length}
        >
          <table className="eam-board-table eam-board-few">
            <thead>
              <tr>
                <th scope="col">{word('board.category')}</th>
                <th scope="col">{say(cards.figures.count!)}</th>
                <th scope="col">{say(cards.figures.amount!)}</th>
              </tr>
            </thead>
            <tbody>
              {categories?.records.map(({ id, categoryName }) => {
                const row = rowOf(counts, id)
                return (
                  <tr key={id}>
                    <th scope="row">{categoryName}</th>
                    <td>
                      <Counted to={behind(cards, 'count', row)} right={right}>
                        {numberText(numberOf(row, 'count'), language)}
                      </Counted>
                    </td>
                    <td>{labelText(numberOf(row, 'amount'), 'money', language)}</td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </PartPanel>
      </div>
    </BoardFrame>
  )

  /** The department whose devices cost most. */
  function topText(rows: readonly MeasureGroup[]): string {
    const [top] = [...rows].sort((one, other) => numberOf(other, 'amount') - numberOf(one, 'amount'))
    if (!top || numberOf(top, 'amount') === 0) return word('chart.empty')
    return word('board.topDept', { dept: groupName(top, language), value: labelText(numberOf(top, 'amount'), 'money', language) })
  }
}

const inState = (all: { readonly states: readonly { readonly key: string | null; readonly count: number }[] } | undefined, key: string) =>
  all?.states.find((one) => one.key === key)?.count ?? 0

/** The original value; the number of devices where the hospital hides the value. */
const figureIn = (rows: readonly object[] = []): string => (rows.some((row) => 'amount' in row) ? 'amount' : 'count')

interface Building {
  readonly key: string | null
  readonly name: string | null
  readonly count: number
}

/** Devices by the building in which they stand. */
function BuildingsPanel({ part }: { readonly part: Part<readonly Building[]> }): ReactNode {
  const { word, say, language } = useWords()
  const bars = [...(part.data ?? [])]
    .sort((one, other) => other.count - one.count)
    .map(({ key, name, count }) => ({
      key: key ?? '',
      label: name ?? word('board.noBuilding'),
      value: count,
      text: numberText(count, language),
    }))
  return (
    <PartPanel area="buildings" title={say(buildings)} part={part} isEmpty={bars.length === 0}>
      <Bars bars={bars} right={right} most={most} />
    </PartPanel>
  )
}
