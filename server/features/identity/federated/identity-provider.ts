import type pg from 'pg'
import type { identityProvider } from '#contract/entities/identity/identity-provider.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'

/** What the secrets of providers are kept as: the client secret, or the password of the bind account. */
export const providerPurpose = 'identity.secret'

export type ProviderKind = keyof typeof identityProvider.fields.kind.of

/** Providers to which the browser goes, and comes back with a code. */
export const visited = ['oidc', 'wecom', 'dingtalk'] as const satisfies readonly ProviderKind[]

/** A provider as its row says. `owner`: the tenant of the row, that of the platform for one which is for all. */
export interface Provider {
  readonly id: string
  readonly version: number
  readonly owner: string
  readonly code: string
  readonly name: string
  readonly kind: ProviderKind
  readonly matchBy: 'account' | 'email' | 'phone' | 'bound'
  /** People without an account can ask for one. */
  readonly takesGuests: boolean
  readonly corpId: string
  readonly agentId: string
  readonly appKey: string
  /** Empty: the vendor's own. */
  readonly apiAddress: string
  readonly issuer: string
  readonly clientId: string
  readonly scopes: string
  readonly accountClaim: string
  readonly trustsFactor: boolean
  readonly factorValues: readonly string[]
  readonly address: string
  readonly startsTls: boolean
  readonly caCertificate: string
  readonly baseDn: string
  readonly bindDn: string
  readonly userFilter: string
  readonly idAttribute: string
  readonly accountAttribute: string
  readonly mailAttribute: string
}

/** Who a provider says a person is. `email` and `phone` only when they are verified; `hasFactor`: they showed a second factor there that counts here. */
export interface Identity {
  readonly issuer: string
  readonly subject: string
  readonly account: string | undefined
  readonly email: string | undefined
  readonly phone?: string | undefined
  readonly name: string | undefined
  readonly hasFactor: boolean
}

/** A provider from its row, with what an empty field stands for. */
export function providerOfRow(row: Row): Provider {
  const text = (column: string, otherwise = ''): string => String(row[column] ?? otherwise)
  return {
    id: text('id'),
    version: Number(row.version),
    owner: text('tenant_id'),
    code: text('provider_code'),
    name: text('provider_name'),
    kind: row.kind as Provider['kind'],
    matchBy: row.match_by as Provider['matchBy'],
    takesGuests: row.takes_guests === 1,
    corpId: text('corp_id'),
    agentId: text('agent_id'),
    appKey: text('app_key'),
    apiAddress: text('api_address'),
    issuer: text('issuer'),
    clientId: text('client_id'),
    scopes: text('scopes', 'openid profile email'),
    accountClaim: text('account_claim', 'preferred_username'),
    trustsFactor: row.trusts_factor === 1,
    factorValues: text('factor_values', 'mfa').split(' '),
    address: text('address'),
    startsTls: row.starts_tls === 1,
    caCertificate: text('ca_certificate'),
    baseDn: text('base_dn'),
    bindDn: text('bind_dn'),
    userFilter: text('user_filter', '(sAMAccountName={account})'),
    idAttribute: text('id_attribute', 'objectGUID'),
    accountAttribute: text('account_attribute', 'sAMAccountName'),
    mailAttribute: text('mail_attribute', 'mail'),
  }
}

/** The providers that a tenant offers: its own, then those of the platform for all, each code once. */
export async function offeredTo(pool: pg.Pool, tenantId: string): Promise<readonly Provider[]> {
  const from = 'from identity_provider p where tenant_id = $1 and not is_deleted and coalesce(is_stopped, 0) = 0'
  const known = 'exists (select 1 from tenant t where t.id = $2 and t.stopped_at is null) order by created_at, id'
  const [own] = await readAs(pool, tenantId, [{ text: `select * ${from} and ${known}`, values: [tenantId, tenantId] }])
  const [shared] = await readAs(pool, platformTenant, [
    { text: `select * ${from} and is_for_all = 1 and ${known}`, values: [platformTenant, tenantId] },
  ])
  const all = new Map<string, Provider>()
  for (const row of [...own!.rows, ...shared!.rows]) {
    const provider = providerOfRow(row)
    if (!all.has(provider.code)) all.set(provider.code, provider)
  }
  return [...all.values()]
}

/** A provider of one of those kinds that the tenant offers, by its code. Refuses one that it does not. */
export async function providerOf(pool: pg.Pool, tenantId: string, code: string, kinds: readonly ProviderKind[]): Promise<Provider> {
  const found = (await offeredTo(pool, tenantId)).find((one) => one.code === code && kinds.includes(one.kind))
  if (!found) throw new Refusal('not_found', { what: { zh: '登录方式', en: 'Sign-in method' } })
  return found
}

/** What of a person finds their account at a provider that the tenant offers. */
export async function matchedBy(tx: Transaction): Promise<ReadonlySet<string>> {
  const offered = (more: string) => ({
    text: `select distinct match_by from identity_provider where tenant_id = $1 and not is_deleted and coalesce(is_stopped, 0) = 0 ${more}`,
  })
  const found = async (inside: Transaction, more = '') =>
    (await inside.run({ ...offered(more), values: [inside.tenantId] })).rows.map((row) => String(row.match_by))
  return new Set([...(await found(tx)), ...(await inTenant(tx, platformTenant, (inside) => found(inside, 'and is_for_all = 1')))])
}
