import { entity } from '../../kit/entity.ts'
import { choice, integer, link, text } from '../../kit/field.ts'
import { certified, measureResults, measureTerms } from './measure-kinds.ts'

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
  columns: ['cardTitle', 'labelState', 'validUntil', 'measureKind', 'measureType', 'measureCycle'],
  sort: { by: 'validUntil' },
  fields: {
    cardTitle: text({ zh: '计量器具', en: 'Instrument', list: true, search: true, max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    catalog: link({ zh: '计量目录', en: 'Metrology catalogue', to: 'measureCatalog' }),
    ...measureTerms,
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
    ...certified,
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
