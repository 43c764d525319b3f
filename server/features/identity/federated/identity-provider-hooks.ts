import { identityUnbind, providerEnable, providerSecret } from '#contract/calls/identity/identity.ts'
import { identityProvider } from '#contract/entities/identity/identity-provider.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows, refuseStale, rowBefore } from '#server/kit/write/lock.ts'
import { lockPeople, refuseLesser } from '../people/limits.ts'
import { probeDirectory, refuseDirectory } from './directory.ts'
import { probeVisited } from './federated-client.ts'
import { providerOfRow, providerPurpose } from './identity-provider.ts'
import { refuseIssuer, refuseOpenAddress } from './oidc-client.ts'

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

/** Whom the secret is shown to. Where that changes, it is forgotten: who does not know it must not have it sent to a server of their own. */
const shownTo = {
  kind: 'kind',
  issuer: 'issuer',
  clientId: 'client_id',
  address: 'address',
  startsTls: 'starts_tls',
  bindDn: 'bind_dn',
  corpId: 'corp_id',
  appKey: 'app_key',
  apiAddress: 'api_address',
  caCertificate: 'ca_certificate',
} as const

const needed = {
  oidc: ['issuer', 'clientId'],
  wecom: ['corpId', 'agentId'],
  dingtalk: ['corpId', 'appKey'],
  ldap: ['address', 'baseDn', 'bindDn'],
} as const
const columnOf = {
  issuer: 'issuer',
  clientId: 'client_id',
  corpId: 'corp_id',
  agentId: 'agent_id',
  appKey: 'app_key',
  address: 'address',
  baseDn: 'base_dn',
  bindDn: 'bind_dn',
} as const

/** What says how a directory is asked. */
const directoryColumns = {
  address: 'address',
  startsTls: 'starts_tls',
  caCertificate: 'ca_certificate',
  userFilter: 'user_filter',
} as const

/** Refuses a provider that would take people of different hospitals for one another: each hospital gives out account names of its own. */
function refuseShared(isForAll: unknown, matchBy: unknown): void {
  if (isForAll === 1 && matchBy === 'account')
    throw refuse('供所有机构使用的身份源不能按账号匹配', 'A provider for all organisations cannot match by account', 'matchBy')
}

/** Refuses a draft that no provider may have. */
function refuseDraft(context: Context, draft: Readonly<Record<string, unknown>>, row: Row = {}): void {
  if (draft.isForAll === 1 && context.actor.tenantId !== platformTenant)
    throw refuse('只有平台的身份源可供所有机构使用', 'Only a platform provider can serve all organisations', 'isForAll')
  refuseShared(draft.isForAll ?? row.is_for_all, draft.matchBy ?? row.match_by)
  if (draft.issuer) refuseIssuer(String(draft.issuer), context.tools.reachable)
  if (draft.apiAddress) refuseOpenAddress(String(draft.apiAddress), context.tools.reachable, 'apiAddress')
  const columns = Object.entries(directoryColumns).flatMap(([name, column]) => (name in draft ? [[column, draft[name]]] : []))
  const after = providerOfRow({ ...row, ...Object.fromEntries(columns) })
  if (after.address) refuseDirectory(after, context.tools.reachable)
}

/** Queues the end of the sessions of a tenant that began with these providers, or of one user that began with any. */
function endSessionsBy(tx: Transaction, ids: readonly unknown[], userId?: unknown): void {
  const which = 'tenant_id = $1 and provider_id is not null and (provider_id = any($2) or user_id = $3) and revoked_at is null'
  const values = [tx.tenantId, ids, userId ?? null]
  tx.later({
    text: `delete from refresh_token where tenant_id = $1 and session_id in (select id from session where ${which} for update)`,
    values,
  })
  tx.later({ text: `update session set revoked_at = now() where ${which}`, values })
}

/** Queues the end of all sessions that began with these providers; one of the platform may have opened them anywhere. */
async function endAllBy(tx: Transaction, ids: readonly unknown[]): Promise<void> {
  if (tx.tenantId !== platformTenant) return endSessionsBy(tx, ids)
  const { rows } = await tx.run({ text: 'select id from tenant order by id' })
  for (const { id } of rows) await inTenant(tx, String(id), (inside) => endSessionsBy(inside, ids))
}

