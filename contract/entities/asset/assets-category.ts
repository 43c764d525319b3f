import { entity } from '../../kit/entity/entity.ts'
import { flag, integer, link, text } from '../../kit/fields/field.ts'

/** The hospital's own classes of assets, with the useful life that its books give them. */
export const assetsCategory = entity('assetsCategory', {
  zh: '资产分类',
  en: 'Asset category',
  module: 'asset',
  path: '/eam/assets-category',
  title: 'categoryName',
  table: 'tenant',
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList', 'export', 'template'],
  softDelete: true,
  retired: { when: { isInactive: ['1'] } },
  sort: { by: 'sort' },
  fields: {
    categoryName: text({ zh: '分类名称', en: 'Category', required: true, list: true, search: 'pinyin', max: 60 }),
    categoryCode: text({ zh: '分类编码', en: 'Code', list: true, search: true, unique: true, code: true, max: 40 }),
    parent: link({ zh: '上级分类', en: 'Parent category', to: 'assetsCategory', list: true }),
    usefulLifeMonths: integer({ zh: '折旧月数', en: 'Useful life (months)', list: true, min: 1, max: 600 }),
    isInactive: flag({ zh: '停用', en: 'Inactive', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
