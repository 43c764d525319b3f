import { entity } from '../../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../../kit/fields/field.ts'

/** What a supplier asks for one line of a plan. */
export const purchaseQuoteLine = entity('purchaseQuoteLine', {
  zh: '供应商报价明细',
  en: 'Quote line',
  many: 'Quote lines',
  module: 'supply',
  path: '/eam/purchase-quote-line',
  title: 'itemName',
  called: ['quote'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'quote' },
  emptyAdvice: { zh: '在供应商报价中填写', en: 'They are entered in quotes' },
  fields: {
    quote: link({ zh: '供应商报价', en: 'Quote', to: 'purchaseQuote', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    planLine: link({ zh: '采购计划明细', en: 'Purchase plan line', to: 'purchasePlanLine', required: true }),
    itemName: text({ zh: '名称', en: 'Name', readOnly: true, list: true, search: true, max: 100 }),
    model: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 100 }),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', list: true, search: true, max: 100 }),
    quantity: integer({ zh: '数量', en: 'Quantity', readOnly: true, list: true }),
    unitPrice: money({ zh: '报价', en: 'Quoted price', required: true, list: true, min: 0, perUnit: true }),
    remark: text({ zh: '备注', en: 'Remark', max: 200 }),
  },
})
