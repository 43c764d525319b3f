import { entity } from '../../kit/entity/entity.ts'
import { cycleFields } from '../../kit/fields/cycle.ts'
import { choice, flag, ids, integer, text } from '../../kit/fields/field.ts'
import { importantClasses } from '../asset/device/class-choices.ts'
import { mostPoints } from './quality-kinds.ts'

/** What is measured at devices of some classes, and how often. */
export const qualityTemplate = entity('qualityTemplate', {
  zh: '质控模板',
  en: 'Quality control template',
  many: 'Quality control templates',
  module: 'quality',
  path: '/eam/quality-template',
  title: 'templateName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  lines: [
    {
      entity: 'qualityPoint',
      by: 'template',
      as: 'points',
      order: 'place',
      max: mostPoints,
      totals: { pointCount: [] },
      hint: {
        zh: '允许误差与百分比同时填写时，取较大者；百分比按设定值计算。也可以只填下限或上限。',
        en: 'Of a tolerance and a percentage the larger counts; the percentage is of the set value. A lower or upper limit alone will do as well.',
      },
    },
  ],
  fields: {
    templateName: text({ zh: '模板名称', en: 'Template', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    classes: ids({ zh: '适用设备分类', en: 'Device classes', to: 'deviceClass', inTree: true, max: 50 }),
    importantClassification: choice({ zh: '重点分类', en: 'Priority class', list: true, of: importantClasses }),
    ...cycleFields('controlCycle', { zh: '质控周期', en: 'Control cycle', list: true }),
    pointCount: integer({ zh: '测量点数', en: 'Points', readOnly: true, list: true }),
    readyKey: text({ zh: '内置模板', en: 'Ready template', readOnly: true, internal: true, max: 36 }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
