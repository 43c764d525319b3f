import { entity } from '../../kit/entity/entity.ts'
import { integer, link, money, text } from '../../kit/fields/field.ts'

/** A part used in a repair, as it was named and priced then. */
export const repairPart = entity('repairPart', {
  zh: '维修用配件',
  en: 'Repair part',
  module: 'service',
  path: '/eam/repair-part',
  title: 'partName',
  table: 'tenant',
  append: true,
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'repair' },
  fields: {
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', required: true, list: true }),
    stockPart: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart' }),
    partName: text({ zh: '配件名称', en: 'Part', required: true, list: true, search: true, max: 100 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1 }),
    unitPrice: money({ zh: '单价', en: 'Unit price', min: 0, list: true, perUnit: true }),
    // Pieces of a stock cost its average of that moment, which the price to the cent only shows.
    amount: money({ zh: '金额', en: 'Amount', min: 0, list: true }),
  },
})
