import { compareQuotes } from '#contract/calls/supply/quotes.ts'
import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import { purchasePlanLine } from '#contract/entities/supply/purchase-plan-line.ts'
import { purchaseQuote } from '#contract/entities/supply/quotes/purchase-quote.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, productOf } from '#contract/kit/fields/amount.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { quoteLimitKey, quotesNeededKey, quotesNeededOf } from '#contract/params.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { endedLicences } from '../orders/order-supplier.ts'

type Compared = AnswerOf<typeof compareQuotes>
type Quote = Compared['quotes'][number]

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))
const count = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))

/** Why a quote cannot be chosen; none where it can. */
function problemOf(row: Row, today: string, { language }: Context): string | null {
  const words =
    Number(row.is_blacklisted) === 1
      ? { zh: '黑名单', en: 'Blacklisted' }
      : Number(row.is_inactive) === 1 || row.supplier_gone === true
        ? { zh: '已停用', en: 'Inactive' }
        : row.is_unlicensed === true
          ? { zh: '资质已到期', en: 'Licence expired' }
          : row.valid_until && String(row.valid_until) < today
            ? { zh: '报价已过期', en: 'Quote expired' }
            : undefined
  return words ? words[language] : null
}

const lowestOf = (amounts: readonly bigint[]): bigint | undefined => [...amounts].sort((one, other) => Number(one - other))[0]

/** The quotes of a plan side by side, the complete ones with the lowest total marked, and the lowest price of each line. */
function comparison(context: Context): ReadPlan<Compared> {
  const { actor, occurredAt } = context
  const { planId } = read(compareQuotes.input, context.input)
  const today = homeDay(occurredAt)
  // What the hospital hides is left out here, too.
  const [ofLine, ofQuote] = [actor.settings.view(purchasePlanLine).fields, actor.settings.view(purchaseQuote).fields]
  const seen = (of: typeof purchasePlan | typeof purchaseQuote, alias: string, into: Parameters) => {
    const scope = scopeSql(of, actor, alias, into)
    return scope ? ` and ${scope}` : ''
  }
  const [plans, quotes] = [new Parameters(), new Parameters()]
  const planText = `select p.id as plan, p.plan_title, l.id, l.device_name, l.quantity, l.unit_price from purchase_plan p
    left join purchase_plan_line l on l.tenant_id = p.tenant_id and l.plan_id = p.id
    where p.tenant_id = ${plans.add(actor.tenantId)} and p.id = ${plans.add(planId)} and not p.is_deleted${seen(purchasePlan, 'p', plans)} order by l.place`
  const tenant = quotes.add(actor.tenantId)
  const quoteText = `select q.id, q.quote_no, q.quote_state, q.valid_until::text as valid_until, q.delivery_days, q.warranty_months, q.amount_total,
      s.supplier_name, s.is_blacklisted, s.is_inactive, s.is_deleted as supplier_gone,
      exists (${endedLicences(tenant, 's.id', today, quotes)}) as is_unlicensed,
      (select jsonb_object_agg(l.plan_line_id, l.unit_price::text) from purchase_quote_line l where l.tenant_id = q.tenant_id and l.quote_id = q.id) as prices
    from purchase_quote q join supplier s on s.tenant_id = q.tenant_id and s.id = q.supplier_id
    where q.tenant_id = ${tenant} and q.plan_id = ${quotes.add(planId)} and not q.is_deleted${seen(purchaseQuote, 'q', quotes)} order by q.amount_total, q.quote_no`
  return {
    queries: [
      { text: planText, values: plans.values },
      { text: quoteText, values: quotes.values },
      {
        text: 'select param_key, param_value from param where tenant_id = $1 and param_key = any($2::text[]) and not is_deleted',
        values: [actor.tenantId, [quoteLimitKey, quotesNeededKey]],
      },
    ],
    answer([plan, found, params]) {
      const lines = plan!.rows.filter((row) => row.id)
      if (!plan!.rows[0]) throw new Refusal('not_found', { what: purchasePlan })
      const value = (key: string) => params!.rows.find((row) => row.param_key === key)?.param_value
      const limit = text(value(quoteLimitKey)) || null
      const made = found!.rows.map((row): Omit<Quote, 'isLowest'> => {
        const prices = (row.prices ?? {}) as Record<string, string>
        return {
          ...{ id: String(row.id), quoteNo: String(row.quote_no), supplierName: String(row.supplier_name) },
          ...{ isChosen: row.quote_state === 'chosen', problem: problemOf(row, today, context) },
          ...{
            validUntil: 'validUntil' in ofQuote ? text(row.valid_until) : null,
            deliveryDays: 'deliveryDays' in ofQuote ? count(row.delivery_days) : null,
            warrantyMonths: 'warrantyMonths' in ofQuote ? count(row.warranty_months) : null,
            total: String(row.amount_total ?? '0.00'),
          },
          ...{ isComplete: lines.every((line) => String(line.id) in prices), prices },
        }
      })
      const least = lowestOf(made.flatMap((one) => (one.isComplete ? [cents(one.total)] : [])))
      return {
        ...{ planId: String(planId), planTitle: String(plan!.rows[0].plan_title) },
        ...{ limit, needed: limit === null ? null : quotesNeededOf(value(quotesNeededKey)) },
        lines: lines.map((line) => {
          const asked = made.flatMap(({ prices }) => prices[String(line.id)] ?? [])
          const lowest = lowestOf(asked.map((one) => productOf([one], 2) ?? 0n))
          return {
            ...{ id: String(line.id), name: String(line.device_name), quantity: Number(line.quantity) },
            planned: 'unitPrice' in ofLine ? text(line.unit_price) : null,
            lowest: asked.find((one) => cents(one) === lowest) ?? null,
          }
        }),
        quotes: made.map((one) => ({ ...one, isLowest: one.isComplete && cents(one.total) === least })),
      }
    },
  }
}

export const quoteAnswers: readonly Answer[] = [answer(compareQuotes, { read: comparison })]
