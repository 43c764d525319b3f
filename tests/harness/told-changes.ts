import pg from 'pg'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf, verbsOf, writes } from '#contract/kit/entity/entity.ts'
import { stepUrls } from '#contract/kit/entity/machine.ts'
import { calls, entities, machines, moduleFacts } from '#contract/registry.ts'
import { type Changed, dependents } from '#src/data/dependents.ts'

const touches = dependents({ entities, calls, modules: moduleFacts })

/** What pages take a write for, by its address after `/api`. */
const written = new Map<string, Changed>([
  ...entities.flatMap((of) =>
    verbsOf(of)
      .filter(writes)
      .flatMap((verb) => urlsOf(of, verb).map((url) => [url, { entity: of.name }] as const)),
  ),
  ...machines.flatMap((on) =>
    Object.keys(on.steps).flatMap((name) => stepUrls(on, name).map((url) => [url, { entity: on.entity }] as const)),
  ),
  ...calls.filter((of) => of.writes).flatMap((of) => pathsOf(of).map((url) => [url, { call: of.name }] as const)),
])

/** Those of the entities whose lists pages would not ask again after a write to this address; none for an address that writes nothing. */
export function missedBy(path: string, entities: Iterable<string>): string[] {
  const changed = written.get(path)
  return changed ? [...new Set(entities)].filter((name) => !touches(changed, ['entity', name])).sort() : []
}

// A message that leaves is written beside the request that caused it. Changes are told after the commit that shows them, by a signal that may come late: a
// connection that tells itself something reads all that was told before.
const backgroundWork = `select exists (select from background_job where status in ('waiting', 'working')
    union all select from notice_delivery where outcome = 'waiting') as works, pg_notify('wardkeeper_watch', '')`

/** Listens to what the database tells of changes, and holds each write against what pages ask again after it. */
export interface ChangeWatch {
  /** Makes a request; throws when rows of an entity have changed whose lists the pages would not ask again. */
  around<T>(tenant: string, path: string, request: () => Promise<T>): Promise<T>
  /** Makes a request of a page; a write that it overlaps is not alone. */
  beside<T>(path: string, request: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/**
 * A watch over the database of a test. Only a write that is alone is held: of two at once, or beside work in the background, it is unknown which changed what.
 */
export async function watchChanges(connectionString: string): Promise<ChangeWatch> {
  const listener = new pg.Client({ connectionString })
  listener.on('error', () => {})
  await listener.connect()
  const told: { tenant: string; entity: string }[] = []
  listener.on('notification', ({ channel, payload = '' }) => {
    if (channel !== 'wardkeeper_live') return
    const [, tenant = '', entity = ''] = payload.split(' ')
    told.push({ tenant, entity })
  })
  await listener.query('listen wardkeeper_live; listen wardkeeper_watch')
  let last: Promise<boolean> = Promise.resolve(false)
  /** Resolves when what was told before has arrived: whether nothing works in the background. A connection that a test cuts tells nothing more. */
  const arrived = (): Promise<boolean> =>
    (last = last.then(async () => (await listener.query(backgroundWork)).rows[0].works === false).catch(() => false))
  const ofTenant = (tenant: string, from: number) => told.slice(from).flatMap((one) => (one.tenant === tenant ? [one.entity] : []))
  let running = 0
  let begun = 0
  return {
    async beside(path, request) {
      if (!written.has(path.split('?')[0]!)) return request()
      running += 1
      begun += 1
      try {
        return await request()
      } finally {
        running -= 1
      }
    },
    async around(tenant, path, request) {
      const url = path.split('?')[0]!
      if (!written.has(url)) return request()
      const isFirst = running === 0
      running += 1
      begun += 1
      const own = begun
      const wasQuiet = await arrived()
      const from = told.length
      try {
        const answer = await request()
        const isAlone = (await arrived()) && wasQuiet && isFirst && own === begun
        const missed = isAlone ? missedBy(url, ofTenant(tenant, from)) : []
        if (missed.length > 0) throw new Error(`A write changes what pages do not ask again:\n${path}: ${missed.join(', ')}`)
        return answer
      } finally {
        running -= 1
      }
    },
    async stop() {
      await listener.end()
    },
  }
}
