import { purchaseOrder, purchaseOrdering } from '#contract/entities/supply/purchase-order.ts'
import { cents, decimalText, productOf } from '#contract/kit/fields/amount.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { isAboveLimit, quoteLimitKey, quotesNeededKey, quotesNeededOf } from '#contract/params.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { paramOf } from '#server/features/settings/public.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { changeLines } from '#server/kit/lines/write-lines.ts'
import { step } from '#server/kit/steps/step.ts'
import { rule } from '../orders/refusals.ts'
import { nameKey } from '../orders/waiting.ts'

/** The chosen quote of a supplier for a plan, with its lines. */
interface Chosen {
  readonly quote: Row
  /** The line of the quote for a line of an order: of its name, and among these of its model. */
  readonly lineOf: (line: Row) => Row | undefined
}

/** A supplier has one quote for a plan; undefined while that is not chosen. */
export async function chosenQuote(tx: Transaction, planId: unknown, supplierId: unknown): Promise<Chosen | undefined> {
  const { rows } = await tx.run({
    text: `select l.*, p.model as plan_model, q.id as quote, q.delivery_days, q.warranty_months from purchase_quote q
        join purchase_quote_line l on l.tenant_id = q.tenant_id and l.quote_id = q.id
        join purchase_plan_line p on p.tenant_id = l.tenant_id and p.id = l.plan_line_id
      where q.tenant_id = $1 and q.plan_id = $2 and q.supplier_id = $3 and q.quote_state = 'chosen' and not q.is_deleted order by l.place`,
    values: [tx.tenantId, planId, supplierId],
  })
  if (!rows[0]) return undefined
  return {
    quote: rows[0],
    lineOf: (line) => {
      const named = rows.filter((row) => nameKey(row.item_name) === nameKey(line.itemName))
      const model = nameKey(line.model ?? '')
      return named.find((row) => [row.plan_model, row.model].some((one) => nameKey(one ?? '') === model)) ?? named[0]
    },
  }
}

/** Lines that the plan fills in, as the supplier offers them; what it does not offer is left out. */
export function asQuoted(drafts: readonly Record<string, unknown>[], chosen: Chosen | undefined): readonly Record<string, unknown>[] {
  if (!chosen) return drafts
  return drafts.flatMap((draft) => {
    const of = chosen.lineOf(draft)
    return of ? [{ ...draft, model: of.model, manufacturer: of.manufacturer, unitPrice: of.unit_price }] : []
  })
}

/** The quote, and by how much these lines of an order differ from it. */
function differenceFrom(chosen: Chosen | undefined, lines: readonly Row[]): Row {
  let difference = 0n
  for (const line of lines) {
    const of = chosen?.lineOf(line)
    if (of) difference += (cents(line.unitPrice) - cents(of.unit_price)) * BigInt(Number(line.quantity))
  }
  return { quote_id: chosen?.quote.quote ?? null, quote_difference: chosen ? decimalText(difference, 2) : null }
}

/** Writes beside each line what was quoted, and answers the quote and by how much the order differs from it. */
export function holdAgainst({ lines }: HookLines, chosen: Chosen | undefined): Row {
  const after = lines!.after as unknown as Row[]
  for (const line of after) line.quotedPrice = chosen?.lineOf(line)?.unit_price ?? null
  return differenceFrom(chosen, after)
}

/** Delivery and warranty of the quote, where a draft says nothing. */
export const termsOf = (chosen: Chosen | undefined, draft: Row, occurredAt: Date): Row =>
  chosen
    ? {
        delivery_due:
          draft.deliveryDue ??
          (chosen.quote.delivery_days === null ? null : daysAfter(homeDay(occurredAt), Number(chosen.quote.delivery_days))),
        warranty_months: draft.warrantyMonths ?? chosen.quote.warranty_months,
      }
    : {}

const amountOf = ({ lines }: HookLines): bigint =>
  (lines!.after as readonly Row[]).reduce((all, line) => all + (productOf([line.quantity, line.unitPrice], 2) ?? 0n), 0n)

