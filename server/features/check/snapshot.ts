import { device } from '#contract/entities/asset/device/device.ts'
import { blindCheck } from '#contract/entities/check/blind.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { summedSql } from '#server/kit/counts/summed.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'

/** What the cards without a department are counted under. */
export const noDepartment = '未分配科室'

const below = (table: string, column: string, place: string): string =>
  `d.${column} in (select b.id from ${table} a join ${table} b on b.tenant_id = a.tenant_id and b.path >= a.path and b.path < a.path || chr(127)
    where a.tenant_id = d.tenant_id and a.id = any(${place}::uuid[]))`

/** Whether a scope names anything. */
export const some = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0

/**
 * The condition, over the alias `d` of the cards, that a card belongs to a check: filed, there, within what the check names and within what the person
 * who starts it sees. Disposed cards belong to it only when the check names that state.
 */
export function bookSql(context: Context, task: Row, into: Parameters): string {
  const parts = [`d.tenant_id = ${into.add(context.actor.tenantId)}`, 'not d.is_deleted', `d.filing_status = 'filed'`]
  const scope = scopeSql(device, context.actor, 'd', into)
  if (scope) parts.push(scope)
  if (some(task.scope_depts)) parts.push(below('dept', 'use_dept_id', into.add(task.scope_depts)))
  if (some(task.scope_locations)) parts.push(below('location', 'location_id', into.add(task.scope_locations)))
  if (some(task.scope_categories)) parts.push(below('assets_category', 'assets_category_id', into.add(task.scope_categories)))
  parts.push(some(task.scope_states) ? `d.eam_status = any(${into.add(task.scope_states)}::text[])` : `d.eam_status <> 'disposed'`)
  return parts.join(' and ')
}

const codes = lineCodeFields.map(snake)

/** What a line takes from its card, in the order of `bookColumns`. */
export const bookColumns = ['device_name', ...codes, 'book_dept_id', 'book_location_id', 'book_status', 'book_value'].join(', ')
export const bookValues = [
  ...['device_name', ...codes, 'use_dept_id', 'location_id', 'eam_status'].map((name) => `d.${name}`),
  summedSql(device, 'originalValue', 'd'),
].join(', ')

/**
 * SQL of the id of a line. Those of one statement follow each other in the order of their cards, which packs send in few bytes; in a blind check they are
 * random, for the ids of the lines that a person has seen must not tell how many there are between them.
 */
const lineId = (task: Row): string =>
  task.mode === blindCheck.is ? 'gen_random_uuid()' : `(s.head || lpad(to_hex(row_number() over (order by d.id)), 8, '0'))::uuid`

/** SQL of the first 24 digits of a UUIDv7, the same for all rows of a statement. */
const idHead = `s as materialized (select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 7) as head)`

/** Writes the lines of a check, those already there left alone; `of` limits them to a department. Answers how many were written. */
export async function writeLines(context: Context, tx: Transaction, task: Row, of?: { deptId: string | null }): Promise<number> {
  const into = new Parameters()
  const where = bookSql(context, task, into)
  const dept = of ? ` and d.use_dept_id is not distinct from ${into.add(of.deptId)}::uuid` : ''
  const { rowCount } = await tx.run({
    text: `insert into check_line (tenant_id, id, created_by, updated_by, check_id, device_id, dept_id, ${bookColumns}, result, is_surplus, posting)
      with ${idHead} select d.tenant_id, ${lineId(task)}, ${into.add(context.actor.userId)}, ${into.add(context.actor.userId)}, ${into.add(task.id)}, d.id, d.use_dept_id, ${bookValues}, 'pending', 0, 'none'
      from device d cross join s where ${where}${dept} order by d.id on conflict (tenant_id, check_id, device_id) do nothing`,
    values: into.values,
    once: true,
  })
  // What is asked of the lines next is planned for them.
  await gatherStatistics(tx, rowCount, [checkLine])
  return rowCount
}

/** One row for each department that has lines, with its part of the book. */
export async function writeDepts(context: Context, tx: Transaction, checkId: unknown): Promise<void> {
  await tx.run({
    text: `insert into check_dept (tenant_id, id, created_by, updated_by, check_id, dept_id, dept_title, dept_status, round, round_at, book_count)
      select l.tenant_id, gen_random_uuid(), $3, $3, l.check_id, l.dept_id, coalesce(max(d.dept_name), '${noDepartment}'), 'counting', 1, $4, count(*)
      from check_line l left join dept d on d.tenant_id = l.tenant_id and d.id = l.dept_id
      where l.tenant_id = $1 and l.check_id = $2 group by l.tenant_id, l.check_id, l.dept_id`,
    values: [tx.tenantId, checkId, context.actor.userId, context.occurredAt],
  })
}
