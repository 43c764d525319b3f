import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, flag, ids, integer, link, text, time } from '../../kit/fields/field.ts'
import { comparisons, limited, severities } from './alarm-kinds.ts'
import { quantities, sensorKinds } from './sensor-kinds.ts'

const condition = { zh: '告警条件', en: 'Condition' }
const target = { zh: '适用范围', en: 'Applies to' }
const telling = { zh: '告警通知', en: 'Notices' }
const handling = { zh: '升级与报修', en: 'Escalation and repair' }

/** When readings of sensors raise an alarm, and what follows. A target field that is empty limits nothing. */
export const alarmRule = entity('alarmRule', {
  zh: '告警规则',
  en: 'Alarm rule',
  many: 'Alarm rules',
  module: 'iot',
  path: '/iot/alarm-rule',
  title: 'ruleName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { dept: 'dept' },
  columns: ['ruleName', 'ruleState', 'severity', 'comparison', 'quantity', 'lowerLimit', 'upperLimit', 'holdMinutes', 'dept'],
  fields: {
    ruleName: text({ zh: '规则名称', en: 'Name', required: true, list: true, search: 'pinyin', unique: true, max: 60 }),
    ruleState: choice({
      ...{ zh: '规则状态', en: 'Rule status', required: true, list: true, initial: 'active' },
      of: { active: { zh: '启用', en: 'Active', tone: 'good' }, inactive: { zh: '停用', en: 'Inactive', tone: 'plain' } },
    }),
    severity: choice({ zh: '告警级别', en: 'Severity', required: true, list: true, initial: 'major', of: severities }),
    comparison: choice({ zh: '判断方式', en: 'Alarm when', required: true, list: true, of: comparisons, group: condition }),
    quantity: choice({
      ...{ zh: '测量量', en: 'Quantity', list: true, of: quantities, group: condition },
      when: { field: 'comparison', is: limited },
    }),
    lowerLimit: decimal({
      ...{ zh: '下限', en: 'Lower limit', scale: 2, list: true, group: condition },
      when: { field: 'comparison', is: ['under', 'outside'] },
    }),
    upperLimit: decimal({
      ...{ zh: '上限', en: 'Upper limit', scale: 2, list: true, group: condition },
      when: { field: 'comparison', is: ['over', 'outside'] },
    }),
    /** How far a value comes back within the limits, in its unit or in meters, before the alarm ends. */
    hysteresis: decimal({
      ...{ zh: '恢复回差', en: 'Hysteresis', scale: 2, min: 0, group: condition },
      when: { field: 'comparison', is: [...limited, 'leftFence'] },
    }),
    holdMinutes: integer({
      ...{ zh: '持续时间（分钟）', en: 'Holds for (min)', required: true, list: true, min: 0, max: 43_200, group: condition },
    }),
    sensorKind: choice({ zh: '传感器类型', en: 'Sensor type', of: sensorKinds, group: target }),
    sensor: link({ zh: '传感器', en: 'Sensor', to: 'sensorConfig', goesWith: true, group: target }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', group: target }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', list: true, group: target }),
    tellsKeeper: flag({ zh: '通知设备保管人', en: 'Tell the keeper', group: telling }),
    people: ids({ zh: '通知人员', en: 'People to tell', to: 'user', max: 20, group: telling }),
    role: link({ zh: '通知角色', en: 'Role to tell', to: 'role', group: telling }),
    escalateMinutes: integer({ zh: '升级时限（分钟）', en: 'Escalate after (min)', min: 1, max: 43_200, group: handling }),
    escalatePeople: ids({ zh: '升级通知人员', en: 'Escalate to people', to: 'user', max: 20, group: handling }),
    escalateRole: link({ zh: '升级通知角色', en: 'Escalate to role', to: 'role', group: handling }),
    opensRepair: flag({ zh: '自动报修', en: 'Report a repair', group: handling }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    /** Readings before this moment are not judged: the condition or the target was another one. */
    judgesFrom: time({ zh: '生效时间', en: 'In force since', readOnly: true }),
  },
})
