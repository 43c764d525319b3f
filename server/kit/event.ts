import { v7 as uuid } from 'uuid'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, refuseBeyond } from './acting.ts'
import { insertOf } from './insert-of.ts'

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

/** Events that are sent together are one statement, so that the trigger that counts the log runs once for all of them. */
const insert = insertOf('audit_event')

/** The columns that tell who makes a change, by which rule and in which operation of a phone. */
const origin = ({ actor, rule, op, occurredAt }: Acting) => ({
  actor_id: actor.userId,
  actor_name: actor.userId && actor.realName,
  op_id: op?.id,
  occurred_at: op ? occurredAt : null,
  by_rule: rule?.name,
})

/** Queues the event of a change in the transaction that makes the change. Answers its id. */
export function record(context: Acting, tx: Transaction, event: Event): string {
  const id = uuid()
  refuseBeyond(context.rule, event.entity, event.verb)
  const { entity, entityId: entity_id, verb, field, from: from_state, to: to_state, undoes, version, changes, input } = event
  tx.gather(insert, { id, entity, entity_id, verb, field, from_state, to_state, undoes, version, changes, input, ...origin(context) })
  return id
}

/** What one row of many became; all have the verb of the same act. */
export interface EventOfMany {
  readonly entityId: unknown
  readonly version: unknown
  readonly changes: Readonly<Record<string, Change>>
}

/** Queues the events of an act on many rows. `input`: what was said with the act. */
export function recordMany(
  context: Acting,
  tx: Transaction,
  act: { readonly entity: string; readonly verb: string; readonly input?: unknown },
  events: readonly EventOfMany[],
): void {
  if (events.length === 0) return
  refuseBeyond(context.rule, act.entity, act.verb)
  const same = { entity: act.entity, verb: act.verb, input: act.input, ...origin(context) }
  for (const { entityId, version, changes } of events) tx.gather(insert, { ...same, id: uuid(), entity_id: entityId, version, changes })
}
