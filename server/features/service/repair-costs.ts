import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { repairResult } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText, mostUnits, productOf } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { chargeOf, stockCause, stockOf, valueText } from '#server/features/place/public.ts'
import type { Context } from '#server/kit/context.ts'
import { addLines } from '#server/kit/lines/write-lines.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import type { StepGiven } from '#server/kit/steps/step.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

interface Line {
  readonly stockPartId?: string | null
  readonly partName?: string | null
  readonly quantity: number
  readonly unitPrice?: string | null
}

/** The amount of cents as text; refuses what is too large to be one. */
export function amount(value: bigint): string {
  if (value > mostUnits)
    throw new Refusal('rule', { zh: '费用合计过大，请检查数量和单价', en: 'The cost is too large. Check quantities and prices' })
  return decimalText(value, 2)
}

/** Locks the parts in stock that lines name, in the order of their ids; refuses one that the person does not see. */
async function lockStock(context: Context, tx: Transaction, lines: readonly Line[]): Promise<ReadonlyMap<string, Row>> {
  const ids = [...new Set(lines.flatMap((line) => (line.stockPartId ? [line.stockPartId] : [])))]
  if (ids.length === 0) return new Map()
  const rows = await lockSeen(devicePart, context, tx, ids)
  const found = new Map(rows.map((row) => [String(row.id), row]))
  const absent = lines.findIndex((line) => line.stockPartId && !found.has(line.stockPartId))
  if (absent >= 0) throw refusalOf([{ field: `parts.${absent}.stockPartId`, label: repairResult.parts.fields.stockPart, rule: 'absent' }])
  return found
}

interface Priced extends Line {
  readonly name: string
  readonly price: string | null
  readonly amount: string | null
}

/** Charges pieces of a stock at its average of this moment, line by line. Answers the lines, and what was charged to each part in cents. */
function priced(
  lines: readonly (Line & { readonly name: string })[],
  stock: ReadonlyMap<string, Row>,
): { used: Priced[]; charged: Map<string, bigint> } {
  const left = new Map([...stock].map(([id, part]) => [id, stockOf(part)]))
  const charged = new Map<string, bigint>()
  const used = lines.map((line): Priced => {
    const from = line.stockPartId ? left.get(line.stockPartId) : undefined
    const cost = from && chargeOf(from, line.quantity)
    if (!from || cost === undefined) {
      const price = line.unitPrice ?? null
      return { ...line, price, amount: price === null ? null : amount(productOf([line.quantity, price], 2)!) }
    }
    left.set(line.stockPartId!, { quantity: from.quantity - line.quantity, value: from.value! - cost })
    charged.set(line.stockPartId!, (charged.get(line.stockPartId!) ?? 0n) + cost)
    return { ...line, price: decimalText(chargeOf({ quantity: line.quantity, value: cost }, 1)!, 2), amount: decimalText(cost, 2) }
  })
  return { used, charged }
}

/** Takes the used parts out of stock; refuses more than there is, as a rule and not as a conflict: on a phone the parts of a queued repair are then edited. */
async function takeOut(
  context: Context,
  tx: Transaction,
  repairId: string,
  lines: readonly Line[],
  stock: ReadonlyMap<string, Row>,
  charged: ReadonlyMap<string, bigint>,
): Promise<void> {
  const taken = [...stock].map(([id, part]) => {
    const used = lines.reduce((sum, line) => (line.stockPartId === id ? sum + line.quantity : sum), 0)
    const [has, name] = [Number(part.quantity), String(part.part_name)]
    const free = has - Number(part.reserved ?? 0)
    if (used > free)
      throw new Refusal('rule', {
        zh:
          free < has
            ? `配件“${name}”可用库存只有 ${free}（另有预留 ${has - free}），不够 ${used}`
            : `配件“${name}”库存只有 ${has}，不够 ${used}`,
        en:
          free < has
            ? `Only ${free} of the part “${name}” are available (${has - free} more are reserved), not ${used}`
            : `Only ${has} of the part “${name}” are in stock, not ${used}`,
      })
    const before = stockOf(part)
    const value = before.value === undefined ? undefined : before.value - (charged.get(id) ?? 0n)
    const set = { quantity: has - used, stock_value: valueText(value) }
    const stockValue = { from: valueText(before.value), to: set.stock_value }
    return { row: part, set, changes: { quantity: { from: has, to: set.quantity }, ...(value === before.value ? {} : { stockValue }) } }
  })
  const cause = stockCause(tx, 'repair', repairId)
  await writeRows(devicePart, context, tx, { verb: 'change' }, taken)
  cause.ends()
}

/**
 * Keeps the parts used in a repair and takes them out of stock: named as in stock where the line says nothing else, and charged at the moving
 * average of the stock. Answers what all parts of the repair cost, in cents.
 */
export async function spendParts({ context, tx, row, input, changes }: StepGiven): Promise<bigint> {
  const lines = (input.parts ?? []) as readonly Line[]
  const stock = await lockStock(context, tx, lines)
  const named = lines.map((line, index) => {
    const part = line.stockPartId ? stock.get(line.stockPartId) : undefined
    const name = line.partName ?? part?.part_name
    if (!name) throw refusalOf([{ field: `parts.${index}.partName`, label: repairResult.parts.fields.partName, rule: 'required' }])
    return { ...line, name: String(name) }
  })
  const { used, charged } = priced(named, stock)
  await takeOut(context, tx, String(row.id), lines, stock, charged)
  const { totals, told } = await addLines(
    repairOrder,
    'parts',
    context,
    tx,
    String(row.id),
    used.map(({ stockPartId, name, quantity, price, amount: cost }) => ({
      stockPartId: stockPartId ?? null,
      partName: name,
      quantity,
      unitPrice: price,
      amount: cost,
    })),
  )
  Object.assign(changes, told)
  return totals.partsCost === null ? mostUnits + 1n : cents(totals.partsCost)
}
