import type { Entity } from './entity.ts'

/** Whose rows a role sees. */
export const dataScopes = {
  all: { zh: '全部', en: 'All' },
  below: { zh: '本科室及下级', en: 'Own department and below' },
  dept: { zh: '本科室', en: 'Own department' },
  own: { zh: '本人', en: 'Own records' },
  chosen: { zh: '指定科室', en: 'Selected departments' },
} as const

/** How wide a role sees: everything, departments, the person's own rows, or rows that fit conditions. */
export type ScopeKind = keyof typeof dataScopes | 'custom'

/** Whether a rule may speak of an entity: its rows have a scope of their own that a role limits. */
export const takesRule = (of: Entity): boolean => of.scope !== undefined && !of.scope.own && !of.scope.through && !of.scope.every

/** The kinds that a rule of an entity may have: departments only where its rows belong to one. */
export const kindsFor = (of: Entity): readonly ScopeKind[] =>
  of.scope?.dept ? ['all', 'below', 'dept', 'own', 'chosen', 'custom'] : ['all', 'own', 'custom']
