import { purchaseQuote } from '../../entities/supply/quotes/purchase-quote.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { link } from '../../kit/fields/field.ts'

/** The quotes of a plan side by side: a line of the plan in each row, a supplier in each column. */
export const compareQuotes = call('purchaseQuote.compare', {
  module: 'supply',
  zh: '比较报价',
  en: 'Compare quotes',
  method: 'GET',
  path: `${purchaseQuote.path}/compare`,
  may: 'purchaseQuote.list',
  reads: ['purchaseQuote', 'purchaseQuoteLine', 'purchasePlan', 'purchasePlanLine', 'supplier'],
  input: { plan: link({ zh: '采购计划', en: 'Purchase plan', to: 'purchasePlan', required: true }) },
  answers: one({
    planId: out.text,
    planTitle: out.text,
    /** Quotes that an order of more than the limit needs; none: the hospital has set no limit. */
    needed: out.nullable(out.number),
    limit: out.nullable(out.text),
    lines: out.list({
      id: out.text,
      name: out.text,
      quantity: out.number,
      planned: out.nullable(out.text),
      lowest: out.nullable(out.text),
    }),
    quotes: out.list({
      id: out.text,
      quoteNo: out.text,
      supplierName: out.text,
      isChosen: out.boolean,
      /** Why the supplier cannot be chosen, in the language of the reader. */
      problem: out.nullable(out.text),
      validUntil: out.nullable(out.text),
      deliveryDays: out.nullable(out.number),
      warrantyMonths: out.nullable(out.number),
      total: out.text,
      isComplete: out.boolean,
      /** Among the quotes of all lines. */
      isLowest: out.boolean,
      prices: out.map(out.text),
    }),
  }),
})
