import { entity } from '../../kit/entity.ts'
import { choice, integer, link, text } from '../../kit/field.ts'
import { measureTypes } from '../asset/class-choices.ts'
import { measureKinds } from './measure-kinds.ts'

/** How devices of a kind are verified or calibrated: by which regulation, and how often. */
export const measureCatalog = entity('measureCatalog', {
  zh: '计量目录',
  en: 'Metrology catalogue',
  area: 'service',
  path: '/eam/measure-catalog',
  title: 'catalogName',
  table: 'tenant',
  softDelete: true,
  fields: {
    catalogName: text({ zh: '器具名称', en: 'Instrument', required: true, list: true, search: true, unique: true, max: 100 }),
    measureKind: choice({ zh: '计量方式', en: 'Kind', required: true, list: true, initial: 'verification', of: measureKinds }),
    measureType: choice({ zh: '检定类别', en: 'Verification', list: true, of: measureTypes }),
    cycleDays: integer({ zh: '计量周期（天）', en: 'Metrology cycle (days)', required: true, list: true, min: 1, max: 3650 }),
    regulation: text({ zh: '规程或规范', en: 'Regulation', list: true, search: true, max: 120, example: 'JJG 692-2010' }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
