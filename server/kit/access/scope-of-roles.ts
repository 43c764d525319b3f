import type { ScopeKind } from '#contract/kit/access/scope-kind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { conditionsIn, type RowCondition } from '#contract/kit/fields/row-condition.ts'
import { entityNamed } from '#contract/registry.ts'

/** The data scope of one role for one entity. */
export interface RoleScope {
  readonly kind: ScopeKind
  /** The departments that it resolves to for the person; empty if the kind names none. */
  readonly deptIds: readonly string[]
  /** The conditions of a custom scope, as stored. */
  readonly conditions?: unknown
}

/** One role of a person. */
export interface HeldRole extends RoleScope {
  readonly id: string
  readonly alias: string
  readonly name: string
  readonly rights: ReadonlySet<string>
  /** Call name patterns of its API scopes; they apply only to the rights of this role. */
  readonly patterns: readonly string[]
  /** The entities for which it holds a right. */
  readonly entities: ReadonlySet<string>
  /** Its data scope rules by entity; other entities follow the role. */
  readonly rules: ReadonlyMap<string, RoleScope>
}

/** The combined data scope of all roles of a person for one entity. */
export interface RowScope {
  readonly isAll: boolean
  /** Departments whose rows are visible, sorted; null: no role is limited by departments. */
  readonly deptIds: readonly string[] | null
  /** Rows that the person created are visible. */
  readonly isOwn: boolean
  /** Rows are visible that meet all conditions of one of these lists. */
  readonly custom: readonly (readonly RowCondition[])[]
  /** The scopes of the single roles. */
  readonly parts: readonly RoleScope[]
}

const byDept = new Set<ScopeKind>(['below', 'dept', 'chosen'])

/** The union of the data scopes of several roles; conditions that no longer fit the declaration match nothing. */
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
 * A person's data scope for an entity: the union over the roles that hold a right to it, because the scope of a role without one is
 * unrelated to its rows. If no role holds one, the union over all roles, which is used to check links to its rows. If the entity has an
 * `every` right, that right alone decides between all rows and the rows that name the person.
 */
export function scopeIn(roles: readonly HeldRole[], of: Entity): RowScope {
  const every = of.scope?.every
  if (every) return unionOf([{ kind: roles.some(({ rights }) => rights.has(every)) ? 'all' : 'own', deptIds: [] }])
  const holding = roles.filter(({ entities }) => entities.has(of.name))
  return unionOf(
    (holding.length > 0 ? holding : roles).map((role) => role.rules.get(of.name) ?? role),
    of,
  )
}

/** The entity whose data scope applies to the rows of an entity: the one it is seen through, or itself. */
export function scopeEntityOf(of: Entity): Entity {
  const through = of.scope?.through
  const field = through === undefined ? undefined : of.fields[through]
  return through === undefined ? of : scopeEntityOf(entityNamed(field?.kind === 'link' ? field.to : through))
}

/** The person that conditions refer to. */
export interface Me {
  readonly userId: string
  readonly deptId: string | null
}

/**
 * Whether a row that is not stored yet meets the conditions. `held`: the wire value of a field. The conditions were validated against the
 * declaration.
 */
export function meetsConditions(of: Entity, conditions: readonly RowCondition[], held: (name: string) => unknown, me: Me): boolean {
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
