import type { Entity } from '../entity/entity.ts'

/** The data scopes that a role may have. */
export const dataScopes = {
  all: { zh: '全部', en: 'All' },
  below: { zh: '本科室及下级', en: 'Own department and below' },
  dept: { zh: '本科室', en: 'Own department' },
  own: { zh: '本人', en: 'Own records' },
  chosen: { zh: '指定科室', en: 'Selected departments' },
} as const

/** The kind of a data scope: all rows, departments, own rows, or rows that match conditions. */
export type ScopeKind = keyof typeof dataScopes | 'custom'

/** Whether a data scope rule may name an entity: its rows have their own scope that roles limit. */
export const allowsScopeRule = (of: Entity): boolean => of.scope !== undefined && !of.scope.own && !of.scope.through && !of.scope.every

/** The kinds that a rule for an entity may have; departments only if its rows belong to one. */
export const kindsFor = (of: Entity): readonly ScopeKind[] =>
  of.scope?.dept ? ['all', 'below', 'dept', 'own', 'chosen', 'custom'] : ['all', 'own', 'custom']
