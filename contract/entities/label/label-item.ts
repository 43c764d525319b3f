import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, text } from '../../kit/fields/field.ts'

export const printKinds = { first: { zh: '首次打印', en: 'First print' }, reprint: { zh: '补打', en: 'Reprint' } } as const

/** The label of one card, room or set in one printing. Never changed afterwards. */
export const labelItem = entity('labelItem', {
  zh: '标签打印明细',
  en: 'Printed label',
  many: 'Printed labels',
  module: 'asset',
  path: '/eam/label-item',
  title: 'targetName',
  table: 'tenant',
  verbs: ['list'],
  append: true,
  scope: { through: 'device' },
  fields: {
    targetName: text({ zh: '打印对象', en: 'Printed for', required: true, readOnly: true, list: true, max: 250 }),
    printKind: choice({ zh: '首次或补打', en: 'First print or reprint', required: true, readOnly: true, list: true, of: printKinds }),
    copies: integer({ zh: '份数', en: 'Copies', required: true, readOnly: true, list: true, min: 1 }),
    reason: text({ zh: '补打原因', en: 'Reprint reason', readOnly: true, list: true, max: 200 }),
    user: link({ zh: '打印人', en: 'By', to: 'user', required: true, readOnly: true, list: true }),
    print: link({ zh: '打印记录', en: 'Print', to: 'labelPrint', required: true, readOnly: true }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', readOnly: true }),
    location: link({ zh: '房间', en: 'Room', to: 'location', readOnly: true }),
    deviceSet: link({ zh: '设备套组', en: 'Device set', to: 'deviceSet', readOnly: true }),
    seq: integer({ zh: '序号', en: 'Order', required: true, readOnly: true, min: 1 }),
  },
})
