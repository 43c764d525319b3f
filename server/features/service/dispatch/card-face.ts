import type { dispatchCards } from '#contract/calls/service/dispatch.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { OrderKind } from '#contract/kit/entity/order-kind.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { say } from '#contract/kit/words.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'

type Card = AnswerOf<typeof dispatchCards>['cards'][number]

/** Reads a row of the statements of orders as a card. `isWorked`: its work is done, so that it is not late. */
export function cardFace(kinds: readonly OrderKind[], { occurredAt, language }: Context): (row: Row, isWorked: boolean) => Card {
  const today = homeDay(occurredAt)
  const wordOf = (row: Row): string | null => {
    const kind = kinds.find(({ name }) => name === row.kind)!
    const field = kind.what === undefined ? undefined : kind.of.fields[kind.what]
    const choice = field?.kind === 'choice' ? field.of[String(row.what)] : undefined
    return choice ? say(choice, language) : ((row.what ?? null) as string | null)
  }
  return (row, isWorked) => {
    const text = (name: string): string | null => (row[name] ?? null) as string | null
    return {
      ...{ kind: String(row.kind), id: String(row.id), version: Number(row.version), number: text('number') },
      ...{ deviceName: text('device_name'), deviceCode: text('device_code'), deptName: text('dept_name'), what: wordOf(row) },
      ...{ urgency: text('urgency'), state: text('state'), due: text('due'), planned: text('planned') },
      isOverdue: !isWorked && row.due !== null && String(row.due) < today,
      ...{ lane: String(row.lane), laneName: text('lane_name') },
    }
  }
}
