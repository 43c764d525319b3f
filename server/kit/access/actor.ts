import { createHash } from 'node:crypto'
import type { Duty } from '#contract/kit/access/duty.ts'
import type { ScopeKind } from '#contract/kit/access/scope-kind.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { openRights, type TenantKind } from '#contract/packages.ts'
import { viewerRole } from '#contract/roles.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { nameMark } from '../read/link-memory.ts'
import { dictionariesOf, dictionariesQuery, settingsOf, type TenantSettings } from '../tenant-settings.ts'
import { type HeldRole, type RowScope, scopeIn, unionOf } from './scope-of-roles.ts'

/** A signed-in person in one tenant, with their roles. */
export interface Actor {
  readonly tenantId: string
  readonly tenantName: string
  readonly tenantKind: TenantKind
  readonly sessionId: string
  readonly personId: string
  readonly userId: string
  readonly account: string
  readonly realName: string
  /** The roles, the primary one first; rights and data scopes add up. */
  readonly roles: readonly HeldRole[]
  readonly deptId: string | null
  readonly deptName: string | null
  readonly isLocked: boolean
  /** The one role that the session acts in; null: all roles of the person. */
  readonly actingRoleId: string | null
  /** Another person set the password; it must be changed before anything else. */
  readonly mustChange: boolean
  /** A role or the tenant requires a second factor that the person has not set up; it must be set up before anything else. */
  readonly mustEnrol: boolean
  readonly expiresAt: string
  readonly rights: ReadonlySet<string>
  /** The rights of the roles, including those outside the tenant's package: the rights that the person may grant to others. */
  readonly granted: ReadonlySet<string>
  /** The codes of the menu items in the tenant's package; null: no package, everything. */
  readonly menuCodes: readonly string[] | null
  /** Call name patterns of the API scopes of all roles. A pattern applies only to the rights of its own role: see `mayCall`. */
  readonly callPatterns: readonly string[]
  /**
   * The union of the roles' data scopes without rules for single entities, for features that have no rows of their own, such as the order
   * of departments.
   */
  readonly general: RowScope
  /** The person's data scope for an entity. */
  scopeOf(of: Entity): RowScope
  /** The hospital separates system, security and audit administrators. */
  readonly keepsThree: boolean
  /** The administrative duties of the roles; at most one if the hospital separates the three. */
  readonly duties: readonly Duty[]
  readonly settings: TenantSettings
}

/** sha-256 of a token, as stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const live = `s.tenant_id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > now()`

/** Reads the current state of the session. Comparing it with the cached actor makes revocation and changed grants effective at once. */
export function checkQuery(tenantId: string, hash: Buffer): Query {
  return {
    text: `select s.id, s.is_locked, s.role_id, coalesce(e.epoch, 0) as epoch, ${nameMark} from session s
      left join tenant_epoch e on e.tenant_id = s.tenant_id where ${live}`,
    values: [tenantId, hash],
  }
}

/** Throws `signed_out` if the session has ended; returns whether the cached actor is still valid. */
export function stillHolds(actor: Actor, check: Rows | undefined): boolean {
  const row = check?.rows[0]
  if (!row) throw new Refusal('signed_out')
  // Any change of a role, department or right raises the tenant's cache version (`epoch`).
  return (
    row.id === actor.sessionId &&
    row.is_locked === actor.isLocked &&
    row.role_id === actor.actingRoleId &&
    row.epoch === actor.settings.epoch
  )
}

/**
 * SQL condition that a role is active in the session `s`. If the three administrators are separated, a session from an identity provider
 * gets no role with a duty: otherwise the operator of the provider could obtain one.
 */
const withoutDuty = (role: string, three: string): string =>
  `(${role}.duty is null or s.provider_id is null or not coalesce(${three}.is_on, false))`

