import { listOf, one, option, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { ids, link, text } from '../../kit/fields/field.ts'

const topMenus = ids({ zh: '顶部菜单', en: 'Top menus', to: 'topMenu', required: true, max: 50 })
const tenant = text({ zh: '租户编号', en: 'Tenant', required: true, max: 12, pattern: '^[0-9A-Za-z]{4,12}$', example: '100001' })

/** The menu as a tree to tick what top menus show. */
export const grantTopTree = call('topMenu.grantTree', {
  zh: '顶部菜单授权树',
  en: 'Top menu item tree',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/menu/grant-top-tree',
  may: 'topMenu.list',
  answers: listOf(out.tree(option)),
  input: {},
})
/** The ids of the items that top menus show. */
export const topKeys = call('topMenu.keys', {
  zh: '顶部菜单已有菜单',
  en: 'Top menu items',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/menu/top-tree-keys',
  may: 'topMenu.list',
  answers: listOf(out.text),
  input: { topMenuIds: topMenus },
})
/** Says which items top menus show; the ones named before are replaced. */
export const grantTop = call('topMenu.grant', {
  zh: '顶部菜单授权',
  en: 'Set top menu items',
  module: 'settings',
  method: 'POST',
  path: '/blade-system/topmenu/grant',
  may: 'topMenu.submit',
  writes: true,
  answers: one({ granted: out.number }),
  input: { topMenuIds: topMenus, menuIds: ids({ zh: '菜单', en: 'Menu items', to: 'menu', inTree: true, required: true, max: 500 }) },
})
/** The package of a hospital; everything where it has none. */
export const packageOf = call('tenantPackage.of', {
  zh: '机构的产品包',
  en: 'Organisation package',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/tenant/package-detail',
  may: 'hospital.list',
  answers: one({
    tenantId: out.text,
    packageId: out.nullable(out.text),
    packageName: out.nullable(out.text),
    menuId: out.nullable(out.list(out.text)),
  }),
  input: { tenantId: tenant },
})
/** Gives a hospital a package, or none; its people have what the package holds with their next request. */
export const setPackage = call('tenantPackage.set', {
  zh: '设置产品包',
  en: 'Set package',
  module: 'settings',
  method: 'POST',
  path: '/blade-system/tenant/package-setting',
  may: 'hospital.submit',
  writes: true,
  answers: one({ tenantId: out.text, packageId: out.nullable(out.text) }),
  input: { tenantId: tenant, package: link({ zh: '产品包', en: 'Package', to: 'tenantPackage' }) },
})
