import { devicePart } from '#contract/entities/asset/parts/device-part.ts'
import { partsBack, partsUsed, usedPart } from '#contract/entities/place/used-parts.ts'
import { lineNamed } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText, mostUnits, productOf } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { lineEntity, storedLines } from '#server/kit/lines/lines.ts'
import { addLines } from '#server/kit/lines/write-lines.ts'
import { refuseBeyond } from '#server/kit/read/range.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import type { StepGiven } from '#server/kit/steps/step.ts'
import { lockSeen } from '#server/kit/write/lock.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { freePart, ofOrders, type PartsOrder, reservedBy, settle } from './order-reservations.ts'
import { stockCause } from './stock-cause.ts'
import { chargeOf, stockOf, stockWith, valueText } from './stock-value.ts'

interface Line {
  readonly stockPartId?: string | null
  readonly partName?: string | null
  readonly quantity: number
  readonly unitPrice?: string | null
}

const words = partsUsed(usedPart.amount).fields

/** The amount of cents as text; refuses what is too large to be one. */
export function costText(value: bigint): string {
  if (value > mostUnits)
    throw new Refusal('rule', { zh: '费用合计过大，请检查数量和单价', en: 'The cost is too large. Check quantities and prices' })
  return decimalText(value, 2)
}

/** Refuses lines whose part in stock the person does not see. */
async function refuseUnseen(context: Context, tx: Transaction, lines: readonly Line[]): Promise<void> {
  const ids = [...new Set(lines.flatMap((line) => (line.stockPartId ? [line.stockPartId] : [])))]
  if (ids.length === 0) return
  const seen = new Set((await lockSeen(devicePart, context, tx, ids)).map((row) => row.id))
  const absent = lines.findIndex((line) => line.stockPartId && !seen.has(line.stockPartId))
  if (absent >= 0) throw refusalOf([{ field: `parts.${absent}.stockPartId`, label: words.stockPart, rule: 'absent' }])
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
      return { ...line, price, amount: price === null ? null : costText(productOf([line.quantity, price], 2)!) }
    }
    left.set(line.stockPartId!, { quantity: from.quantity - line.quantity, value: from.value! - cost })
    charged.set(line.stockPartId!, (charged.get(line.stockPartId!) ?? 0n) + cost)
    return { ...line, price: decimalText(chargeOf({ quantity: line.quantity, value: cost }, 1)!, 2), amount: decimalText(cost, 2) }
  })
  return { used, charged }
}

/** Refuses more pieces than there are, or pieces past their date: as a rule and not as a conflict, so that on a phone the parts of a queued order are then edited. */
function refuseTaking(part: Row, used: number, own: number, today: string): void {
  const [has, name] = [Number(part.quantity), String(part.part_name)]
  const free = freePart(part) + own
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
  refuseExpired(part, today)
}

/** Refuses pieces whose date of expiry has passed. */
export function refuseExpired(part: Row, today: string): void {
  if (part.expires_on === null || part.expires_on === undefined || String(part.expires_on) >= today) return
  throw new Refusal('rule', {
    zh: `配件“${part.part_name}”已于 ${part.expires_on} 过期，不能领用`,
    en: `The part “${part.part_name}” expired on ${part.expires_on} and cannot be used`,
  })
}

/** Takes the used parts out of stock, first those that are reserved for the order. */
async function takeOut(
  { context, tx, row }: StepGiven,
  order: PartsOrder,
  lines: readonly Line[],
  stock: ReadonlyMap<string, Row>,
  charged: ReadonlyMap<string, bigint>,
  own: ReadonlyMap<string, number>,
): Promise<void> {
  const today = homeDay(context.occurredAt)
  const taken = [...stock].flatMap(([id, part]) => {
    const used = lines.reduce((sum, line) => (line.stockPartId === id ? sum + line.quantity : sum), 0)
    if (used === 0) return []
    const kept = own.get(id) ?? 0
    refuseTaking(part, used, kept, today)
    const before = stockOf(part)
    const reserved = Number(part.reserved ?? 0)
    const value = before.value === undefined ? undefined : before.value - (charged.get(id) ?? 0n)
    const set = { quantity: before.quantity - used, reserved: reserved - kept, stock_value: valueText(value) }
    const changes = {
      quantity: { from: before.quantity, to: set.quantity },
      ...(kept === 0 ? {} : { reserved: { from: reserved, to: set.reserved } }),
      ...(value === before.value ? {} : { stockValue: { from: valueText(before.value), to: set.stock_value } }),
    }
    return [{ row: part, set, changes }]
  })
  const cause = stockCause(tx, order.link, String(row.id))
  await writeRows(devicePart, context, tx, { verb: 'change' }, taken)
  cause.ends()
}

/**
 * Keeps the parts used on an order and takes them out of stock: named as in stock where the line says nothing else, and charged at the moving
 * average of the stock. What is reserved for the order is used first, the rest of it is free again. Answers what all parts of the order cost,
 * in cents.
 */
