import { entity } from '../../kit/entity/entity.ts'
import { integer, link } from '../../kit/fields/field.ts'
import { purchaseItem } from './purchase-item.ts'

/** What a budget is asked for. */
export const purchaseBudgetLine = entity('purchaseBudgetLine', {
  zh: '采购预算明细',
  en: 'Purchase budget line',
  module: 'supply',
  path: '/eam/device-purchase-budget-list',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'budget' },
  fields: {
    budget: link({ zh: '采购预算', en: 'Budget', to: 'purchaseBudget', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    ...purchaseItem,
  },
})
