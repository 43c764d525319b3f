import { entity } from '../../kit/entity/entity.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'
import { devicePause } from '../asset/device/device-pause.ts'
import { certified, metrologyResults, metrologyTerms } from './metrology-kinds.ts'
import { lastOfKinds, metrologyLabels } from './metrology-labels.ts'

/** What metrology knows of a device: how it is verified or calibrated, until when its certificate is valid, and what its label says. */
export const metrologyCard = entity('measureCard', {
  zh: '计量台账',
  en: 'Metrology card',
  many: 'Metrology cards',
  module: 'service',
  path: '/eam/devicecardmeasure',
  title: 'cardTitle',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export', 'template'],
  names: { submit: ['submit', 'save'] },
  softDelete: true,
  scope: { through: 'device' },
  columns: ['cardTitle', 'labelState', 'validUntil', 'dueDate', 'measureKind', 'measureType', 'measureCycle'],
  sort: { by: 'dueDate' },
  offline: {
    keep: 'read',
    scope: { by: 'parent', field: 'device', group: 'metrology' },
    offlineFields: ['cardTitle', 'device', 'measureKind', 'body', 'labelState', 'validUntil', 'dueDate', 'pause'],
  },
  fields: {
    cardTitle: text({ zh: '计量器具', en: 'Instrument', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    catalog: link({ zh: '计量目录', en: 'Metrology catalogue', to: 'measureCatalog' }),
    ...metrologyTerms,
    aheadDays: integer({ zh: '提前提醒（天）', en: 'Reminder ahead (days)', min: 0, max: 365 }),
    body: text({ zh: '计量机构', en: 'Metrology body', max: 120 }),
    labelState: choice({
      zh: '计量标识',
      en: 'Label',
      required: true,
      readOnly: true,
      list: true,
      initial: 'none',
      of: metrologyLabels,
    }),
    lastResult: choice({ zh: '上次结果', en: 'Last result', readOnly: true, of: metrologyResults }),
    ...certified,
    /** The day by which the next result is due; of a compulsory device without a verification the day before it was known. */
    dueDate: date({ zh: '应检日期', en: 'Due', readOnly: true, list: true }),
    unverifiedSince: date({ zh: '未检定起', en: 'Not verified since', readOnly: true }),
    ...lastOfKinds,
    pause: devicePause,
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
