import { randomUUID, X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { Client, type Entry, InvalidCredentialsError, SizeLimitExceededError } from 'ldapts'
import { Refusal } from '#contract/kit/errors.ts'
import { refuseInTransaction } from '#server/db/transaction-watch.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import { refusedAddress } from '#server/kit/outbound/outbound.ts'
import { filterFor, isFilter } from './directory-filter.ts'
import { type Identity, type Provider, providerPurpose } from './identity-provider.ts'

type Reaching = Pick<Tools, 'pool' | 'secrets' | 'reachable'>

/** Milliseconds that a directory may take for one answer. */
const timeoutMs = 8000

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

const unreachable = () =>
  new Refusal('rule', {
    zh: '目录服务没有正确应答，请稍后重试或联系管理员',
    en: 'The directory did not respond correctly. Try again later, or tell your administrator',
  })

/** The certificates of a PEM text; none for a text that holds something else. */
function certificatesIn(pem: string): readonly string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g) ?? []
  try {
    for (const one of found) new X509Certificate(one)
    return found
  } catch {
    return []
  }
}

/** Refuses a directory that would be asked without TLS, a certificate that is none, and a filter that does not ask for the account. */
export function refuseDirectory(
  of: Pick<Provider, 'address' | 'startsTls' | 'caCertificate' | 'userFilter'>,
  reachable: Tools['reachable'],
): void {
  const { address, startsTls, caCertificate, userFilter } = of
  const url = URL.parse(address)
  if (!url || !/^ldaps?:$/.test(url.protocol))
    throw refuse('目录地址须以 ldaps:// 开头', 'The directory address must begin with ldaps://', 'address')
  if (url.protocol === 'ldap:' && !startsTls)
    throw refuse('密码只能加密传送：请使用 ldaps:// 或 StartTLS', 'Passwords are sent over TLS only. Use ldaps:// or StartTLS', 'address')
  if (url.protocol === 'ldaps:' && startsTls)
    throw refuse('ldaps:// 已加密，不需要 StartTLS', 'ldaps:// is already encrypted and needs no StartTLS', 'startsTls')
  const host = hostOf(url)
  if (isIP(host) > 0 && !reachable?.(host)) throw refusedAddress()
  if (caCertificate && certificatesIn(caCertificate).length === 0)
    throw refuse('CA 证书须为 PEM 格式', 'The CA certificate must be in PEM format', 'caCertificate')
  if (!isFilter(userFilter))
    throw refuse(
      '用户过滤条件须包含 {account}，例如 (sAMAccountName={account})',
      'The user filter must contain {account}, such as (sAMAccountName={account})',
      'userFilter',
    )
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** A checked address of the host: the connection goes to it, so that a name cannot change in between. */
async function addressOfHost(host: string, reachable: Tools['reachable']): Promise<string> {
  const found = isIP(host) > 0 ? [{ address: host }] : await lookup(host, { all: true }).catch(() => [])
  if (found.length === 0) throw unreachable()
  const open = found.find(({ address }) => reachable?.(address))
  if (!open) throw refusedAddress()
  return open.address
}

/** A connection over TLS that the bind account has opened. The caller ends it. */
async function connect(tools: Reaching, provider: Provider): Promise<Client> {
  refuseInTransaction('a directory')
  refuseDirectory(provider, tools.reachable)
  const { address, owner, id, startsTls, bindDn, caCertificate } = provider
  const secret = await storedSecret(tools.pool, tools.secrets, { tenantId: owner, purpose: providerPurpose, rowId: id })
  // Without a password a directory takes a bind for an anonymous one and answers that it worked.
  if (!secret) throw unreachable()
  const url = new URL(address)
  const host = hostOf(url)
  const to = await addressOfHost(host, tools.reachable)
  const ca = certificatesIn(caCertificate)
  const tls: ConnectionOptions = {
    host: to,
    minVersion: 'TLSv1.2',
    ...(isIP(host) > 0 ? {} : { servername: host }),
    ...(ca.length > 0 && { ca: [...ca] }),
  }
  const at = isIP(to) === 6 ? `[${to}]` : to
  const client = new Client({
    url: `${url.protocol}//${at}${url.port ? `:${url.port}` : ''}`,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    ...(startsTls ? {} : { tlsOptions: tls }),
  })
  try {
    if (startsTls) await client.startTLS({ ...tls })
    await client.bind(bindDn, secret)
    return client
  } catch {
    await client.unbind().catch(() => {})
    throw unreachable()
  }
}

const first = (value: Entry[string] | undefined): string | undefined => {
  const one = Array.isArray(value) ? value[0] : value
  const text = Buffer.isBuffer(one) ? one.toString('utf8') : one
  return text?.trim() || undefined
}

/** A person whom a directory knows. */
interface Listed {
  readonly dn: string
  readonly identity: Identity
}

/** The one entry of an account; none where there is none or several. */
async function listed(client: Client, provider: Provider, account: string): Promise<Listed | undefined> {
  const { baseDn, userFilter, idAttribute, accountAttribute, mailAttribute, id } = provider
  const found = await client
    .search(baseDn, {
      scope: 'sub',
      filter: filterFor(userFilter, account),
      attributes: [idAttribute, accountAttribute, mailAttribute],
      explicitBufferAttributes: [idAttribute],
      sizeLimit: 2,
      timeLimit: timeoutMs / 1000,
    })
    .catch((error: unknown) => {
      if (error instanceof SizeLimitExceededError) return { searchEntries: [] }
      throw unreachable()
    })
  const [entry, ...more] = found.searchEntries
  if (!entry || more.length > 0) return undefined
  const raw = [entry[idAttribute]].flat()[0]
  if (raw === undefined || raw.length === 0) return undefined
  const subject = (Buffer.isBuffer(raw) ? raw : Buffer.from(raw)).toString('hex')
  return {
    dn: entry.dn,
    identity: {
      issuer: `ldap:${id}`,
      subject,
      account: first(entry[accountAttribute]),
      email: first(entry[mailAttribute]),
      name: undefined,
      hasFactor: false,
    },
  }
}

/** Whether a directory takes the password of an entry. An unknown account takes as long. */
async function takes(client: Client, dn: string, password: string): Promise<boolean> {
  try {
    await client.bind(dn, password)
    return true
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false
    throw unreachable()
  }
}

/** A directory during one sign-in. */
export interface Asked {
  readonly identity: Identity | undefined
  /** Whether the password is theirs; never for an empty one. */
  fits(password: string): Promise<boolean>
}

/** Looks an account up in a directory and goes on with it, over one connection. Refuses a directory that does not answer. */
export async function askDirectory<T>(
  tools: Reaching,
  provider: Provider,
  account: string,
  work: (asked: Asked) => Promise<T>,
): Promise<T> {
  const client = await connect(tools, provider)
  try {
    const found = await listed(client, provider, account)
    return await work({
      identity: found?.identity,
      fits: async (password) =>
        password !== '' && (await takes(client, found?.dn ?? `cn=${randomUUID()},${provider.baseDn}`, password)) && found !== undefined,
    })
  } finally {
    await client.unbind().catch(() => {})
  }
}

/** Refuses a directory that does not answer as its row says. */
export async function probeDirectory(tools: Reaching, provider: Provider): Promise<void> {
  await askDirectory(tools, provider, randomUUID(), async () => undefined)
}
