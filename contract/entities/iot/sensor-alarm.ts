import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, decimal, flag, link, text, time } from '../../kit/fields/field.ts'
import { closings, comparisons, severities } from './alarm-kinds.ts'
import { quantities } from './sensor-kinds.ts'

const readOnly = true
const condition = { zh: '告警条件', en: 'Condition' }
const course = { zh: '告警经过', en: 'Course' }
const response = { zh: '确认与报修', en: 'Response and repair' }

/** A stretch of time in which a sensor broke a rule. There is one open at a time for a rule and a sensor. */
export const sensorAlarm = entity('sensorAlarm', {
  zh: '传感器告警',
  en: 'Sensor alarm',
  many: 'Sensor alarms',
  module: 'iot',
  path: '/iot/alarm',
  title: 'alarmTitle',
  called: ['device'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  offline: {
    keep: 'write',
    scope: { by: 'parent', field: 'device' },
    states: { responseState: ['waiting'] },
    offlineFields: [
      ...(['alarmTitle', 'alarmState', 'severity', 'device', 'sensor', 'comparison', 'quantity', 'lowerLimit', 'upperLimit'] as const),
      ...(['startedAt', 'openedAt', 'endedAt', 'peak', 'closedBecause', 'responseState'] as const),
      ...(['acknowledgedAt', 'acknowledgedBy', 'reason', 'repair'] as const),
    ],
  },
  sort: { by: 'listOrder', descending: true },
  columns: ['alarmTitle', 'alarmState', 'severity', 'device', 'openedAt', 'endedAt', 'peak', 'responseState'],
  emptyAdvice: { zh: '按告警规则自动产生', en: 'Alarms are raised by alarm rules' },
  fields: {
    alarmTitle: text({ zh: '告警', en: 'Alarm', required: true, readOnly, list: true, search: 'pinyin', max: 60 }),
    alarmState: choice({
      ...{ zh: '告警状态', en: 'Alarm status', required: true, readOnly, list: true, initial: 'open' },
      of: {
        open: { zh: '未确认', en: 'Unconfirmed', tone: 'bad' },
        acknowledged: { zh: '已确认', en: 'Confirmed', tone: 'warn' },
        closed: { zh: '已结束', en: 'Ended', tone: 'plain' },
      },
    }),
    severity: choice({ zh: '告警级别', en: 'Severity', required: true, readOnly, list: true, of: severities }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly, list: true, goesWith: true }),
    sensor: link({ zh: '传感器', en: 'Sensor', to: 'sensorConfig', required: true, readOnly, goesWith: true, list: true }),
    rule: link({ zh: '告警规则', en: 'Alarm rule', to: 'alarmRule', required: true, readOnly, goesWith: true, group: condition }),
    comparison: choice({ zh: '判断方式', en: 'Alarm when', required: true, readOnly, list: true, of: comparisons, group: condition }),
    quantity: choice({ zh: '测量量', en: 'Quantity', readOnly, of: quantities, group: condition }),
    lowerLimit: decimal({ zh: '下限', en: 'Lower limit', scale: 2, readOnly, group: condition }),
    upperLimit: decimal({ zh: '上限', en: 'Upper limit', scale: 2, readOnly, group: condition }),
    startedAt: time({ zh: '异常开始', en: 'Began', required: true, readOnly, group: course }),
    openedAt: time({ zh: '告警时间', en: 'Raised', required: true, readOnly, list: true, group: course }),
    endedAt: time({ zh: '结束时间', en: 'Ended at', readOnly, list: true, group: course }),
    peak: decimal({ zh: '极值', en: 'Peak', scale: 2, readOnly, list: true, group: course }),
    closedBecause: choice({ zh: '结束原因', en: 'Ended because', readOnly, list: true, of: closings, group: course }),
    responseState: choice({
      ...{ zh: '确认情况', en: 'Response', required: true, readOnly, list: true, initial: 'waiting', group: response },
      of: { waiting: { zh: '待说明', en: 'Reason missing', tone: 'warn' }, given: { zh: '已说明', en: 'Reason given', tone: 'good' } },
    }),
    acknowledgedAt: time({ zh: '确认时间', en: 'Confirmed at', readOnly, group: response }),
    acknowledgedBy: link({ zh: '确认人', en: 'Confirmed by', to: 'user', readOnly, group: response }),
    reason: text({ zh: '原因与处置', en: 'Reason and action', readOnly, multiline: true, max: 500, group: response }),
    escalatedAt: time({ zh: '升级时间', en: 'Escalated at', readOnly, group: response }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', readOnly, group: response }),
    /** Those that go on come first, then the newest: `1 <moment>`, `0 <moment>`. */
    listOrder: text({ zh: '排列', en: 'List order', required: true, readOnly, internal: true, max: 40 }),
  },
})

const reason = text({ zh: '原因与处置', en: 'Reason and action', required: true, multiline: true, max: 500 })
const may = 'sensorAlarm.acknowledge'
const offline = { shows: { acknowledgedAt: 'now', acknowledgedById: 'me', reason: 'said.reason' } } as const

/** An alarm is answered by a person and ends by itself. */
export const alarmFlow = machine(sensorAlarm, 'alarmState', {
  acknowledge: {
    from: ['open'],
    to: 'acknowledged',
    zh: '确认告警',
    en: 'Confirm alarm',
    may,
    // The program escalates an alarm and reports its repair while a person answers it.
    byState: true,
    offline,
    input: { reason },
  },
  /** It ended before a person answered. */
  explain: {
    from: ['closed'],
    to: same(),
    zh: '补充原因',
    en: 'Add a reason',
    may,
    only: { responseState: ['waiting'] },
    offline,
    input: { reason },
  },
  openRepair: {
    from: ['open', 'acknowledged'],
    to: same(),
    zh: '转报修',
    en: 'Report a repair',
    may,
    offline: true,
    input: {
      faultDescription: text({ zh: '故障描述', en: 'What is wrong', multiline: true, max: 1000 }),
      isStopped: flag({ zh: '设备已不能使用', en: 'Out of service' }),
    },
  },
  /** Its rule is kept again, or no longer judges the sensor. */
  close: { from: ['open', 'acknowledged'], to: 'closed', zh: '结束告警', en: 'End alarm', inner: true, input: {} },
})