export async function spendParts(order: PartsOrder, given: StepGiven): Promise<bigint> {
  const { context, tx, row, input, changes } = given
  const lines = (input.parts ?? []) as readonly Line[]
  // Reservations are locked before parts, as their own steps do.
  const { reservations, own } = await reservedBy(context, tx, order.link, [row.id])
  const named = new Set(lines.flatMap((line) => (line.stockPartId ? [line.stockPartId] : [])))
  const locked = await lockByRule(devicePart, ofOrders(context), tx, [...new Set([...named, ...own.keys()])])
  await refuseUnseen(context, tx, lines)
  const stock = new Map(locked.map((part) => [String(part.id), part]))
  const called = lines.map((line, index) => {
    const part = line.stockPartId ? stock.get(line.stockPartId) : undefined
    const name = line.partName ?? part?.part_name
    if (!name) throw refusalOf([{ field: `parts.${index}.partName`, label: words.partName, rule: 'required' }])
    return { ...line, name: String(name) }
  })
  const { used, charged } = priced(called, stock)
  await takeOut(given, order, lines, stock, charged, own)
  await settle(context, tx, reservations, locked, (id) =>
    lines.reduce((sum, line) => (line.stockPartId === id ? sum + line.quantity : sum), 0),
  )
  const drafts = used.map(({ stockPartId, name, quantity, price, amount }) => ({
    stockPartId: stockPartId ?? null,
    partName: name,
    quantity,
    unitPrice: price,
    amount,
  }))
  return totalWith(order, given, drafts, changes)
}

/** Adds lines of parts to an order. Answers what all its parts cost, in cents. */
async function totalWith(
  { of }: PartsOrder,
  { context, tx, row }: StepGiven,
  drafts: Parameters<typeof addLines>[5],
  changes: StepGiven['changes'],
): Promise<bigint> {
  const { totals, told } = await addLines(of, 'parts', context, tx, String(row.id), drafts)
  Object.assign(changes, told)
  return totals.partsCost === null ? mostUnits + 1n : cents(totals.partsCost)
}

/** What an order has of a part in stock: pieces, and what they were charged in cents; undefined for a part without a price. */
interface Used {
  readonly name: string
  readonly price: string | null
  readonly quantity: number
  readonly value: bigint | undefined
}

/** What an order has of each part in stock, less what was given back before. */
async function usedOn({ of }: PartsOrder, context: Context, tx: Transaction, id: string): Promise<ReadonlyMap<string, Used>> {
  const line = lineNamed(of, 'parts')
  const used = new Map<string, Used>()
  for (const one of await storedLines(line, lineEntity(line, context), tx, id)) {
    if (!one.stockPartId) continue
    const before = used.get(String(one.stockPartId))
    const amount = one.amount ?? undefined
    used.set(String(one.stockPartId), {
      name: String(one.partName),
      price: (one.unitPrice ?? null) as string | null,
      quantity: (before?.quantity ?? 0) + Number(one.quantity),
      value: amount === undefined ? before?.value : (before?.value ?? 0n) + cents(amount),
    })
  }
  return used
}

/** Pieces to give back, by part; each part once. */
function askedBack(lines: readonly Line[]): ReadonlyMap<string, number> {
  const asked = new Map<string, number>()
  for (const { stockPartId, quantity } of lines) asked.set(stockPartId!, (asked.get(stockPartId!) ?? 0) + quantity)
  return asked
}

/**
 * Puts pieces that an order took back into their stock, for what they were charged, and writes them off the order. Refuses more than it took.
 * Answers what all parts of the order cost then, in cents.
 */
export async function returnParts(order: PartsOrder, given: StepGiven): Promise<bigint> {
  const { context, tx, row, input, changes } = given
  const asked = askedBack(input.parts as readonly Line[])
  const locked = await lockByRule(devicePart, ofOrders(context), tx, [...asked.keys()])
  const stock = new Map(locked.map((part) => [String(part.id), part]))
  const used = await usedOn(order, context, tx, String(row.id))
  const back = [...asked].map(([id, pieces]) => {
    const [part, had] = [stock.get(id), used.get(id)]
    if (!part || !had) throw refusalOf([{ field: 'parts', label: partsBack.parts, rule: 'absent' }])
    if (part.is_deleted === true)
      throw new Refusal('rule', {
        zh: `配件“${part.part_name}”已删除，不能退库`,
        en: `The part “${part.part_name}” was removed, so nothing can be returned to it`,
      })
    if (pieces > had.quantity)
      throw new Refusal('rule', {
        zh: `此工单的配件“${had.name}”只有 ${had.quantity} 件可退库，不够 ${pieces}`,
        en: `Only ${had.quantity} of the part “${had.name}” can be returned from this order, not ${pieces}`,
      })
    const value = chargeOf(had, pieces)
    const [before, after] = [stockOf(part), stockWith(stockOf(part), pieces, value)]
    const set = { quantity: after.quantity, stock_value: valueText(after.value) }
    refuseBeyond(devicePart, Object.entries(set))
    const stockValue = { from: valueText(before.value), to: set.stock_value }
    const told = { quantity: { from: before.quantity, to: after.quantity }, ...(before.value === after.value ? {} : { stockValue }) }
    const draft = {
      stockPartId: id,
      partName: had.name,
      quantity: -pieces,
      unitPrice: had.price,
      amount: value === undefined ? null : decimalText(-value, 2),
    }
    return { change: { row: part, set, changes: told }, draft }
  })
  const cause = stockCause(tx, 'return', String(row.id), order.link)
  await writeRows(
    devicePart,
    ofOrders(context),
    tx,
    { verb: 'change' },
    back.map(({ change }) => change),
  )
  cause.ends()
  return totalWith(
    order,
    given,
    back.map(({ draft }) => draft),
    changes,
  )
}
