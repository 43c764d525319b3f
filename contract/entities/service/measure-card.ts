import { entity } from '../../kit/entity.ts'
import { choice, date, flag, integer, link, text } from '../../kit/field.ts'
import { measureTypes } from '../asset/class-choices.ts'
import { measureKinds, measureResults } from './measure-kinds.ts'

/** What metrology knows of a device: how it is verified or calibrated, until when its certificate is valid, and what its label says. */
export const measureCard = entity('measureCard', {
  zh: '计量台账',
  en: 'Metrology card',
  many: 'Metrology cards',
  area: 'service',
  path: '/eam/devicecardmeasure',
  title: 'cardTitle',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  names: { submit: ['submit', 'save'] },
  softDelete: true,
  scope: { through: 'device' },
  columns: ['cardTitle', 'labelState', 'validUntil', 'measureKind', 'measureType', 'cycleDays'],
  sort: { by: 'validUntil' },
  fields: {
    cardTitle: text({ zh: '计量器具', en: 'Instrument', list: true, search: true, max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    catalog: link({ zh: '计量目录', en: 'Metrology catalogue', to: 'measureCatalog' }),
    measureKind: choice({ zh: '计量方式', en: 'Kind', list: true, of: measureKinds }),
    measureType: choice({ zh: '检定类别', en: 'Verification', list: true, of: measureTypes }),
    cycleDays: integer({ zh: '计量周期（天）', en: 'Metrology cycle (days)', list: true, min: 1, max: 3650 }),
    aheadDays: integer({ zh: '提前提醒（天）', en: 'Reminder ahead (days)', min: 0, max: 365 }),
    body: text({ zh: '计量机构', en: 'Metrology body', max: 120 }),
    labelState: choice({
      zh: '计量标识',
      en: 'Label',
      required: true,
      readOnly: true,
      list: true,
      initial: 'none',
      of: {
        none: { zh: '未计量', en: 'Not measured', tone: 'plain' },
        qualified: { zh: '合格', en: 'Passed', tone: 'good' },
        limited: { zh: '限用', en: 'Limited use', tone: 'warn' },
        stopped: { zh: '停用', en: 'Inactive', tone: 'bad' },
      },
    }),
    lastResult: choice({ zh: '上次结果', en: 'Last result', readOnly: true, of: measureResults }),
    measuredOn: date({ zh: '计量日期', en: 'Measured on', readOnly: true, list: true }),
    certificateNo: text({ zh: '证书编号', en: 'Certificate', readOnly: true, list: true, search: true, max: 100 }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', readOnly: true, list: true }),
    /** Metrology took the device out of use; a passed one brings it back. */
    hasStopped: flag({ zh: '因计量停用', en: 'Stopped by metrology', readOnly: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
