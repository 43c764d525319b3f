import type { ReactNode } from 'react'
import { deviceBoard } from '#contract/calls/insight/board.ts'
import { shortNumber } from '#src/kit/chart/figure-text.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { MonthsChart } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { cards, numberOf, orders, rowOf } from './figures.ts'
import { BarsPanel, CountHero, IntactHero, MonthHero, OpenHero } from './measure-parts.tsx'
import { Panel } from './panels.tsx'
import { ChecksPanel, OldestPanel, WarrantiesPanel } from './rows.tsx'
import { useBoard } from './use-board.ts'

/** The wall board of the register: number, states and departments of devices, open repairs, checks and warranties. */
export function DeviceBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(deviceBoard)
  const { states, months, open } = data ?? {}
  const today = useToday()
  const critical = numberOf(rowOf(open, 'critical'), 'count')
  const words = {
    value: word('board.value', { value: shortNumber(numberOf(states, 'amount'), language) }),
    repairing: word('board.repairing', { count: numberText(numberOf(rowOf(states, 'repairing'), 'count'), language) }),
    urgent: word('board.urgent', { critical, urgent: numberOf(rowOf(open, 'urgent'), 'count') }),
  }
  return (
    <BoardFrame title={say(deviceBoard)} {...state}>
      <div className="eam-board-device">
        <div className="eam-board-heroes">
          <CountHero of={cards} found={states} label={word('board.devices')} unit={word('board.unit.devices')} beside={words.value} />
          <IntactHero found={states} beside={words.repairing} />
          <OpenHero found={open} beside={words.urgent} tone={critical > 0 ? 'bad' : 'plain'} />
          <MonthHero found={months} />
        </div>
        <BarsPanel area="states" title={word('board.states')} of={cards} found={states} most={7} />
        <BarsPanel area="depts" title={word('board.depts')} of={cards} found={data?.depts} most={7} />
        <Panel area="months" title={word('board.months')} isEmpty={!months || numberOf(months, 'count') === 0}>
          {months && <MonthsChart of={orders} found={months} figure="count" today={today} />}
        </Panel>
        <OldestPanel of={data?.oldest} />
        <ChecksPanel checks={data?.checks} />
        <WarrantiesPanel of={data?.warranties} />
      </div>
    </BoardFrame>
  )
}
