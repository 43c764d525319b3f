import { ambulanceCheck } from '#contract/entities/check/ambulance-check.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { takeTurns } from '#server/kit/take-turns.ts'

/** What the lines come to. */
function result(lines: HookLines): { check_result: string; loss_count: number } {
  const losses = (lines.lines?.after ?? []).filter((line) => line.lineResult === 'loss').length
  return { check_result: losses > 0 ? 'loss' : 'complete', loss_count: losses }
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
  takeTurns(tx, `ambulance ${tx.tenantId} ${dept} ${day} ${shift}`)
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
  async beforeAdd({ actor }, tx, { id, draft, lines }) {
    await leaveRemovedCards(tx, lines)
    await refuseTwice(tx, { id, dept: draft.deptId, day: draft.checkDate, shift: draft.shift, vehicle: draft.vehicle })
    return { ...result(lines), checker_id: actor.userId }
  },
  async beforeChange(_, tx, { row, draft, lines }) {
    const at = (wire: string, column: string): unknown => (wire in draft ? draft[wire] : row[column])
    await refuseTwice(tx, {
      ...{ id: row.id, dept: at('deptId', 'dept_id'), day: at('checkDate', 'check_date') },
      ...{ shift: at('shift', 'shift'), vehicle: at('vehicle', 'vehicle') },
    })
    return result(lines)
  },
})
