import type { OfflineKind } from '#contract/kit/entity/offline-kinds.ts'
import type { Shown, Shows } from '#contract/kit/entity/shows.ts'
import type { Kind, Row } from './kinds.ts'
import type { Op } from './op.ts'

const shownValue = (shown: Shown, { occurredAt, userId, body }: Op): unknown => {
  if (shown === 'now') return occurredAt
  if (shown === 'me') return userId
  if (typeof shown === 'number') return shown
  return shown === 'none' ? null : ((body as Row)[shown.slice('said.'.length)] ?? null)
}

const shownBy = (op: Op, shows: Shows = {}): Row =>
  Object.fromEntries(Object.entries(shows).map(([name, shown]) => [name, shownValue(shown, op)]))

/** Builds a kind's reducer from its declaration: a draft shows its own fields, a step the state it leads to, both with the values in `shows`. */
export const kindOf = ({ to, makes, shows, ...kind }: OfflineKind): Kind => ({
  ...kind,
  reduce: (row, op) => {
    if (makes) return { ...(row ?? { ...makes, createTime: op.occurredAt, ...shownBy(op, shows) }), ...(op.body as Row), id: op.target.id }
    return row && { ...row, ...to, ...shownBy(op, shows) }
  },
})
