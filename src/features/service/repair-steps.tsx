import { Steps } from 'antd'
import type { ReactNode } from 'react'
import type { RepairTimes } from '#contract/entities/service/repair-lengths.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates, repairStates } from '#contract/entities/service/repair-states.ts'
import { type Row, useHistory } from '#src/data/hooks.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import { ResponseClock } from './response-clock.tsx'
import './repair-desk.css'

type State = keyof typeof repairStates

/** The step of the bar that a state waits for, or in which a repair ended early; 5: all are done. */
const places: Readonly<Record<State, number>> = {
  reported: 1,
  accepted: 2,
  assigned: 3,
  working: 3,
  waiting: 3,
  outside: 3,
  returned: 3,
  finished: 4,
  done: 5,
  cancelled: 1,
  scrapped: 3,
}
const names: readonly WordKey[] = ['repair.stepReport', 'repair.stepAccept', 'repair.stepAssign', 'repair.stepWork', 'repair.stepCheck']
const open: ReadonlySet<string> = new Set(openRepairStates)

/** How far a repair is: 报修, 受理, 派工, 维修 and 验收 with their times and people, and how long the report waited. */
export function RepairSteps({ row }: { readonly row: Row }): ReactNode {
  const { word, say, language } = useWords()
  // The order keeps no time of its assignment; its history does, under the key of the timeline beside it.
  const events = useHistory(repairOrder, row.id, 20)
  const assignedAt = events.data?.records.find(({ operationType }) => operationType === 'assign')?.time
  const state = String(row.repairStatus) as State
  const ended = state === 'cancelled' || state === 'scrapped'
  const current = places[state]
  const at = (moment: unknown, who?: unknown): string =>
    [moment ? momentText(String(moment), language) : '', who ? String(who) : ''].filter(Boolean).join(' · ')
  const stateWords = say(repairStates[state])
  const told = [
    at(row.reportedAt, row.reporterName),
    at(row.acceptedAt),
    at(assignedAt, current > 2 ? row.engineerName : undefined),
    row.finishedAt && current > 3 ? at(row.finishedAt) : at(row.arrivedAt),
    state === 'done' ? at(row.closedAt) : '',
  ]
  return (
    <section className="eam-panel eam-repair-steps" aria-label={word('repair.steps')}>
      <Steps
        size="small"
        responsive={false}
        current={current}
        status={ended ? 'error' : 'process'}
        items={names.map((name, index) => ({
          title: word(name),
          content: (
            <>
              {index === current && <span>{[stateWords, row.waitingFor].filter(Boolean).join('：')}</span>}
              {told[index] && <time>{told[index]}</time>}
            </>
          ),
        }))}
      />
      <ResponseClock times={row as unknown as RepairTimes} urgency={String(row.urgency)} isOpen={open.has(state)} />
    </section>
  )
}
