import { entity } from '../../kit/entity/entity.ts'
import { flag, link, text } from '../../kit/fields/field.ts'
import { metrologyTerms } from './metrology-kinds.ts'

/** How devices of a kind are verified or calibrated: by which regulation, and how often. */
export const metrologyCatalog = entity('measureCatalog', {
  zh: '计量目录',
  en: 'Metrology catalogue',
  module: 'service',
  path: '/eam/measure-catalog',
  title: 'catalogName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  fields: {
    catalogName: text({ zh: '器具名称', en: 'Instrument', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    measureKind: { ...metrologyTerms.measureKind, required: true, initial: 'verification' },
    measureType: metrologyTerms.measureType,
    measureCycle: metrologyTerms.measureCycle,
    measureCycleUnit: metrologyTerms.measureCycleUnit,
    firstOnly: metrologyTerms.firstOnly,
    regulation: text({ zh: '规程或规范', en: 'Regulation', list: true, search: true, max: 120, example: 'JJG 692-2010' }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', list: true }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
