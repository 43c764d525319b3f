import { devicePart } from '#contract/entities/asset/device-part.ts'
import { repairResult } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { cents, decimalText, mostUnits } from '#contract/kit/amount.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { lockSeen } from '#server/kit/lock.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import type { StepGiven } from '#server/kit/step.ts'
import { stockCause } from '#server/kit/stock-cause.ts'
import { addLines } from '#server/kit/write-lines.ts'
import { writeRows } from '#server/kit/write-rows.ts'

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

/** Takes the used parts out of stock; refuses more than there is, as a rule and not as a conflict: on a phone the parts of a queued repair are then edited. */
async function takeOut(
  context: Context,
  tx: Transaction,
  repairId: string,
  lines: readonly Line[],
  stock: ReadonlyMap<string, Row>,
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
            ? `There are only ${free} of the part “${name}” to take, not ${used}: ${has - free} are reserved`
            : `There are only ${has} of the part “${name}” in stock, not ${used}`,
      })
    return { row: part, set: { quantity: has - used }, changes: { quantity: { from: has, to: has - used } } }
  })
  const cause = stockCause(tx, 'repair', repairId)
  await writeRows(devicePart, context, tx, { verb: 'change' }, taken)
  cause.ends()
}

/**
 * Keeps the parts used in a repair, named and priced as they are in stock where the line says nothing else, and takes them out of stock. Answers
 * what all parts of the repair cost, in cents.
 */
export async function spendParts({ context, tx, row, input, changes }: StepGiven): Promise<bigint> {
  const lines = (input.parts ?? []) as readonly Line[]
  const stock = await lockStock(context, tx, lines)
  const used = lines.map((line, index) => {
    const part = line.stockPartId ? stock.get(line.stockPartId) : undefined
    const name = line.partName ?? part?.part_name
    if (!name) throw refusalOf([{ field: `parts.${index}.partName`, label: repairResult.parts.fields.partName, rule: 'required' }])
    return { ...line, name: String(name), price: line.unitPrice ?? (part?.unit_price as string | null | undefined) ?? null }
  })
  await takeOut(context, tx, String(row.id), lines, stock)
  const { totals, told } = await addLines(
    repairOrder,
    'parts',
    context,
    tx,
    String(row.id),
    used.map(({ stockPartId, name, quantity, price }) => ({
      stockPartId: stockPartId ?? null,
      partName: name,
      quantity,
      unitPrice: price,
    })),
  )
  Object.assign(changes, told)
  return totals.partsCost === null ? mostUnits + 1n : cents(totals.partsCost)
}
