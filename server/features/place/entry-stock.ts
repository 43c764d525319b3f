import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { refuseBeyond } from '#server/kit/read/range.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { add } from '#server/kit/write/write-row.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import type { EntryLine } from './entry-cards.ts'
import { stockCause } from './stock-cause.ts'
import { stockOf, stockWith, stockWithout, valueText } from './stock-value.ts'

/** Pieces of one line for a part, and what they cost, in cents; no value where the line has no price. */
interface Brought {
  readonly pieces: number
  readonly value: bigint | undefined
}

/** Adds what lines bring to each part, or takes it out again. Refuses to take out more than there is. */
async function change(context: Context, tx: Transaction, by: ReadonlyMap<string, readonly Brought[]>, isBack: boolean): Promise<void> {
  if (by.size === 0) return
  const rows = await lockRows(devicePart, context, tx, [...by.keys()])
  const changed = rows.map((row) => {
    const before = stockOf(row)
    const brought = by.get(String(row.id))!
    const free = before.quantity - Number(row.reserved ?? 0)
    if (isBack && brought.reduce((sum, { pieces }) => sum + pieces, 0) > free)
      throw new Refusal('rule', {
        zh: `配件“${row.part_name}”已被领用或预留，可用库存只剩 ${free}，不能取消入库`,
        en: `The part “${row.part_name}” is in use or reserved and only ${free} are available, so the entry cannot be cancelled`,
      })
    const move = isBack ? stockWithout : stockWith
    const after = brought.reduce((stock, { pieces, value }) => move(stock, pieces, value), before)
    const set = { quantity: after.quantity, stock_value: valueText(after.value) }
    refuseBeyond(devicePart, Object.entries(set))
    const quantity = { from: before.quantity, to: after.quantity }
    const stockValue = { from: valueText(before.value), to: set.stock_value }
    return { row, set, changes: { quantity, ...(before.value === after.value ? {} : { stockValue }) } }
  })
  await writeRows(devicePart, context, tx, { verb: 'change' }, changed)
}

function broughtBy(lines: readonly EntryLine[]): Map<string, Brought[]> {
  const by = new Map<string, Brought[]>()
  for (const line of lines)
    if (line.line_kind === 'part' && line.stock_part_id) {
      const value = line.unit_price === null ? undefined : productOf([line.quantity, line.unit_price], 2)
      by.set(String(line.stock_part_id), [...(by.get(String(line.stock_part_id)) ?? []), { pieces: Number(line.quantity), value }])
    }
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
  await change(context, tx, broughtBy(lines), false)
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
  await change(context, tx, broughtBy(lines), true)
  cause.ends()
}
