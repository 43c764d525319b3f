import type { Entity } from '#contract/kit/entity.ts'
import { conditionsIn, type RowCondition } from '#contract/kit/row-condition.ts'
import type { ScopeKind } from '#contract/kit/scope-kind.ts'
import { entityNamed } from '#contract/registry.ts'

/** What one role says of the rows of one entity. */
export interface RoleScope {
  readonly kind: ScopeKind
  /** The departments that this comes to for the person; empty where the kind names none. */
  readonly deptIds: readonly string[]
  /** The conditions of a custom scope, as they are stored. */
  readonly conditions?: unknown
}

/** One role of a person with what it gives. */
export interface HeldRole extends RoleScope {
  readonly id: string
  readonly alias: string
  readonly name: string
  readonly rights: ReadonlySet<string>
  /** Patterns over the names of calls that its API scopes open: for its own rights, not for those of other roles. */
  readonly patterns: readonly string[]
  /** The entities that it holds a right to. */
  readonly entities: ReadonlySet<string>
  /** Its rules by entity; the others follow the role. */
  readonly rules: ReadonlyMap<string, RoleScope>
}

/** What all roles of a person together let them see of the rows of an entity. */
export interface RowScope {
  readonly isAll: boolean
  /** Departments whose rows are seen, in order; null: no role speaks of departments. */
  readonly deptIds: readonly string[] | null
  /** The rows that the person made are seen. */
  readonly isOwn: boolean
  /** Rows are seen for which all conditions of one of these hold. */
  readonly custom: readonly (readonly RowCondition[])[]
  /** What the roles say, one by one. */
  readonly parts: readonly RoleScope[]
}

const byDept = new Set<ScopeKind>(['below', 'dept', 'chosen'])

/** The union of what several roles say of the rows of an entity; conditions that no longer fit the declaration show nothing. */
export function unionOf(parts: readonly RoleScope[], of?: Entity): RowScope {
  const kinds = new Set(parts.map(({ kind }) => kind))
  const limited = parts.filter(({ kind }) => byDept.has(kind))
  const custom = of ? parts.flatMap(({ kind, conditions }) => (kind === 'custom' ? [conditionsIn(of, conditions) ?? []] : [])) : []
  return {
    isAll: kinds.has('all'),
    deptIds: limited.length > 0 ? [...new Set(limited.flatMap(({ deptIds }) => deptIds))].sort() : null,
    isOwn: kinds.has('own'),
    custom: custom.filter((conditions) => conditions.length > 0),
    parts,
  }
}

/**
 * What a person sees of an entity: the union over the roles that hold a right to it, for a role that has nothing to do with an entity says nothing of its
 * rows; over all roles where none holds one, which is what links to its rows are checked with.
 */
export function scopeIn(roles: readonly HeldRole[], of: Entity): RowScope {
  const holding = roles.filter(({ entities }) => entities.has(of.name))
  return unionOf(
    (holding.length > 0 ? holding : roles).map((role) => role.rules.get(of.name) ?? role),
    of,
  )
}

/** The entity whose rule decides about the rows of an entity: the one it is seen through, or itself. */
export function scopedBy(of: Entity): Entity {
  const through = of.scope?.through
  const field = through === undefined ? undefined : of.fields[through]
  return through === undefined ? of : scopedBy(entityNamed(field?.kind === 'link' ? field.to : through))
}

/** Who a row is compared with. */
export interface Me {
  readonly userId: string
  readonly deptId: string | null
}

/** Whether a row that is not stored yet fits the conditions. `held`: what a field holds, as it travels; the conditions were read against the declaration. */
export function fits(of: Entity, conditions: readonly RowCondition[], held: (name: string) => unknown, me: Me): boolean {
  return conditions.every(({ field, is, values }) => {
    const value = held(field)
    if (value === null || value === undefined) return is === 'notIn'
    const declared = of.fields[field]!
    if (is === 'mine') return value === (declared.kind === 'link' && declared.to === 'dept' ? me.deptId : me.userId)
    if (is === 'in') return values.includes(String(value))
    if (is === 'notIn') return !values.includes(String(value))
    const [left, right] = declared.kind === 'date' ? [String(value), values[0]!] : [Number(value), Number(values[0])]
    return is === 'from' ? left >= right : left <= right
  })
}
