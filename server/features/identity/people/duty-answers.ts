import { v7 } from 'uuid'
import * as calls from '#contract/calls/identity/duty.ts'
import { hospitalSetting } from '#contract/calls/settings/hospital.ts'
import { defaultRightsOf, dutyNames } from '#contract/duties.ts'
import { role } from '#contract/entities/identity/role.ts'
import { type Duty, duties } from '#contract/kit/access/duty.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import { rights } from '#contract/rights.ts'
import { platformTenant } from '#contract/roles.ts'
import { type DutyFault, dutyWords } from '#server/db/duty-refusal.ts'
import { allCallsScopeId } from '#server/db/first/default-roles.ts'
import { dropUnsuited, violatesDutySql } from '#server/db/first/right-duties.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Query, rowsAs } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { giveBack, logIn } from './duty-end.ts'

type Listed = AnswerOf<typeof calls.dutyList>

/** The tenant that a call is about: one's own, or any for people of the platform who keep its settings. */
function tenantOf({ actor }: Context, { ofTenant }: Raw): string {
  if (typeof ofTenant !== 'string' || ofTenant === actor.tenantId) return actor.tenantId
  if (actor.tenantId !== platformTenant || !actor.rights.has(hospitalSetting.may))
    throw new Refusal('forbidden', { right: rights.get(hospitalSetting.may)! })
  return ofTenant
}

const enter = (tenantId: string): Query => ({ text: `select set_config('app.tenant', $1, true)`, values: [tenantId] })

const setting = `select t.id, coalesce(a.is_on, false) as on, a.changed_at as at, u.real_name as by from tenant t
  left join three_administrators a on a.tenant_id = t.id left join app_user u on u.tenant_id = t.id and u.id = a.changed_by where t.id = $1`
const dutyRoles = `select role_name as name, duty from role where tenant_id = $1 and not is_deleted and duty is not null order by role_name`
const people = `select distinct r.duty, u.id, u.real_name as "realName", u.account, u.status = 'active' as "isActive" from app_user u
  join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
  where u.tenant_id = $1 and not u.is_deleted and r.duty is not null order by u.real_name, u.id`
const holders = `select u.id, u.real_name as "realName", u.account, array_agg(distinct r.role_name) as roles, array_agg(distinct d.duty) as duties from app_user u
  join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
  join role_grant g on g.tenant_id = r.tenant_id and g.role_id = r.id join right_duty d on d.right_code = g.right_code and d.duty is not null
  where u.tenant_id = $1 and not u.is_deleted group by u.id, u.real_name, u.account order by count(distinct d.duty) desc, u.real_name, u.id limit 500`
const losses = `select r.id as "roleId", r.role_name as "roleName", array_agg(g.right_code order by g.right_code) as rights from role r
  join role_grant g on g.tenant_id = r.tenant_id and g.role_id = r.id where r.tenant_id = $1 and not r.is_deleted and ${violatesDutySql} group by r.id, r.role_name order by r.role_name`
/** Duties of which no one in use has signed in and chosen a password: with them switched on, no one might be able to do what only they can. */
const unready = `select jsonb_build_object('fault', 'unready', 'duty', r.duty) as fault from role r
  join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
  join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted and u.status = 'active'
  where r.tenant_id = $1 and not r.is_deleted and r.reach = 'all' and r.duty is not null and not exists (select 1 from right_duty d where d.duty = r.duty
    and d.is_core and not exists (select 1 from role_grant g where g.tenant_id = r.tenant_id and g.role_id = r.id and g.right_code = d.right_code))
  group by r.duty having not bool_or(u.last_sign_in is not null and coalesce(u.must_change, 0) <> 1) order by r.duty`

/** Refuses to switch on while a duty has no one who is ready for it. */
async function refuseUnready(inside: Transaction): Promise<void> {
  const { rows } = await inside.run({ text: unready, values: [inside.tenantId] })
  if (rows[0]) throw new Refusal('rule', { ...dutyWords(rows[0].fault as DutyFault) })
}

function list(context: Context): ReadPlan<Listed> {
  const tenantId = tenantOf(context, read(calls.dutyList.input, context.input))
  const { actor, language } = context
  const one = (text: string): Query => ({ text, values: [tenantId] })
  return {
    queries: [
      enter(tenantId),
      ...[setting, dutyRoles, people, holders, losses].map(one),
      one(`select f as fault from duty_faults($1, false) f union all (${unready})`),
      enter(actor.tenantId),
    ],
    answer([, found, roles, held, by, lost, faults]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: calls.dutyList.input.ofTenant })
      type Person = Listed['duties'][number]['people'][number] & { duty: Duty }
      return {
        tenantId,
        isOn: row.on ? 1 : 0,
        changedTime: (row.at as string | null) ?? null,
        changedByName: (row.by as string | null) ?? null,
        duties: dutyNames.map((duty) => ({
          duty,
          roles: roles!.rows.flatMap((each) => (each.duty === duty ? [roleText(String(each.name), language)] : [])),
          people: rowsAs<Person>(held).flatMap(({ duty: of, ...person }) => (of === duty ? [person] : [])),
        })),
        holders: rowsAs<Listed['holders'][number]>(by).map((each) => ({
          ...each,
          roles: each.roles.map((name) => roleText(name, language)),
        })),
        losses: rowsAs<Listed['losses'][number]>(lost).map((each) => ({
          ...each,
          roleName: roleText(each.roleName, language),
          rights: each.rights.map((right) => rights.get(right)?.[language] ?? right),
        })),
        faults: rowsAs<{ fault: DutyFault }>(faults).map(({ fault }) => dutyWords(fault)[language]),
      }
    },
  }
}

