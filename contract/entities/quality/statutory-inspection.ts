import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, ids, link, numbering, text, time } from '../../kit/fields/field.ts'
import { inspected, inspectionKind, inspectionResult } from './statutory-kinds.ts'

/** One statutory inspection or licence of a device with its certificate. */
export const statutoryInspection = entity('statutoryInspection', {
  zh: '法定检验记录',
  en: 'Statutory inspection record',
  many: 'Statutory inspection records',
  module: 'quality',
  path: '/eam/statutory-inspection',
  title: 'inspectionNo',
  called: ['device', 'inspectionKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['inspectionNo', 'inspectionState', 'device', 'inspectionKind', 'result', 'certificateNo', 'validUntil'],
  sort: { by: 'createTime', descending: true },
  editable: { inspectionState: ['draft'] },
  removable: { inspectionState: ['draft'] },
  fields: {
    inspectionNo: numbering({ zh: '检验单号', en: 'Record no.', list: true, search: true, unique: true, rule: 'FJ-{yyyy}-000000' }),
    inspectionState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: {
        draft: { zh: '草稿', en: 'Draft', tone: 'plain' },
        finished: { zh: '已生效', en: 'In force', tone: 'good' },
        voided: { zh: '已作废', en: 'Voided', tone: 'plain' },
      },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true }),
    inspectionKind,
    ...inspected,
    inspectedOn: { ...inspected.inspectedOn, required: true },
    result: { ...inspectionResult, required: true, initial: 'passed' },
    certificate: ids({ zh: '证书附件', en: 'Certificate files', to: 'file', max: 9 }),
    note: text({ zh: '检验说明', en: 'Inspection note', multiline: true, max: 1000 }),
    recordedBy: link({ zh: '登记人', en: 'Recorded by', to: 'user', readOnly: true, anywhere: true }),
    finishedAt: time({ zh: '生效时间', en: 'In force since', readOnly: true }),
    voidReason: text({ zh: '作废原因', en: 'Reason for voiding', readOnly: true, max: 200 }),
  },
})

const { fields } = statutoryInspection

/** From the draft to the inspection that counts. The hold of the device follows. */
export const inspecting = machine(statutoryInspection, 'inspectionState', {
  finish: {
    from: ['draft'],
    to: 'finished',
    zh: '确认生效',
    en: 'Put in force',
    may: 'statutoryInspection.work',
    confirm: true,
    input: {},
  },
  void: {
    from: ['finished'],
    to: 'voided',
    zh: '作废',
    en: 'Void',
    may: 'statutoryInspection.void',
    input: { voidReason: { ...fields.voidReason, readOnly: false, required: true, multiline: true } },
  },
})
