import { createHash } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { nameMark } from './link-memory.ts'
import { dictionariesOf, dictionariesQuery, settingsOf, type TenantSettings } from './tenant-settings.ts'

/** Who asks: a signed-in person in one tenant and role. */
export interface Actor {
  readonly tenantId: string
  readonly tenantName: string
  readonly sessionId: string
  readonly personId: string
  readonly userId: string
  readonly account: string
  readonly realName: string
  readonly roleId: string
  readonly roleAlias: string
  readonly roleName: string
  readonly deptId: string | null
  readonly deptName: string | null
  readonly isLocked: boolean
  /** Another person set the password; it must be changed before anything else. */
  readonly mustChange: boolean
  readonly expiresAt: string
  readonly rights: ReadonlySet<string>
  /** Patterns over the names of calls that the role's API scopes open. */
  readonly callPatterns: readonly string[]
  readonly dataScope: 'all' | 'below' | 'dept' | 'own' | 'chosen'
  /** Departments whose rows are seen; null: not limited by department. */
  readonly deptIds: readonly string[] | null
  readonly settings: TenantSettings
}

/** sha-256 of a token, as stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const live = `s.tenant_id = $1 and s.token_hash = $2 and s.revoked_at is null and s.expires_at > now()`

/** The session's row as it is now; compared with what is remembered, so that revocation and changed grants work at once. */
export function checkQuery(tenantId: string, hash: Buffer): Query {
  return {
    text: `select s.id, s.is_locked, coalesce(e.epoch, 0) as epoch, ${nameMark} from session s
      left join tenant_epoch e on e.tenant_id = s.tenant_id where ${live}`,
    values: [tenantId, hash],
  }
}

/** Refuses a session that is gone; answers whether the remembered actor still holds. */
export function stillHolds(actor: Actor, check: Rows | undefined): boolean {
  const row = check?.rows[0]
  if (!row) throw new Refusal('signed_out')
  // A changed role, department or right of a person raises the tenant's epoch.
  return row.id === actor.sessionId && row.is_locked === actor.isLocked && row.epoch === actor.settings.epoch
}

/** All that makes an actor, by token, in one round trip. */
export function actorQueries(tenantId: string, hash: Buffer): Query[] {
  const values = [tenantId, hash]
  const mine = `(select u.role_id from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id where ${live})`
  return [
    {
      text: `select s.id as session_id, s.person_id, s.user_id, u.role_id, u.dept_id, s.is_locked, u.must_change, s.expires_at, u.account, u.real_name, r.role_alias, r.role_name, r.reach,
          d.dept_name, d.path as dept_path, t.tenant_name, coalesce(e.epoch, 0) as epoch
        from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id and not u.is_deleted and u.status = 'active'
        join role r on r.tenant_id = s.tenant_id and r.id = u.role_id join tenant t on t.id = s.tenant_id and t.stopped_at is null
        left join dept d on d.tenant_id = s.tenant_id and d.id = u.dept_id left join tenant_epoch e on e.tenant_id = s.tenant_id where ${live}`,
      values,
    },
    { text: `select right_code from role_grant where tenant_id = $1 and role_id = ${mine}`, values },
    {
      text: `select unnest(a.patterns) as pattern from role_api_scope g join api_scope a on a.id = g.api_scope_id where g.tenant_id = $1 and g.role_id = ${mine}`,
      values,
    },
    {
      text: `select d.id from session s join app_user u on u.tenant_id = s.tenant_id and u.id = s.user_id
        join role r on r.tenant_id = s.tenant_id and r.id = u.role_id left join dept own on own.tenant_id = s.tenant_id and own.id = u.dept_id
        join dept d on d.tenant_id = s.tenant_id and (
          (r.reach = 'below' and d.path >= own.path and d.path < own.path || chr(127)) or (r.reach = 'dept' and d.id = own.id)
          or (r.reach = 'chosen' and exists (select 1 from role_dept c where c.tenant_id = d.tenant_id and c.role_id = r.id and c.dept_id = d.id)))
        where ${live} order by d.id`,
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

/** The actor from the rows of `actorQueries`. Refuses `signed_out` when the session is not there. */
export function actorOf(tenantId: string, [who, rights, patterns, depts, config, custom, dictionaries]: Rows[]): Actor {
  const row = who?.rows[0] as Record<string, string | null> | undefined
  if (!row) throw new Refusal('signed_out')
  const dataScope = row.reach as Actor['dataScope']
  return {
    tenantId,
    tenantName: row.tenant_name!,
    sessionId: row.session_id!,
    personId: row.person_id!,
    userId: row.user_id!,
    account: row.account!,
    realName: row.real_name!,
    roleId: row.role_id!,
    roleAlias: row.role_alias!,
    roleName: row.role_name!,
    deptId: row.dept_id ?? null,
    deptName: row.dept_name ?? null,
    isLocked: Boolean(row.is_locked),
    mustChange: Number(row.must_change) === 1,
    expiresAt: row.expires_at!,
    rights: new Set(rights!.rows.map((one) => String(one.right_code))),
    callPatterns: patterns!.rows.map((one) => String(one.pattern)),
    dataScope,
    deptIds: dataScope === 'all' || dataScope === 'own' ? null : depts!.rows.map((one) => String(one.id)),
    settings: settingsOf({
      epoch: Number(row.epoch),
      config: config!.rows as unknown as TenantSettings['config'],
      custom: custom!.rows as unknown as TenantSettings['custom'],
      dictionaries: dictionariesOf(dictionaries!.rows),
    }),
  }
}
