import * as calls from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import { roleText } from '#contract/kit/access/role-names.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row, rowsAs } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { type Change, record } from '#server/kit/steps/event.ts'
import { hashFirstPassword, newPassword, weakness } from '../factors/first-passwords.ts'
import { policyOf } from '../factors/password-policy.ts'
import { givePassword } from '../federated/identities.ts'
import { endSessionsOf, forgetAttempts } from '../sign-in/end-sessions.ts'
import { startDuty } from './duty-limits.ts'
import { lockPeople, refuseLastAdministrator, refuseRolesBeyond, rolesOf } from './limits.ts'
import { handOver, refuseWaiting, waitingFor } from './transfer.ts'

interface Done {
  readonly verb: string
  /** Columns to write, beside version and who. */
  readonly set?: Readonly<Record<string, unknown>>
  readonly changes?: Readonly<Record<string, Change>>
  readonly field?: string
  readonly from?: string
  readonly to?: string
}

/** Writes what was done to a locked user, with its event. */
function write(context: Context, tx: Transaction, row: Row, { set = {}, ...event }: Done): { id: string; version: number } {
  const version = Number(row.version) + 1
  const columns = { ...set, version, updated_by: context.actor.userId }
  tx.later({
    text: `update app_user set ${Object.keys(columns)
      .map((name, index) => `${name} = $${index + 3}`)
      .join(', ')}, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, row.id, ...Object.values(columns)],
  })
  record(context, tx, { entity: user.name, entityId: String(row.id), version, ...event })
  return { id: String(row.id), version }
}

async function grant(context: Context, tx: Transaction) {
  const { userIds, roleIds } = read(calls.grantUsers.input, context.input) as { userIds: string[]; roleIds: string[] }
  const [roleId, ...more] = [...new Set(roleIds)]
  if (!roleId || userIds.length === 0) throw new Refusal('bad_request')
  const isHeld = (row: Row): boolean => row.role_id === roleId && rolesOf(row).sort().join() === [roleId, ...more].sort().join()
  const rows = (await lockPeople(context, tx, userIds, 'any duty')).filter((row) => !isHeld(row))
  await refuseRolesBeyond(context, tx, [roleId, ...more], { deptIds: rows.map((row) => (row.dept_id as string | null) ?? null) })
  const { rows: roles } = await tx.run({
    text: 'select id, role_name from role where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, [roleId, ...more, ...rows.flatMap(rolesOf)]],
  })
  const names = new Map(roles.map((role) => [role.id, String(role.role_name)]))
  const named = (ids: readonly string[]): string => ids.map((id) => names.get(id) ?? id).join('、')
  for (const row of rows) {
    const [from, to] = [rolesOf(row), [roleId, ...more]]
    const changes: Record<string, Change> = {}
    if (row.role_id !== roleId)
      changes.roleId = { from: row.role_id, to: roleId, fromName: names.get(row.role_id) ?? null, toName: names.get(roleId) ?? null }
    const [before, after] = [from.slice(1), more]
    if ([...before].sort().join() !== [...after].sort().join())
      changes.moreRoles = { from: before, to: after, fromName: named(before), toName: named(after) }
    write(context, tx, row, { verb: 'grant', set: { role_id: roleId, more_roles: more.length > 0 ? more : null }, changes })
    const fresh = to.filter((id) => !from.includes(id))
    await startDuty(context, tx, row.id, fresh)
    logAccess(context, tx, { event: 'roleChange', account: row.account, userId: row.id, detail: `${named(from)} → ${named(to)}` })
  }
  await refuseLastAdministrator(tx)
  return { granted: rows.length }
}

async function unlock(context: Context, tx: Transaction) {
  const { userIds } = read(calls.unlockUsers.input, context.input) as { userIds: string[] }
  const rows = await lockPeople(context, tx, userIds, 'any duty')
  for (const row of rows) {
    forgetAttempts(tx, row)
    write(context, tx, row, { verb: 'unlock' })
    logAccess(context, tx, { event: 'unlock', account: row.account, userId: row.id })
  }
  return { unlocked: rows.length }
}

async function reset(context: Context, tx: Transaction) {
  const { userId } = read(calls.resetPassword.input, context.input) as { userId: string }
  const { password: raw } = context.input
  const typed = typeof raw === 'string' && raw !== '' ? raw : undefined
  const [row] = await lockPeople(context, tx, [userId])
  const policy = await policyOf(tx, [String(row!.account)])
  const weak = typed === undefined ? undefined : weakness(typed, policy)
  if (weak) throw new Refusal('rule', { ...weak })
  const password = typed ?? newPassword(policy)
  await givePassword(context, tx, row!, await hashFirstPassword(password))
  forgetAttempts(tx, row!)
  endSessionsOf(tx, [userId])
  const done = write(context, tx, row!, { verb: 'resetPassword', set: { must_change: 1 } })
  logAccess(context, tx, { event: 'passwordReset', account: row!.account, userId })
  return { ...done, account: String(row!.account), ...(typed === undefined ? { password } : {}) }
}

async function setPasswordRule(context: Context, tx: Transaction) {
  const { shortest } = read(calls.passwordRule.input, context.input) as { shortest: number }
  tx.later({
    text: `insert into password_rule (tenant_id, shortest, updated_by) values ($1, $2, $3)
      on conflict (tenant_id) do update set shortest = excluded.shortest, updated_by = excluded.updated_by, updated_at = now()`,
    values: [tx.tenantId, shortest, context.actor.userId],
  })
  logAccess(context, tx, { event: 'passwordRule', detail: `≥ ${shortest}` })
  return { shortest }
}

async function setStatus(context: Context, tx: Transaction, ids: readonly string[], to: string) {
  const words = user.fields.status.of[to as keyof typeof user.fields.status.of]
  const rows = (await lockPeople(context, tx, ids)).filter((row) => row.status !== to)
  for (const row of rows) {
    write(context, tx, row, { verb: 'updateStatus', set: { status: to }, field: 'status', from: String(row.status), to })
    if (to === 'stopped') endSessionsOf(tx, [row.id])
    logAccess(context, tx, { event: 'status', account: row.account, userId: row.id, detail: words.zh })
  }
  await refuseLastAdministrator(tx)
  return { changed: rows.length }
}

async function updateStatus(context: Context, tx: Transaction) {
  const { userIds, status } = read(calls.updateStatus.input, context.input) as { userIds: string[]; status: string }
  return setStatus(context, tx, userIds, status)
}

async function updateActive(context: Context, tx: Transaction) {
  const { userId, isActive } = read(calls.updateActive.input, context.input) as { userId: string; isActive: number }
  return setStatus(context, tx, [userId], isActive === 1 ? 'active' : 'stopped')
}

/** Removed users keep their row, for the history names them; their account is free again. */
async function remove(context: Context, tx: Transaction) {
  const { ids } = read(calls.removeUsers.input, context.input) as { ids: string[] }
  const rows = await lockPeople(context, tx, ids)
  await refuseWaiting(tx, rows)
  await refuseLastAdministrator(tx, ids)
  for (const row of rows) {
    forgetAttempts(tx, row)
    endSessionsOf(tx, [row.id])
    tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = $2', values: [tx.tenantId, row.id] })
    write(context, tx, row, { verb: 'remove', set: { is_deleted: true } })
    logAccess(context, tx, { event: 'remove', account: row.account, userId: row.id })
  }
  return { removed: rows.length }
}

/** Heads and keepers of a department, as far as the person sees them. */
function deptAdmin(context: Context): ReadPlan<AnswerOf<typeof calls.deptAdmin>> {
  const { deptId } = read(calls.deptAdmin.input, context.input) as { deptId: string }
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(context.actor.tenantId)} and t.dept_id = ${into.add(deptId)} and not t.is_deleted and t.status = 'active'`
  const scope = scopeSql(user, context.actor, 't', into)
  return {
    queries: [
      {
        text: `select t.id, t.real_name as "realName", t.phone, string_agg(r.role_name, ',' order by r.sort) as "roleName" from app_user t
            join user_role ur on ur.tenant_id = t.tenant_id and ur.user_id = t.id join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
          where ${where}${scope ? ` and ${scope}` : ''} and r.role_alias in ('head', 'keeper') group by t.id, t.real_name, t.phone order by min(r.sort), t.real_name limit 50`,
        values: into.values,
      },
    ],
    answer: ([rows]) =>
      rowsAs<AnswerOf<typeof calls.deptAdmin>[number]>(rows).map((row) => ({
        ...row,
        roleName: row.roleName
          .split(',')
          .map((name) => roleText(name, context.language))
          .join(','),
      })),
  }
}

/** What administrators do with people. */
export const userAnswers: readonly Answer[] = [
  answer(calls.grantUsers, { write: grant }),
  answer(calls.unlockUsers, { write: unlock }),
  answer(calls.resetPassword, { write: reset }),
  answer(calls.passwordRule, { write: setPasswordRule }),
  answer(calls.updateStatus, { write: updateStatus }),
  answer(calls.updateActive, { write: updateActive }),
  answer(calls.removeUsers, { write: remove }),
  answer(calls.deptAdmin, { read: deptAdmin }),
  answer(calls.transferList, { read: waitingFor }),
  answer(calls.transferOrder, { write: handOver }),
]
