import { entity } from '../../../kit/entity/entity.ts'
import { cycleFields } from '../../../kit/fields/cycle.ts'
import { choice, link, text } from '../../../kit/fields/field.ts'
import { standingPoints } from './standing-points.ts'

/** The points of a class, which the classes below it take as well, or of one device in their place. */
export const riskScore = entity('riskScore', {
  zh: '风险评分',
  en: 'Risk score',
  many: 'Risk scores',
  module: 'maintenance',
  path: '/eam/risk-score',
  title: 'scoreTitle',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['scoreTitle', 'scoreSubject', 'functionPoints', 'riskPoints', 'maintenancePoints', 'manualCycle'],
  fields: {
    /** The class or the device; the database writes it. */
    scoreTitle: text({ zh: '评分对象', en: 'Scored', required: true, readOnly: true, list: true, search: 'pinyin', max: 240 }),
    scoreSubject: choice({
      zh: '评分方式',
      en: 'Scored by',
      required: true,
      list: true,
      initial: 'deviceClass',
      of: { deviceClass: { zh: '设备分类', en: 'Device class' }, device: { zh: '单台设备', en: 'One device' } },
    }),
    classify: link({
      zh: '医疗器械分类',
      en: 'Device class',
      to: 'deviceClass',
      when: { field: 'scoreSubject', is: ['deviceClass'] },
    }),
    device: link({ zh: '设备', en: 'Device', to: 'device', goesWith: true, when: { field: 'scoreSubject', is: ['device'] } }),
    ...standingPoints,
    ...cycleFields('manualCycle', { zh: '说明书保养周期', en: 'Manual’s cycle', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
