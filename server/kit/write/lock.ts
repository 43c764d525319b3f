import type { Entity } from '#contract/kit/entity/entity.ts'
import { isOpen } from '#contract/kit/entity/may.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import type { Words } from '#contract/kit/words.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import { oneOf, Parameters, type Query, type Row } from '#server/db/query.ts'
import { reachSql } from '../access/as-system.ts'
import type { Context } from '../context.ts'
import { tableName } from '../table.ts'

/**
 * `no key update` does not conflict with FOR KEY SHARE: a row that this transaction has linked to before is locked without waiting for
 * others that link to it.
 */
type Strength = 'update' | 'no key update'

/** Reads the rows that the person may see, or that the rule of a system write covers, in id order. */
function seenQuery(of: Entity, context: Context, tenantId: string, ids: readonly string[], lock = ''): Query {
  const into = new Parameters()
  const tenant = into.add(tenantId)
  const wanted = oneOf(ids, into)
  const scope = reachSql(of, context, 't', into)
  return {
    text: `select t.* from ${tableName(of)} t where t.tenant_id = ${tenant} and t.id ${wanted}${of.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''} order by t.id${lock}`,
    values: into.values,
  }
}

/** Locks the rows that the person may see, or that the rule of a system write covers, in id order. Returns rows with SQL column names. */
export async function lockSeen(
  of: Entity,
  context: Context,
  tx: Transaction,
  ids: readonly string[],
  strength: Strength = 'update',
): Promise<Row[]> {
  return (await tx.run(seenQuery(of, context, tx.tenantId, ids, ` for ${strength} of t`))).rows
}

/** A row as this transaction sees it, not locked; undefined if the person sees none. */
export async function readSeen(of: Entity, context: Context, tx: Transaction, id: string): Promise<Row | undefined> {
  return (await tx.run(seenQuery(of, context, tx.tenantId, [id]))).rows[0]
}

/**
 * A row as it is before the transaction of a call; undefined if the person sees none. What is learnt from it counts only while its version is
 * unchanged: `refuseStale`.
 */
export async function rowBefore(of: Entity, context: Context, id: string): Promise<Row | undefined> {
  const { tools, actor } = context
  const [found] = await readAs(tools.pool, actor.tenantId, [seenQuery(of, context, actor.tenantId, [id])], actor.personId)
  return found?.rows[0]
}

/** Locks rows as `lockSeen` does; throws `not_found` if one is missing. */
export async function lockRows(
  of: Entity,
  context: Context,
  tx: Transaction,
  ids: readonly string[],
  strength: Strength = 'update',
): Promise<Row[]> {
  const rows = await lockSeen(of, context, tx, ids, strength)
  if (rows.length !== ids.length) throw new Refusal('not_found', { what: of })
  return rows
}

/**
 * Throws `stale` if the row has changed since the version that the person saw, naming who changed it and when. `seen`: the line of the row
 * that they saw, if the version is that of a line.
 */
export async function refuseStale(
  of: Entity,
  context: Context,
  tx: Transaction,
  row: Row,
  version: unknown,
  seen: Row = row,
): Promise<void> {
  if (version === undefined || version === null || Number(version) === seen.version) return
  const { rows } = await tx.run({
    text: 'select actor_name, at from audit_event where tenant_id = $1 and entity = $2 and entity_id = $3 order by version desc nulls last, id desc limit 1',
    values: [tx.tenantId, of.name, row.id],
  })
  const last = rows[0]
  throw new Refusal(
    'stale',
    {
      what: String(row[snake(of.title)] ?? of[context.language]),
      who: String(last?.actor_name ?? '—'),
      when: homeTime(String(last?.at ?? seen.updated_at)),
    },
    { id: seen.id, version: seen.version },
  )
}

/** Throws `closed` if the state of the row forbids the action. `states`: the allowed states by field. */
export function refuseClosed(of: Entity, states: Entity['editable'], row: Row): void {
  if (!states) return
  const named = Object.fromEntries(Object.keys(states).map((field) => [field, row[snake(field)]]))
  if (isOpen(states, named)) return
  const closed = Object.keys(states).find((field) => !states[field]!.includes(String(named[field])))!
  const field = of.fields[closed]
  const state: Words | string =
    field?.kind === 'choice' ? (field.of[String(named[closed])] ?? String(named[closed])) : String(named[closed])
  throw new Refusal('closed', { state })
}
