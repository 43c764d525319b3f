import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { approvalNode } from '../flow/seeded-names.ts'
import { applyForms, ownForm } from './apply-forms.ts'
import { offeredKinds, ownKinds } from './apply-kinds.ts'
import { applyStates } from './apply-states.ts'

const asked = { zh: '申请', en: 'Request' }
const devices = { zh: '设备', en: 'Devices' }
const progress = { zh: '进度', en: 'Progress' }

/** An application for the use of devices, or for anything else that is done to them. */
export const deviceApply = entity('deviceApply', {
  zh: '使用申请',
  en: 'Application',
  module: 'custody',
  path: '/eam/deviceapply',
  title: 'applyTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { dept: 'dept', persons: ['applicant'] },
  editable: { status: ['draft', 'rejected'] },
  removable: { status: ['draft', 'rejected', 'cancelled'] },
  columns: ['applyTitle', 'status', 'type', 'deviceName', 'useDept', 'approvalNode'],
  sort: { by: 'createTime', descending: true },
  forms: {
    by: 'type',
    of: applyForms,
    other: ownForm,
    taken: ['borrowTime', 'returnTime', 'statisticalRange', 'location'],
    called: { zh: '{kind}申请', en: '{kind} application' },
  },
  offline: {
    keep: 'write',
    scope: { by: 'person', field: 'applicant' },
    states: { status: ['draft', 'submitted', 'in_approval', 'rejected', 'approved', 'executing'] },
    drafts: { zh: '填写使用申请', en: 'Fill in an application' },
    offlineFields: [
      'applyTitle',
      'applyNo',
      'type',
      'status',
      'deviceName',
      'useDept',
      'borrowTime',
      'returnTime',
      'approvalNode',
      'opinion',
    ],
  },
  lines: [
    {
      zh: '申请明细',
      en: 'Lines',
      entity: 'deviceApplyItem',
      by: 'apply',
      as: 'lines',
      order: 'place',
      max: 500,
      once: ['device'],
      totals: { lineCount: [], amount: ['quantity', 'unitPrice'] },
    },
  ],
  fields: {
    // Made by the program where none is typed.
    applyTitle: text({ zh: '申请标题', en: 'Title', list: true, search: 'pinyin', max: 120, group: asked }),
    applyNo: numbering({ zh: '申请单号', en: 'Application no.', list: true, search: true, unique: true, rule: 'SQ-{yyyy}-000000' }),
    type: choice({
      zh: '申请类型',
      en: 'Application type',
      required: true,
      list: true,
      initial: 'borrow',
      of: offeredKinds,
      more: ownKinds,
      group: asked,
    }),
    status: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: applyStates }),
    dept: link({ zh: '申请科室', en: 'Applying department', to: 'dept', required: true, list: true, group: asked }),
    // Where devices go to may be any department of the hospital.
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', anywhere: true, list: true, group: asked }),
    useLocation: link({ zh: '使用位置', en: 'New location', to: 'location', anywhere: true, list: true, group: asked }),
    keeper: link({ zh: '新保管人', en: 'New keeper', to: 'user', anywhere: true, group: asked }),
    borrowTime: time({ zh: '借用时间', en: 'From', list: true, group: asked }),
    returnTime: time({ zh: '归还时间', en: 'To', list: true, group: asked }),
    reason: text({ zh: '申请原因', en: 'Reason', multiline: true, max: 1000, group: asked }),
    statisticalRange: text({ zh: '盘点范围', en: 'Check scope', max: 500, group: asked }),
    location: link({ zh: '盘点位置', en: 'Check location', to: 'location', group: asked }),
    attachments: ids({ zh: '附件', en: 'Attachments', to: 'file', max: 9, group: asked }),
    remark: text({ zh: '备注', en: 'Remark', list: true, multiline: true, max: 500, group: asked }),
    deviceName: text({ zh: '设备名称', en: 'Devices', readOnly: true, list: true, search: true, max: 200, group: devices }),
    rfidCode: text({ zh: 'RFID', en: 'RFID', readOnly: true, max: 200, group: devices }),
    deviceSpecs: text({ zh: '规格', en: 'Specification', readOnly: true, max: 200, group: devices }),
    oldUseDept: link({ zh: '原使用科室', en: 'Former department', to: 'dept', readOnly: true, group: devices }),
    oldUseLocation: link({ zh: '原使用位置', en: 'Former location', to: 'location', readOnly: true, group: devices }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true, list: true, group: devices }),
    amount: money({ zh: '金额', en: 'Amount', readOnly: true, group: devices }),
    applicant: link({ zh: '申请人', en: 'Applicant', to: 'user', readOnly: true, list: true, group: progress }),
    submittedAt: time({ zh: '提交时间', en: 'Submitted', readOnly: true, list: true, group: progress }),
    approvalNode: approvalNode({ group: progress }),
    decidedBy: link({ zh: '审批人', en: 'Decided by', to: 'user', readOnly: true, group: progress }),
    decidedAt: time({ zh: '审批时间', en: 'Decided', readOnly: true, group: progress }),
    opinion: text({ zh: '审批意见', en: 'Comment', closed: ofApproval, readOnly: true, multiline: true, max: 500, group: progress }),
    actualReturnTime: time({ zh: '实际归还时间', en: 'Returned', readOnly: true, group: progress }),
    closedAt: time({ zh: '结束时间', en: 'Closed', readOnly: true, group: progress }),
    closeReason: text({ zh: '终止原因', en: 'End reason', readOnly: true, multiline: true, max: 500, group: progress }),
  },
})
