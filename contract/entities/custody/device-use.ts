import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, integer, link, numbering, text, time } from '../../kit/fields/field.ts'
import { applyKinds } from './apply-kinds.ts'
import { conditions, deviceUseStates } from './device-use-states.ts'

const { receive, borrow, allot, regain } = applyKinds
const route = { zh: '交接信息', en: 'Hand-over' }
const loan = { zh: '借用', en: 'Loan' }
const back = { zh: '归还', en: 'Return' }

/** What the history of a device says of each use, on the desk and on phones: from where to where, who, when, and how it came back. */
export const useHistoryFields = [
  'useNo',
  'status',
  'eventType',
  'fromDept',
  'toDept',
  'giver',
  'handedAt',
  'receiver',
  'receivedAt',
  'returnTime',
  'actualReturnTime',
  'condition',
] as const

/** A device that goes from one department to another: handed out, received and, where it is borrowed, given back. */
export const deviceUse = entity('deviceUse', {
  zh: '使用记录',
  en: 'Use record',
  module: 'custody',
  path: '/eam/deviceusemanage',
  title: 'useNo',
  called: ['eventType', 'card', 'toDept'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'page', 'detail', 'remove', 'export'],
  scope: { dept: 'fromDept', also: ['toDept'], persons: ['applicant', 'receiver'] },
  removable: { status: ['cancelled'] },
  columns: ['useNo', 'status', 'eventType', 'card', 'fromDept', 'toDept', 'returnTime', 'overdueDays'],
  sort: { by: 'createTime', descending: true },
  offline: {
    keep: 'write',
    // Where the device is now: those who hand it out, then those who give it back, then again the lender.
    scope: { by: 'dept', field: 'atDept', group: 'use', persons: ['applicant', 'receiver'] },
    states: { status: ['reserved', 'handed', 'received', 'returning'] },
    offlineFields: [
      'useNo',
      'status',
      'eventType',
      'card',
      'fromDept',
      'toDept',
      'atDept',
      'applicant',
      'receiver',
      'borrowTime',
      'returnTime',
      'extendTo',
    ],
  },
  fields: {
    useNo: numbering({ zh: '交接单号', en: 'Hand-over no.', list: true, search: true, unique: true, rule: 'JJ-{yyyy}-000000' }),
    eventType: choice({
      zh: '类型',
      en: 'Type',
      required: true,
      readOnly: true,
      list: true,
      of: { receive, borrow, allot, regain },
    }),
    status: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'reserved', of: deviceUseStates }),
    card: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, anywhere: true, list: true, group: route }),
    apply: link({ zh: '使用申请', en: 'Application', to: 'deviceApply', readOnly: true, anywhere: true, list: true, group: route }),
    fromDept: link({ zh: '交出科室', en: 'From', to: 'dept', readOnly: true, anywhere: true, list: true, group: route }),
    toDept: link({ zh: '接收科室', en: 'To', to: 'dept', readOnly: true, anywhere: true, list: true, group: route }),
    atDept: link({ zh: '当前所在科室', en: 'Now with', to: 'dept', readOnly: true, anywhere: true, group: route }),
    fromLocation: link({ zh: '原位置', en: 'Former location', to: 'location', readOnly: true, anywhere: true, group: route }),
    toLocation: link({ zh: '新位置', en: 'New location', to: 'location', readOnly: true, anywhere: true, group: route }),
    toKeeper: link({ zh: '新保管人', en: 'New keeper', to: 'user', readOnly: true, anywhere: true, group: route }),
    applicant: link({ zh: '申请人', en: 'Applicant', to: 'user', readOnly: true, anywhere: true, list: true, group: route }),
    giver: link({ zh: '交出人', en: 'Handed out by', to: 'user', readOnly: true, anywhere: true, group: route }),
    handedAt: time({ zh: '交出时间', en: 'Handed out', readOnly: true, list: true, group: route }),
    receiver: link({ zh: '接收人', en: 'Received by', to: 'user', readOnly: true, anywhere: true, list: true, group: route }),
    receivedAt: time({ zh: '接收时间', en: 'Received', readOnly: true, list: true, group: route }),
    borrowTime: time({ zh: '借用时间', en: 'From', readOnly: true, group: loan }),
    returnTime: time({ zh: '应还时间', en: 'Due', readOnly: true, list: true, group: loan }),
    overdueDays: integer({ zh: '逾期天数', en: 'Days overdue', readOnly: true, list: true, min: 0, group: loan }),
    extendTo: time({ zh: '申请续借至', en: 'Extension requested until', readOnly: true, list: true, group: loan }),
    extendReason: text({ zh: '续借原因', en: 'Extension reason', readOnly: true, multiline: true, max: 500, group: loan }),
    givenBackAt: time({ zh: '归还时间', en: 'Given back', readOnly: true, group: back }),
    actualReturnTime: time({ zh: '收回时间', en: 'Taken back', readOnly: true, list: true, group: back }),
    condition: choice({ zh: '归还状况', en: 'Condition', readOnly: true, list: true, of: conditions, group: back }),
    conditionNote: text({ zh: '状况说明', en: 'Condition details', readOnly: true, multiline: true, max: 1000, group: back }),
    images: ids({ zh: '照片', en: 'Photos', to: 'file', readOnly: true, max: 50, group: back }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', readOnly: true, anywhere: true, group: back }),
    closedReason: text({ zh: '取消原因', en: 'Cancellation reason', readOnly: true, max: 500 }),
  },
})
