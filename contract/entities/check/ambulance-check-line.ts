import { entity } from '../../kit/entity/entity.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'
import { completeness } from './completeness.ts'

/** A life-saving device as a shift found it. */
export const ambulanceCheckLine = entity('ambulanceCheckLine', {
  zh: '急救检查明细',
  en: 'Emergency check line',
  module: 'check',
  path: '/eam/ambulance-check-line',
  title: 'itemName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'check' },
  fields: {
    check: link({ zh: '急救检查', en: 'Emergency check', to: 'ambulanceCheck', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', list: true, anywhere: true, goesWith: true }),
    itemName: text({ zh: '物品名称', en: 'Item', required: true, list: true, search: true, max: 100 }),
    lineResult: choice({ zh: '检查结果', en: 'Result', required: true, list: true, initial: 'complete', of: completeness }),
    standard: integer({ zh: '标准数量', en: 'Standard quantity', list: true, min: 0, max: 9999 }),
    quantity: integer({ zh: '实有数量', en: 'Quantity found', list: true, min: 0, max: 9999 }),
    expiresOn: date({ zh: '有效期至', en: 'Expires on', list: true }),
    note: text({ zh: '说明', en: 'Note', list: true, max: 200 }),
  },
})
