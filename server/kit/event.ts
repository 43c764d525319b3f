import { v7 as uuid } from 'uuid'
import type { Gathered, Transaction } from '#server/db/pool.ts'
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

interface Stored {
  readonly id: string
  readonly entity: string
  readonly entity_id: unknown
  readonly verb: string
  readonly field: string | null
  readonly from_state: string | null
  readonly to_state: string | null
  readonly undoes: string | null
  readonly version: unknown
  readonly changes: unknown
  readonly input: unknown
  readonly actor_id: string | null
  readonly actor_name: string | null
  readonly op_id: string | null
  readonly occurred_at: Date | null
  readonly by_rule: string | null
}

const types: Readonly<Record<keyof Stored, string>> = {
  id: 'uuid',
  entity: 'text',
  entity_id: 'uuid',
  verb: 'text',
  field: 'text',
  from_state: 'text',
  to_state: 'text',
  undoes: 'uuid',
  version: 'int',
  changes: 'jsonb',
  input: 'jsonb',
  actor_id: 'uuid',
  actor_name: 'text',
  op_id: 'uuid',
  occurred_at: 'timestamptz',
  by_rule: 'text',
}
const columns = Object.keys(types) as (keyof Stored)[]
const list = columns.join(', ')
const ofOne = `insert into audit_event (tenant_id, ${list}) values ($1, ${columns.map((_, at) => `$${at + 2}`).join(', ')})`
const ofMany = `insert into audit_event (tenant_id, ${list}) select $1, ${list} from jsonb_to_recordset($2::jsonb) v(${columns.map((name) => `${name} ${types[name]}`).join(', ')})`
const json = (value: unknown): string | null => (value === undefined || value === null ? null : JSON.stringify(value))

/** The events that are sent together, in one statement: the trigger that counts the log runs once for all of them. */
const stored: Gathered<Stored> = (tenantId, events) => {
  const [only] = events
  if (only && events.length === 1)
    return {
      text: ofOne,
      values: [tenantId, ...columns.map((column) => (column === 'changes' || column === 'input' ? json(only[column]) : only[column]))],
    }
  return { text: ofMany, values: [tenantId, JSON.stringify(events)] }
}

/** Queues the event of a change in the transaction that makes the change. Answers its id. */
export function record(context: Acting, tx: Transaction, event: Event): string {
  const id = uuid()
  refuseBeyond(context.rule, event.entity, event.verb)
  const { entity, entityId, verb, field = null, from = null, to = null, undoes = null, version = null, changes = null } = event
  const states = { field, from_state: from, to_state: to, undoes }
  tx.gather(stored, { id, entity, entity_id: entityId, verb, ...states, version, changes, input: event.input || null, ...origin(context) })
  return id
}

/** Who makes a change, by which rule and in which operation of a phone. */
const origin = ({ actor, rule, op, occurredAt }: Acting) => ({
  actor_id: actor.userId,
  actor_name: actor.userId && actor.realName,
  op_id: op?.id ?? null,
  occurred_at: op ? occurredAt : null,
  by_rule: rule?.name ?? null,
})

/** What one row of many became; all have the verb of the same act. */
export interface EventOfMany {
  readonly entityId: unknown
  readonly version: unknown
  readonly changes: Readonly<Record<string, Change>>
}

const stateless = { field: null, from_state: null, to_state: null, undoes: null } as const

/** Queues the events of an act on many rows. `input`: what was said with the act. */
export function recordMany(
  context: Acting,
  tx: Transaction,
  act: { readonly entity: string; readonly verb: string; readonly input?: unknown },
  events: readonly EventOfMany[],
): void {
  if (events.length === 0) return
  refuseBeyond(context.rule, act.entity, act.verb)
  const same = { entity: act.entity, verb: act.verb, ...stateless, input: act.input ?? null, ...origin(context) }
  for (const { entityId, version, changes } of events) tx.gather(stored, { ...same, id: uuid(), entity_id: entityId, version, changes })
}
