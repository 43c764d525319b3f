import { entity } from '../../kit/entity/entity.ts'
import { choice, date, decimal, flag, ids, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { pauses } from './maintain-pauses.ts'
import { maintainStates, openMaintainStates } from './maintain-states.ts'

const work = { zh: '执行', en: 'Work' }
const cost = { zh: '费用', en: 'Cost' }
const done = { zh: '保养结果', en: 'Maintenance result' }

/** One maintenance of a device, from the day it is due to its end. */
export const maintainOrder = entity('maintainOrder', {
  zh: '保养工单',
  en: 'Maintenance order',
  many: 'Maintenance orders',
  module: 'maintenance',
  path: '/eam/eventtypemaintain',
  title: 'orderNo',
  called: ['device', 'plan'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  names: { submit: ['save', 'update', 'submit'] },
  softDelete: true,
  scope: { dept: 'useDept', persons: ['assignee'], team: { by: 'team', members: 'members' } },
  columns: ['orderNo', 'orderState', 'device', 'useDept', 'dueDate', 'assignee'],
  sort: { by: 'createTime', descending: true },
  lines: [{ en: 'Parts used', entity: 'maintainPart', by: 'maintenance', as: 'parts', readOnly: true, totals: { partsCost: ['amount'] } }],
  editable: { orderState: ['due', 'assigned'] },
  removable: { orderState: ['cancelled'] },
  offline: {
    keep: 'write',
    scope: { by: 'dept', field: 'useDept', group: 'maintenance', persons: ['assignee'] },
    states: { orderState: [...openMaintainStates] },
    offlineFields: [
      'orderNo',
      'orderState',
      'device',
      'useDept',
      'plan',
      'dueDate',
      'scheduledOn',
      'remark',
      'assignee',
      'team',
      'provider',
      'hoursExpected',
      'needsAcceptance',
      'checklist',
      'startedAt',
    ],
  },
  fields: {
    orderNo: numbering({ zh: '保养单号', en: 'Order no.', list: true, search: true, unique: true, rule: 'BY-{yyyy}-000000' }),
    orderState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'due', of: maintainStates }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    plan: link({ zh: '保养计划', en: 'Maintenance plan', to: 'devicePlan', readOnly: true, list: true }),
    dueDate: date({ zh: '应保养日期', en: 'Due', required: true, list: true }),
    /** The day that is planned for the work: the due day, until a person chooses another one. */
    scheduledOn: date({ zh: '安排日期', en: 'Scheduled for', list: true }),
    apply: link({ zh: '来源申请', en: 'Application', to: 'deviceApply', goesWith: true, fold: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
    assignee: link({ zh: '执行人', en: 'Assignee', to: 'user', readOnly: true, list: true, group: work }),
    team: link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', readOnly: true, list: true, group: work }),
    provider: link({ zh: '维保服务商', en: 'Service provider', to: 'supplier', readOnly: true, group: work }),
    hoursExpected: decimal({ zh: '预计工时', en: 'Expected hours', scale: 2, readOnly: true, group: work }),
    needsAcceptance: flag({ zh: '需科室验收', en: 'Department signs off', readOnly: true, group: work }),
    checklist: link({ zh: '检查表', en: 'Checklist', to: 'checklistTask', readOnly: true, goesWith: true, group: work }),
    startedAt: time({ zh: '开始时间', en: 'Started', readOnly: true, group: work }),
    finishedAt: time({ zh: '完工时间', en: 'Finished', readOnly: true, list: true, group: work }),
    acceptedAt: time({ zh: '验收时间', en: 'Signed off', readOnly: true, group: work }),
    remindedOn: date({ zh: '逾期提醒日期', en: 'Overdue notice sent', readOnly: true, group: work }),
    doneOn: date({ zh: '保养日期', en: 'Done on', readOnly: true, list: true, group: done }),
    result: choice({
      zh: '保养结论',
      en: 'Result',
      readOnly: true,
      list: true,
      of: {
        good: { zh: '正常', en: 'Normal', tone: 'good' },
        adjusted: { zh: '已调整', en: 'Adjusted', tone: 'good' },
        fault: { zh: '发现故障', en: 'Fault found', tone: 'bad' },
      },
      group: done,
    }),
    resultNote: text({ zh: '保养说明', en: 'Notes', readOnly: true, multiline: true, max: 1000, group: done }),
    hours: decimal({ zh: '工时', en: 'Labour hours', scale: 2, readOnly: true, group: done }),
    labourCost: money({ zh: '人工费', en: 'Labour cost', readOnly: true, group: cost }),
    partsCost: money({ zh: '配件费', en: 'Parts cost', readOnly: true, group: cost }),
    cost: money({ zh: '外包及其他费用', en: 'Provider and other costs', readOnly: true, group: cost }),
    totalCost: money({ zh: '总费用', en: 'Total cost', readOnly: true, list: true, group: cost }),
    photos: ids({ zh: '照片', en: 'Photos', to: 'file', readOnly: true, max: 9, group: done }),
    signature: ids({ zh: '签名', en: 'Signature', to: 'file', readOnly: true, max: 1, isSigned: true, group: done }),
    isInTime: flag({ zh: '按期完成', en: 'Done in time', readOnly: true, list: true, group: done }),
    /** The day of the work was told later. It counts as in time by the day on which that was told. */
    isSupplement: flag({ zh: '补录', en: 'Entered later', readOnly: true, list: true, group: done }),
    /** Occurrences of the plan that passed while this order was open. */
    missedCount: integer({ zh: '漏做次数', en: 'Missed', readOnly: true, min: 0, group: done }),
    reason: text({ zh: '原因', en: 'Reason', readOnly: true, max: 200, seeded: Object.values(pauses), group: done }),
  },
})
