import { entity } from '../../kit/entity/entity.ts'
import { flag, link, text } from '../../kit/fields/field.ts'
import { menuFields, nameField } from './menu-fields.ts'

const { nameEn, code, icon, sort } = menuFields('intranet')

/**
 * The desk's menu as the platform arranges it: order, names, visibility, icons and links to the outside. The rows of the platform's own tenant count; they are
 * made from the declarations, and what stands behind an item stays declared.
 */
export const menuRow = entity('menu', {
  zh: '菜单',
  en: 'Menu item',
  module: 'settings',
  path: '/blade-system/menu',
  title: 'menuName',
  table: 'tenant',
  governs: true,
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList'],
  names: { tree: ['tree', 'menu-list'], lazyList: ['lazy-list', 'lazy-menu-list'] },
  softDelete: true,
  sort: { by: 'sort' },
  others: {
    // Buttons are declared, so that every row is an item that opens here.
    takes: {
      name: { as: 'menuName' },
      path: { as: 'address' },
      source: { as: 'icon' },
      category: { is: 1 },
      action: { is: 0 },
      alias: { is: 'menu' },
      isOpen: { is: 1, or: [0] },
    },
    shows: {
      categoryName: { is: null, words: { zh: '菜单', en: 'Menu' } },
      actionName: { is: null, words: { zh: '工具栏', en: 'Toolbar' } },
      isOpenName: { is: null, words: { zh: '否', en: 'No' } },
    },
    listed: ['icon', 'remark'],
    initial: { nameEn: { as: 'menuName' } },
  },
  fields: {
    menuName: nameField,
    nameEn,
    code,
    parent: link({ zh: '上级菜单', en: 'Parent menu', to: 'menu', list: true }),
    // The table has the path of the tree.
    address: text({ zh: '路由地址', en: 'Address', list: true, max: 500 }),
    icon,
    sort,
    isHidden: flag({ zh: '隐藏', en: 'Hidden', list: true }),
    isSearchOnly: flag({ zh: '仅供搜索', en: 'Search only', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
