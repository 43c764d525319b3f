import { confirmedWarnings } from '../../kit/entity/confirm.ts'
import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, flag, ids, link, money, numbering, text } from '../../kit/fields/field.ts'
import { plannedOn } from '../../kit/fields/planned-on.ts'
import { certified, metrologyResults, metrologyTerms } from './metrology-kinds.ts'

/** States of a record without a result. */
export const openRecordStates = ['planned', 'sent', 'returned'] as const

const finding = { zh: '计量结论', en: 'Finding' }

/** One verification or calibration of a device, from its planning to its certificate. */
export const metrologyRecord = entity('measureRecord', {
  zh: '计量记录',
  en: 'Metrology record',
  many: 'Metrology records',
  module: 'service',
  path: '/eam/eventtypemeasure',
  title: 'recordNo',
  called: ['device', 'measureKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  names: { submit: ['submit', 'save', 'update'] },
  softDelete: true,
  scope: { through: 'device' },
  columns: ['recordNo', 'recordStatus', 'device', 'measureKind', 'dueDate'],
  sort: { by: 'createTime', descending: true },
  editable: { recordStatus: ['planned'] },
  removable: { recordStatus: ['planned', 'cancelled'] },
  offline: {
    keep: 'write',
    scope: { by: 'parent', field: 'device', group: 'metrology' },
    states: { recordStatus: [...openRecordStates] },
    drafts: { zh: '下达计量', en: 'Plan metrology' },
    offlineFields: [
      'recordNo',
      'recordStatus',
      'device',
      'useDept',
      'measureKind',
      'dueDate',
      'plannedOn',
      'body',
      'batchNo',
      'sentOn',
      'returnedOn',
      'remark',
    ],
  },
  fields: {
    recordNo: numbering({ zh: '计量单号', en: 'Record no.', list: true, search: true, unique: true, rule: 'JL-{yyyy}-000000' }),
    recordStatus: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'planned',
      of: {
        planned: { zh: '待送检', en: 'Planned', tone: 'plain' },
        sent: { zh: '送检中', en: 'Sent out', tone: 'busy' },
        returned: { zh: '已取回', en: 'Collected', tone: 'warn' },
        done: { zh: '已完成', en: 'Finished', tone: 'good' },
        cancelled: { zh: '已撤销', en: 'Withdrawn', tone: 'plain' },
      },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true }),
    measureKind: { ...metrologyTerms.measureKind, required: true, initial: 'verification' },
    dueDate: date({ zh: '应检日期', en: 'Due', list: true }),
    plannedOn,
    apply: link({ zh: '来源申请', en: 'Application', to: 'deviceApply', goesWith: true, fold: true }),
    body: text({ zh: '计量机构', en: 'Metrology body', search: true, max: 120 }),
    batchNo: text({ zh: '送检批次', en: 'Batch', readOnly: true, search: true, max: 60 }),
    sentOn: date({ zh: '送检日期', en: 'Sent on', readOnly: true }),
    returnedOn: date({ zh: '取回日期', en: 'Collected on', readOnly: true }),
    result: choice({ zh: '计量结果', en: 'Result', readOnly: true, list: true, of: metrologyResults, group: finding }),
    measuredOn: { ...certified.measuredOn, group: finding },
    certificateNo: { ...certified.certificateNo, group: finding },
    validUntil: { ...certified.validUntil, group: finding },
    readings: text({ zh: '测量数据', en: 'Readings', readOnly: true, multiline: true, max: 2000, group: finding }),
    cost: money({ zh: '计量费用', en: 'Cost', readOnly: true, list: true, min: 0, group: finding }),
    certificate: ids({ zh: '证书附件', en: 'Certificate files', to: 'file', readOnly: true, max: 9, group: finding }),
    measuredBy: link({ zh: '登记人', en: 'Recorded by', to: 'user', readOnly: true, group: finding }),
    isSupplement: flag({ zh: '补录', en: 'Entered later', readOnly: true, group: finding }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})

const { fields } = metrologyRecord
const asked = { readOnly: false, list: false, search: false } as const

/** What is written down when a device comes back. */
export const metrologyFinding = {
  result: { ...fields.result, ...asked, required: true },
  measuredOn: { ...fields.measuredOn, ...asked, required: true },
  certificateNo: { ...fields.certificateNo, ...asked },
  validUntil: { ...fields.validUntil, ...asked },
  readings: { ...fields.readings, readOnly: false },
  cost: { ...fields.cost, readOnly: false, list: false },
} as const

/** From the plan to the certificate. The label of the device and its state follow. */
export const measuring = machine(metrologyRecord, 'recordStatus', {
  send: {
    from: ['planned'],
    to: 'sent',
    zh: '送检',
    en: 'Send for metrology',
    may: 'measureRecord.work',
    many: true,
    offline: { shows: { sentOn: 'said.sentOn', body: 'said.body', batchNo: 'said.batchNo' } },
    input: {
      sentOn: { ...fields.sentOn, readOnly: false, required: true },
      body: { ...fields.body, search: false, required: true },
      batchNo: { ...fields.batchNo, ...asked },
    },
  },
  takeBack: {
    from: ['sent'],
    to: 'returned',
    zh: '取回',
    en: 'Collect',
    may: 'measureRecord.work',
    many: true,
    offline: { shows: { returnedOn: 'said.returnedOn' } },
    input: { returnedOn: { ...fields.returnedOn, readOnly: false, required: true } },
  },
  finish: {
    from: [...openRecordStates],
    to: 'done',
    zh: '登记结果',
    en: 'Record the result',
    may: 'measureRecord.work',
    offline: {
      shows: { result: 'said.result', measuredOn: 'said.measuredOn', certificateNo: 'said.certificateNo', validUntil: 'said.validUntil' },
    },
    input: { ...metrologyFinding, certificate: { ...fields.certificate, readOnly: false }, confirmed: confirmedWarnings },
  },
  undo: {
    from: [...openRecordStates],
    to: 'cancelled',
    zh: '撤销计量',
    en: 'Withdraw record',
    may: 'measureRecord.submit',
    many: true,
    confirm: true,
    url: '/eam/eventtypemeasure/undo',
    input: {},
  },
})
