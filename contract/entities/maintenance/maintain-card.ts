import { entity } from '../../kit/entity/entity.ts'
import { choice, date, decimal, flag, integer, link, text } from '../../kit/fields/field.ts'
import { pauses } from './maintain-pauses.ts'

/** What a plan means for one of its devices: when maintenance is due next, and when it was done last. */
export const maintainCard = entity('maintainCard', {
  zh: '保养台账',
  en: 'Maintenance schedule',
  many: 'Maintenance schedules',
  module: 'maintenance',
  path: '/eam/devicecardmaintain',
  title: 'cardTitle',
  called: ['device', 'plan'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  names: { submit: ['submit', 'save'] },
  softDelete: true,
  scope: { through: 'device' },
  columns: ['cardTitle', 'plan', 'nextDue', 'meterDue', 'expectedOn', 'lastDone', 'openOrder', 'pause', 'missedCount'],
  sort: { by: 'nextDue' },
  fields: {
    cardTitle: text({ zh: '保养设备', en: 'Maintained device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    plan: link({ zh: '保养计划', en: 'Maintenance plan', to: 'devicePlan', required: true, list: true, goesWith: true }),
    nextDue: date({ zh: '下次保养日期', en: 'Next due', list: true }),
    /** Where a plan by counter is due, and the day on which the average use gets there. */
    meterDue: decimal({ zh: '到期计数', en: 'Due at count', scale: 2, readOnly: true, list: true }),
    expectedOn: date({ zh: '预计到期', en: 'Expected', readOnly: true, list: true }),
    /** The count that the cycle began with. */
    meterFrom: decimal({ zh: '计数起点', en: 'Count start', scale: 2, readOnly: true }),
    lastDone: date({ zh: '上次完成', en: 'Last done', readOnly: true, list: true }),
    openOrder: link({ zh: '未完成工单', en: 'Open order', to: 'maintainOrder', readOnly: true, list: true, goesWith: true }),
    pause: choice({ zh: '暂停原因', en: 'Paused because', readOnly: true, list: true, of: pauses }),
    missedCount: integer({ zh: '漏做次数', en: 'Missed', readOnly: true, list: true, min: 0 }),
    /** The day that the cycle is counted from. */
    anchorDay: date({ zh: '周期起点', en: 'Cycle start', readOnly: true }),
    /** Added by a person, so that it stays though its device does not meet the conditions of the plan. */
    isManual: flag({ zh: '手工加入', en: 'Added by hand', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
