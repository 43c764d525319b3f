import { entity } from '../../kit/entity.ts'
import { choice, link, text, time } from '../../kit/field.ts'
import { deviceStates } from '../asset/device-states.ts'
import { checkResults } from './check-results.ts'

/** One card of a check: the book side as it was at the start, and what was seen. */
export const checkLine = entity('checkLine', {
  zh: '盘点明细',
  en: 'Check line',
  area: 'check',
  path: '/eam/deviceapplylist',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'check' },
  offline: {
    keep: 'write',
    scope: { by: 'task', field: 'check' },
    slim: ['check', 'device', 'deviceName', 'deviceCode', 'bookDept', 'bookLocation', 'bookStatus', 'result', 'seenLocation', 'seenAt'],
  },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
    deviceName: text({ zh: '设备名称', en: 'Device', readOnly: true, list: true, search: true, max: 120 }),
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, max: 60 }),
    bookDept: link({ zh: '账面科室', en: 'Department on the book', to: 'dept', readOnly: true, list: true }),
    bookLocation: link({ zh: '账面位置', en: 'Location on the book', to: 'location', readOnly: true, list: true }),
    bookStatus: choice({ zh: '账面状态', en: 'State on the book', readOnly: true, list: true, of: deviceStates }),
    result: choice({ zh: '盘点结果', en: 'Result', required: true, readOnly: true, list: true, initial: 'pending', of: checkResults }),
    seenLocation: link({ zh: '实际位置', en: 'Seen at', to: 'location', readOnly: true, list: true }),
    seenBy: link({ zh: '盘点人', en: 'Counted by', to: 'user', readOnly: true, list: true }),
    seenAt: time({ zh: '盘点时间', en: 'Counted', readOnly: true, list: true }),
    note: text({ zh: '备注', en: 'Note', readOnly: true, max: 200 }),
  },
})
