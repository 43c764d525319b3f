import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { poolDevice } from '#contract/entities/pool/pool-device.ts'
import { poolMinimum } from '#contract/entities/pool/pool-minimum.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseStopped, stopKindsOf } from '#server/features/asset/public.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { lending, lockCard, refuseForeignPlace } from './pool-card.ts'
import { tellFirst } from './waiting.ts'

/** Sets a tag of locked cards, each with its event; those that have it already stay. */
export async function tagCards(
  context: Context,
  tx: Transaction,
  cards: readonly Row[],
  tag: { readonly name: 'isShared' | 'isMarked'; readonly column: 'is_shared' | 'is_marked'; readonly to: 0 | 1; readonly input?: unknown },
): Promise<number> {
  const { name, column, to, input } = tag
  const other = cards.filter((card) => (card[column] ?? 0) !== to)
  await writeRows(
    device,
    context,
    tx,
    { verb: 'change', input },
    other.map((row) => ({ row, set: { [column]: to }, changes: { [name]: { from: row[column] ?? 0, to } } })),
  )
  return other.length
}

/** Refuses a card that is, or is about to be, no longer there. */
export function refuseGone(card: Row): void {
  const state = String(card.eam_status) as keyof typeof deviceStates
  if (state !== 'disposed' && state !== 'pending_disposal' && state !== 'missing') return
  const { zh, en } = deviceStates[state]
  throw new Refusal('rule', { zh: `“${card.device_name}”${zh}，不能共享`, en: `“${card.device_name}” is “${en}” and cannot be shared` })
}

/** Refuses devices that are reserved or lent, and names the first of them with its borrowing. */
export async function refuseTaken(tx: Transaction, deviceIds: readonly unknown[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select b.borrowing_no, d.device_name from shared_borrowing b join device d on d.tenant_id = b.tenant_id and d.id = b.device_id
      where b.tenant_id = $1 and b.device_id = any($2::uuid[]) and b.borrowing_status = any($3::text[]) and not b.is_deleted order by b.from_time limit 1`,
    values: [tx.tenantId, deviceIds, [...openBorrowingStates]],
  })
  const taken = rows[0]
  if (taken)
    throw new Refusal('conflict', {
      zh: `“${taken.device_name}”还有未结束的共享借用 ${taken.borrowing_no}，不能取消共享`,
      en: `“${taken.device_name}” is on the open borrowing ${taken.borrowing_no}, so sharing cannot be stopped`,
    })
}

hook(poolDevice, {
  async beforeAdd(context, tx, { draft }) {
    const card = await lockCard(context, tx, draft.deviceId)
    refuseGone(card)
    await refuseStopped(tx, stopKindsOf(card).length > 0 ? [card.id] : [])
    const { rows } = await tx.run({
      text: 'select 1 from pool_device where tenant_id = $1 and device_id = $2 and not is_deleted',
      values: [tx.tenantId, card.id],
    })
    if (rows.length > 0) throw new Refusal('taken', { label: poolDevice, value: String(card.device_name) })
    await tagCards(lending(context), tx, [card], { name: 'isShared', column: 'is_shared', to: 1 })
    await tellFirst(context, tx, card)
    return { device_code: card.device_code, lend_dept_id: card.use_dept_id, device_class_id: card.classify_id }
  },
  async beforeChange(context, tx, { row, draft }) {
    await refuseForeignPlace(context, tx, [row.device_id])
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw new Refusal('rule', { zh: '不能更换设备，请另外加入', en: 'The device cannot be changed. Add the other one' })
    return undefined
  },
  async beforeRemove(context, tx, { rows }) {
    const ids = rows.map((row) => row.device_id)
    await refuseForeignPlace(context, tx, ids)
    await refuseTaken(tx, ids)
    const cards = await lockByRule(device, lending(context), tx, ids)
    await tagCards(lending(context), tx, cards, { name: 'isShared', column: 'is_shared', to: 0 })
  },
})

hook(poolMinimum, {
  async beforeAdd(_context, tx, { draft }) {
    await refuseSecond(tx, draft.deptId, draft.deviceClassId, null)
    return undefined
  },
  async beforeChange(_context, tx, { row, draft }) {
    await refuseSecond(tx, draft.deptId ?? row.dept_id, draft.deviceClassId ?? row.device_class_id, row.id)
    return undefined
  },
})

/** One rule for a department and a class. */
async function refuseSecond(tx: Transaction, dept: unknown, deviceClass: unknown, except: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `pool_minimum ${tx.tenantId} ${dept} ${deviceClass}`)
  const { rows } = await tx.run({
    text: 'select minimum_title from pool_minimum where tenant_id = $1 and dept_id = $2 and device_class_id = $3 and id is distinct from $4::uuid and not is_deleted',
    values: [tx.tenantId, dept, deviceClass, except],
  })
  if (rows[0]) throw new Refusal('taken', { label: poolMinimum, value: String(rows[0].minimum_title) })
}
