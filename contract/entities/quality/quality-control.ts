import { entity } from '../../kit/entity/entity.ts'
import { machine, same } from '../../kit/entity/machine.ts'
import { choice, date, decimal, ids, integer, link, numbering, text, time } from '../../kit/fields/field.ts'
import { mostPoints, qualityResults, qualityStates } from './quality-kinds.ts'

const finding = { zh: '质控结论', en: 'Finding' }

/** One quality control of a device by a template whose points it keeps as they were. */
export const qualityControl = entity('qualityControl', {
  zh: '质控记录',
  en: 'Quality control record',
  many: 'Quality control records',
  module: 'quality',
  path: '/eam/quality-control',
  title: 'controlNo',
  called: ['device', 'template'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['controlNo', 'controlState', 'device', 'template', 'controlledOn', 'result', 'nextDue'],
  sort: { by: 'createTime', descending: true },
  editable: { controlState: ['draft'] },
  removable: { controlState: ['draft'] },
  lines: [
    {
      entity: 'qualityReading',
      by: 'control',
      as: 'readings',
      order: 'place',
      max: mostPoints,
      readOnly: true,
      totals: { pointCount: [] },
    },
    {
      entity: 'qualityTester',
      by: 'control',
      as: 'testers',
      max: 9,
      once: ['tester'],
      hint: {
        zh: '测试仪在质控当天须有有效的计量证书',
        en: 'A tester needs a metrology certificate that is valid on the day of the control',
      },
    },
  ],
  fields: {
    controlNo: numbering({ zh: '质控单号', en: 'Record no.', list: true, search: true, unique: true, rule: 'ZK-{yyyy}-000000' }),
    controlState: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'draft',
      of: qualityStates,
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, list: true, goesWith: true }),
    useDept: link({ zh: '使用科室', en: 'Department', to: 'dept', readOnly: true }),
    template: link({ zh: '质控模板', en: 'Quality control template', to: 'qualityTemplate', required: true, list: true }),
    controlledOn: date({ zh: '质控日期', en: 'Controlled on', required: true, list: true }),
    temperature: decimal({ zh: '环境温度（℃）', en: 'Ambient temperature (℃)', scale: 1, min: -50, max: 100 }),
    humidity: decimal({ zh: '环境湿度（%）', en: 'Ambient humidity (%)', scale: 1, min: 0, max: 100 }),
    photos: ids({ zh: '照片和附件', en: 'Photos and files', to: 'file', max: 20 }),
    note: text({ zh: '质控说明', en: 'Control note', multiline: true, max: 1000 }),
    pointCount: integer({ zh: '测量点数', en: 'Points', readOnly: true }),
    result: choice({ zh: '质控结果', en: 'Result', readOnly: true, list: true, of: qualityResults, group: finding }),
    failedCount: integer({ zh: '不合格点数', en: 'Failed points', readOnly: true, list: true, group: finding }),
    failedPoints: text({ zh: '不合格项目', en: 'What failed', readOnly: true, multiline: true, max: 2000, group: finding }),
    nextDue: date({ zh: '下次质控日期', en: 'Next control due', readOnly: true, list: true, group: finding }),
    controlledBy: link({ zh: '质控人', en: 'Controlled by', to: 'user', readOnly: true, anywhere: true, list: true, group: finding }),
    finishedAt: time({ zh: '质控完成时间', en: 'Finished', readOnly: true, group: finding }),
    voidReason: text({ zh: '作废原因', en: 'Reason for voiding', readOnly: true, max: 200, group: finding }),
  },
})

const { fields } = qualityControl

/** From the draft to the judged control. The hold of the device and its next due date follow. */
export const controlling = machine(qualityControl, 'controlState', {
  measure: {
    from: ['draft'],
    to: same(),
    zh: '录入测量值',
    en: 'Enter readings',
    inner: true,
    input: { temperature: fields.temperature, humidity: fields.humidity },
  },
  finish: {
    from: ['draft'],
    to: 'finished',
    zh: '完成质控',
    en: 'Finish the control',
    may: 'qualityControl.work',
    confirm: true,
    input: {},
  },
  void: {
    from: ['finished'],
    to: 'voided',
    zh: '作废',
    en: 'Void',
    may: 'qualityControl.void',
    input: { voidReason: { ...fields.voidReason, readOnly: false, required: true, multiline: true } },
  },
})