hook(identityProvider, {
  async beforeAdd(context, _tx, { draft }) {
    refuseDraft(context, draft)
    return { is_stopped: 1 }
  },
  async beforeChange(context, tx, { row, draft }) {
    if (row.is_stopped !== 1) refuseLesser(context)
    refuseDraft(context, draft, row)
    if (!Object.entries(shownTo).some(([name, column]) => name in draft && (draft[name] ?? null) !== (row[column] ?? null)))
      return undefined
    tx.later({
      text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = $3',
      values: [tx.tenantId, providerPurpose, row.id],
    })
    await endAllBy(tx, [row.id])
    return { is_stopped: 1, secret_set_at: null }
  },
  async beforeRemove(_context, tx, { rows }) {
    const ids = rows.map(({ id }) => id)
    tx.later({
      text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = any($3)',
      values: [tx.tenantId, providerPurpose, ids],
    })
    await endAllBy(tx, ids)
  },
})

/** Refuses a provider that cannot be asked as it stands. */
async function refuseUnfit(context: Context, row: Row): Promise<void> {
  refuseShared(row.is_for_all, row.match_by)
  const kind = row.kind as keyof typeof needed
  const field = needed[kind].find((name) => !row[columnOf[name]])
  if (field) {
    const { zh, en } = identityProvider.fields[field]
    throw refuse(`启用前请填写“${zh}”`, `Fill in “${en}” before it is activated`, field)
  }
  if (!row.secret_set_at && kind !== 'oidc') throw refuse('启用前请设置密钥', 'Set the secret before you activate it', 'secretKey')
  await (kind === 'ldap' ? probeDirectory : probeVisited)(context.tools, providerOfRow(row))
}

async function changed(context: Context, tx: Transaction, row: Row, verb: string, columns: string, value: unknown) {
  const [id, version] = [String(row.id), Number(row.version) + 1]
  tx.later({
    text: `update identity_provider set ${columns} = $3, version = $4, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, value, version, context.actor.userId],
  })
  record(context, tx, { entity: identityProvider.name, entityId: id, verb, version })
  return { id, version }
}

const isStop = (context: Context): boolean => {
  const { isStopped } = read(providerEnable.input, { ...context.input, id: idOf(context) }) as { isStopped?: number | null }
  return isStopped === 1
}

/** Asks a provider that is to be activated. Answers the version of the row that it was asked by. */
async function askProvider(context: Context): Promise<number | undefined> {
  if (isStop(context)) return undefined
  const row = await rowBefore(identityProvider, context, idOf(context))
  if (!row) return undefined
  refuseLesser(context)
  await refuseUnfit(context, row)
  return Number(row.version)
}

async function enable(context: Context, tx: Transaction) {
  const isStopped = isStop(context) ? 1 : 0
  const [row] = await lockRows(identityProvider, context, tx, [idOf(context)])
  if (isStopped === 1) await endAllBy(tx, [row!.id])
  else await refuseStale(identityProvider, context, tx, row!, context.asked ?? 0)
  return changed(context, tx, row!, isStopped === 1 ? 'stop' : 'enable', 'is_stopped', isStopped)
}

async function setSecret(context: Context, tx: Transaction) {
  const { secretKey } = read(providerSecret.input, context.input) as { secretKey: string }
  const [row] = await lockRows(identityProvider, context, tx, [idOf(context)])
  if (row!.is_stopped !== 1) refuseLesser(context)
  keepSecret(tx, context.tools.secrets, { purpose: providerPurpose, rowId: String(row!.id) }, secretKey)
  return changed(context, tx, row!, 'secret', 'secret_set_at', context.occurredAt)
}

async function unbind(context: Context, tx: Transaction) {
  const { userId } = read(identityUnbind.input, context.input) as { userId: string }
  const [row] = await lockPeople(context, tx, [userId])
  const { rowCount } = await tx.run({
    text: 'delete from identity_binding where tenant_id = $1 and user_id = $2',
    values: [tx.tenantId, userId],
  })
  endSessionsBy(tx, [], userId)
  logAccess(context, tx, { event: 'identityReleased', account: row!.account, userId })
  return { released: rowCount }
}

export const identityAnswers: readonly Answer[] = [
  answer(providerEnable, { before: askProvider, write: enable }),
  answer(providerSecret, { write: setSecret }),
  answer(identityUnbind, { write: unbind }),
]
