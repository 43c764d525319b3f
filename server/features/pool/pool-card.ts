import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { poolLending } from '#contract/entities/pool/pool-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { apply } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

// A borrowing is locked before its place in the pool, and that before the card, so that no two requests wait for each other.

/** The request acting by the rule of the pool. */
export const lending = (context: Context): Context => asSystem(context, poolLending)

/** The card of a shared device, locked. Refuses one that was removed. */
export async function lockCard(context: Context, tx: Transaction, id: unknown): Promise<Row> {
  const [card] = await lockByRule(device, lending(context), tx, [id])
  if (!card || card.is_deleted === true) throw new Refusal('not_found', { what: device })
  return card
}

/** Whether one of the devices is outside the person's departments. */
async function isElsewhere({ actor }: Context, tx: Transaction, deviceIds: readonly unknown[]): Promise<boolean> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(deviceIds)}::uuid[])`
  const scope = scopeSql(device, actor, 't', into)
  if (!scope) return false
  const { rows } = await tx.run({ text: `select t.id from device t where ${where} and ${scope}`, values: into.values })
  return rows.length < new Set(deviceIds).size
}

/** Refuses to price a shared device of another department or to take it out of the pool. */
export async function refuseForeignPlace(context: Context, tx: Transaction, deviceIds: readonly unknown[]): Promise<void> {
  if (await isElsewhere(context, tx, deviceIds))
    throw new Refusal('rule', {
      zh: '共享设备由所在科室或设备科维护',
      en: 'The device’s department or the equipment department manages shared devices',
    })
}

/** Refuses to hand out or take back a device of another department. */
export async function refuseOtherDept(context: Context, tx: Transaction, deviceId: unknown): Promise<void> {
  if (await isElsewhere(context, tx, [deviceId]))
    throw new Refusal('rule', {
      zh: '设备由所在科室或设备科借出和收回',
      en: 'The device’s department or the equipment department hands it out and takes it back',
    })
}

/** The name of a department. */
async function deptName(tx: Transaction, id: unknown): Promise<string | null> {
  const { rows } = await tx.run({ text: 'select dept_name from dept where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
  return rows[0] ? String(rows[0].dept_name) : null
}

/** Moves the card: lent to a department, or back in the state before. Each is an event of its life. */
export async function moveCard(context: Context, tx: Transaction, card: Row, step: 'lend' | 'takeBack', toDept: unknown): Promise<void> {
  const acting = lending(context)
  await apply(deviceState, step, acting, tx, card)
  const from = card.borrow_dept_id ?? null
  const to = toDept ?? null
  if (from === to) return
  const change = { from, to, fromName: from ? await deptName(tx, from) : null, toName: to ? await deptName(tx, to) : null }
  await writeRows(device, acting, tx, { verb: 'change' }, [{ row: card, set: { borrow_dept_id: to }, changes: { borrowDeptId: change } }])
}
