import type { ReactNode } from 'react'
import { deviceBoard } from '#contract/calls/board.ts'
import { deviceStates } from '#contract/entities/asset/device-states.ts'
import { figureText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { MonthsChart } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { barsOf, behind, cards, lastMonths, numberOf, orders, rowOf } from './figures.ts'
import { Bars, Hero, Panel, type Tone } from './panels.tsx'
import { EndingWarranties, OpenOrders, RunningChecks } from './rows.tsx'
import { useBoard } from './use-board.ts'

const tones: Readonly<Record<string, Tone>> = { good: 'good', warn: 'warn', bad: 'bad', busy: 'main' }
const toneOfState = (key: string): Tone => tones[(deviceStates as Record<string, { tone?: string }>)[key]?.tone ?? ''] ?? 'plain'
/** Below this the intact rate is marked. */
const goodRate = 95

/** The wall board of the register: how many devices there are, how they stand, and what waits. */
export function DeviceBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(deviceBoard)
  const { states, depts, months, open, oldest, checks, warranties } = data ?? ({ checks: [] } as unknown as NonNullable<typeof data>)
  const today = useToday()
  const [last, now] = lastMonths(months, today, 2)
  const rate = states?.values.intact
  const critical = numberOf(rowOf(open, 'critical'), 'count')
  const words = {
    value: word('board.value', { value: shortNumber(numberOf(states, 'amount'), language) }),
    repairing: word('board.repairing', { count: numberText(numberOf(rowOf(states, 'repairing'), 'count'), language) }),
    urgent: word('board.urgent', { critical, urgent: numberOf(rowOf(open, 'urgent'), 'count') }),
    month: word('board.lastMonth', {
      count: last ? numberText(numberOf(last, 'count'), language) : '—',
      time: figureText(now?.values.response, 'minutes', language),
    }),
  }
  return (
    <BoardFrame title={say(deviceBoard)} other={{ path: '/datav/dept', title: word('board.toDept') }} {...state}>
      <div className="eam-board-device">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.devices')}
            value={numberText(numberOf(states, 'count'), language)}
            unit={word('board.unit.devices')}
            beside={words.value}
            to={behind(cards, 'count', states)}
            right="device.list"
          />
          <Hero
            label={say(cards.figures.intact!)}
            value={rate === null || rate === undefined ? '—' : numberText(Number(rate), language)}
            unit="%"
            beside={words.repairing}
            tone={rate !== null && rate !== undefined && Number(rate) < goodRate ? 'warn' : 'good'}
            to={behind(cards, 'intact', states)}
            right="device.list"
          />
          <Hero
            label={word('board.open')}
            value={numberText(numberOf(open, 'count'), language)}
            unit={word('board.unit.orders')}
            beside={words.urgent}
            tone={critical > 0 ? 'bad' : 'plain'}
            to={behind(orders, 'count', open)}
            right="repairOrder.list"
          />
          <Hero
            label={word('board.thisMonth')}
            value={numberText(numberOf(now, 'count'), language)}
            unit={word('board.unit.orders')}
            beside={words.month}
            to={behind(orders, 'count', now)}
            right="repairOrder.list"
          />
        </div>
        <Panel area="states" title={word('board.states')} isEmpty={!states || numberOf(states, 'count') === 0}>
          <Bars bars={barsOf(cards, states, 'count', language, toneOfState)} right="device.list" most={7} />
        </Panel>
        <Panel area="depts" title={word('board.depts')} isEmpty={!depts || depts.rows.length === 0}>
          <Bars bars={barsOf(cards, depts, 'count', language)} right="device.list" most={7} />
        </Panel>
        <Panel area="months" title={word('board.months')} isEmpty={!months || numberOf(months, 'count') === 0}>
          {months && <MonthsChart of={orders} found={months} figure="count" today={today} />}
        </Panel>
        <Panel area="orders" title={word('board.oldest')} note={countNote(oldest?.total)} isEmpty={!oldest?.total}>
          <OpenOrders orders={oldest?.records.slice(0, 4) ?? []} />
        </Panel>
        <Panel area="checks" title={word('board.checks')} isEmpty={checks.length === 0}>
          <RunningChecks checks={checks.slice(0, 3)} />
        </Panel>
        <Panel area="warranties" title={word('board.warranties')} note={countNote(warranties?.total)} isEmpty={!warranties?.total}>
          <EndingWarranties cards={warranties?.records.slice(0, 4) ?? []} />
        </Panel>
      </div>
    </BoardFrame>
  )

  function countNote(total: number | undefined): string | undefined {
    return total ? numberText(total, language) : undefined
  }
}
