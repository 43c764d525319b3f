import { entity } from '../../kit/entity.ts'
import { flag, integer, link, text } from '../../kit/field.ts'

/**
 * The desk's menu as the platform arranges it: order, names, visibility, icons and links to the outside. The rows of the platform's own tenant count; they are
 * made from the declarations, and what stands behind an item stays declared.
 */
export const menuRow = entity('menu', {
  zh: '菜单',
  en: 'Menu item',
  area: 'platform',
  path: '/blade-system/menu',
  title: 'menuName',
  table: 'tenant',
  governs: true,
  tree: 'parent',
  verbs: ['list', 'detail', 'submit', 'remove', 'select', 'tree', 'lazyTree', 'lazyList'],
  names: { tree: ['tree', 'menu-list'], lazyList: ['lazy-list', 'lazy-menu-list'] },
  softDelete: true,
  sort: { by: 'sort' },
  fields: {
    menuName: text({ zh: '菜单名称', en: 'Name (Chinese)', required: true, list: true, search: true, max: 40 }),
    nameEn: text({ zh: '英文名称', en: 'Name (English)', required: true, list: true, search: true, max: 60 }),
    code: text({
      zh: '菜单编号',
      en: 'Code',
      required: true,
      list: true,
      unique: true,
      max: 60,
      pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$',
      example: 'intranet',
    }),
    parent: link({ zh: '上级菜单', en: 'Parent menu', to: 'menu', list: true }),
    // The table has the path of the tree.
    address: text({ zh: '路由地址', en: 'Address', list: true, max: 500 }),
    icon: text({ zh: '图标', en: 'Icon', max: 40, pattern: '^[a-zA-Z][a-zA-Z0-9-]*$', example: 'setting' }),
    sort: integer({ zh: '排序', en: 'Order', list: true, min: 0, max: 99999 }),
    isHidden: flag({ zh: '隐藏', en: 'Hidden', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
