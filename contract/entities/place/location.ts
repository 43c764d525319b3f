import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, text } from '../../kit/fields/field.ts'

export const location = entity('location', {
  zh: '位置',
  en: 'Location',
  module: 'place',
  path: '/eam/plc/location',
  title: 'fullName',
  nodeTitle: 'locationName',
  table: 'tenant',
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'tree', 'lazyTree', 'lazyList', 'select', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  custom: true,
  offline: { keep: 'read', scope: { by: 'all' }, offlineFields: ['fullName', 'locationName', 'parent', 'level', 'qrToken', 'isInactive'] },
  sort: { by: 'sort' },
  fields: {
    locationName: text({ zh: '位置名称', en: 'Location', required: true, max: 60 }),
    fullName: text({ zh: '完整位置', en: 'Full location', readOnly: true, list: true, search: 'pinyin', max: 250 }),
    parent: link({ zh: '上级位置', en: 'Parent location', to: 'location' }),
    level: choice({
      zh: '层级',
      en: 'Level',
      required: true,
      list: true,
      of: {
        courtyard: { zh: '院区', en: 'Campus' },
        building: { zh: '楼栋', en: 'Building' },
        floor: { zh: '楼层', en: 'Floor' },
        room: { zh: '房间', en: 'Room' },
      },
    }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept', merges: 'keeps', list: true }),
    qrToken: text({ zh: '标签码', en: 'Label code', readOnly: true, unique: true, max: 12 }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
