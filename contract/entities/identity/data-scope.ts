import { dataScopes } from '../../kit/access/scope-kind.ts'
import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, json, link, text } from '../../kit/fields/field.ts'

/** Whose rows of one entity a role sees, where that differs from the data scope of the role. */
export const dataScope = entity('dataScope', {
  zh: '数据权限规则',
  en: 'Data scope rule',
  module: 'identity',
  path: '/blade-system/data-scope',
  title: 'entity',
  table: 'tenant',
  governs: true,
  verbs: ['list', 'detail', 'submit', 'remove'],
  // Their scopes belong to items of a menu; no rule does.
  others: {
    takes: { menuId: { is: null } },
    shows: { scopeName: { as: 'entity' }, scopeTypeName: { as: 'reachValue' } },
    listed: ['depts'],
  },
  fields: {
    role: link({ zh: '角色', en: 'Role', to: 'role', required: true, list: true, goesWith: true }),
    entity: text({ zh: '数据', en: 'Records', required: true, list: true, max: 60 }),
    reach: choice({
      zh: '数据范围',
      en: 'Data scope',
      required: true,
      list: true,
      of: { ...dataScopes, custom: { zh: '自定义条件', en: 'By conditions' } },
    }),
    depts: ids({ zh: '指定科室', en: 'Selected departments', to: 'dept', past: true, max: 1000 }),
    conditions: json({ zh: '条件', en: 'Conditions' }),
  },
})
