import { v7 } from 'uuid'
import { registerFederated } from '#contract/calls/identity/registration.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logRequest, type Origin } from '#server/features/record/public.ts'
import type { Tools } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { hashOf } from '../factors/factor-store.ts'
import { offeredTo, type Provider } from './identity-provider.ts'
import { standingOf } from './pending-registration.ts'
import { lockRegistrations } from './registration-limits.ts'

const refuse = (zh: string, en: string, field?: string): Refusal => new Refusal('rule', { zh, en }, field ? [{ field }] : undefined)

const over = () =>
  refuse(
    '申请凭据已过期、已使用过或不属于本机构，请重新登录后再申请',
    'This request has expired, was already used or belongs to another organisation. Sign in again',
  )

/** Refuses an account name that is in use or was asked for. Who asks has proven that they belong to the hospital, so that they are told. */
async function refuseTaken(tx: Transaction, account: string): Promise<void> {
  const { rows } = await tx.run({
    text: `select exists (select 1 from app_user where tenant_id = $1 and lower(account) = lower($2) and not is_deleted)
      or exists (select 1 from registration where tenant_id = $1 and lower(account) = lower($2) and state = 'waiting') as taken`,
    values: [tx.tenantId, account],
  })
  if (rows[0]!.taken) throw refuse('该登录账号已被使用，请换一个', 'This account name is taken. Choose another', 'account')
}

/** Uses up a ticket. Refuses one that is unknown, used, over, another tenant's, or of a provider that takes no registrations any more. */
async function takeTicket(tx: Transaction, ticket: string, offered: readonly Provider[]): Promise<{ row: Row; provider: Provider }> {
  const { rows } = await tx.run({
    text: 'delete from federated_guest where tenant_id = $1 and ticket_hash = $2 and until > now() returning *',
    values: [tx.tenantId, hashOf(ticket)],
  })
  const [row] = rows
  const provider = offered.find(({ id, takesGuests }) => takesGuests && id === row?.provider_id)
  if (!row || !provider) throw over()
  return { row, provider }
}

/**
 * Keeps the registration of a person whom a provider has identified, until an administrator decides. What it said comes from the ticket's row alone; a
 * refusal leaves the ticket as it is, so that another account name can be tried.
 */
export async function registerVouched({ pool }: Pick<Tools, 'pool'>, input: Raw, from: Origin): Promise<{ registered: true }> {
  const given = read(registerFederated.input, input) as { tenantId: string; ticket: string; account: string; name?: string | null }
  const offered = await offeredTo(pool, given.tenantId)
  await writeAs(pool, given.tenantId, async (tx) => {
    await lockRegistrations(tx, 'provider')
    const { row, provider } = await takeTicket(tx, given.ticket, offered)
    const standing = await standingOf(tx, { issuer: String(row.issuer), subject: String(row.subject) })
    if (standing !== 'guest') throw over()
    if (row.real_name && given.name && given.name !== row.real_name)
      throw refuse('姓名由身份源证实，不能修改', 'The identity provider confirms the name, so it cannot be changed', 'name')
    const name = (row.real_name as string | null) ?? given.name?.trim()
    if (!name) throw refuse('请填写姓名', 'Enter your name', 'name')
    await refuseTaken(tx, given.account)
    tx.later({
      text: `insert into registration (tenant_id, id, account, real_name, state, password_hash, email, phone, source, issuer, subject)
        values ($1, $2, $3, $4, 'waiting', '', $5, $6, $7, $8, $9)`,
      values: [tx.tenantId, v7(), given.account, name, row.email, row.phone, provider.name, row.issuer, row.subject],
    })
    logRequest(tx, from, { event: 'federatedRegistered', detail: provider.name })
  })
  return { registered: true }
}

/** Binds the identity of an approved registration to its new user. Refuses one that another account was bound to meanwhile. */
export async function bindRegistered(tx: Transaction, row: Row, userId: string): Promise<void> {
  if (row.issuer === '') return
  const { issuer, subject } = row as { issuer: string; subject: string }
  if ((await standingOf(tx, { issuer, subject })) === 'none')
    throw refuse('该身份已绑定另一账号，请不通过此申请', 'This identity is bound to another account. Refuse the registration')
  tx.later({
    text: 'delete from identity_binding where tenant_id = $1 and issuer = $2 and subject = $3',
    values: [tx.tenantId, issuer, subject],
  })
  tx.later({
    text: 'insert into identity_binding (tenant_id, issuer, subject, user_id) values ($1, $2, $3, $4)',
    values: [tx.tenantId, issuer, subject, userId],
  })
}
