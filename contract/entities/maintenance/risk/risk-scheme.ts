import { entity } from '../../../kit/entity/entity.ts'
import { flag, integer, text } from '../../../kit/fields/field.ts'

/** From how many points devices are maintained how often. One scheme of a hospital is in use; without one the usual bands hold. */
export const riskScheme = entity('riskScheme', {
  zh: '风险分级',
  en: 'Risk bands',
  many: 'Risk bands',
  module: 'maintenance',
  path: '/eam/risk-scheme',
  title: 'schemeName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  emptyAdvice: {
    zh: '未设置时：18 分及以上每 3 个月、15–17 分每 6 个月、12–14 分每 12 个月保养一次，12 分以下不计划保养',
    en: 'Without one: 18 points and more every 3 months, 15–17 every 6, 12–14 every 12, none below 12',
  },
  lines: [
    {
      entity: 'riskBand',
      by: 'scheme',
      as: 'bands',
      order: 'place',
      max: 20,
      required: true,
      totals: { bandCount: [] },
      hint: {
        zh: '从高分到低分；每级到上一级的起点为止，低于最后一级的设备不计划保养。',
        en: 'From many points to few; each ends where the one above begins. Devices below the last one have no planned maintenance.',
      },
    },
  ],
  fields: {
    schemeName: text({ zh: '名称', en: 'Name', required: true, list: true, search: 'pinyin', unique: true, max: 100 }),
    bandCount: integer({ zh: '级数', en: 'Bands', readOnly: true, list: true }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
