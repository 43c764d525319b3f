import { entity } from '../../kit/entity/entity.ts'
import { choice, decimal, dictionary, flag, ids, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { coverStates, responseResults } from './contracts/contract-states.ts'
import { callResults } from './oncall/call-results.ts'
import { alarmCame, onCallTold } from './oncall/on-call-told.ts'
import { openRepairStates, repairStates, urgencies } from './repair-states.ts'

const report = { zh: '报修', en: 'Report' }
const progress = { zh: '进度', en: 'Progress' }
const repair = { zh: '维修', en: 'Repair' }
const cost = { zh: '费用', en: 'Cost' }
const cover = { zh: '保障', en: 'Cover' }
const calling = { zh: '值班呼叫', en: 'On-call call' }
const rating = { zh: '验收评价', en: 'Sign-off' }

/** A repair from the report to the acceptance. */
export const repairOrder = entity('repairOrder', {
  zh: '维修工单',
  en: 'Repair order',
  module: 'service',
  path: '/eam/eventtyperepair',
  title: 'orderNo',
  called: ['device', 'faultDescription'],
  table: 'tenant',
  columns: ['orderNo', 'repairStatus', 'urgency', 'device', 'useDept'],
  added: { zh: '报修', en: 'Reported' },
  events: { onCallTold, alarmCame },
  softDelete: true,
  custom: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  names: { submit: ['save', 'update', 'submit', '/eam/devicecardrepair/save', '/eam/devicecardrepair/submit'] },
  scope: { dept: 'useDept', persons: ['reporter', 'engineer'], team: { by: 'team', members: 'members' } },
  lines: [{ en: 'Parts used', entity: 'repairPart', by: 'repair', as: 'parts', readOnly: true, totals: { partsCost: ['amount'] } }],
  editable: { repairStatus: ['reported'] },
  removable: { repairStatus: ['cancelled'] },
  offline: {
    keep: 'write',
    drafts: { ...report, shows: { reportedAt: 'now', reporterId: 'me' } },
    scope: { by: 'dept', field: 'useDept', group: 'repair', persons: ['reporter', 'engineer'] },
    states: { repairStatus: [...openRepairStates] },
    offlineFields: [
      'orderNo',
      'device',
      'useDept',
      'location',
      'faultDescription',
      'faultKind',
      'urgency',
      'isStopped',
      'images',
      'repairStatus',
      'reporter',
      'reporterPhone',
      'reportedAt',
      'engineer',
      'team',
      'acceptedAt',
      'arrivedAt',
      'waitingFor',
      'finishedAt',
      'diagnosis',
      'measures',
      'reminders',
      'remindedAt',
      'stopRequested',
      'source',
    ],
  },
  sort: { by: 'createTime', descending: true },
  fields: {
    orderNo: numbering({ zh: '工单号', en: 'Order no.', list: true, search: true, unique: true, rule: 'WX-{yyyy}-000000' }),
    repairStatus: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'reported', of: repairStates }),
    // Anyone at a broken device may report it, independent of its department.
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, anywhere: true, list: true, group: report }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true, list: true, group: report }),
    location: link({ zh: '位置', en: 'Location', to: 'location', readOnly: true, group: report }),
    faultDescription: text({
      zh: '故障描述',
      en: 'What is wrong',
      required: true,
      list: true,
      search: true,
      multiline: true,
      max: 1000,
      group: report,
    }),
    faultKind: dictionary({ zh: '故障类别', en: 'Fault type', list: true, code: 'fault_kind', group: report, fold: true }),
    urgency: choice({ zh: '紧急程度', en: 'Urgency', required: true, list: true, initial: 'normal', of: urgencies, group: report }),
    isStopped: flag({ zh: '设备已不能使用', en: 'Out of service', list: true, group: report }),
    // Requested from outside the device's department, which confirms it: the card stays in use until then.
    stopRequested: flag({
      zh: '申请停用（待科室确认）',
      en: 'Out of service requested (awaiting confirmation)',
      readOnly: true,
      group: report,
    }),
    images: ids({ zh: '现场照片', en: 'Photos', to: 'file', max: 9, group: report }),
    reporter: link({ zh: '报修人', en: 'Reported by', to: 'user', readOnly: true, group: report }),
    reporterPhone: text({ zh: '联系电话', en: 'Phone', max: 20, group: report, fold: true }),
    // Who reported by the label and has no account.
    labelReporter: text({ zh: '扫码报修人', en: 'Reported by label', readOnly: true, max: 40, group: report }),
    reportedAt: time({ zh: '报修时间', en: 'Reported', readOnly: true, list: true, group: report }),
    engineer: link({ zh: '维修工程师', en: 'Engineer', to: 'user', readOnly: true, list: true, group: progress }),
    // Without an engineer the order waits for every member of the team.
    team: link({ zh: '维修班组', en: 'Service team', to: 'serviceTeam', readOnly: true, list: true, group: progress }),
    provider: link({ zh: '外修服务商', en: 'Provider', to: 'supplier', readOnly: true, group: progress }),
    acceptedAt: time({ zh: '受理时间', en: 'Acknowledged', readOnly: true, group: progress }),
    arrivedAt: time({ zh: '到场时间', en: 'Arrived', readOnly: true, group: progress }),
    waitingFor: text({ zh: '等待原因', en: 'Waiting for', readOnly: true, max: 200, group: progress }),
    waitingSince: time({ zh: '开始等待', en: 'Waiting since', readOnly: true, group: progress }),
    waitedMinutes: integer({ zh: '等待时长', en: 'Waited', as: 'minutes', readOnly: true, min: 0, group: progress }),
    // From the later of the device's last closed repair and its first use until this report.
    ranMinutes: integer({ zh: '故障前运行时长', en: 'Run time before fault', as: 'minutes', readOnly: true, min: 0, group: progress }),
    finishedAt: time({ zh: '完工时间', en: 'Finished', readOnly: true, list: true, group: progress }),
    // The order that goes on in the place of this one.
    mergedInto: link({ zh: '已合并到', en: 'Merged into', to: 'repairOrder', readOnly: true, goesWith: true, group: progress }),
    closedAt: time({ zh: '关闭时间', en: 'Closed', readOnly: true, group: progress }),
    reminders: integer({ zh: '催单次数', en: 'Reminders', readOnly: true, list: true, min: 0, group: progress }),
    remindedAt: time({ zh: '最近催单', en: 'Last reminder', readOnly: true, group: progress }),
    diagnosis: text({ zh: '故障诊断', en: 'Diagnosis', readOnly: true, multiline: true, max: 1000, group: repair }),
    measures: text({ zh: '维修措施', en: 'Measures', readOnly: true, multiline: true, max: 1000, group: repair }),
    repairImages: ids({ zh: '维修照片', en: 'Repair photos', to: 'file', readOnly: true, max: 9, group: repair }),
    labourHours: decimal({ zh: '工时', en: 'Labour hours', readOnly: true, scale: 2, min: 0, max: 10000, group: cost }),
    labourCost: money({ zh: '人工费', en: 'Labour cost', readOnly: true, min: 0, group: cost }),
    partsCost: money({ zh: '配件费', en: 'Parts cost', readOnly: true, min: 0, group: cost }),
    outsideCost: money({ zh: '外修费', en: 'Provider cost', readOnly: true, min: 0, group: cost }),
    totalCost: money({ zh: '总费用', en: 'Total cost', readOnly: true, list: true, group: cost }),
    // By what the device was covered on the day of the report, and what the contract promised then.
    coverState: choice({ zh: '报修时保障', en: 'Cover when reported', readOnly: true, list: true, of: coverStates, group: cover }),
    coverProvider: link({ zh: '保障服务商', en: 'Cover provider', to: 'supplier', readOnly: true, group: cover }),
    contract: link({ zh: '维保合同', en: 'Service contract', to: 'serviceContract', readOnly: true, group: cover }),
    responseDue: time({ zh: '应响应时间', en: 'Response due', readOnly: true, group: cover }),
    respondedAt: time({ zh: '服务商响应时间', en: 'Provider responded', readOnly: true, group: cover }),
    responseResult: choice({ zh: '服务商响应', en: 'Provider response', readOnly: true, list: true, of: responseResults, group: cover }),
    coveredCharged: flag({ zh: '保障期内收费', en: 'Covered, yet charged', readOnly: true, list: true, group: cover }),
    // The first call outside working hours, and until when it should have been answered by the parameter of that moment.
    onCallRota: link({ zh: '值班表', en: 'On-call rota', to: 'onCallRota', readOnly: true, group: calling }),
    onCallPerson: link({ zh: '首位被呼叫人', en: 'First person called', to: 'user', readOnly: true, group: calling }),
    calledAt: time({ zh: '呼叫时间', en: 'Called', readOnly: true, group: calling }),
    callDue: time({ zh: '应答截止时间', en: 'Answer due', readOnly: true, group: calling }),
    callAnsweredAt: time({ zh: '应答时间', en: 'Call answered', readOnly: true, group: calling }),
    callResult: choice({ zh: '值班应答', en: 'Call result', readOnly: true, list: true, of: callResults, group: calling }),
    rating: integer({ zh: '评分', en: 'Rating', readOnly: true, list: true, min: 1, max: 5, group: rating }),
    ratingNote: text({ zh: '评价', en: 'Comment', readOnly: true, max: 500, group: rating }),
    stoppedCard: flag({ zh: '设备卡已停用', en: 'Device taken out of service', readOnly: true, group: progress }),
    source: text({ zh: '来源单据', en: 'Opened from', readOnly: true, internal: true, max: 36, group: progress }),
  },
})
