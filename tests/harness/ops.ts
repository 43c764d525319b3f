import { v7 } from 'uuid'
import {
  fingerprint,
  type OpResult,
  PULL_QUERY_MAX,
  type PullAnswer,
  type PushAnswer,
  type PushOp,
  SYNC_SCHEMA,
  TENANT_HEADER,
  USER_HEADER,
} from '#contract/sync/sync.ts'
import type { Answer, Client } from './app-for-test.ts'

/** The phone that tests push from. */
export const phone = '01900000-0000-7000-8000-00000000f0f0'

/** A whole op from what matters in a test; the rest is as a phone fills it in. */
export async function op(facts: Partial<PushOp> & { kind: string; body: unknown }): Promise<PushOp> {
  const id = facts.id ?? v7()
  const target = facts.target ?? { type: facts.kind.split('.')[0]!, id: v7() }
  const whole = {
    schema: SYNC_SCHEMA,
    lane: `card:${target.id}`,
    deps: [],
    baseVersion: null,
    occurredAt: new Date().toISOString(),
    skewMs: 0,
    ...facts,
    id,
    target,
  }
  return { ...whole, fp: facts.fp ?? (await fingerprint(whole)) }
}

const own = (client: Client) => ({ [USER_HEADER]: client.userId, [TENANT_HEADER]: client.tenant })

/** A push as the client's own phone makes it; `more` overrides parts of the request or its headers. */
export const pushWhole = (
  client: Client,
  ops: readonly PushOp[],
  more: { body?: object; headers?: Record<string, string> } = {},
): Promise<Answer<PushAnswer>> =>
  client.post('/sync/push', { deviceId: phone, schema: SYNC_SCHEMA, ops, ...more.body }, { ...own(client), ...more.headers })

/** The results of a push; throws when the whole was refused. */
export async function push(client: Client, ...ops: PushOp[]): Promise<OpResult[]> {
  const answer = await pushWhole(client, ops)
  if (!answer.success) throw new Error(answer.msg)
  return answer.data.results
}

/** A pull as phones make it: cursors that are too many for an address travel in a body. */
export const pull = (client: Client, cursors: Record<string, string | null> = {}, limit?: number): Promise<Answer<PullAnswer>> => {
  const asked = { cursors: JSON.stringify(cursors), ...(limit === undefined ? {} : { limit }) }
  return asked.cursors.length > PULL_QUERY_MAX / 2 ? client.post('/sync/pull', asked) : client.get('/sync/pull', asked)
}

/** What a phone holds, kept up to date by pulls alone. */
export class Cache {
  cursors: Record<string, string | null> = {}
  readonly rows = new Map<string, Record<string, unknown>>()
  pages = 0
  readonly client: Client
  readonly limit: number | undefined
  constructor(client: Client, limit?: number) {
    this.client = client
    this.limit = limit
  }
  /** Pulls until the server says there is no more; returns every change in order. */
  async pull(): Promise<PullAnswer['changes']> {
    const all: PullAnswer['changes'] = []
    for (;;) {
      const { data, success, msg } = await pull(this.client, this.cursors, this.limit)
      if (!success) throw new Error(msg)
      this.pages++
      for (const change of data.changes) {
        const key = `${change.scope} ${change.entity} ${change.id}`
        if (change.deleted) this.rows.delete(key)
        else this.rows.set(key, change.row!)
      }
      all.push(...data.changes)
      this.cursors = { ...this.cursors, ...data.cursors }
      for (const scope of Object.keys(this.cursors)) if (!data.scopes.includes(scope)) delete this.cursors[scope]
      for (const key of this.rows.keys()) if (!data.scopes.includes(key.split(' ')[0]!)) this.rows.delete(key)
      if (!data.more) return all
    }
  }
  /** Ids held of an entity, in any scope. */
  ids(entity: string): string[] {
    return [...new Set([...this.rows.keys()].flatMap((key) => (key.split(' ')[1] === entity ? [key.split(' ')[2]!] : [])))].sort()
  }
}
