import { entity } from '../../kit/entity/entity.ts'
import { flag, integer, link, text } from '../../kit/fields/field.ts'

/** Where devices, parts and consumables lie in stock: stores with the rooms and shelves below them. */
export const warehouse = entity('warehouse', {
  zh: '库房',
  en: 'Warehouse',
  module: 'place',
  path: '/eam/plc/warehouse',
  title: 'warehouseName',
  table: 'tenant',
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList', 'export'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  sort: { by: 'sort' },
  fields: {
    warehouseName: text({ zh: '库房名称', en: 'Warehouse', required: true, list: true, search: 'pinyin', max: 60 }),
    warehouseCode: text({ zh: '库房编码', en: 'Code', list: true, search: true, unique: true, code: true, max: 40 }),
    parent: link({ zh: '上级库房', en: 'Parent warehouse', to: 'warehouse', list: true }),
    keeper: link({ zh: '保管人', en: 'Keeper', to: 'user', list: true }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept', merges: 'keeps', list: true }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
