import { duties } from '../../kit/access/duty.ts'
import { seededRoleNames } from '../../kit/access/role-names.ts'
import { dataScopes } from '../../kit/access/scope-kind.ts'
import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, text } from '../../kit/fields/field.ts'

export const role = entity('role', {
  zh: '角色',
  en: 'Role',
  module: 'identity',
  path: '/blade-system/role',
  title: 'roleName',
  table: 'tenant',
  governs: true,
  // Front ends of the given calls ask `list` for all roles at once, see `role.rows`.
  names: { list: ['page'] },
  verbs: ['list', 'detail', 'select', 'submit', 'remove'],
  softDelete: true,
  sort: { by: 'sort' },
  others: {
    // Roles stand beside each other.
    takes: { parentId: { is: '0' } },
    shows: { parentName: { is: null }, hasChildren: { is: 0 } },
    listed: ['sort', 'roleAlias'],
    initial: { reach: { is: 'own' } },
  },
  fields: {
    roleName: text({ zh: '角色名称', en: 'Role', required: true, list: true, search: 'pinyin', max: 60, seeded: seededRoleNames }),
    roleAlias: text({
      zh: '角色标识',
      en: 'Role key',
      required: true,
      unique: true,
      max: 40,
      pattern: '^[a-z][a-z0-9_]*$',
      example: 'ward_clerk',
      width: 190,
    }),
    reach: choice({ zh: '数据范围', en: 'Data scope', required: true, list: true, initial: 'dept', of: dataScopes }),
    duty: choice({ zh: '管理职责', en: 'Administrative duty', list: true, of: duties }),
    needsFactor: flag({ zh: '须二次验证', en: 'Needs a second factor', list: true }),
    sort: integer({ zh: '排序', en: 'Order', min: 0, max: 99999 }),
  },
})
