import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, ids, link, money, text, time } from '../../kit/fields/field.ts'
import { deviceStates } from '../asset/device/device-states.ts'
import { checkResults, linePostings, seenFields } from './check-results.ts'
import { lineCodeFields } from './line-codes.ts'

/** One card of a check: the book side as it was at the start, and what was seen; or a surplus, which has no book side. */
export const checkLine = entity('checkLine', {
  zh: '盘点明细',
  en: 'Check line',
  module: 'check',
  path: '/eam/deviceapplylist',
  title: 'deviceName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'check' },
  offline: {
    keep: 'write',
    scope: { by: 'task', field: 'check' },
    packs: true,
    offlineFields: [
      'check',
      'device',
      'deviceName',
      ...lineCodeFields,
      'dept',
      'bookDept',
      'bookLocation',
      'bookStatus',
      'result',
      'seenLocation',
      'seenBy',
      'seenAt',
      'isSurplus',
    ],
  },
  sort: { by: 'deviceCode' },
  fields: {
    check: link({ zh: '盘点任务', en: 'Check', to: 'checkTask', required: true, readOnly: true }),
    device: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true }),
    deviceName: text({ zh: '设备名称', en: 'Device', readOnly: true, list: true, search: true, max: 120 }),
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, code: true, max: 200 }),
    qrToken: text({ zh: '二维码', en: 'QR code', readOnly: true, max: 12 }),
    rfidCode: text({ zh: 'RFID', en: 'RFID', readOnly: true, max: 64 }),
    assetsCode: text({ zh: '国资编码', en: 'National asset code', readOnly: true, max: 60 }),
    sn: text({ zh: '出厂编号', en: 'Serial number', readOnly: true, search: true, code: true, max: 80 }),
    result: choice({ zh: '盘点结果', en: 'Result', required: true, readOnly: true, list: true, initial: 'pending', of: checkResults }),
    posting: choice({ zh: '入账', en: 'Posting', required: true, readOnly: true, list: true, initial: 'none', of: linePostings }),
    dept: link({ zh: '盘点科室', en: 'Check department', to: 'dept', readOnly: true, list: true }),
    bookDept: link({ zh: '账面科室', en: 'Recorded department', to: 'dept', readOnly: true }),
    bookLocation: link({ zh: '账面位置', en: 'Recorded location', to: 'location', readOnly: true, list: true }),
    seenLocation: link({ zh: '实盘位置', en: 'Counted location', to: 'location', readOnly: true, list: true }),
    bookStatus: choice({ zh: '账面状态', en: 'Recorded status', readOnly: true, list: true, of: deviceStates }),
    bookValue: money({ zh: '账面原值', en: 'Recorded value', readOnly: true, list: true }),
    isSurplus: flag({ zh: '账外', en: 'Not in ledger', required: true, readOnly: true }),
    seenBy: link({ zh: '盘点人', en: 'Counted by', to: 'user', readOnly: true, list: true }),
    seenAt: time({ zh: '盘点时间', en: 'Counted', readOnly: true, list: true }),
    wrongField: choice({ zh: '不符的信息', en: 'Differences', readOnly: true, of: seenFields }),
    seenValue: text({ zh: '实际的值', en: 'Actual value', readOnly: true, max: 200 }),
    reason: text({ zh: '差异原因', en: 'Reason for difference', readOnly: true, list: true, max: 200 }),
    photos: ids({ zh: '照片', en: 'Photos', to: 'file', readOnly: true, max: 9 }),
  },
})
