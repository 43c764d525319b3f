import { integer, money, text } from '../../kit/fields/field.ts'

/** What lines of budgets and of plans say of a device that is to be bought. */
export const purchaseItem = {
  deviceName: text({ zh: '设备名称', en: 'Device', required: true, list: true, search: true, max: 100 }),
  specification: text({ zh: '规格', en: 'Specification', list: true, max: 200 }),
  quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1, max: 99999 }),
  unit: text({ zh: '单位', en: 'Unit', list: true, max: 20 }),
  unitPrice: money({ zh: '预计单价', en: 'Unit price', list: true, min: 0, perUnit: true }),
  purpose: text({ zh: '用途', en: 'Purpose', multiline: true, max: 500 }),
} as const
