import { Refusal } from '#contract/kit/errors.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { type Actor, actorOf, actorQueries, checkQuery, hashToken, stillHolds } from '#server/kit/access/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { rememberLinks } from '#server/kit/read/link-memory.ts'
import { rememberSettings } from './settings-memory.ts'
import type { Presented } from './who.ts'

const most = 5000
/** Attempts while others change rights and departments under a person's hands. */
export const mostStale = 8
/** How exactly it is known when a session was last used. */
const touchEveryMs = 5 * 60_000

export interface Sessions {
  /** Reads as the signed-in person in one round trip with the check of the session; what was remembered of it is only used while it holds. */
  read<T>(by: Presented, plan: (actor: Actor) => { queries: readonly Query[]; answer: (results: Rows[]) => T }): Promise<T>
  /** The person as the database knows them now. */
  load(by: Presented): Promise<Actor>
  /** The remembered person, or the loaded one; the caller checks it in its own transaction. */
  guess(by: Presented): Promise<Actor>
  forget(by: Presented): void
  /** Whether a token was a session's when it was last asked. */
  knows(by: Presented | undefined): boolean
  /** The user whose session a token was when it was last asked. */
  userOf(by: Presented | undefined): string | undefined
}

interface Known {
  actor: Actor
  readonly check: Query
  /** When the database was told last that the session is used. */
  touchedAt: number
}

/** Remembers who tokens belong to, validated at every use, so that a request needs one round trip. */
export function rememberSessions(tools: Pick<Tools, 'pool'>): Sessions {
  const remembered = new Map<string, Known>()
  const links = rememberLinks((tenantId, queries) => readAs(tools.pool, tenantId, queries))
  const settings = rememberSettings({
    // A process holds one state of a tenant's settings; who comes with an older one is loaded again by its epoch.
    replaced(tenantId, now) {
      for (const known of remembered.values()) {
        const { actor } = known
        if (actor.tenantId === tenantId) known.actor = { ...actor, settings: { ...now, epoch: actor.settings.epoch } }
      }
    },
    forgotten(tenantId) {
      for (const [token, { actor }] of remembered) if (actor.tenantId === tenantId) remembered.delete(token)
    },
  })
  const know = async (by: Presented): Promise<Known> => {
    const hash = hashToken(by.token)
    const loaded = actorOf(by.tenantId, await readAs(tools.pool, by.tenantId, actorQueries(by.tenantId, hash)))
    const actor: Actor = { ...loaded, settings: settings.shared(by.tenantId, loaded.settings) }
    if (remembered.size >= most) remembered.delete(remembered.keys().next().value!)
    const known = { actor, check: checkQuery(by.tenantId, hash), touchedAt: Date.now() }
    remembered.set(by.token, known)
    return known
  }
  const touch = (known: Known): void => {
    if (Date.now() - known.touchedAt < touchEveryMs) return
    known.touchedAt = Date.now()
    const { tenantId, sessionId } = known.actor
    // Runs beside the request without blocking it; the next one makes up for a lost one.
    writeAs(tools.pool, tenantId, async (tx) =>
      tx.later({ text: 'update session set last_at = now() where tenant_id = $1 and id = $2', values: [tenantId, sessionId] }),
    ).catch(() => {})
  }
  const load = async (by: Presented): Promise<Actor> => (await know(by)).actor
  const guess = async (by: Presented): Promise<Actor> => remembered.get(by.token)?.actor ?? load(by)
  return {
    load,
    guess,
    forget: (by) => void remembered.delete(by.token),
    knows: (by) => by !== undefined && remembered.has(by.token),
    userOf: (by) => by && remembered.get(by.token)?.actor.userId,
    async read(by, plan) {
      for (let attempt = 0; ; attempt++) {
        const known = remembered.get(by.token) ?? (await know(by))
        const { actor, check: checking } = known
        let planned: ReturnType<typeof plan> | undefined
        let refused: unknown
        try {
          planned = plan(actor)
        } catch (error) {
          // A refusal by remembered grants counts only when they still hold.
          if (!(error instanceof Refusal)) throw error
          refused = error
        }
        const queries = planned?.queries ?? []
        // The check comes last: what it says of rights and names then holds for all rows that were read before it.
        const results = await readAs(tools.pool, by.tenantId, [...queries, checking], actor.personId)
        const check = results.pop()
        if (stillHolds(actor, check)) {
          if (!planned) throw refused
          touch(known)
          await links.fill(by.tenantId, check!.rows[0]!.names, queries, results)
          return planned.answer(results)
        }
        remembered.delete(by.token)
        if (attempt + 1 === mostStale) throw new Refusal('busy')
      }
    },
  }
}