/** All queries that build an actor from a token, sent in one round trip. */
export function actorQueries(tenantId: string, hash: Buffer): Query[] {
  const values = [tenantId, hash]
  const mine = `(select ur.role_id from session s join user_role ur on ur.tenant_id = s.tenant_id and ur.user_id = s.user_id
    join role mr on mr.tenant_id = ur.tenant_id and mr.id = ur.role_id and not mr.is_deleted
    left join three_administrators mt on mt.tenant_id = s.tenant_id where ${withoutDuty('mr', 'mt')} and (s.role_id is null or s.role_id = ur.role_id) and ${live})`
  return [
    {
      text: `select s.id as session_id, s.person_id, s.user_id, u.dept_id, s.is_locked, s.role_id as acting_role_id,
          case when s.provider_id is null then u.must_change end as must_change, s.expires_at, u.account, u.real_name,
          (select jsonb_agg(jsonb_build_object('id', r.id, 'alias', r.role_alias, 'name', r.role_name, 'kind', r.reach, 'duty', r.duty) order by r.id <> u.role_id, r.sort nulls last, r.role_name, r.id)
            from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted where ur.tenant_id = u.tenant_id and ur.user_id = u.id
              and ${withoutDuty('r', 'ta')} and (s.role_id is null or s.role_id = ur.role_id)) as roles,
          not s.shown_factor and not exists (select 1 from person_factor pf where pf.person_id = s.person_id) and exists (select 1 from user_role ur
            join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted and r.role_alias <> '${viewerRole}'
            left join password_rule pr on pr.tenant_id = ur.tenant_id
            where ur.tenant_id = u.tenant_id and ur.user_id = u.id and (r.needs_factor = 1 or pr.needs_factor = 1)) as must_enrol,
          d.dept_name, d.path as dept_path, t.tenant_name, t.kind as tenant_kind, t.menu_codes, coalesce(ta.is_on, false) as keeps_three, coalesce(e.epoch, 0) as epoch
        from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and not u.is_deleted and u.status = 'active'
        join tenant t on t.id = s.tenant_id and t.stopped_at is null left join three_administrators ta on ta.tenant_id = s.tenant_id
        left join dept d on d.tenant_id = s.tenant_id and d.id = u.dept_id left join tenant_epoch e on e.tenant_id = s.tenant_id where ${live}`,
      values,
    },
    { text: `select role_id, right_code from role_grant where tenant_id = $1 and role_id in ${mine}`, values },
    {
      text: `select distinct g.role_id, unnest(a.patterns) as pattern from role_api_scope g join api_scope a on a.id = g.api_scope_id where g.tenant_id = $1 and g.role_id in ${mine}`,
      values,
    },
    {
      // Rows without a role id: the person's own department and those below it.
      text: `select null::uuid as role_id, d.id from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
        join dept own on own.tenant_id = s.tenant_id and own.id = u.dept_id
        join dept d on d.tenant_id = s.tenant_id and d.path >= own.path and d.path < own.path || chr(127) where ${live}
        union all select c.role_id, c.dept_id from role_dept c where c.tenant_id = $1 and c.role_id in ${mine} order by 2`,
      values,
    },
    {
      text: `select role_id, entity, reach as kind, depts as "deptIds", conditions from data_scope where tenant_id = $1 and role_id in ${mine}`,
      values,
    },
    {
      text: `select entity, field_code as "fieldCode", is_show as "isShow", alias, field_association as "fieldAssociation", coalesce(is_required, 0) as "isRequired", sort, width from field_config where tenant_id = $1`,
      values: [tenantId],
    },
    {
      text: `select id, entity, code, name, field_kind as "fieldKind", options, dictionary_code as "dictionaryCode", coalesce(is_required, 0) as "isRequired", coalesce(is_list, 0) as "isList", coalesce(is_search, 0) as "isSearch"
        from custom_field where tenant_id = $1 order by sort nulls last, created_at, id`,
      values: [tenantId],
    },
    dictionariesQuery(tenantId),
  ]
}

interface RoleRow {
  readonly id: string
  readonly alias: string
  readonly name: string
  readonly kind: ScopeKind
  readonly duty: Duty | null
}