/** A key for a new role that no other one has. */
async function freeAlias(tx: Transaction, duty: Duty): Promise<string> {
  const alias = `${duty}_administrator`
  const { rows } = await tx.run({
    text: 'select 1 from role where tenant_id = $1 and role_alias = $2 and not is_deleted',
    values: [tx.tenantId, alias],
  })
  return rows.length === 0 ? alias : `${alias}_${v7().slice(-8)}`
}

async function prepare(context: Context, tx: Transaction) {
  const tenantId = tenantOf(context, read(calls.dutyPrepare.input, context.input))
  const { actor } = context
  const isOwn = tenantId === actor.tenantId
  const made = await inTenant(tx, tenantId, async (inside) => {
    // Of two at once the second one finds the roles of the first.
    inside.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`duty roles ${tenantId}`] })
    const { rows } = await inside.run({
      text: 'select distinct duty from role where tenant_id = $1 and not is_deleted and duty is not null',
      values: [tenantId],
    })
    const missing = dutyNames.filter((duty) => rows.every((row) => row.duty !== duty))
    for (const duty of missing) {
      const codes = defaultRightsOf(duty, tenantId)
      const beyond = codes.find((code) => !actor.granted.has(code))
      if (beyond) throw new Refusal('forbidden', { right: rights.get(beyond)! })
      const id = v7()
      inside.later({
        text: `insert into role (tenant_id, id, role_name, role_alias, reach, duty, created_by, updated_by) values ($1, $2, $3, $4, 'all', $5, $6, $6)`,
        values: [tenantId, id, duties[duty].zh, await freeAlias(inside, duty), duty, isOwn ? actor.userId : null],
      })
      inside.later({
        text: 'insert into role_grant (tenant_id, role_id, right_code, granted_by) select $1, $2::uuid, unnest($3::text[]), $4::uuid',
        values: [tenantId, id, codes, isOwn ? actor.userId : null],
      })
      inside.later({
        text: 'insert into role_api_scope (tenant_id, role_id, api_scope_id) values ($1, $2, $3)',
        values: [tenantId, id, allCallsScopeId],
      })
      record(context, inside, { entity: role.name, entityId: id, verb: 'add', version: 1 })
    }
    return missing
  })
  for (const duty of made) logAccess(context, tx, { event: 'rightsChange', detail: `${isOwn ? '' : `${tenantId} `}+ ${duties[duty].zh}` })
  return { made: made.length }
}

/** Takes from every role what contradicts, with an event and an entry for each. */
async function takeAway(context: Context, inside: Transaction): Promise<void> {
  const { rows } = await inside.run({ text: losses, values: [inside.tenantId] })
  inside.later(dropUnsuited(inside.tenantId))
  for (const row of rows) {
    const said = (row.rights as string[]).map((right) => `−${rights.get(right)?.zh ?? right}`).join('、')
    const { rows: now } = await inside.run({
      text: 'update role set version = version + 1, updated_at = now() where tenant_id = $1 and id = $2 returning version',
      values: [inside.tenantId, row.roleId],
    })
    record(context, inside, {
      entity: role.name,
      entityId: String(row.roleId),
      verb: 'grant',
      version: Number(now[0]!.version),
      input: { detail: said },
    })
    logIn(context, inside, { event: 'rightsChange', detail: `${row.roleName}: ${said}` })
  }
}

const byPlatform: Words = {
  zh: '三员分立只能由平台停用：在本机构能停用的人就同时拥有三项职责',
  en: 'Only the platform can turn off three administrators. Anyone who could do it here would hold all three duties',
}
const byOwner: Words = {
  zh: '平台自己的三员分立只能在服务器上停用，见运行手册',
  en: 'For the platform itself, three administrators can only be turned off on the server. See the operating manual',
}

async function switchOver(context: Context, tx: Transaction) {
  const given = read(calls.dutySwitch.input, context.input)
  const tenantId = tenantOf(context, given)
  const isOn = given.isOn === 1
  const { actor } = context
  const isOwn = tenantId === actor.tenantId
  if (!isOn && isOwn) throw new Refusal('rule', { ...(tenantId === platformTenant ? byOwner : byPlatform) })
  await inTenant(tx, tenantId, async (inside) => {
    const { rows } = await inside.run({ text: setting, values: [tenantId] })
    if (!rows[0]) throw new Refusal('not_found', { what: calls.dutySwitch.input.ofTenant })
    if (Boolean(rows[0].on) === isOn) return
    if (isOn) await refuseUnready(inside)
    if (isOn) await takeAway(context, inside)
    inside.later({
      text: `insert into three_administrators (tenant_id, is_on, changed_by) values ($1, $2, $3)
        on conflict (tenant_id) do update set is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = now()`,
      values: [tenantId, isOn, isOwn ? actor.userId : null],
    })
    const detail = `三员分立 ${isOn ? '+' : '−'}${isOwn ? '' : ` ${platformTenant} ${actor.account}`}`
    logIn(context, inside, { event: 'rightsChange', detail })
    if (!isOn) await giveBack(context, inside)
  })
  if (!isOwn) logAccess(context, tx, { event: 'hospital', detail: `${tenantId} 三员分立 ${isOn ? '+' : '−'}` })
  return { tenantId, isOn: isOn ? (1 as const) : (0 as const) }
}

/** The three administrators of a tenant: how it stands, their roles, and keeping them apart. */
export const dutyAnswers: readonly Answer[] = [
  answer(calls.dutyList, { read: list }),
  answer(calls.dutyPrepare, { write: prepare }),
  answer(calls.dutySwitch, { write: switchOver }),
]
