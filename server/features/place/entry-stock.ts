import { devicePart } from '#contract/entities/asset/device-part.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { lockRows } from '#server/kit/lock.ts'
import { stockCause } from '#server/kit/stock-cause.ts'
import { add } from '#server/kit/write-row.ts'
import { writeRows } from '#server/kit/write-rows.ts'
import type { EntryLine } from './entry-cards.ts'

/** Adds so many of each part, fewer where negative. Refuses to take out more than there is. */
async function change(context: Context, tx: Transaction, by: ReadonlyMap<string, number>): Promise<void> {
  if (by.size === 0) return
  const rows = await lockRows(devicePart, context, tx, [...by.keys()])
  const changed = rows.map((row) => {
    const [from, to] = [Number(row.quantity), Number(row.quantity) + by.get(String(row.id))!]
    const free = from - Number(row.reserved ?? 0)
    if (to < from - free)
      throw new Refusal('rule', {
        zh: `配件“${row.part_name}”已被领用或预留，可用库存只剩 ${free}，不能取消入库`,
        en: `The part “${row.part_name}” is in use or reserved, only ${free} are left, so the entry stays`,
      })
    return { row, set: { quantity: to }, changes: { quantity: { from, to } } }
  })
  await writeRows(devicePart, context, tx, { verb: 'change' }, changed)
}

const sums = (lines: readonly EntryLine[], sign: 1 | -1): Map<string, number> => {
  const by = new Map<string, number>()
  for (const line of lines)
    if (line.line_kind === 'part' && line.stock_part_id)
      by.set(String(line.stock_part_id), (by.get(String(line.stock_part_id)) ?? 0) + sign * Number(line.quantity))
  return by
}

/** Fills the stock: a line that names a part in stock adds to it, any other begins one. Answers the parts begun, by line. */
export async function fillStock(
  context: Context,
  tx: Transaction,
  entry: Row,
  lines: readonly EntryLine[],
): Promise<ReadonlyMap<string, string>> {
  const cause = stockCause(tx, 'entry', String(entry.id))
  await change(context, tx, sums(lines, 1))
  const view = context.actor.settings.view(devicePart)
  const begun = new Map<string, string>()
  for (const line of lines) {
    if (line.line_kind !== 'part' || line.stock_part_id) continue
    const draft = {
      partName: line.item_name,
      partModel: line.model,
      manufacturer: line.manufacturer,
      quantity: line.quantity,
      unitPrice: line.unit_price,
      purchaseDate: entry.entry_date,
    }
    begun.set(String(line.id), (await add(view, context, tx, { draft, lines: new Map() }, undefined)).id)
  }
  cause.ends()
  return begun
}

/** Takes out of stock what an entry brought. */
export async function emptyStock(context: Context, tx: Transaction, entry: Row, lines: readonly EntryLine[]): Promise<void> {
  const cause = stockCause(tx, 'entry', String(entry.id))
  await change(context, tx, sums(lines, -1))
  cause.ends()
}