interface RuleRow {
  readonly role_id: string
  readonly entity: string
  readonly kind: ScopeKind
  readonly deptIds: readonly string[] | null
  readonly conditions: unknown
}

/** Builds the roles of a person from the rows of their grants, departments and data scope rules. */
function heldRoles(found: readonly RoleRow[], deptId: string | null, [rights, patterns, depts, rules]: (Rows | undefined)[]): HeldRole[] {
  const below = depts!.rows.flatMap((row) => (row.role_id === null ? [String(row.id)] : []))
  const deptsOf = (kind: ScopeKind, chosen: readonly string[]): readonly string[] =>
    kind === 'below' ? below : kind === 'dept' ? (deptId ? [deptId] : []) : kind === 'chosen' ? chosen : []
  return found.map(({ id, alias, name, kind }) => {
    const chosen = depts!.rows.flatMap((row) => (row.role_id === id ? [String(row.id)] : []))
    const own = (rules!.rows as unknown as RuleRow[]).filter((rule) => rule.role_id === id)
    const held = rights!.rows.flatMap((row) => (row.role_id === id ? [String(row.right_code)] : []))
    return {
      id,
      alias,
      name,
      kind,
      deptIds: deptsOf(kind, chosen),
      rights: new Set(held),
      patterns: patterns!.rows.flatMap((row) => (row.role_id === id ? [String(row.pattern)] : [])),
      entities: new Set(held.map((right) => right.split('.')[0]!)),
      rules: new Map(
        own.map((rule) => [rule.entity, { kind: rule.kind, deptIds: deptsOf(rule.kind, rule.deptIds ?? []), conditions: rule.conditions }]),
      ),
    }
  })
}

/** Builds the actor from the rows of `actorQueries`. Throws `signed_out` if the session does not exist. */
export function actorOf(tenantId: string, [who, rights, patterns, depts, rules, config, custom, dictionaries]: Rows[]): Actor {
  const row = who?.rows[0] as Record<string, string | null> | undefined
  const found = row?.roles as unknown as RoleRow[] | null | undefined
  if (!row || !found) throw new Refusal('signed_out')
  const roles = heldRoles(found, row.dept_id ?? null, [rights, patterns, depts, rules])
  const scopes = new Map<string, RowScope>()
  const granted = new Set(rights!.rows.map((one) => String(one.right_code)))
  const menuCodes = (row.menu_codes as unknown as string[] | null | undefined) ?? null
  const kind = row.tenant_kind as TenantKind
  const open = openRights(kind, menuCodes)
  return {
    tenantId,
    tenantName: row.tenant_name!,
    tenantKind: kind,
    sessionId: row.session_id!,
    personId: row.person_id!,
    userId: row.user_id!,
    account: row.account!,
    realName: row.real_name!,
    roles,
    deptId: row.dept_id ?? null,
    deptName: row.dept_name ?? null,
    isLocked: Boolean(row.is_locked),
    actingRoleId: row.acting_role_id ?? null,
    mustChange: Number(row.must_change) === 1,
    mustEnrol: Boolean(row.must_enrol),
    expiresAt: row.expires_at!,
    rights: open ? new Set([...granted].filter((right) => open.has(right))) : granted,
    granted,
    menuCodes,
    callPatterns: [...new Set(patterns!.rows.map((one) => String(one.pattern)))],
    general: unionOf(roles),
    scopeOf(of) {
      const known = scopes.get(of.name) ?? scopeIn(roles, of)
      scopes.set(of.name, known)
      return known
    },
    keepsThree: Boolean(row.keeps_three),
    duties: [...new Set(found.flatMap(({ duty }) => (duty === null ? [] : [duty])))],
    settings: settingsOf({
      epoch: Number(row.epoch),
      config: config!.rows as unknown as TenantSettings['config'],
      custom: custom!.rows as unknown as TenantSettings['custom'],
      dictionaries: dictionariesOf(dictionaries!.rows),
    }),
  }
}
