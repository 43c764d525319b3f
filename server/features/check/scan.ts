import { v7 } from 'uuid'
import { scan } from '#contract/calls/check.ts'
import { checkLine } from '#contract/entities/check/check-line.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { momentOf } from '#contract/kit/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { codeProbes, meantBy } from '#server/features/asset/public.ts'
import { scopeSql } from '#server/kit/access.ts'
import type { Context } from '#server/kit/context.ts'
import { codeOf } from '#server/kit/device-code.ts'
import { record } from '#server/kit/event.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'

/** The task as the person may see it; a draft has nothing to count yet. */
async function taskOf(context: Context, tx: Transaction, checkId: string): Promise<Row> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(checkId)} and not t.is_deleted`
  const scope = scopeSql(checkTask, context.actor, 't', into)
  const { rows } = await tx.run({
    // The end of the check waits for what has begun before it.
    text: `select t.id, t.check_status, t.started_at from check_task t where ${where}${scope ? ` and ${scope}` : ''} for key share of t`,
    values: into.values,
  })
  if (!rows[0]) throw new Refusal('not_found', { what: checkTask })
  if (rows[0].check_status === 'draft') throw new Refusal('rule', { zh: '盘点尚未开始', en: 'The check has not started' })
  return rows[0]
}

/** The card that carries a code, in the tenant; a check may meet cards of any department. */
async function deviceOf(tx: Transaction, code: string): Promise<string | undefined> {
  const { rows } = await tx.run({ text: codeProbes('t.tenant_id = $1 and not t.is_deleted', '$2'), values: [tx.tenantId, code] })
  return meantBy(rows)
}

/** The room as the phone knew it, also when it was removed since; refuses one that never was. */
async function refuseUnknownRoom(tx: Transaction, locationId: string | null | undefined): Promise<void> {
  if (!locationId) return
  const { rows } = await tx.run({ text: 'select 1 from location where tenant_id = $1 and id = $2', values: [tx.tenantId, locationId] })
  if (rows.length === 0) throw refusalOf([{ field: 'locationId', label: scan.input.location, rule: 'absent' }])
}

/**
 * Keeps one observation and lets the earliest by corrected time decide its line. Never a conflict; after the check is closed it
 * is kept as late and decides nothing.
 */
async function observe(context: Context, tx: Transaction) {
  const input = read(scan.input, context.input) as { checkId: string; code: string; locationId?: string | null; note?: string | null }
  const task = await taskOf(context, tx, input.checkId)
  await refuseUnknownRoom(tx, input.locationId)
  const code = codeOf(input.code)
  const deviceId = await deviceOf(tx, code)
  const { rows } = deviceId
    ? await tx.run({
        text: 'select * from check_line where tenant_id = $1 and check_id = $2 and device_id = $3 for update',
        values: [tx.tenantId, task.id, deviceId],
      })
    : { rows: [] as Row[] }
  const line = rows[0]
  const result: keyof typeof checkResults = !line
    ? 'surplus'
    : input.locationId && line.book_location_id && line.book_location_id !== input.locationId
      ? 'misplaced'
      : 'match'
  // Nobody saw a card before the check began: a clock that says so is not believed.
  const seenAt = task.started_at && context.occurredAt.getTime() < Date.parse(String(task.started_at)) ? new Date() : context.occurredAt
  const isLate = task.check_status === 'closed'
  const decides = line !== undefined && !isLate && (!line.seen_at || seenAt.getTime() < Date.parse(String(line.seen_at)))
  const id = context.op?.id ?? v7()
  if (decides) {
    tx.later({
      text: 'update check_scan set is_deciding = 0 where tenant_id = $1 and line_id = $2 and is_deciding = 1',
      values: [tx.tenantId, line.id],
    })
    tx.later({
      text: `update check_line set result = $3, seen_location_id = $4, seen_by_id = $5, seen_at = $6, note = $7, version = version + 1, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2`,
      values: [tx.tenantId, line.id, result, input.locationId ?? null, context.actor.userId, seenAt, input.note ?? null],
    })
    record(context, tx, {
      entity: checkLine.name,
      entityId: String(line.id),
      verb: 'scan',
      version: Number(line.version) + 1,
      changes: { result: { from: line.result, to: result } },
    })
  }
  tx.later({
    text: `insert into check_scan (tenant_id, id, check_id, line_id, device_id, code, location_id, result, is_deciding, is_late, user_id, occurred_at, corrected_at, note, created_by, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $11, $11)`,
    values: [
      tx.tenantId,
      id,
      task.id,
      line?.id ?? null,
      deviceId ?? null,
      code,
      input.locationId ?? null,
      result,
      decides ? 1 : 0,
      isLate ? 1 : 0,
      context.actor.userId,
      context.op ? (momentOf(context.op.deviceTime) ?? null) : seenAt,
      seenAt,
      input.note ?? null,
    ],
  })
  const counted = isLate || (line && !decides) ? String(line?.result ?? result) : result
  return {
    id,
    version: 1,
    lineId: line?.id ?? null,
    deviceId: deviceId ?? null,
    result,
    resultValue: checkResults[result][context.language],
    lineResult: counted,
    isDeciding: decides ? 1 : 0,
    isLate: isLate ? 1 : 0,
  }
}

export const checkAnswers: readonly Answer[] = [answer(scan, { write: observe })]
