import { allowsScopeRule, type ScopeKind } from '#contract/kit/access/scope-kind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { conditionsIn } from '#contract/kit/fields/row-condition.ts'
import { entities } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { RoleScope, RowScope } from '#server/kit/access/scope-of-roles.ts'

/** The entities whose rows a rule may limit. */
export const ruled: readonly Entity[] = entities.filter(allowsScopeRule)

/** What a scope of one kind may give on where departments are relative to its holder. */
const relative: Readonly<Record<ScopeKind, readonly ScopeKind[]>> = {
  all: ['below', 'dept'],
  below: ['below', 'dept'],
  chosen: ['dept'],
  dept: ['dept'],
  own: [],
  custom: [],
}

/** The department of a person who is to have, or has, a role; with those below it. */
export interface Holder {
  readonly deptId: string | null
  readonly below: readonly string[]
}

const normal = (of: Entity | undefined, conditions: unknown): string => JSON.stringify(of && conditionsIn(of, conditions))

const isMine = (of: Entity | undefined, conditions: unknown): boolean =>
  of !== undefined && (conditionsIn(of, conditions) ?? []).some(({ field, is }) => is === 'mine' && isDept(of, field))

function isDept(of: Entity, name: string): boolean {
  const field = of.fields[name]
  return field?.kind === 'link' && field.to === 'dept'
}

/**
 * Whether what a role says of the rows of an entity is within what a person sees of them. `holders`: who has the role or is to have it, for scopes that
 * follow the holder's department. A custom scope is within everything and within the same conditions, nothing else.
 */
export function isWithin(
  said: RoleScope,
  seenScope: RowScope,
  { deptId }: Pick<Actor, 'deptId'>,
  holders: readonly Holder[],
  of?: Entity,
): boolean {
  if (seenScope.isAll || said.kind === 'own') return true
  if (said.kind === 'all') return false
  const seen = new Set(seenScope.deptIds)
  if (said.kind === 'chosen') return seenScope.deptIds !== null && said.deptIds.every((id) => seen.has(id))
  if (said.kind === 'custom') {
    const same = seenScope.parts.some(({ kind, conditions }) => kind === 'custom' && normal(of, conditions) === normal(of, said.conditions))
    return same && (!isMine(of, said.conditions) || holders.every((one) => one.deptId === deptId))
  }
  if (!seenScope.parts.some(({ kind }) => relative[kind].includes(said.kind))) return false
  return holders.every((one) => (said.kind === 'below' ? one.below : one.deptId ? [one.deptId] : []).every((id) => seen.has(id)))
}

/** What a role holds, as far as giving it is concerned. */
export interface GivenRole {
  readonly id: string
  readonly name: string
  readonly rights: readonly string[]
  readonly patterns: readonly string[]
  readonly own: RoleScope
  readonly rules: ReadonlyMap<string, RoleScope>
}

interface Found {
  readonly id: string
  readonly role_name: string
  readonly reach: ScopeKind
  readonly rights: string[] | null
  readonly patterns: string[] | null
  readonly depts: string[] | null
  readonly rules: { entity: string; kind: ScopeKind; depts: string[] | null; conditions: unknown }[] | null
}

/** Reads roles by id and keeps them as they are until the transaction ends; those that are not there are missing. */
export async function rolesToGive(tx: Pick<Transaction, 'run' | 'tenantId'>, ids: readonly string[]): Promise<GivenRole[]> {
  const { rows } = await tx.run({
    text: `select r.id, r.role_name, r.reach,
        (select array_agg(g.right_code) from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id) as rights,
        (select array_agg(p) from role_api_scope s join api_scope a on a.id = s.api_scope_id cross join unnest(a.patterns) p where s.tenant_id = r.tenant_id and s.role_id = r.id) as patterns,
        (select array_agg(d.dept_id::text) from role_dept d where d.tenant_id = r.tenant_id and d.role_id = r.id) as depts,
        (select jsonb_agg(jsonb_build_object('entity', s.entity, 'kind', s.reach, 'depts', s.depts, 'conditions', s.conditions))
          from data_scope s where s.tenant_id = r.tenant_id and s.role_id = r.id) as rules
      from role r where r.tenant_id = $1 and r.id = any($2::uuid[]) and not r.is_deleted for share of r`,
    values: [tx.tenantId, ids],
  })
  return (rows as unknown as Found[]).map((row) => ({
    id: row.id,
    name: row.role_name,
    rights: row.rights ?? [],
    patterns: row.patterns ?? [],
    own: { kind: row.reach, deptIds: row.depts ?? [] },
    rules: new Map((row.rules ?? []).map((rule) => [rule.entity, { ...rule, deptIds: rule.depts ?? [] }])),
  }))
}

const covers = (open: readonly string[], wanted: readonly string[]): boolean =>
  open.includes('*') || wanted.every((pattern) => open.includes(pattern))

/** Whether a role with these rights and patterns would open a call that the person's own roles do not open with the same right. */
export const opensMore = ({ roles, callPatterns }: Actor, rights: readonly string[], patterns: readonly string[]): boolean =>
  !covers(callPatterns, patterns) ||
  rights.some(
    (right) =>
      !covers(
        roles.flatMap((held) => (held.rights.has(right) ? held.patterns : [])),
        patterns,
      ),
  )

/** Whether a role holds what the person has not: a right, a call, a wider data scope of some entity. */
export function isBeyond(actor: Actor, role: GivenRole, holders: readonly Holder[]): boolean {
  if (role.rights.some((right) => !actor.granted.has(right))) return true
  if (opensMore(actor, role.rights, role.patterns)) return true
  if (!isWithin(role.own, actor.general, actor, holders)) return true
  return ruled.some((of) => !isWithin(role.rules.get(of.name) ?? role.own, actor.scopeOf(of), actor, holders, of))
}

/** The departments of people, each with those below; asked only of who does not see everything. */
export async function holdersIn(
  actor: Actor,
  tx: Pick<Transaction, 'run' | 'tenantId'>,
  deptIds: readonly (string | null)[],
): Promise<Holder[]> {
  const named = [...new Set(deptIds.filter((id): id is string => id !== null))]
  if (named.length === 0 || (actor.general.isAll && ruled.every((of) => actor.scopeOf(of).isAll))) return []
  const { rows } = await tx.run({
    text: `select own.id as top, d.id from dept own join dept d on d.tenant_id = own.tenant_id and d.path >= own.path and d.path < own.path || chr(127)
      where own.tenant_id = $1 and own.id = any($2::uuid[])`,
    values: [tx.tenantId, named],
  })
  return named.map((deptId) => ({ deptId, below: rows.flatMap((row) => (row.top === deptId ? [String(row.id)] : [])) }))
}
