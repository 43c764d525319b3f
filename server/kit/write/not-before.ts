import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query, Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'

/** When the server received the request; for a queued operation `occurredAt` is earlier. */
export const receiptOf = ({ op, occurredAt }: Context): Date => op?.receivedAt ?? occurredAt

/** The same request with its time moved to `at`, in milliseconds, if it happened earlier. */
export const notBeforeMoment = (context: Context, at: number): Context =>
  at > context.occurredAt.getTime() ? { ...context, occurredAt: new Date(at) } : context

/** Query that sets, until the end of the transaction, the day from which changes of a card are charged: the day of the change. */
export const changedOn = ({ occurredAt }: Pick<Context, 'occurredAt'>): Query => ({
  text: `select set_config('app.changed_on', $1, true)`,
  values: [homeDay(occurredAt)],
})

/**
 * The same request, not before the creation of the rows and their last step: a phone's clock must not date a step before the one that it
 * follows. `entity`: the entity of the rows. Requests that are no queued operation happen now, so nothing is read for them.
 */
export async function notBefore(context: Context, tx: Transaction, entity: string, ...given: readonly Row[]): Promise<Context> {
  if (!context.op || given.length === 0) return context
  const { rows } = await tx.run({
    text: `select entity_id, max(coalesce(occurred_at, at)) as at, bool_or(verb = 'add') as knows_start from audit_event
      where tenant_id = $1 and entity = $2 and entity_id = any($3) and (field is not null or verb = 'add') group by entity_id`,
    values: [tx.tenantId, entity, given.map(({ id }) => id)],
  })
  const events = new Map(rows.map((row) => [String(row.entity_id), row]))
  const moments = given.flatMap(({ id, created_at }) => {
    const { at, knows_start: knowsStart } = events.get(String(id)) ?? {}
    return [at, knowsStart ? undefined : created_at].flatMap((one) => (one ? [Date.parse(String(one))] : []))
  })
  const settled = notBeforeMoment(context, Math.max(...moments, Number.NEGATIVE_INFINITY))
  tx.later(changedOn(settled))
  return settled
}
