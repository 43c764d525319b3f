import { deviceUse } from '../entities/custody/device-use.ts'
import { measure } from '../kit/figures/measure.ts'

/** How often devices change hands, how long they are lent, and how they come back. */
export const deviceUses = measure('deviceUses', deviceUse, {
  zh: '设备交接统计',
  en: 'Hand-overs',
  module: 'custody',
  path: '/eam/measure/device-uses',
  page: '/eam/device-use',
  where: { status: 'received,returning,returned' },
  filters: ['eventType', 'status', 'fromDept', 'toDept', 'card', 'condition'],
  period: 'receivedAt',
  groups: {
    month: { by: 'receivedAt', as: 'month', words: { zh: '接收月份', en: 'Receipt month' } },
    eventType: { by: 'eventType' },
    fromDept: { by: 'fromDept' },
    toDept: { by: 'toDept' },
    card: { by: 'card' },
    condition: { by: 'condition' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '交接次数',
      en: 'Hand-overs',
      unit: 'lines',
      formula: { zh: '数据范围内已接收的交接，含已归还的借用。', en: 'Received hand-overs in your data scope, including returned loans.' },
    },
    out: {
      kind: 'count',
      where: { eventType: 'borrow', status: 'received,returning' },
      zh: '借出未还',
      en: 'Devices on loan',
      unit: 'devices',
      formula: { zh: '已借出、尚未收回的设备数。', en: 'Borrowed devices that are not taken back.' },
    },
    time: {
      kind: 'span',
      where: { eventType: 'borrow' },
      from: 'receivedAt',
      to: 'actualReturnTime',
      zh: '借用时长',
      en: 'Time on loan',
      unit: 'minutes',
      formula: {
        zh: '借用设备从接收到收回的时长之和，未收回的计到今天零点。',
        en: 'The total time of loans from receipt to return; open loans count until midnight today.',
      },
    },
    damaged: {
      kind: 'ratio',
      where: { status: 'returned' },
      part: { condition: 'damaged' },
      zh: '归还损坏率',
      en: 'Damage rate',
      unit: 'percent',
      formula: {
        zh: '损坏率 = 归还时损坏的借用 ÷ 已归还的借用。',
        en: 'Damage rate = loans returned damaged ÷ returned loans.',
      },
    },
  },
  reports: { byDept: { zh: '科室使用统计', en: 'Hand-overs by department', path: '/eam/report/use-statistics-report', group: 'toDept' } },
})
