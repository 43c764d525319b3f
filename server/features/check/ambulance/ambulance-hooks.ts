import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { ambulanceCheckLine } from '#contract/entities/check/ambulance-check-line.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** What the lines come to. */
function result(lines: HookLines): { check_result: string; loss_count: number } {
  const losses = (lines.lines?.after ?? []).filter((line) => line.lineResult === 'loss').length
  return { check_result: losses > 0 ? 'loss' : 'complete', loss_count: losses }
}

const reason = {
  ...ambulanceCheckLine.fields.note,
  asks: { zh: '请在说明中填写缺失原因', en: 'Enter the reason for missing items in the note' },
}
/** Kept as the reason where a phone queued a loss without one. */
const unsaid = { zh: '离线登记时未填写原因', en: 'Recorded offline without a reason' }

/**
 * Refuses something missing without a reason. Lines that stood so before may stay as they are. What a phone queued comes from a shift that is over and
 * cannot be asked again: its losses are kept, and say that no reason was given.
 */
function refuseUnexplained({ op, language }: Context, lines: HookLines): void {
  const { before = [], after = [] } = lines.lines ?? {}
  const stood = new Set(before.filter((line) => line.lineResult === 'loss' && !line.note).map(({ id }) => id))
  const problems = after.flatMap((line, index): Problem[] => {
    if (line.lineResult !== 'loss' || line.note || stood.has(line.id)) return []
    if (op) line.note = unsaid[language]
    return op ? [] : [{ field: `lines.${index}.note`, label: reason, rule: 'required' }]
  })
  if (problems.length > 0) throw refusalOf(problems)
}

interface Shift {
  readonly id: unknown
  readonly dept: unknown
  readonly day: unknown
  readonly shift: unknown
  readonly vehicle: unknown
}

/** Refuses a second check of the same shift. Two people who save one at the same time go one after the other. */
async function refuseTwice(tx: Transaction, { id, dept, day, shift, vehicle }: Shift): Promise<void> {
  takeNamedLock(tx, `ambulance ${tx.tenantId} ${dept} ${day} ${shift}`)
  const { rows } = await tx.run({
    text: `select check_title from ambulance_check where tenant_id = $1 and dept_id = $2 and check_date = $3 and shift = $4
      and vehicle is not distinct from $5 and id <> $6 and not is_deleted limit 1`,
    values: [tx.tenantId, dept, day, shift, vehicle ?? null, id],
  })
  if (rows[0])
    throw new Refusal('taken', { label: { zh: '该班次的急救检查', en: 'Check of this shift' }, value: String(rows[0].check_title) })
}

/** A phone without a network may name a card that was removed meanwhile: its line stays, with the name of the item. */
async function leaveRemovedCards(tx: Transaction, lines: HookLines): Promise<void> {
  const named = (lines.lines?.after ?? []).filter((line) => line.deviceId)
  if (named.length === 0) return
  const { rows } = await tx.run({
    text: 'select id from device where tenant_id = $1 and id = any($2::uuid[]) and is_deleted',
    values: [tx.tenantId, named.map((line) => line.deviceId)],
  })
  const removed = new Set(rows.map(({ id }) => id))
  for (const line of named) if (removed.has(line.deviceId)) line.deviceId = null
}

hook(ambulanceCheck, {
  async beforeAdd(context, tx, { id, draft, lines }) {
    refuseUnexplained(context, lines)
    await leaveRemovedCards(tx, lines)
    await refuseTwice(tx, { id, dept: draft.deptId, day: draft.checkDate, shift: draft.shift, vehicle: draft.vehicle })
    return { ...result(lines), checker_id: context.actor.userId }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    refuseUnexplained(context, lines)
    const at = (wire: string, column: string): unknown => (wire in draft ? draft[wire] : row[column])
    await refuseTwice(tx, {
      ...{ id: row.id, dept: at('deptId', 'dept_id'), day: at('checkDate', 'check_date') },
      ...{ shift: at('shift', 'shift'), vehicle: at('vehicle', 'vehicle') },
    })
    return result(lines)
  },
})
