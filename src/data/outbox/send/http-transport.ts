import { PULL_PATH, PULL_QUERY_MAX, PUSH_PATH, type PullAnswer, type PushAnswer, pullBody, pullQuery } from '#contract/sync/sync.ts'
import { BUNDLE_PATH, type BundleAnswer, bundleQuery } from '#contract/sync/sync-bundle.ts'
import type { PullTransport } from '#src/data/pull/pull-round.ts'
import type { Transport } from '../ports.ts'
import { askServer } from '../settle/our-answer.ts'
import { fileTransport } from './file-transport.ts'

const RENEW_PATH = '/api/blade-auth/oauth/token/refresh?grant_type=refresh_token'

const isPush = (data: unknown): data is PushAnswer => {
  const { results, serverTime, epoch } = (data ?? {}) as Partial<PushAnswer>
  return Array.isArray(results) && typeof epoch === 'string' && !Number.isNaN(Date.parse(serverTime ?? ''))
}

const isPull = (data: unknown): data is PullAnswer => {
  const { scopes, changes, cursors, horizon, epoch, serverTime } = (data ?? {}) as Partial<PullAnswer>
  const isWhole = Array.isArray(scopes) && Array.isArray(changes) && typeof cursors === 'object' && /^\d+$/.test(horizon ?? '')
  return isWhole && typeof epoch === 'string' && !Number.isNaN(Date.parse(serverTime ?? ''))
}

const isBundle = (data: unknown): data is BundleAnswer => {
  const { ids, versions, columns, horizon, epoch, serverTime, next } = (data ?? {}) as Partial<BundleAnswer>
  const isWhole = Array.isArray(ids?.heads) && typeof ids.tails === 'string' && Array.isArray(versions) && Array.isArray(columns)
  return (
    isWhole && next !== undefined && /^\d+$/.test(horizon ?? '') && typeof epoch === 'string' && !Number.isNaN(Date.parse(serverTime ?? ''))
  )
}

/** Transport to our server over fetch, with the session in cookies; for page and service worker. */
export const httpTransport = (fetcher?: typeof fetch): Transport & PullTransport => ({
  ...fileTransport(fetcher),
  push: async (request, identity) => {
    const reply = await askServer({ path: PUSH_PATH, method: 'POST', identity, body: request }, fetcher)
    if (reply.kind !== 'data') return reply
    return isPush(reply.data) ? { kind: 'answer', answer: reply.data } : { kind: 'lost' }
  },
  pull: async (request, identity) => {
    const query = pullQuery(request)
    const reply = await (query.length > PULL_QUERY_MAX
      ? askServer({ path: PULL_PATH, method: 'POST', identity, body: pullBody(request) }, fetcher)
      : askServer({ path: `${PULL_PATH}?${query}`, method: 'GET', identity }, fetcher))
    if (reply.kind !== 'data') return reply
    return isPull(reply.data) ? { kind: 'answer', answer: reply.data } : { kind: 'lost' }
  },
  bundle: async (request, identity) => {
    const reply = await askServer({ path: `${BUNDLE_PATH}?${bundleQuery(request)}`, method: 'GET', identity }, fetcher)
    if (reply.kind !== 'data') return reply
    return isBundle(reply.data) ? { kind: 'answer', answer: reply.data } : { kind: 'lost' }
  },
  renew: async (identity) => {
    const reply = await askServer({ path: RENEW_PATH, method: 'POST', identity }, fetcher)
    if (reply.kind === 'lost' || (reply.kind === 'status' && (reply.http >= 500 || reply.http === 429))) return 'lost'
    if (reply.kind === 'status') return 'refused'
    const { user_id, tenant_id } = (reply.data ?? {}) as { user_id?: string; tenant_id?: string }
    return user_id === identity.userId && tenant_id === identity.tenantId ? 'renewed' : 'refused'
  },
})
