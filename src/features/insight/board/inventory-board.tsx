import { type ReactNode, useMemo } from 'react'
import { inventoryBoard } from '#contract/calls/check/check-board.ts'
import { figureFilters } from '#contract/entities/check/check-figures.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { BoardChart } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { listOf } from './figures.ts'
import { Counted, Hero, Leading, Panel } from './panels.tsx'
import { ChecksPanel, RowsPanel } from './rows.tsx'
import { useBoard } from './use-board.ts'

type InventoryBoardAnswer = AnswerOf<typeof inventoryBoard>
type Filter = InventoryBoardAnswer['filter']

/** The list of the lines of the running checks, of some of them alone. */
const linesPage = (filter: Filter | undefined, more: Readonly<Record<string, string>>): string | undefined =>
  listOf('/eam/check-line', filter && { ...filter, ...more })
/** The right that opens it. */
const ofLines = 'checkLine.list'

/** Days that the chart shows, as many as the server counts. */
const shownDays = 14
/** Ended checks that the panel has room for. */
const mostClosed = 2
/** Fewer rows than these stand at the top of the table, which they would not fill. */
const fewRows = 8

/** The wall board of the running checks: how far they are, by department and by day, and what the last ones found. */
export function InventoryBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(inventoryBoard)
  const total = data?.total ?? { book: 0, counted: 0, depts: 0, deptsDone: 0 }
  const number = (value: number): string => numberText(value, language)
  const last = data?.closed[0]
  const right = inventoryBoard.may
  return (
    <BoardFrame title={say(inventoryBoard)} {...state}>
      <div className="eam-board-inventory">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.progress')}
            value={total.book > 0 ? String(Math.floor((total.counted / total.book) * 100)) : '—'}
            unit="%"
            beside={word('board.counted', { counted: number(total.counted), book: number(total.book) })}
            to="/eam/check?checkStatus=open"
            right={right}
          />
          <Hero
            label={word('board.left')}
            value={number(total.book - total.counted)}
            unit={word('board.unit.devices')}
            beside={word('board.inChecks', { count: data?.checks.length ?? 0 })}
            tone={total.book > total.counted ? 'plain' : 'good'}
            to={linesPage(data?.filter, figureFilters.pending)}
            right={ofLines}
          />
          <Hero
            label={word('board.deptsDone')}
            value={number(total.deptsDone)}
            unit={word('board.unit.depts')}
            beside={word('board.ofDepts', { count: number(total.depts) })}
            tone={total.depts > 0 && total.depts === total.deptsDone ? 'good' : 'plain'}
            to={listOf('/eam/check-dept', data?.filter)}
            right="checkDept.list"
          />
          <Hero
            label={word('board.lastAccuracy')}
            value={last?.accuracy === undefined || last.accuracy === null ? '—' : number(last.accuracy)}
            unit="%"
            beside={last ? last.checkTitle : word('chart.empty')}
            to={last && `/eam/check/${last.id}`}
            right={right}
          />
        </div>
        <Panel area="depts" title={word('board.deptProgress')} isEmpty={!data || data.depts.length === 0}>
          <Depts rows={data?.depts ?? []} filter={data?.filter} />
        </Panel>
        <Panel area="days" title={word('board.perDay')} isEmpty={!data || data.days.length === 0}>
          <Days days={data?.days ?? []} filter={data?.filter} />
        </Panel>
        <ChecksPanel checks={data?.checks} most={1} />
        <RowsPanel area="closed" title={word('board.closed')} total={data?.closed.length} right={right}>
          {data?.closed.slice(0, mostClosed).map(({ id, checkTitle, closedAt, accuracy, deficient, surplus }) => (
            <li key={id}>
              <span>
                <b>
                  <Leading to={`/eam/check/${id}`} right={right}>
                    {checkTitle}
                  </Leading>
                </b>
                <small>
                  {[closedAt && dayText(homeDay(new Date(closedAt)), language), word('board.found', { deficient, surplus })]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
              <em data-tone={checkResults[deficient > 0 ? 'deficient' : 'match'].tone}>
                {accuracy === null ? '—' : figureText(accuracy, 'percent', language)}
              </em>
            </li>
          ))}
        </RowsPanel>
      </div>
    </BoardFrame>
  )
}

/** The departments with most left to count. */
function Depts({ rows, filter }: { readonly rows: InventoryBoardAnswer['depts']; readonly filter: Filter | undefined }): ReactNode {
  const { word, language } = useWords()
  return (
    <table className={`eam-board-table ${rows.length < fewRows ? 'eam-board-few' : ''}`}>
      <thead>
        <tr>
          <th scope="col">{word('board.dept')}</th>
          <th scope="col">{word('board.book')}</th>
          <th scope="col">{word('board.left')}</th>
          <th scope="col">{word('board.progress')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, book, counted }) => {
          const share = Math.floor((counted / book) * 100)
          const ofDept = { deptId: id || '_none' }
          return (
            <tr key={id}>
              <th scope="row">{name || '—'}</th>
              <td>
                <Counted to={linesPage(filter, { ...ofDept, ...figureFilters.book })} right={ofLines}>
                  {numberText(book, language)}
                </Counted>
              </td>
              <td className={counted < book ? 'eam-board-strong' : 'eam-board-faint'}>
                <Counted to={linesPage(filter, { ...ofDept, ...figureFilters.pending })} right={ofLines}>
                  {numberText(book - counted, language)}
                </Counted>
              </td>
              <td data-tone={counted < book ? undefined : 'good'}>
                <i>
                  <b style={{ width: `${share}%` }} />
                </i>
                <span>{`${share}%`}</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Cards counted by day, days without any too. */
function Days({ days, filter }: { readonly days: InventoryBoardAnswer['days']; readonly filter: Filter | undefined }): ReactNode {
  const { word } = useWords()
  const today = useToday()
  const chart = useMemo(() => {
    const known = new Map(days.map(({ day, counted }) => [day, counted]))
    const shown = Array.from({ length: shownDays }, (_, index) => daysAfter(today, index + 1 - shownDays))
    return {
      kind: 'column',
      figure: word('board.perDay'),
      unit: 'devices',
      by: word('board.day'),
      categories: shown.map((day) => ({ key: day, label: day.slice(5).replace('-', '/') })),
      series: [{ key: 'counted', label: word('board.perDay'), values: shown.map((day) => known.get(day) ?? 0) }],
    } as const
  }, [days, today, word])
  const listAt = (at: number): string | undefined => {
    const day = chart.categories[at]!.key
    return linesPage(filter, { ...figureFilters.book, seenAt_ge: day, seenAt_le: day })
  }
  return <BoardChart data={chart} listAt={listAt} right={ofLines} />
}
