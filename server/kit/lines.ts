import { v7 as uuid } from 'uuid'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/names.ts'
import type { Parsed, Raw } from '#contract/kit/parse.ts'
import { isId, parse } from '#contract/kit/parse.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { wireName } from '#contract/kit/shape.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from './access.ts'
import type { Context } from './context.ts'
import { record } from './event.ts'
import { refusalOf } from './refuse.ts'
import { columnName, tableName } from './table.ts'

const most = 20_000

/**
 * Makes the lines of a parent what the given array says, in the parent's transaction: new ones are added, known ones (`id`) are
 * changed, the rest are removed. Refuses the whole when one line is wrong.
 */
export async function saveLines(
  line: { entity: string; by: string; as: string; parent: string },
  context: Context,
  tx: Transaction,
  parentId: string,
  given: unknown,
): Promise<void> {
  const of = entityNamed(line.entity)
  const table = tableName(of)
  if (!Array.isArray(given)) throw refusalOf([{ field: line.as, label: of, rule: 'not_list' }])
  if (given.length > most) throw refusalOf([{ field: line.as, label: of, rule: 'too_many', limit: most }])
  const problems: Problem[] = []
  const drafts = given.map((raw: Raw, index): Parsed => {
    const found = parse(of.fields, raw, { at: `${line.as}.${index}.`, beside: ['id'] })
    const id = (raw as Raw | null)?.id ?? uuid()
    problems.push(...found.problems)
    if (!isId(id)) problems.push({ field: `${line.as}.${index}.id`, label: of, rule: 'not_id' })
    return { ...found.value, id }
  })
  if (problems.length > 0) throw refusalOf(problems.slice(0, 20))
  await refuseForeignLinks(of.name, context, tx, drafts)
  const by = `${snake(line.by)}_id`
  const writable = Object.entries(of.fields).filter(([, field]) => !field.readOnly)
  const fixed = Object.entries(of.fields).flatMap(([name, field]) =>
    field.kind === 'choice' && field.initial && field.readOnly ? [[columnName(name, field), field.initial] as const] : [],
  )
  const into = new Parameters()
  const tenant = into.add(tx.tenantId)
  const parent = into.add(parentId)
  const actor = into.add(context.actor.userId)
  const rows = into.add(
    JSON.stringify(
      drafts.map((draft) =>
        Object.fromEntries([
          ['id', draft.id],
          ...writable.map(([name, field]) => [columnName(name, field), draft[wireName(name, field)] ?? null]),
        ]),
      ),
    ),
  )
  const columns = writable.map(([name, field]) => columnName(name, field))
  await tx.run({
    text: `delete from ${table} where tenant_id = $1 and ${by} = $2 and not id = any($3::uuid[])`,
    values: [tx.tenantId, parentId, drafts.map((draft) => draft.id)],
  })
  const written = await tx
    .run({
      text: `insert into ${table} (tenant_id, id, created_by, updated_by, ${by}, ${[...columns, ...fixed.map(([column]) => column)].join(', ')})
        select ${tenant}, r.id, ${actor}, ${actor}, ${parent}, ${[...columns.map((column) => `r.${column}`), ...fixed.map(([, value]) => into.add(value))].join(', ')}
        from jsonb_populate_recordset(null::${table}, ${rows}::jsonb) r
        on conflict (tenant_id, id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, version = ${table}.version + 1, updated_by = excluded.updated_by, updated_at = now()
        where ${table}.${by} = excluded.${by}`,
      values: into.values,
    })
    .catch((error: { code?: string }) => {
      if (error.code === '23505') throw new Refusal('taken', { label: of, value: '' })
      throw error
    })
  // A line of another parent is not taken over.
  if (written.rowCount !== drafts.length) throw new Refusal('not_found', { what: of })
  record(context, tx, { entity: line.parent, entityId: parentId, verb: 'lines', changes: { [line.as]: { from: null, to: drafts.length } } })
}

async function refuseForeignLinks(name: string, context: Context, tx: Transaction, drafts: readonly Parsed[]): Promise<void> {
  const of = entityNamed(name)
  for (const [field, facts] of Object.entries(of.fields)) {
    if (facts.kind !== 'link' || facts.readOnly) continue
    const ids = [...new Set(drafts.flatMap((draft) => (draft[`${field}Id`] ? [String(draft[`${field}Id`])] : [])))]
    if (ids.length === 0) continue
    const target = entityNamed(facts.to)
    const into = new Parameters()
    const tenant = into.add(tx.tenantId)
    const wanted = into.add(ids)
    const scope = scopeSql(target, context.actor, 't', into)
    const { rows } = await tx.run({
      text: `select t.id from ${tableName(target)} t where t.tenant_id = ${tenant} and t.id = any(${wanted}::uuid[])${target.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''} for key share of t`,
      values: into.values,
    })
    if (rows.length !== ids.length) throw refusalOf([{ field: `${field}Id`, label: facts, rule: 'absent' }])
  }
}
