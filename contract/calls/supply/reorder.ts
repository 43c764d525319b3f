import { purchasePlan } from '../../entities/supply/purchase-plan.ts'
import { one, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { ids, integer, link } from '../../kit/fields/field.ts'

/** Drafts a purchase plan of what these parts in stock lack. A part that an open plan brings is refused. */
export const planParts = call('purchasePlan.ofParts', {
  module: 'supply',
  zh: '生成采购计划',
  en: 'Make purchase plan',
  method: 'POST',
  path: `${purchasePlan.path}/of-parts`,
  may: 'purchasePlan.submit',
  writes: true,
  changes: ['purchasePlan', 'purchasePlanLine', 'devicePart'],
  answers: one(saved),
  input: {
    ids: ids({ zh: '库存配件', en: 'Parts in stock', to: 'devicePart', required: true, max: 500 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', required: true }),
    planYear: integer({ zh: '计划年度', en: 'Year', as: 'year', min: 2000, max: 2100 }),
  },
})
