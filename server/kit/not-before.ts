import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from './context.ts'

/** When the server received the request; `occurredAt` of an operation of a phone lies before. */
export const receiptOf = ({ op, occurredAt }: Context): Date => op?.receivedAt ?? occurredAt

/** The same request at a moment, where that is later than when it happened. */
export const notBeforeMoment = (context: Context, at: number): Context =>
  at > context.occurredAt.getTime() ? { ...context, occurredAt: new Date(at) } : context

/**
 * The same request, not earlier than the making of a row and the last step on it: no clock of a phone puts a step before what it follows. `entity`: the
 * entity of the row. A request that is answered at once happens now and needs no look.
 */
export async function notBefore(context: Context, tx: Transaction, entity: string, row: Row): Promise<Context> {
  if (!context.op) return context
  const { rows } = await tx.run({
    text: `select max(coalesce(occurred_at, at)) as at, bool_or(verb = 'add') as knows_start from audit_event
      where tenant_id = $1 and entity = $2 and entity_id = $3 and (field is not null or verb = 'add')`,
    values: [tx.tenantId, entity, row.id],
  })
  const { at, knows_start: knowsStart } = rows[0]!
  const moments = [at, knowsStart ? undefined : row.created_at].flatMap((one) => (one ? [Date.parse(String(one))] : []))
  return notBeforeMoment(context, Math.max(...moments, Number.NEGATIVE_INFINITY))
}
