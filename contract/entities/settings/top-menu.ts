import { entity } from '../../kit/entity/entity.ts'
import { ids } from '../../kit/fields/field.ts'
import { menuFields, nameField } from './menu-fields.ts'

const { nameEn, code, icon, sort } = menuFields('equipment')

/** A system in the bar above the side bar, with the items of the first level that it shows. */
export const topMenu = entity('topMenu', {
  zh: '顶部菜单',
  en: 'Top menu',
  module: 'settings',
  path: '/blade-system/topmenu',
  title: 'name',
  table: 'tenant',
  governs: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  sort: { by: 'sort' },
  others: { listed: ['source'], initial: { nameEn: { as: 'name' } } },
  fields: {
    name: nameField,
    nameEn,
    code,
    source: icon,
    sort,
    menus: ids({ zh: '菜单', en: 'Menu items', to: 'menu', inTree: true, max: 500 }),
  },
})
