import { entity } from '../../kit/entity.ts'
import { ids, integer, text } from '../../kit/field.ts'

/** A system in the bar above the side bar, with the items of the first level that it shows. */
export const topMenu = entity('topMenu', {
  zh: '顶部菜单',
  en: 'Top menu',
  area: 'platform',
  path: '/blade-system/topmenu',
  title: 'name',
  table: 'tenant',
  governs: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  sort: { by: 'sort' },
  fields: {
    name: text({ zh: '菜单名称', en: 'Name (Chinese)', required: true, list: true, search: true, max: 40 }),
    nameEn: text({ zh: '英文名称', en: 'Name (English)', required: true, list: true, search: true, max: 60 }),
    code: text({
      zh: '菜单编号',
      en: 'Code',
      required: true,
      list: true,
      unique: true,
      max: 60,
      pattern: '^[a-zA-Z][a-zA-Z0-9_-]*$',
      example: 'equipment',
    }),
    source: text({ zh: '图标', en: 'Icon', max: 40, pattern: '^[a-zA-Z][a-zA-Z0-9-]*$', example: 'setting' }),
    sort: integer({ zh: '排序', en: 'Order', list: true, min: 0, max: 99999 }),
    menus: ids({ zh: '菜单', en: 'Menu items', to: 'menu', max: 500 }),
  },
})
