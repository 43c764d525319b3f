import { accessExplain } from '#contract/calls/record/access-review.ts'
import { user } from '#contract/entities/identity/user.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import { dataScopes, type ScopeKind } from '#contract/kit/access/scope-kind.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Language, listed } from '#contract/kit/words.ts'
import { buttonsOf, menu, pagesOf } from '#contract/menu.ts'
import { openRights, type TenantKind } from '#contract/packages.ts'
import { entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { Parameters } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { scopeEntityOf } from '#server/kit/access/scope-of-roles.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'

interface Who {
  readonly id: string
  readonly realName: string
  readonly account: string
  readonly lastSignIn: string | null
  readonly menuCodes: string[] | null
  readonly kind: TenantKind
}

interface Held {
  readonly roleId: string
  readonly roleName: string
  readonly since: string | null
  readonly byName: string | null
  readonly reach: ScopeKind
  readonly depts: readonly string[] | null
  readonly rules: readonly { readonly entity: string; readonly reach: ScopeKind; readonly depts: readonly string[] | null }[] | null
}
interface Grant {
  readonly roleId: string
  readonly code: string
  readonly since: string | null
  readonly byName: string | null
}

const custom = { zh: '自定义条件', en: 'By conditions' }

/** Whose rows a scope shows, in words. */
function scopeWords(reach: ScopeKind, depts: readonly string[] | null, language: Language): string {
  if (reach === 'chosen' && depts) return listed([...depts], language)
  return (reach === 'custom' ? custom : dataScopes[reach])[language]
}

/** The rows of an entity that a role shows; null where its rows have no scope. */
function scopeOf(role: Held, subject: string, language: Language): string | null {
  const of = entities.find(({ name }) => name === subject)
  if (!of?.scope) return null
  const rule = role.rules?.find(({ entity }) => entity === scopeEntityOf(of).name)
  return scopeWords(rule?.reach ?? role.reach, rule ? rule.depts : role.depts, language)
}

/** The later of two moments with who was it: a right holds since the person has the role and the role has the right. */
const later = (role: Held, grant: Grant): Pick<Grant, 'since' | 'byName'> =>
  grant.since !== null && (role.since === null || Date.parse(grant.since) > Date.parse(role.since)) ? grant : role

const deptNames = (ids: string): string =>
  `(select array_agg(d.dept_name order by d.dept_name) from dept d where d.tenant_id = $1 and d.id in (${ids}))`

function explain(context: Context): ReadPlan<AnswerOf<typeof accessExplain>> {
  const { userId } = read(accessExplain.input, context.input) as { userId: string }
  const { actor, language } = context
  const into = new Parameters()
  const [tenant, person] = [into.add(actor.tenantId), into.add(userId)]
  const scope = scopeSql(user, actor, 'u', into)
  const values = [actor.tenantId, userId]
  return {
    queries: [
      {
        text: `select u.id, u.real_name as "realName", u.account, u.last_sign_in as "lastSignIn", t.menu_codes as "menuCodes", t.kind from app_user u join tenant t on t.id = u.tenant_id
          where u.tenant_id = ${tenant} and u.id = ${person}::uuid and not u.is_deleted${scope ? ` and ${scope}` : ''}`,
        values: into.values,
      },
      {
        text: `select r.id as "roleId", r.role_name as "roleName", ur.since, g.real_name as "byName", r.reach,
            ${deptNames('select rd.dept_id from role_dept rd where rd.tenant_id = r.tenant_id and rd.role_id = r.id')} as depts,
            (select jsonb_agg(jsonb_build_object('entity', s.entity, 'reach', s.reach, 'depts', ${deptNames('select unnest(s.depts)')}))
              from data_scope s where s.tenant_id = r.tenant_id and s.role_id = r.id) as rules
          from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
          left join app_user g on g.tenant_id = ur.tenant_id and g.id = ur.granted_by
          where ur.tenant_id = $1 and ur.user_id = $2::uuid order by r.sort nulls last, r.role_name, r.id`,
        values,
      },
      {
        text: `select g.role_id as "roleId", g.right_code as code, g.since, b.real_name as "byName" from role_grant g
          join user_role ur on ur.tenant_id = g.tenant_id and ur.role_id = g.role_id
          left join app_user b on b.tenant_id = g.tenant_id and b.id = g.granted_by
          where g.tenant_id = $1 and ur.user_id = $2::uuid`,
        values,
      },
    ],
    answer([found, held, given]) {
      const who = found!.rows[0] as unknown as Who
      if (!who) throw new Refusal('not_found', { what: user })
      const roles = (held!.rows as unknown as Held[]).map((role) => ({ ...role, roleName: roleText(role.roleName, language) }))
      const grants = given!.rows as unknown as Grant[]
      const open = openRights(who.kind, who.menuCodes)
      const pages = pagesOf(menu).map((item) => ({ item, buttons: new Set(buttonsOf(item)) }))
      const said = [...rights].flatMap(([code, words]) => {
        if (open && !open.has(code)) return []
        const from = roles.flatMap((role) => {
          const grant = grants.find((one) => one.roleId === role.roleId && one.code === code)
          if (!grant) return []
          const { since, byName } = later(role, grant)
          return [{ roleId: role.roleId, roleName: role.roleName, since, byName, scope: scopeOf(role, code.split('.')[0]!, language) }]
        })
        const menuName = pages.find(({ buttons }) => buttons.has(code))?.item[language] ?? null
        return from.length > 0 ? [{ code, name: words[language], menuName, from }] : []
      })
      const { menuCodes: _, kind: __, ...person } = who
      return {
        ...person,
        roles: roles.map(({ roleId, roleName, since, byName, reach, depts }) => ({
          roleId,
          roleName,
          since,
          byName,
          scope: scopeWords(reach, depts, language),
        })),
        rights: said,
      }
    },
  }
}

/** Where each right of a person comes from. */
export const accessExplainAnswer = answer(accessExplain, { read: explain })
