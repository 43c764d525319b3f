import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { registration } from '#contract/entities/identity/registration.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import { hashOf } from '../factors/factor-store.ts'
import type { Identity, Provider } from './identity-provider.ts'

/** Seconds in which a person may ask for an account after they have proven who they are. */
const ticketSeconds = 600

const away = {
  none: {
    zh: '身份验证成功，但本机构没有与之对应的账号，请联系管理员',
    en: 'Your identity was confirmed, but this organisation has no account for you. Ask your administrator',
  },
  guest: {
    zh: '身份验证成功，但本机构没有与之对应的账号。您可以申请账号，由管理员审核',
    en: 'Your identity was confirmed, but this organisation has no account for you. You can request one for an administrator to review',
  },
  waiting: {
    zh: '您的账号申请正在等待管理员审核',
    en: 'Your registration is waiting for review by an administrator',
  },
} as const

/** What stands in the way of a registration: an account that is bound to the identity, a stopped one too, or a registration that waits. */
export async function standingOf(
  tx: Transaction,
  { issuer, subject }: Pick<Identity, 'issuer' | 'subject'>,
): Promise<'none' | 'waiting' | 'guest'> {
  const { rows } = await tx.run({
    text: `select exists (select 1 from identity_binding b join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and not u.is_deleted
        where b.tenant_id = $1 and b.issuer = $2 and b.subject = $3) as bound,
      exists (select 1 from registration where tenant_id = $1 and issuer = $2 and subject = $3 and state = 'waiting') as waiting`,
    values: [tx.tenantId, issuer, subject],
  })
  return rows[0]!.bound ? 'none' : rows[0]!.waiting ? 'waiting' : 'guest'
}

const fitting = (text: string | undefined, max: number): string | null => (text && text.length <= max ? text : null)

/** Keeps what a provider has said of a person under a ticket that only they get; the ticket itself is not kept. */
async function giveTicket(tx: Transaction, provider: Provider, identity: Identity) {
  const { account, realName, email, phone } = registration.fields
  const ticket = randomBytes(32).toString('base64url')
  const said = {
    name: fitting(identity.name, realName.max),
    email: fitting(identity.email, email.max),
    phone: fitting(identity.phone, phone.max),
  }
  // A person has one ticket at a time: the newest.
  tx.later({
    text: 'delete from federated_guest where tenant_id = $1 and (until < now() or (issuer = $2 and subject = $3))',
    values: [tx.tenantId, identity.issuer, identity.subject],
  })
  tx.later({
    text: `insert into federated_guest (tenant_id, ticket_hash, provider_id, issuer, subject, real_name, email, phone, until)
      values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`,
    values: [tx.tenantId, hashOf(ticket), provider.id, identity.issuer, identity.subject, said.name, said.email, said.phone, ticketSeconds],
  })
  return { ticket, ...said, account: fitting(identity.account, account.max) }
}

/**
 * What becomes of a person whom a provider knows and the tenant does not: no account and no right is made by a sign-in. Where the provider says so they
 * get a ticket with which they may ask for an account.
 */
export async function refuseUnknown(pool: pg.Pool, tenantId: string, provider: Provider, identity: Identity): Promise<never> {
  if (!provider.takesGuests) throw new Refusal('rule', away.none)
  const { standing, register } = await writeAs(pool, tenantId, async (tx) => {
    const found = await standingOf(tx, identity)
    return { standing: found, register: found === 'guest' ? await giveTicket(tx, provider, identity) : undefined }
  })
  throw new Refusal('rule', away[standing], register ? { register } : null)
}
