import type { dispatchPlan } from '#contract/calls/service/dispatch.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { columnOf, type OrderKind } from '#contract/kit/entity/order-kind.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Row } from '#src/data/hooks.ts'
import { machineOf, moveOf, type Why } from './plan-move.ts'

export type PlanCard = AnswerOf<typeof dispatchPlan>['tray']['cards'][number]

/** A day, and in lanes the lane, where a card stands or is dropped. */
export interface DayPlace {
  readonly day: string
  readonly lane: string | undefined
}

/** Why a card cannot be planned somewhere, as the name of its text. */
type WhyNot = Why | 'planning.noDay' | 'planning.past' | 'planning.fixed' | 'planning.oneMove'

type Input = Readonly<Record<string, string>>

/** What a drop does: it saves the planned day, runs the step that gives the order away, or nothing and why. */
export type DayMove =
  | { readonly is: 'day'; readonly input: Input }
  | { readonly is: 'assign'; readonly on: Machine; readonly step: string; readonly input: Input }
  | { readonly is: 'nothing' }
  | { readonly is: 'refused'; readonly why: WhyNot }

const refused = (why: WhyNot): DayMove => ({ is: 'refused', why })

/** What happens when a card is dropped on a day. `row`: the order; `open`: what the person may do with it. */
export function dayMoveOf(kind: OrderKind, row: Row, open: readonly string[], from: DayPlace, to: DayPlace, today: string): DayMove {
  const isOtherDay = to.day !== from.day
  const isOtherLane = to.lane !== undefined && to.lane !== from.lane
  if (!isOtherDay && !isOtherLane) return { is: 'nothing' }
  if (!machineOf(kind) && (isOtherLane || kind.planned === undefined)) return refused('dispatch.ledger')
  if (isOtherDay) {
    if (kind.planned === undefined) return refused('planning.noDay')
    if (to.day < today) return refused('planning.past')
    if (!open.includes('submit')) return refused('planning.fixed')
  }
  if (!isOtherLane) return { is: 'day', input: { [wireName(kind.planned!, kind.of.fields[kind.planned!]!)]: to.day } }
  // Only day and lane change: the order keeps the column of the board in which it stands.
  const column = columnOf(kind, row) ?? 'waiting'
  const move = moveOf(kind, row, open, { column, lane: from.lane }, { column, lane: to.lane })
  if (move.is !== 'assign') return move.is === 'refused' ? move : { is: 'nothing' }
  if (!isOtherDay) return move
  const by = to.lane!.startsWith('p:') ? kind.assign?.person : kind.assign?.team
  const field = by?.day === undefined ? undefined : move.on.steps[move.step]!.input[by.day]
  if (!by?.day || !field) return refused('planning.oneMove')
  return { ...move, input: { ...move.input, [wireName(by.day, field)]: to.day } }
}
