import { entity } from '../../kit/entity/entity.ts'
import { choice, date, flag, ids, integer, link, money, numbering, text, time } from '../../kit/fields/field.ts'
import { ofApproval } from '../flow/circle.ts'
import { approvalNode } from '../flow/seeded-names.ts'
import { declareReasons, disposalStates, disposalTypes, draftStates } from './disposal-states.ts'

const declaration = { zh: '申报', en: 'Declaration' }
const appraisal = { zh: '技术鉴定', en: 'Technical appraisal' }
const approval = { zh: '审批', en: 'Approval' }
const books = { zh: '财务核销', en: 'Write-off' }
const execution = { zh: '处置执行', en: 'Execution' }

/** Devices that leave the hospital, from the declaration to the remittance of what they brought. */
export const deviceDisposal = entity('deviceDisposal', {
  zh: '处置申请',
  en: 'Disposal',
  module: 'disposal',
  path: '/eam/devicedisposal',
  submitTimeoutS: 30,
  title: 'disposalNo',
  called: ['disposalType', 'useDept', 'applyTitle'],
  table: 'tenant',
  softDelete: true,
  custom: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  columns: ['disposalNo', 'disposalStatus', 'applyTitle', 'disposalType', 'useDept', 'deviceCount', 'originalTotal'],
  scope: { dept: 'useDept', persons: ['applicant'] },
  sort: { by: 'createTime', descending: true },
  editable: { disposalStatus: [...draftStates] },
  removable: { disposalStatus: [...draftStates] },
  lines: [
    {
      zh: '处置设备',
      en: 'Devices',
      entity: 'disposalLine',
      by: 'disposal',
      as: 'lines',
      order: 'place',
      max: 500,
      once: ['device'],
      required: true,
      totals: { deviceCount: [], originalTotal: ['originalValue'], approvePrice: ['approvePrice'] },
    },
  ],
  fields: {
    disposalNo: numbering({ zh: '处置单号', en: 'Disposal no.', list: true, search: true, unique: true, rule: 'CZ-{yyyy}-000000' }),
    disposalStatus: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: disposalStates }),
    applyTitle: text({ zh: '申请标题', en: 'Title', list: true, search: true, max: 120, group: declaration }),
    disposalType: choice({
      zh: '处置方式',
      en: 'Disposal method',
      required: true,
      list: true,
      initial: 'scrap',
      of: disposalTypes,
      group: declaration,
    }),
    declareReasons: choice({ zh: '申报原因', en: 'Reason', required: true, list: true, of: declareReasons, group: declaration }),
    reasonDetail: text({ zh: '原因说明', en: 'Explanation', required: true, multiline: true, max: 1000, group: declaration }),
    useDept: link({ zh: '申报科室', en: 'Department', to: 'dept', required: true, list: true, group: declaration }),
    applicant: link({ zh: '申请人', en: 'Applicant', to: 'user', readOnly: true, list: true, group: declaration }),
    declaredAt: time({ zh: '申报时间', en: 'Declared', readOnly: true, group: declaration }),
    deviceCount: integer({ zh: '设备台数', en: 'Devices', readOnly: true, list: true, group: declaration }),
    originalTotal: money({ zh: '原值合计', en: 'Original value', readOnly: true, list: true, group: declaration }),
    assetsCode: text({ zh: '国资编码', en: 'National asset code', readOnly: true, list: true, search: true, max: 500, group: declaration }),
    deviceImages: ids({ zh: '处置前照片', en: 'Photos before', to: 'file', list: true, max: 20, group: declaration }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500, group: declaration }),
    approvePrice: money({ zh: '鉴定价格', en: 'Appraisal price', readOnly: true, list: true, group: appraisal }),
    appraisal: text({ zh: '鉴定意见', en: 'Appraisal', readOnly: true, multiline: true, max: 1000, group: appraisal }),
    appraisedBy: link({ zh: '鉴定人', en: 'Appraised by', to: 'user', readOnly: true, group: appraisal }),
    appraisedAt: time({ zh: '鉴定时间', en: 'Appraised', readOnly: true, group: appraisal }),
    decision: choice({
      zh: '是否处置',
      en: 'Decision',
      readOnly: true,
      of: { yes: { zh: '同意处置', en: 'Dispose' }, no: { zh: '不予处置', en: 'Keep' } },
      group: appraisal,
    }),
    decisionNote: text({ zh: '处置决定说明', en: 'Decision note', readOnly: true, multiline: true, max: 500, group: appraisal }),
    approvalNode: approvalNode({ group: approval }),
    auditOpinion: text({ zh: '审批意见', en: 'Comment', closed: ofApproval, readOnly: true, multiline: true, max: 500, group: approval }),
    auditedBy: link({ zh: '审批人', en: 'Decided by', to: 'user', readOnly: true, group: approval }),
    auditedAt: time({ zh: '审批时间', en: 'Decided', readOnly: true, group: approval }),
    superiorNeeded: flag({ zh: '须上级批复', en: 'Requires superior approval', readOnly: true, list: true, group: approval }),
    superiorNo: text({ zh: '上级批复文号', en: 'Approval document no.', readOnly: true, search: true, max: 100, group: approval }),
    superiorDate: date({ zh: '批复日期', en: 'Approval date', readOnly: true, group: approval }),
    superiorScan: ids({ zh: '批复扫描件', en: 'Approval scan', to: 'file', readOnly: true, max: 9, group: approval }),
    writeOffMonth: date({ zh: '核销月份', en: 'Write-off month', readOnly: true, list: true, group: books }),
    writeOffVoucher: text({ zh: '核销凭证号', en: 'Write-off voucher no.', readOnly: true, max: 60, group: books }),
    executedAt: date({ zh: '处置日期', en: 'Disposed of on', readOnly: true, list: true, group: execution }),
    receiver: text({ zh: '接收单位', en: 'Receiver', readOnly: true, max: 120, group: execution }),
    proceeds: money({ zh: '处置收入', en: 'Proceeds', readOnly: true, list: true, group: execution }),
    costs: money({ zh: '处置费用', en: 'Costs', readOnly: true, group: execution }),
    disImages: ids({ zh: '处置后照片', en: 'Photos after', to: 'file', readOnly: true, list: true, max: 20, group: execution }),
    executeNote: text({ zh: '执行说明', en: 'Execution note', readOnly: true, multiline: true, max: 500, group: execution }),
    remitted: money({ zh: '上缴金额', en: 'Remitted', readOnly: true, group: execution }),
    remittedOn: date({ zh: '上缴日期', en: 'Remitted on', readOnly: true, group: execution }),
    remitVoucher: text({ zh: '缴款凭证号', en: 'Remittance voucher no.', readOnly: true, max: 60, group: execution }),
  },
})
