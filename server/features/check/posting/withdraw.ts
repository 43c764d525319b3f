import { removeMatch, removeSurplus, resetLines, withdraw } from '#contract/calls/check/check.ts'
import { checkDept } from '#contract/entities/check/check-dept.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { decideAnew, dropLines, undecide } from '../deciding.ts'
import { countingDepts, refuseClosedTask, rule, taskFor } from '../task.ts'

/** Locks lines of checks that the person sees, after their departments, which must be counting. */
async function countingLines(context: Context, tx: Transaction, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: 'select distinct check_id from check_line where tenant_id = $1 and id = any($2::uuid[]) order by check_id',
    values: [tx.tenantId, ids],
  })
  for (const row of rows) refuseClosedTask(await taskFor(context, tx, row.check_id))
  await countingDepts(tx, ids)
  return lockRows(checkLine, context, tx, ids)
}

const marked = `set is_withdrawn = 1, is_deciding = 0, version = version + 1, updated_by = $3, updated_at = now()`

/** Withdraws own observations; results that depend on them are decided again. */
export async function takeBack(context: Context, tx: Transaction): Promise<{ id: string; version: number }[]> {
  const { ids } = read(withdraw.input, context.input) as { ids: string[] }
  const { rows: scans } = await tx.run({
    text: 'select id, check_id, line_id, user_id, is_late, is_withdrawn from check_scan where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, ids],
  })
  for (const checkId of new Set(scans.map((scan) => scan.check_id))) refuseClosedTask(await taskFor(context, tx, checkId, { counts: true }))
  if (scans.length !== ids.length) throw new Refusal('not_found', { what: checkScan })
  if (scans.some((scan) => scan.user_id !== context.actor.userId))
    throw rule('只能撤回自己的盘点记录', 'You can only undo your own count records')
  if (scans.some((scan) => scan.is_late === 1))
    throw rule('逾期的盘点结果不影响账面，不能撤回', 'A late count does not change the result and cannot be undone')
  const lineIds = [...new Set(scans.flatMap((scan) => (scan.line_id ? [String(scan.line_id)] : [])))].sort()
  await countingDepts(tx, lineIds)
  const { rows: lines } = await tx.run({
    text: 'select * from check_line where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    values: [tx.tenantId, lineIds],
  })
  tx.later({
    text: `update check_scan ${marked} where tenant_id = $1 and id = any($2::uuid[])`,
    values: [tx.tenantId, ids, context.actor.userId],
  })
  const { rows: deciding } = await tx.run({
    text: `select l.id from check_line l where l.tenant_id = $1 and l.id = any($2::uuid[])
      and not exists (select 1 from check_scan s where s.tenant_id = l.tenant_id and s.line_id = l.id and s.is_deciding = 1)`,
    values: [tx.tenantId, lineIds],
  })
  const open = new Set(deciding.map((row) => row.id))
  for (const line of lines) if (open.has(line.id)) await decideAnew(context, tx, line)
  return ids.map((id) => ({ id, version: 2 }))
}

/** Locked lines of a counting department are to be counted again: their observations are taken back, surplus lines go. */
function clear(context: Context, tx: Transaction, lines: readonly Row[]): { id: string }[] {
  const ids = lines.map((line) => line.id)
  tx.later({
    text: `update check_scan ${marked} where tenant_id = $1 and line_id = any($2::uuid[]) and coalesce(is_withdrawn, 0) = 0 and coalesce(is_late, 0) = 0`,
    values: [tx.tenantId, ids, context.actor.userId],
  })
  undecide(
    context,
    tx,
    lines.filter((line) => line.is_surplus !== 1 && line.result !== 'pending'),
  )
  dropLines(
    tx,
    lines.flatMap((line) => (line.is_surplus === 1 ? [line.id] : [])),
  )
  return ids.map((id) => ({ id: String(id) }))
}

/** Takes back what was matched to lines. */
export async function unmatch(context: Context, tx: Transaction) {
  const { ids } = read(removeMatch.input, context.input) as { ids: string[] }
  const lines = await countingLines(context, tx, ids)
  const idle = lines.find((line) => line.result === 'pending')
  if (idle)
    throw rule(
      `“${idle.device_name ?? idle.device_code}”尚未盘点，没有可取消的匹配`,
      `“${idle.device_name ?? idle.device_code}” has no match yet`,
    )
  return clear(context, tx, lines)
}

/** Lines, or all of a department, back to pending. */
export async function reset(context: Context, tx: Transaction) {
  const input = read(resetLines.input, context.input) as { ids?: string[] | null; checkDeptId?: string | null }
  if (!input.ids?.length && !input.checkDeptId) throw refusalOf([{ field: 'ids', label: resetLines.input.ids, rule: 'required' }])
  if (input.ids?.length) return clear(context, tx, await countingLines(context, tx, input.ids))
  const [dept] = await lockRows(checkDept, context, tx, [input.checkDeptId!])
  const { rows } = await tx.run({
    text: `select id from check_line where tenant_id = $1 and check_id = $2 and dept_id is not distinct from $3::uuid and result <> 'pending'`,
    values: [tx.tenantId, dept!.check_id, dept!.dept_id],
  })
  const ids = rows.map((row) => String(row.id))
  return ids.length === 0 ? [] : clear(context, tx, await countingLines(context, tx, ids))
}

/** Removes surplus lines that are not confirmed. */
export async function dropSurplus(context: Context, tx: Transaction) {
  const { ids } = read(removeSurplus.input, context.input) as { ids: string[] }
  const { rows } = await tx.run({
    text: 'select distinct check_id from check_line where tenant_id = $1 and id = any($2::uuid[]) order by check_id',
    values: [tx.tenantId, ids],
  })
  for (const row of rows) refuseClosedTask(await taskFor(context, tx, row.check_id))
  const lines = await lockRows(checkLine, context, tx, ids)
  const other = lines.find((line) => line.is_surplus !== 1 || line.posting === 'confirmed')
  if (other)
    throw rule(
      `“${other.device_name ?? other.device_code}”不是未确认的盘盈`,
      `“${other.device_name ?? other.device_code}” is no unconfirmed surplus`,
    )
  return clear(context, tx, lines)
}
