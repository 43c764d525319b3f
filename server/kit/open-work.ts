import { v7 } from 'uuid'
import type { Entity } from '#contract/kit/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Parameters, Row } from '#server/db/query.ts'
import type { Context } from './context.ts'

/** What is handed over: from one person to another, rows of users that are locked. */
export interface HandOver {
  readonly context: Context
  readonly tx: Transaction
  readonly from: Row
  readonly to: Row
}

/** Rows that wait for a person, such as the orders of an engineer: listed before the person leaves, and handed to a colleague. */
export interface OpenWork {
  readonly of: Entity
  /** The name of its number in the answer of a hand-over. */
  readonly as: string
  readonly states: Readonly<Record<string, Words>>
  /** SQL of what waits: `id, title, state, user_id`. `tenant`, `users`: the placeholders of the tenant and of an array of people. */
  waitingSql(into: Parameters, tenant: string, users: string): string
  /** Moves all of it in the transaction; returns the number of rows. Refuses a colleague who could not continue it. */
  handOver(given: HandOver): Promise<number>
}

/** What the modules hand in. */
export const openWork: OpenWork[] = []

/** What an update of a handed-over row sets besides the person, over the alias `t`; `$4`: the acting person. */
export const moved = `version = t.version + 1, updated_by = $4, updated_at = now()`

/** Queues one event for each row that changed hands. `field`: the link to the person; `rows`: `id` and `version`. */
export function recordMoves({ context, tx, from, to }: HandOver, of: Entity, field: string, rows: readonly Row[]): void {
  if (rows.length === 0) return
  const changes = { [`${field}Id`]: { from: from.id, to: to.id, fromName: from.real_name, toName: to.real_name } }
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, actor_id, actor_name)
      select $1, v.id, $2, v.entity_id, 'change', v.version, $3::jsonb, $4, $5 from jsonb_to_recordset($6::jsonb) v(id uuid, entity_id uuid, version int)`,
    values: [
      tx.tenantId,
      of.name,
      JSON.stringify(changes),
      context.actor.userId,
      context.actor.realName,
      JSON.stringify(rows.map((row) => ({ id: v7(), entity_id: row.id, version: row.version }))),
    ],
  })
}
