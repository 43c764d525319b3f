import { v7 as uuid } from 'uuid'
import { momentOf } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, refuseBeyond } from '../access/as-system.ts'
import { insertOf } from '../write/insert-of.ts'

/** Old and new value of a field; for links also the names of both rows. */
export interface Change {
  readonly from: unknown
  readonly to: unknown
  readonly fromName?: string | null
  readonly toName?: string | null
}

/** A change of one line, as stored in the event of its header. */
export interface LineEvent {
  readonly act: 'added' | 'changed' | 'removed'
  /** The title of the line. */
  readonly title: string | null
  readonly changes: Readonly<Record<string, Change>>
}

/** The changes of a header's lines in its event, under the name of the lines. */
export interface LinesEvent {
  readonly lines: readonly LineEvent[]
  /** The titles of the lines in the old and the new order, if the order is stored and has changed. */
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

/** Events that are sent together form one statement, so that the trigger which counts the log runs once for all of them. */
const insert = insertOf('audit_event')

/** The columns with the origin of a change: person, rule and operation of a phone. */
const origin = ({ actor, rule, op, occurredAt }: Acting) => ({
  actor_id: actor.userId,
  actor_name: actor.userId && actor.realName,
  op_id: op?.id,
  occurred_at: op ? occurredAt : null,
  device_time: op ? (momentOf(op.deviceTime) ?? null) : null,
  by_rule: rule?.name,
})

/** Queues the event of a change in the current transaction. Returns its id. */
export function record(context: Acting, tx: Transaction, event: Event): string {
  const id = uuid()
  refuseBeyond(context.rule, event.entity, event.verb)
  const { entity, entityId: entity_id, verb, field, from: from_state, to: to_state, undoes, version, changes, input } = event
  tx.gather(insert, { id, entity, entity_id, verb, field, from_state, to_state, undoes, version, changes, input, ...origin(context) })
  return id
}

/** One row's part of an action on many rows; the verb is the same for all. */
export interface EventOfMany {
  readonly entityId: unknown
  readonly version: unknown
  readonly changes: Readonly<Record<string, Change>>
  /** Additional input for this row only. */
  readonly input?: unknown
  /** The event that this one takes back. */
  readonly undoes?: string
}

/** What is done to many rows. `input`: the input of the action. `field`: the state that it moves, if it is a step of a machine. */
export interface ActOnMany {
  readonly entity: string
  readonly verb: string
  readonly input?: unknown
  readonly field?: string
}

/** Queues the events of an action on many rows. */
export function recordMany(context: Acting, tx: Transaction, act: ActOnMany, events: readonly EventOfMany[]): void {
  if (events.length === 0) return
  const { entity, verb, field } = act
  refuseBeyond(context.rule, entity, verb)
  for (const { entityId: entity_id, version, changes: all, input = act.input, undoes } of events) {
    const { [field ?? '']: move, ...changes } = all
    const states = { field, from_state: move?.from, to_state: move?.to }
    tx.gather(insert, { entity, verb, ...states, input, ...origin(context), id: uuid(), entity_id, version, changes, undoes })
  }
}
