import { v7 } from 'uuid'
import { approveRegistration, refuseRegistration, registerGuest } from '#contract/calls/identity/registration.ts'
import { registration } from '#contract/entities/identity/registration.ts'
import { user } from '#contract/entities/identity/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { parse, type Raw } from '#contract/kit/fields/parse.ts'
import { passwordProblem } from '#contract/password-rules.ts'
import { readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context, Tools } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { notBefore } from '#server/kit/write/not-before.ts'
import { submit } from '#server/kit/write/save.ts'
import { digestOf, hashPassword } from '../factors/password.ts'
import { policyOf, policyProblem } from '../factors/password-policy.ts'
import { bindRegistered } from './federated-registration.ts'
import { lockRegistrations } from './registration-limits.ts'

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

/** What is missing, the first thing first, in the words of the form. */
function refuseMissing({ tenantId, account, password, password2 }: Readonly<Record<string, string | null | undefined>>): void {
  if (!tenantId) throw refuse('请先输入租户编号', 'Enter the tenant first', 'tenantId')
  if (!account) throw refuse('请先输入账号名称', 'Enter the account first', 'account')
  if (!password || !password2) throw refuse('请先输入密码', 'Enter the password first', 'password')
  if (password !== password2) throw refuse('两次密码输入不一致', 'The two passwords differ', 'password2')
}

/** Keeps a registration until an administrator decides. Whether an account exists already is not told to who asks. */
export async function register({ pool }: Pick<Tools, 'pool'>, input: Raw): Promise<{ registered: true }> {
  const given = read(registerGuest.input, input) as Record<string, string | null | undefined>
  refuseMissing(given)
  const [tenantId, account, password] = [String(given.tenantId), String(given.account), String(given.password)]
  const [found] = await readAs(pool, '000000', [
    { text: 'select 1 from tenant where id = $1 and takes_registrations = 1 and stopped_at is null', values: [tenantId] },
  ])
  if (!found?.rows[0]) throw refuse('该租户不存在或未开放注册', 'The tenant does not exist or does not allow registration', 'tenantId')
  const problem = await writeAs(pool, tenantId, async (tx) => {
    const policy = await policyOf(tx, [account])
    return passwordProblem(password, policy.shortest) ?? policyProblem(password, policy)
  })
  if (problem) throw new Refusal('rule', { ...problem }, [{ field: 'password' }])
  const hash = await hashPassword(digestOf(password))
  await writeAs(pool, tenantId, async (tx) => {
    await lockRegistrations(tx, 'anybody')
    const { rows } = await tx.run({
      text: `select count(*)::int as same from registration where tenant_id = $1 and state = 'waiting' and lower(account) = lower($2)`,
      values: [tenantId, account],
    })
    // The first one keeps the name: a second password for it would be a stranger's.
    if (Number(rows[0]!.same) === 0)
      tx.later({
        text: `insert into registration (tenant_id, id, account, real_name, state, password_hash) values ($1, $2, $3, $4, 'waiting', $5)`,
        values: [tenantId, v7(), account, given.name || account, hash],
      })
  })
  return { registered: true }
}

/** Locks a registration that waits. */
async function lockWaiting(tx: Transaction, id: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: 'select * from registration where tenant_id = $1 and id = $2 for update',
    values: [tx.tenantId, id],
  })
  const [row] = rows
  if (!row) throw new Refusal('not_found', { what: registration })
  if (row.state !== 'waiting') throw new Refusal('rule', { zh: '该注册申请已审核', en: 'This registration has already been reviewed' })
  return row
}

/** Writes the decision; the password is kept no longer. */
async function decide(asked: Context, tx: Transaction, row: Row, to: 'approved' | 'refused') {
  const context = await notBefore(asked, tx, registration.name, row)
  const [id, version] = [String(row.id), Number(row.version) + 1]
  tx.later({
    text: `update registration set state = $3, decider_id = $4, decided_at = $5, password_hash = '', version = $6, updated_by = $4, updated_at = now()
      where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, to, context.actor.userId, context.occurredAt, version],
  })
  record(context, tx, { entity: registration.name, entityId: id, verb: to, version, field: 'state', from: 'waiting', to })
  return { id, version }
}

/**
 * Contact of a person as the form of a person takes it. What a provider has said may be of another shape and cannot be corrected there, so that it stays with
 * the registration alone.
 */
function contactOf(context: Context, row: Row): Raw {
  const { fields } = context.actor.settings.view(user)
  return Object.fromEntries(
    (['phone', 'email'] as const).flatMap((name) =>
      row[name] && fields[name] && parse({ [name]: fields[name] }, { [name]: row[name] }).problems.length === 0 ? [[name, row[name]]] : [],
    ),
  )
}

async function approve(context: Context, tx: Transaction) {
  const { registrationId, roleId, deptId } = read(approveRegistration.input, context.input) as Record<string, string | null | undefined>
  const row = await lockWaiting(tx, registrationId)
  const draft = { account: row.account, realName: row.real_name, ...contactOf(context, row), roleId, ...(deptId ? { deptId } : {}) }
  const made = await submit(context.actor.settings.view(user), { ...context, input: draft }, tx)
  await bindRegistered(tx, row, made.id)
  // Who proves elsewhere who they are has no password here.
  if (row.password_hash !== '') await givePassword(context, tx, made.id, row.password_hash)
  tx.later({ text: 'update app_user set must_change = 0 where tenant_id = $1 and id = $2', values: [tx.tenantId, made.id] })
  return decide(context, tx, row, 'approved')
}

/** Gives a new user the password that they chose. */
async function givePassword(context: Context, tx: Transaction, userId: string, hash: unknown): Promise<void> {
  const { rows } = await tx.run({ text: 'select person_id from app_user where tenant_id = $1 and id = $2', values: [tx.tenantId, userId] })
  const actFor = (person: unknown): void => tx.later({ text: `select set_config('app.person', $1, true)`, values: [person] })
  actFor(rows[0]!.person_id)
  tx.later({
    text: 'update person set password_hash = $2, given_until = null where id = $1',
    values: [rows[0]!.person_id, hash],
  })
  actFor(context.actor.personId)
}

async function turnDown(context: Context, tx: Transaction) {
  const { registrationId } = read(refuseRegistration.input, context.input) as { registrationId: string }
  return decide(context, tx, await lockWaiting(tx, registrationId), 'refused')
}

export const registrationAnswers: readonly Answer[] = [
  answer(approveRegistration, { write: approve }),
  answer(refuseRegistration, { write: turnDown }),
]
