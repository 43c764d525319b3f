import { entity } from '../../kit/entity/entity.ts'
import { ids, link, text } from '../../kit/fields/field.ts'

/** An area such as an operating suite: places of one courtyard that belong together, across buildings and floors. */
export const areaLarger = entity('areaLarger', {
  zh: '区域',
  en: 'Area',
  module: 'place',
  path: '/eam/plc/arealarger',
  title: 'areaName',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'export'],
  fields: {
    areaName: text({ zh: '区域名称', en: 'Area', required: true, list: true, search: 'pinyin', unique: true, max: 60 }),
    courtyard: link({ zh: '院区', en: 'Campus', to: 'location', list: true }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept', merges: 'keeps', list: true }),
    places: ids({ zh: '包含位置', en: 'Places', to: 'location', max: 500 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
