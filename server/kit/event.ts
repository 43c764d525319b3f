import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, refuseBeyond } from './acting.ts'

/** Old and new value of a field; links with the names of both rows. */
export interface Change {
  readonly from: unknown
  readonly to: unknown
  readonly fromName?: string | null
  readonly toName?: string | null
}

/** A change of one line as the event of its header keeps it. */
export interface LineEvent {
  readonly act: 'added' | 'changed' | 'removed'
  /** What the line is called. */
  readonly title: string | null
  readonly changes: Readonly<Record<string, Change>>
}

/** What the event of a header keeps of its lines, under their name. */
export interface LinesEvent {
  readonly lines: readonly LineEvent[]
  /** The titles of the lines in their former and their new order, where it is kept and changed. */
  readonly order?: { readonly from: readonly string[]; readonly to: readonly string[] }
}

export interface Event {
  readonly entity: string
  readonly entityId: string
  readonly verb: string
  readonly version?: number
  readonly changes?: Readonly<Record<string, Change | LinesEvent>>
  readonly field?: string
  readonly from?: string
  readonly to?: string
  readonly undoes?: string
  readonly input?: unknown
}

const insert = `insert into audit_event (tenant_id, id, entity, entity_id, verb, field, from_state, to_state, undoes, version, changes, input, actor_id, actor_name, op_id, occurred_at, by_rule)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`

/** Queues the event of a change in the transaction that makes the change. Answers its id. */
export function record(context: Acting, tx: Transaction, event: Event): string {
  const id = uuid()
  refuseBeyond(context.rule, event.entity, event.verb)
  const { actor } = context
  tx.later({
    text: insert,
    values: [
      tx.tenantId,
      id,
      event.entity,
      event.entityId,
      event.verb,
      event.field ?? null,
      event.from ?? null,
      event.to ?? null,
      event.undoes ?? null,
      event.version ?? null,
      event.changes ? JSON.stringify(event.changes) : null,
      event.input ? JSON.stringify(event.input) : null,
      actor.userId,
      actor.userId && actor.realName,
      context.op?.id ?? null,
      context.op ? context.occurredAt : null,
      context.rule?.name ?? null,
    ],
  })
  return id
}

/** What one row of many became; all have the verb of the same act. */
export interface EventOfMany {
  readonly entityId: unknown
  readonly version: unknown
  readonly changes: Readonly<Record<string, Change>>
}

/** Queues the events of an act on many rows in one statement. `input`: what was said with the act. */
export function recordMany(
  context: Acting,
  tx: Transaction,
  act: { readonly entity: string; readonly verb: string; readonly input?: unknown },
  events: readonly EventOfMany[],
): void {
  if (events.length === 0) return
  refuseBeyond(context.rule, act.entity, act.verb)
  const { actor } = context
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, input, actor_id, actor_name, by_rule, op_id, occurred_at)
      select $1, v.id, $2, v.entity_id, $3, v.version, v.changes, $4::jsonb, $5, $6, $7, $9, $10
      from jsonb_to_recordset($8::jsonb) v(id uuid, entity_id uuid, version int, changes jsonb)`,
    values: [
      tx.tenantId,
      act.entity,
      act.verb,
      act.input === undefined ? null : JSON.stringify(act.input),
      actor.userId,
      actor.userId && actor.realName,
      context.rule?.name ?? null,
      JSON.stringify(events.map(({ entityId, version, changes }) => ({ id: uuid(), entity_id: entityId, version, changes }))),
      context.op?.id ?? null,
      context.op ? context.occurredAt : null,
    ],
    once: true,
  })
}
