import { mostSerial, serialless, serialsIn } from '#contract/codes/serials.ts'
import { purchaseOrder, purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { purchaseReceiving } from '#contract/entities/supply/purchase-rules.ts'
import { codeKey, isNumbered, searchForm } from '#contract/kit/text/one-writing.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { apply } from '#server/kit/steps/step.ts'
import { rule } from './refusals.ts'

/** A line of an arrival, as far as its numbers and codes are checked. */
export interface ArrivalLine {
  readonly name: string
  readonly manufacturer: string | null
  readonly received: number
  readonly refused: number
  readonly reason: string | null
  readonly serials: readonly string[]
}

/** A stored line of an arrival, joined with that of its order. */
export const arrivalLineOf = (row: Row): ArrivalLine => ({
  name: String(row.item_name),
  manufacturer: (row.manufacturer as string | null) || null,
  received: Number(row.received_quantity ?? 0),
  refused: Number(row.refused_quantity ?? 0),
  reason: (row.refuse_reason as string | null) || null,
  serials: serialsIn(row.serials as string | null),
})

const makerKey = (maker: unknown): string => searchForm(String(maker ?? '').trim())

/** Whether two devices with one serial number would be the same: of one maker, or where one says none. */
const isAlike = (one: unknown, other: unknown): boolean =>
  makerKey(one) === '' || makerKey(other) === '' || makerKey(one) === makerKey(other)

/** The lines with serial numbers of received and accepted arrivals but one that made no cards yet. */
const notEntered = `select l.serials, o.manufacturer, a.arrival_no from order_arrival_line l
  join order_arrival a on a.tenant_id = l.tenant_id and a.id = l.arrival_id
  join purchase_order_line o on o.tenant_id = l.tenant_id and o.id = l.order_line_id
  where a.tenant_id = $1 and a.id is distinct from $2 and not a.is_deleted and a.arrival_state in ('received', 'accepted') and l.serials is not null
    and not exists (select 1 from warehouse_entry e where e.tenant_id = a.tenant_id and e.arrival_id = a.id and e.entry_status = 'done' and not e.is_deleted)
  order by a.arrival_no`

/**
 * Refuses serial numbers of an arrival that are too many, too long, twice in it, on a card of the hospital, or in another arrival that has
 * no cards yet. A new arrival has no id.
 */
export async function refuseSerials(tx: Transaction, arrivalId: unknown, lines: readonly ArrivalLine[]): Promise<void> {
  const all = lines.flatMap(({ serials, manufacturer }) => serials.map((code) => ({ code, key: codeKey(code), manufacturer })))
  for (const { name, serials, received } of lines)
    if (serials.length > received)
      throw rule(
        `“${name}”收货 ${received} 件，出厂编号却有 ${serials.length} 个`,
        `“${name}” has ${serials.length} serial numbers for ${received} pieces`,
      )
  const long = all.find(({ code }) => code.length > mostSerial)
  if (long)
    throw rule(
      `出厂编号“${long.code}”超过 ${mostSerial} 个字符`,
      `The serial number “${long.code}” is longer than ${mostSerial} characters`,
    )
  const seen = new Map<string, (string | null)[]>()
  for (const { code, key, manufacturer } of all.filter(({ code }) => isNumbered(code))) {
    const before = seen.get(key) ?? []
    if (before.some((maker) => isAlike(maker, manufacturer)))
      throw rule(`出厂编号“${code}”重复`, `The serial number “${code}” is there twice`)
    seen.set(key, [...before, manufacturer])
  }
  if (seen.size === 0) return
  const { rows } = await tx.run({
    text: 'select sn_key, sn, device_code, manufacturer from device where tenant_id = $1 and sn_key = any($2::text[]) and not is_deleted order by device_code',
    values: [tx.tenantId, [...seen.keys()]],
  })
  const known = rows.find((row) => seen.get(String(row.sn_key))!.some((maker) => isAlike(maker, row.manufacturer)))
  if (known)
    throw rule(
      `出厂编号“${known.sn}”已登记在设备 ${known.device_code} 上`,
      `The serial number “${known.sn}” is already on device ${known.device_code}`,
    )
  const { rows: others } = await tx.run({ text: notEntered, values: [tx.tenantId, arrivalId] })
  for (const { serials, manufacturer, arrival_no: no } of others)
    for (const code of serialsIn(String(serials)))
      if (seen.get(codeKey(code))?.some((maker) => isAlike(maker, manufacturer)))
        throw rule(`出厂编号“${code}”已登记在到货单 ${no} 上`, `The serial number “${code}” is already in the arrival ${no}`)
}

/** Refuses pieces that are turned away without a reason. */
export function refuseUnreasoned(lines: readonly ArrivalLine[]): void {
  const silent = lines.find(({ refused, reason }) => refused > 0 && !reason)
  if (silent) throw rule(`请填写“${silent.name}”的拒收原因`, `Say why pieces of “${silent.name}” are refused`)
}

/** Refuses a GS1 code that names a product without a serial number: it would be kept as the serial number of a piece. */
export function refuseSerialless(text: unknown): void {
  const bare = serialless(text as string | null)
  if (bare)
    throw rule(
      `条码“${bare}”只有产品标识，没有序列号，请扫描带序列号的条码或手工输入`,
      `The code “${bare}” names a product but no serial number. Scan a code with a serial number, or type it`,
    )
}

/** The stored lines of an arrival with what the lines of its order say. */
export async function linesOfArrival(tx: Transaction, arrivalId: unknown): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select a.*, o.model, o.manufacturer, o.registration_no, o.unit_price, o.warranty_months from order_arrival_line a
      join purchase_order_line o on o.tenant_id = a.tenant_id and o.id = a.order_line_id
      where a.tenant_id = $1 and a.arrival_id = $2 order by a.place`,
    values: [tx.tenantId, arrivalId],
  })
  return rows
}

/**
 * Counts what came of an order by an arrival (`sign` 1), or takes it back (-1), under the lock of the order. Refuses more than was ordered,
 * and an order that is over; what goes back of a closed one is not wanted again, so that the plan gets it back.
 */
export async function countArrival(context: Context, tx: Transaction, arrival: Row, lines: readonly Row[], sign: 1 | -1): Promise<Row> {
  const by = asSystem(context, purchaseReceiving)
  const [order] = await lockByRule(purchaseOrder, by, tx, [arrival.order_id])
  const state = String(order!.order_status)
  const isClosed = state === 'closed' && sign < 0
  if (!(isClosed || ['placed', 'partly', 'arrived'].includes(state)) || order!.is_deleted === true) {
    const { zh, en } = purchaseOrdering.states[state]!
    throw rule(
      `采购订单“${order!.order_no}”当前状态为“${zh}”，不能登记到货`,
      `The order “${order!.order_no}” is “${en}” and takes no arrivals`,
    )
  }
  const own = new Map(lines.map((line) => [String(line.order_line_id), Number(line.received_quantity ?? 0)]))
  const kept = await changeLines(purchaseOrder, 'lines', by, tx, String(order!.id), (line) => {
    const pieces = own.get(line.id) ?? 0
    if (pieces === 0) return undefined
    const before = Number(line.receivedQuantity ?? 0)
    const cancelled = Number(line.cancelledQuantity ?? 0)
    const rest = Number(line.quantity) - cancelled - before
    if (sign > 0 && pieces > rest)
      throw rule(
        `采购订单“${order!.order_no}”的“${line.itemName}”还可收货 ${rest} 件，本次为 ${pieces} 件`,
        `The order “${order!.order_no}” has ${rest} of “${line.itemName}” left to receive, not ${pieces}`,
      )
    return { receivedQuantity: before + sign * pieces, ...(isClosed && { cancelledQuantity: cancelled + pieces }) }
  })
  const sum = (of: (line: Row) => number): number => kept.lines.reduce((all, line) => all + of(line), 0)
  const receivedTotal = sum((line) => Number(line.receivedQuantity ?? 0))
  const wanted = sum((line) => Number(line.quantity) - Number(line.cancelledQuantity ?? 0))
  const [to, next] =
    receivedTotal === 0
      ? (['placed', 'receiveNone'] as const)
      : receivedTotal < wanted
        ? (['partly', 'receiveSome'] as const)
        : (['arrived', 'receiveAll'] as const)
  const name = isClosed || state === to ? 'count' : next
  await apply(purchaseOrdering, name, by, tx, order!, { receivedTotal })
  return order!
}
