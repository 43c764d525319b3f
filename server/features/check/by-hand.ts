import { v7 } from 'uuid'
import { addSurplus, refreshStates, scanIds, scanLines } from '#contract/calls/check/check.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { type Observed, observe } from './scan.ts'
import { holdDepts, refuseClosedTask, taskFor } from './task.ts'

/** Observations of several lines of a check, in the order in which everybody locks lines. */
async function observeAll(context: Context, tx: Transaction, checkId: string, seen: readonly Omit<Observed, 'checkId'>[]) {
  const task = await taskFor(context, tx, checkId, { counts: true })
  const ids = seen.map((one) => one.lineId)
  // Departments before lines, both by id: two lists that overlap wait for each other in one order.
  await holdDepts(tx, ids)
  await tx.run({
    text: 'select id from check_line where tenant_id = $1 and id = any($2::uuid[]) order by id for update',
    values: [tx.tenantId, ids],
  })
  const done = []
  for (const one of seen) done.push(await observe(context, tx, { ...one, checkId, way: 'list' }, task))
  return done
}

/** Observations from a list, each with its own values. */
export async function byList(context: Context, tx: Transaction) {
  const { checkId, lines } = read(scanLines.input, context.input) as unknown as { checkId: string; lines: Omit<Observed, 'checkId'>[] }
  return observeAll(context, tx, checkId, lines)
}

/** The same observation of several lines. */
export async function byIds(context: Context, tx: Transaction) {
  const { checkId, ids, ...said } = read(scanIds.input, context.input) as unknown as Observed & { ids: string[] }
  return observeAll(
    context,
    tx,
    checkId,
    ids.map((lineId) => ({ ...said, lineId })),
  )
}

/** A surplus written down by hand. */
export async function newSurplus(context: Context, tx: Transaction) {
  const input = read(addSurplus.input, context.input) as unknown as Observed & { deviceName: string }
  const unlabelled = `NEW-${(context.op?.id ?? v7()).replaceAll('-', '').slice(-10).toUpperCase()}`
  return observe(context, tx, { ...input, code: input.code || unlabelled, way: input.code ? 'typed' : 'list' })
}

/** The states of the cards whose lines are still to count, as the register has them now. Answers the lines that changed. */
export async function newStates(context: Context, tx: Transaction) {
  const { checkId } = read(refreshStates.input, context.input) as { checkId: string }
  refuseClosedTask(await taskFor(context, tx, checkId))
  await tx.run({
    text: `select id from check_dept where tenant_id = $1 and check_id = $2 and dept_status = 'counting' order by id for key share`,
    values: [tx.tenantId, checkId],
  })
  const { rows } = await tx.run({
    text: `update check_line l set book_status = d.eam_status, version = l.version + 1, updated_by = $3, updated_at = now() from device d, check_dept c
      where l.tenant_id = $1 and l.check_id = $2 and l.result = 'pending' and l.is_surplus = 0 and d.tenant_id = l.tenant_id and d.id = l.device_id and d.eam_status <> l.book_status
        and c.tenant_id = l.tenant_id and c.check_id = l.check_id and c.dept_id is not distinct from l.dept_id and c.dept_status = 'counting'
      returning l.id, l.version`,
    values: [tx.tenantId, checkId, context.actor.userId],
  })
  return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }))
}
