import { entity } from '../../kit/entity/entity.ts'
import { ids, text } from '../../kit/fields/field.ts'

/** What a hospital may use: menu items, and with them the rights that stand behind them. */
export const tenantPackage = entity('tenantPackage', {
  zh: '租户产品包',
  en: 'Tenant package',
  module: 'settings',
  path: '/blade-system/tenant-package',
  title: 'packageName',
  table: 'tenant',
  governs: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'select'],
  softDelete: true,
  others: {},
  fields: {
    packageName: text({
      zh: '产品包名',
      en: 'Package',
      required: true,
      asks: { zh: '请输入产品包名称', en: 'Enter a package name' },
      list: true,
      search: true,
      unique: true,
      max: 60,
    }),
    // Several ids under the name that the given calls use.
    menuId: ids({
      zh: '菜单列表',
      en: 'Menu items',
      to: 'menu',
      inTree: true,
      required: true,
      asks: { zh: '请选择菜单', en: 'Choose menu items' },
      list: true,
      max: 500,
    }),
    remark: text({ zh: '备注', en: 'Remark', list: true, multiline: true, max: 500 }),
  },
})
