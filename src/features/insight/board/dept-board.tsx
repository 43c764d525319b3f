import type { ReactNode } from 'react'
import { deptBoard } from '#contract/calls/board.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { DeptTable } from './dept-table.tsx'
import { barsOf, behind, cards, lastMonths, numberOf, orders } from './figures.ts'
import { Bars, Hero, Panel } from './panels.tsx'
import { OpenOrders, RunningChecks } from './rows.tsx'
import { useBoard } from './use-board.ts'

/** The wall board of the departments: who has what, how it stands there, and where repairs come from. */
export function DeptBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(deptBoard)
  const { depts, repairs, open, months, oldest, checks } = data ?? ({ checks: [] } as unknown as NonNullable<typeof data>)
  const today = useToday()
  const [last, now] = lastMonths(months, today, 2)
  const withDevices = (depts?.rows ?? []).filter(({ key }) => key !== null)
  const rate = depts?.values.intact
  const time = (value: number | string | null | undefined) => figureText(value, 'minutes', language)
  return (
    <BoardFrame title={say(deptBoard)} other={{ path: '/datav/device', title: word('board.toDevice') }} {...state}>
      <div className="eam-board-dept">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.deptCount')}
            value={numberText(withDevices.length, language)}
            unit={word('board.unit.depts')}
            beside={word('board.haveDevices', { count: numberText(numberOf(depts, 'count'), language) })}
            to={behind(cards, 'count', depts)}
            right="device.list"
          />
          <Hero
            label={say(cards.figures.intact!)}
            value={rate === null || rate === undefined ? '—' : numberText(Number(rate), language)}
            unit="%"
            beside={word('board.ofAll')}
            tone="good"
            to={behind(cards, 'intact', depts)}
            right="device.list"
          />
          <Hero
            label={word('board.open')}
            value={numberText(numberOf(open, 'count'), language)}
            unit={word('board.unit.orders')}
            beside={word('board.inDepts', { count: (open?.rows ?? []).filter((row) => numberOf(row, 'count') > 0).length })}
            to={behind(orders, 'count', open)}
            right="repairOrder.list"
          />
          <Hero
            label={word('board.thisMonth')}
            value={numberText(numberOf(now, 'count'), language)}
            unit={word('board.unit.orders')}
            beside={word('board.lastMonth', {
              count: last ? numberText(numberOf(last, 'count'), language) : '—',
              time: time(now?.values.response),
            })}
            to={behind(orders, 'count', now)}
            right="repairOrder.list"
          />
        </div>
        <Panel area="table" title={word('board.perDept')} isEmpty={withDevices.length === 0}>
          <DeptTable depts={depts} repairs={repairs} open={open} />
        </Panel>
        <Panel area="repairs" title={word('board.repairs90')} isEmpty={!repairs || numberOf(repairs, 'count') === 0}>
          <Bars bars={barsOf(orders, repairs, 'count', language)} right="repairOrder.list" most={5} />
        </Panel>
        <Panel area="cost" title={word('board.cost90')} isEmpty={!repairs || numberOf(repairs, 'cost') === 0}>
          <Bars bars={barsOf(orders, repairs, 'cost', language)} right="repairOrder.list" most={5} />
        </Panel>
        <Panel area="orders" title={word('board.oldest')} isEmpty={!oldest?.total}>
          <OpenOrders orders={oldest?.records.slice(0, 4) ?? []} />
        </Panel>
        <Panel area="checks" title={word('board.checks')} isEmpty={checks.length === 0}>
          <RunningChecks checks={checks.slice(0, 3)} />
        </Panel>
      </div>
    </BoardFrame>
  )
}
