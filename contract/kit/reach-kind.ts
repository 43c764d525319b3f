import type { Entity } from './entity.ts'

/** How wide a role sees: everything, departments, the person's own rows, or rows that fit conditions. */
export type ReachKind = 'all' | 'below' | 'dept' | 'own' | 'chosen' | 'custom'

/** Whether a rule may speak of an entity: its rows have a scope of their own that a role limits. */
export const takesRule = (of: Entity): boolean => of.scope !== undefined && !of.scope.own && !of.scope.through

/** The kinds that a rule of an entity may have: departments only where its rows belong to one. */
export const kindsFor = (of: Entity): readonly ReachKind[] =>
  of.scope?.dept ? ['all', 'below', 'dept', 'own', 'chosen', 'custom'] : ['all', 'own', 'custom']
