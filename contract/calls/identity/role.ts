import { role } from '../../entities/identity/role.ts'
import { listOf, one, option, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { ids, integer, items, link, text } from '../../kit/fields/field.ts'

const roles = ids({ zh: '角色', en: 'Roles', to: 'role', required: true, max: 50 })

/**
 * The rights, data scope and API scopes of roles: what is absent stays. `menuIds`: codes of rights, `hiddenMenus`: codes of menu items that the role does not show though its rights stay, comma lists. `seen`: the versions that the choice was
 * made on, as `role.keys` answers them; a role that has another one by now is refused as stale.
 */
export const grantRoles = call('role.grant', {
  zh: '角色授权',
  en: 'Role permissions',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/role/grant',
  may: 'role.grant',
  writes: true,
  answers: one({ granted: out.number }),
  input: {
    roleIds: roles,
    menuIds: text({ zh: '权限', en: 'Permissions', max: 20000 }),
    dataScopeIds: ids({ zh: '指定科室', en: 'Selected departments', to: 'dept', max: 1000 }),
    apiScopeIds: ids({ zh: '接口范围', en: 'API scopes', max: 50 }),
    hiddenMenus: text({ zh: '隐藏的菜单', en: 'Hidden menu items', max: 20000, pattern: '^[a-zA-Z0-9_,-]*$', example: 'user,role' }),
    seen: items({
      zh: '打开时的版本',
      en: 'Known versions',
      max: 50,
      fields: {
        role: link({ zh: '角色', en: 'Role', to: 'role', required: true }),
        version: integer({ zh: '版本', en: 'Version', required: true, min: 1 }),
      },
    }),
  },
})
/** Roles in one list without pages, the first 200. */
export const roleRows = call('role.rows', {
  zh: '全部角色',
  en: 'All roles',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/role/list',
  may: 'role.list',
  answers: listOf(out.listed<typeof role>('role')),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    tenantId: text({ zh: '租户编号', en: 'Tenant', max: 12 }),
    roleName: { ...role.fields.roleName, required: false },
    roleAlias: { ...role.fields.roleAlias, required: false, pattern: undefined },
  },
})
export const copyRole = call('role.copy', {
  zh: '复制角色',
  en: 'Copy a role',
  module: 'identity',
  method: 'POST',
  path: '/blade-system/role/copy',
  may: 'role.submit',
  writes: true,
  answers: one(saved),
  input: {
    role: link({ zh: '角色', en: 'Role', to: 'role', required: true }),
    roleName: role.fields.roleName,
    roleAlias: role.fields.roleAlias,
  },
})
export const roleTree = call('role.tree', {
  zh: '角色树',
  en: 'Role tree',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/role/tree',
  may: 'role.list',
  answers: listOf({ ...option, value: out.text, key: out.text, title: out.text, roleAlias: out.text, hasChildren: out.boolean }),
  input: {},
})
const part = out.tree({ ...option, title: out.text, key: out.text, value: out.text, disabled: out.optional(out.boolean) })
/** The rights under their menu items; what the asking person has not cannot be chosen. */
export const grantTree = call('role.grantTree', {
  zh: '权限树',
  en: 'Permissions by menu',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/menu/grant-tree',
  may: 'role.list',
  answers: listOf(out.tree({ ...option, disabled: out.optional(out.boolean) })),
  // What else a grant names is chosen there: departments and API scopes.
  others: one({ menu: out.list(part), dataScope: out.list(part), apiScope: out.list(part) }),
  input: {},
})
/** What roles hold: codes of rights, ids of departments and API scopes; and their versions, to be sent with what is chosen from it. */
export const roleKeys = call('role.keys', {
  zh: '角色已有权限',
  en: 'Current role permissions',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/menu/role-tree-keys',
  may: 'role.list',
  answers: one({
    menuIds: out.list(out.text),
    dataScopeIds: out.list(out.text),
    apiScopeIds: out.list(out.text),
    hiddenMenus: out.list(out.text),
    /** The first three again, by the names that front ends of the given calls read. */
    menu: out.list(out.text),
    dataScope: out.list(out.text),
    apiScope: out.list(out.text),
    seen: out.list({ roleId: out.text, version: out.number }),
  }),
  input: { roleIds: roles },
})
export const deptFigures = call('dept.figures', {
  zh: '科室人数与设备数',
  en: 'People and devices by department',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/dept/figures',
  may: 'dept.list',
  answers: listOf({ id: out.text, people: out.nullable(out.number), cards: out.nullable(out.number), heads: out.nullable(out.text) }),
  input: { ids: ids({ zh: '科室', en: 'Departments', to: 'dept', required: true, max: 200 }) },
})
export const warehouseDepts = call('dept.warehouses', {
  zh: '库房科室',
  en: 'Warehouses',
  module: 'identity',
  method: 'GET',
  path: '/blade/dept/getWareHouseDeptList',
  may: 'dept.list',
  answers: listOf({ id: out.text, deptName: out.text, fullName: out.nullable(out.text), deptCode: out.nullable(out.text) }),
  input: { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) },
})
/** Roles as a tree, of those that are named; roles have none below them. */
export const roleTreeById = call('role.treeById', {
  zh: '指定角色树',
  en: 'Selected role tree',
  module: 'identity',
  method: 'GET',
  path: '/blade-system/role/tree-by-id',
  may: 'role.list',
  answers: listOf({ ...option, value: out.text, key: out.text, title: out.text, roleAlias: out.text, hasChildren: out.boolean }),
  input: { role: link({ zh: '角色', en: 'Role', to: 'role', required: true }) },
})