// Who allowed a single source has seen this supplier and this amount.
hook(
  purchaseOrder,
  {
    async beforeChange(_context, _tx, { row, draft, lines }) {
      if (!row.single_reason) return undefined
      const isOther = [
        ['planId', row.plan_id],
        ['supplierId', row.supplier_id],
      ].some(([name, before]) => String(name) in draft && draft[String(name)] !== before)
      if (!isOther && amountOf(lines) <= cents(row.amount_total)) return undefined
      return { single_reason: null, single_by_id: null, single_at: null }
    },
  },
  10,
)

step(purchaseOrdering, 'allowSingle', async ({ context, input }) => ({
  ...{ single_reason: input.singleReason, single_by_id: context.actor.userId, single_at: context.occurredAt },
}))

/** How many suppliers quoted for the pieces of an order, by name, and whether the quote of its own supplier is chosen. */
const quoted = `select lower(btrim(l.item_name)) as name, count(distinct q.supplier_id)::int as suppliers,
    coalesce(bool_or(q.supplier_id = $3 and q.quote_state = 'chosen'), false) as is_chosen
  from purchase_quote_line l join purchase_quote q on q.tenant_id = l.tenant_id and q.id = l.quote_id and not q.is_deleted
  where q.tenant_id = $1 and q.plan_id = $2 group by 1`

/** What other orders of the plan at the same supplier come to: an order that is split stays above the limit. */
const ordered = `select coalesce(sum(amount_total), 0) as total from purchase_order where tenant_id = $1 and plan_id = $2 and supplier_id = $3 and id <> $4
  and not is_deleted and order_status in ('placed', 'partly', 'arrived', 'closed')`

// The plan is locked, so that two halves of an order at once are counted one after the other.
step(
  purchaseOrdering,
  'place',
  async ({ tx, row }) => {
    const limit = await paramOf(tx, quoteLimitKey)
    if (!limit || row.single_reason) return undefined
    const of = [tx.tenantId, row.plan_id, row.supplier_id]
    const { rows: sums } = await tx.run({ text: ordered, values: [...of, row.id] })
    const amount = decimalText(cents(row.amount_total) + cents(sums[0]!.total), 2)
    if (!isAboveLimit(amount, limit)) return undefined
    const needed = quotesNeededOf(await paramOf(tx, quotesNeededKey))
    const [{ rows }, { rows: lines }] = await Promise.all([
      tx.run({ text: quoted, values: of }),
      tx.run({
        text: 'select item_name from purchase_order_line where tenant_id = $1 and order_id = $2 order by place',
        values: [tx.tenantId, row.id],
      }),
    ])
    const found = new Map(rows.map((one) => [String(one.name), one]))
    const single = { zh: '或由有权限的人员说明单一来源理由', en: 'or have a single source allowed with a reason' }
    for (const { item_name: name } of lines) {
      const one = found.get(nameKey(name))
      const suppliers = Number(one?.suppliers ?? 0)
      if (suppliers < needed)
        throw rule(
          `该计划向此供应商采购 ${amount} 元，超过 ${limit} 元，“${name}”需要 ${needed} 家报价，现有 ${suppliers} 家；请补充报价，${single.zh}`,
          `${amount} is ordered of this supplier by the plan, more than ${limit}: “${name}” needs ${needed} quotes and has ${suppliers}. Enter more quotes, ${single.en}`,
        )
      if (one?.is_chosen !== true)
        throw rule(
          `该计划向此供应商采购 ${amount} 元，超过 ${limit} 元，但“${name}”没有选定此供应商的报价；请先选定，${single.zh}`,
          `${amount} is ordered of this supplier by the plan, more than ${limit}, and its quote for “${name}” is not chosen. Choose it first, ${single.en}`,
        )
    }
    return undefined
  },
  10,
)

// A draft may be older than the choice, or than its withdrawal. The plan is locked, as at both.
step(
  purchaseOrdering,
  'place',
  async ({ context, tx, row, changes }) => {
    const chosen = await chosenQuote(tx, row.plan_id, row.supplier_id)
    const { lines, told } = await changeLines(purchaseOrder, 'lines', context, tx, String(row.id), (line) => {
      const quotedPrice = chosen?.lineOf(line)?.unit_price ?? null
      return quotedPrice === (line.quotedPrice ?? null) ? undefined : { quotedPrice }
    })
    Object.assign(changes, told)
    return differenceFrom(chosen, lines)
  },
  20,
)
