import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, text } from '../../kit/fields/field.ts'

/** The kinds of departments as front ends of the given calls number them. */
export const deptNumbers = { clinical: 1, equipment: 2, logistics: 3, warehouse: 4 } as const

export const dept = entity('dept', {
  zh: '科室',
  en: 'Department',
  module: 'identity',
  path: ['/blade-system/dept', '/blade/dept'],
  title: 'deptName',
  table: 'tenant',
  governs: true,
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList', 'export', 'template'],
  softDelete: true,
  retired: { when: { isSealed: ['1'] }, successor: 'mergedInto' },
  offline: { keep: 'read', scope: { by: 'all' }, offlineFields: ['deptName', 'parent', 'isSealed'] },
  sort: { by: 'sort' },
  others: {
    takes: { deptCategory: { as: 'category', keys: deptNumbers } },
    shows: { deptCategoryName: { as: 'categoryValue' } },
    listed: ['sort', 'remark'],
    initial: { category: { is: 'clinical' } },
  },
  fields: {
    deptName: text({ zh: '科室名称', en: 'Department', required: true, list: true, search: 'pinyin', max: 60 }),
    fullName: text({ zh: '全称', en: 'Full name', list: true, search: true, max: 120 }),
    deptCode: text({ zh: '科室编码', en: 'Code', list: true, search: true, unique: true, code: true, max: 40 }),
    parent: link({ zh: '上级科室', en: 'Parent department', to: 'dept', list: true }),
    category: choice({
      zh: '科室类型',
      en: 'Department type',
      required: true,
      list: true,
      initial: 'clinical',
      of: {
        clinical: { zh: '临床', en: 'Clinical' },
        equipment: { zh: '设备科', en: 'Equipment' },
        logistics: { zh: '后勤', en: 'Logistics' },
        warehouse: { zh: '库房', en: 'Warehouse' },
      },
    }),
    isSealed: flag({ zh: '封存', en: 'Sealed', list: true }),
    mergedInto: link({ zh: '并入科室', en: 'Merged into', to: 'dept', readOnly: true, past: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
