import { entity } from '../../kit/entity.ts'
import { integer, link, money, text } from '../../kit/field.ts'

/** What a budget is asked for. */
export const purchaseBudgetLine = entity('purchaseBudgetLine', {
  zh: '采购预算明细',
  en: 'Line of a purchase budget',
  area: 'supply',
  path: '/eam/device-purchase-budget-list',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'budget' },
  fields: {
    budget: link({ zh: '采购预算', en: 'Budget', to: 'purchaseBudget', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'Place', required: true, readOnly: true }),
    deviceName: text({ zh: '设备名称', en: 'Device', required: true, list: true, search: true, max: 100 }),
    specification: text({ zh: '规格', en: 'Specification', list: true, max: 200 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1, max: 99999 }),
    unit: text({ zh: '单位', en: 'Unit', list: true, max: 20 }),
    unitPrice: money({ zh: '预计单价', en: 'Unit price', list: true, min: 0, perUnit: true }),
    purpose: text({ zh: '用途', en: 'Purpose', multiline: true, max: 500 }),
  },
})
