import { entity } from '../../../kit/entity/entity.ts'
import { choice, flag, integer, link, text } from '../../../kit/fields/field.ts'
import { measureTypes, riskLevels } from './class-choices.ts'

/** The official catalogue of medical device classes, three levels of codes such as 07-03-01. */
export const deviceClass = entity('deviceClass', {
  zh: '医疗器械分类',
  en: 'Device class',
  module: 'asset',
  path: '/eam/device-class',
  title: 'className',
  table: 'tenant',
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  sort: { by: 'sort' },
  fields: {
    className: text({ zh: '分类名称', en: 'Class', required: true, list: true, search: 'pinyin', max: 120 }),
    classCode: text({
      zh: '分类编码',
      en: 'Code',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 12,
      pattern: '^\\d{2}(-\\d{2}){0,2}$',
      example: '08-01-02',
    }),
    parent: link({ zh: '上级分类', en: 'Parent class', to: 'deviceClass', list: true }),
    riskLevel: choice({
      zh: '管理类别',
      en: 'Risk class',
      list: true,
      of: riskLevels,
    }),
    usefulLifeMonths: integer({ zh: '使用年限（月）', en: 'Useful life (months)', list: true, min: 1, max: 600 }),
    lifeSource: text({ zh: '年限依据', en: 'Useful life source', max: 200 }),
    measureType: choice({
      zh: '检定类别',
      en: 'Verification type',
      list: true,
      of: measureTypes,
    }),
    measureSource: text({ zh: '强检依据', en: 'Verification source', max: 200 }),
    needsAuthorisation: flag({ zh: '须授权使用', en: 'Authorised users only', list: true }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
  },
})
