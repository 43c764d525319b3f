import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { partReservation, partReserving } from '#contract/entities/place/part-reservation.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { decimalText, productOf } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refuseBeyond } from '#server/kit/read/range.ts'
import { step } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { refuseExpired } from './order-parts.ts'
import { stockCause } from './stock-cause.ts'

const reservedOf = (part: Row): number => Number(part.reserved ?? 0)

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Keeps so many more pieces of a part, fewer where negative; refuses more than are free. Parts are locked in the order of their ids. */
async function keep(context: Context, tx: Transaction, by: ReadonlyMap<string, number>): Promise<void> {
  const rows = await lockRows(devicePart, context, tx, [...by.keys()].sort(), 'no key update')
  const changed = rows.map((row) => {
    const [from, free] = [reservedOf(row), Number(row.quantity) - reservedOf(row)]
    const more = by.get(String(row.id))!
    if (more > free)
      throw rule(
        `配件“${row.part_name}”可用库存只有 ${free}，不够预留 ${more}`,
        `Only ${free} of the part “${row.part_name}” are available, not ${more}`,
      )
    if (more > 0) refuseExpired(row, homeDay(context.occurredAt))
    return { row, set: { reserved: from + more }, changes: { reserved: { from, to: from + more } } }
  })
  await writeRows(devicePart, context, tx, { verb: 'change' }, changed)
}

hook(partReservation, {
  async beforeAdd(context, tx, { draft }) {
    if (draft.repairId && draft.maintenanceId) throw rule('一次预留只能用于一张工单', 'A reservation is for one order only')
    await keep(context, tx, new Map([[String(draft.partId), Number(draft.quantity)]]))
    return undefined
  },
  async beforeChange(context, tx, { row, draft }) {
    const moved = (['repair', 'maintenance'] as const).some(
      (link) => draft[`${link}Id`] !== undefined && (draft[`${link}Id`] ?? null) !== (row[`${link}_id`] ?? null),
    )
    if (moved)
      throw rule('预留的工单不能更换，请解除后重新预留', 'The order of a reservation cannot be changed. Release it and reserve again')
    const [part, quantity] = [String(draft.partId ?? row.part_id), Number(draft.quantity ?? row.quantity)]
    const by = new Map([[String(row.part_id), -Number(row.quantity)]])
    by.set(part, (by.get(part) ?? 0) + quantity)
    await keep(context, tx, by)
    return undefined
  },
})

step(partReserving, 'release', async ({ context, tx, row }) => {
  await keep(context, tx, new Map([[String(row.part_id), -Number(row.quantity)]]))
  return undefined
})

step(partReserving, 'issue', async ({ context, tx, row }) => {
  if (row.repair_id || row.maintenance_id)
    throw rule('此预留用于工单，完工登记配件时一并领用', 'These pieces are reserved for an order and are taken when it is finished')
  const [part] = await lockRows(devicePart, context, tx, [String(row.part_id)], 'no key update')
  refuseExpired(part!, homeDay(context.occurredAt))
  const [from, reserved, taken] = [Number(part!.quantity), reservedOf(part!), Number(row.quantity)]
  const cause = stockCause(tx, 'issue', String(row.id))
  const set = { quantity: from - taken, reserved: reserved - taken }
  const changes = { quantity: { from, to: set.quantity }, reserved: { from: reserved, to: set.reserved } }
  await writeRows(devicePart, context, tx, { verb: 'change' }, [{ row: part!, set, changes }])
  cause.ends()
  return undefined
})

/** Refuses pieces that together are worth more than the column holds. */
function refuseTooMuch(quantity: unknown, unitPrice: unknown): void {
  const value = productOf([quantity, unitPrice], 2)
  if (value !== undefined) refuseBeyond(devicePart, [['stock_value', decimalText(value, 2)]])
}

hook(
  devicePart,
  {
    async beforeAdd(_context, _tx, { draft }) {
      refuseTooMuch(draft.quantity, draft.unitPrice)
      return undefined
    },
    async beforeChange(_context, _tx, { row, draft }) {
      const to = Number(draft.quantity ?? row.quantity)
      refuseTooMuch(to, draft.unitPrice ?? row.unit_price)
      if (to < reservedOf(row))
        throw new Refusal('rule', {
          zh: `已预留 ${reservedOf(row)}，数量不能低于预留数`,
          en: `${reservedOf(row)} are reserved, so the quantity cannot be lower`,
        })
      return undefined
    },
    async beforeRemove(_context, _tx, { rows }) {
      const kept = rows.find((row) => reservedOf(row) > 0)
      if (kept)
        throw new Refusal('rule', {
          zh: `配件“${kept.part_name}”有预留，请先发放或解除`,
          en: `Pieces of the part “${kept.part_name}” are reserved. Issue or release them first`,
        })
    },
  },
  10,
)
