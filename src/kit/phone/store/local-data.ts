import { useLiveQuery } from 'dexie-react-hooks'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldByIds, heldRows } from '#src/data/cache/held-rows.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { type Draft, enqueue } from '#src/data/outbox/store/enqueue.ts'
import { useOnline } from '../online.ts'
import { type PhoneStore, phoneStore, usePhoneStore } from './phone-store.ts'

/** Reads the phone's stores and reruns on every change, by this tab, other tabs or the service worker; undefined until loaded. */
export function useStored<T>(read: (of: PhoneStore) => Promise<T>, deps: readonly unknown[]): T | undefined {
  const of = usePhoneStore((state) => state.phoneStore)
  return useLiveQuery(() => (of ? read(of) : undefined), [of, ...deps])
}

/** The pulled rows of an entity, without unsent writes of this phone. For use inside `useStored`. */
export async function pulledRows<R>({ cache }: PhoneStore, entity: string): Promise<R[]> {
  const { current } = await readMeta(cache)
  return (await heldRows({ cache, gen: current.gen, entity })) as R[]
}

/** The pulled rows with these ids, as far as they exist. For use inside `useStored`. */
export async function pulledByIds<R>({ cache }: PhoneStore, entity: string, ids: readonly string[]): Promise<R[]> {
  const { current } = await readMeta(cache)
  return (await heldByIds({ cache, gen: current.gen, entity }, ids)) as R[]
}

/**
 * Stores a write on this phone and sends it as soon as possible; resolves with the op's id once it is stored. `photos` are stored in the same
 * transaction, sent first, and referred to by id in `draft.body`. Throws when it cannot be stored (`isFull`: no space); nothing is stored then.
 */
export async function write(draft: Draft, photos: readonly Photo[] = []): Promise<string> {
  const of = phoneStore()
  const env = { store: of.outbox, kinds: of.kinds, clock: { now: Date.now, mono: () => performance.now() } }
  const id = await enqueue(env, of.who, draft, photos)
  of.wakeLater()
  void of.kick('enqueue')
  return id
}

export interface SyncFacts {
  /** There is a network, and the last request, if any, reached the server. */
  readonly online: boolean
  readonly waiting: number
  readonly attention: number
  readonly loginNeeded: boolean
  /** Server time of the last answer and of the last finished pull, milliseconds; 0 until everything was loaded once. */
  readonly lastSync: number
  readonly lastPull: number
  /** The first load is in progress: missing rows may still arrive. */
  readonly isComing: boolean
}

/** The state of synchronisation with the server. */
export function useSync(): SyncFacts {
  const hasNetwork = useOnline()
  const { queue, pulledAt, reached } = usePhoneStore()
  const { waiting, attention, loginNeeded } = queue
  const online = hasNetwork && reached !== false
  return {
    online,
    waiting,
    attention,
    loginNeeded,
    lastSync: pulledAt > 0 ? Math.max(queue.lastSync, pulledAt) : 0,
    lastPull: pulledAt,
    isComing: online && pulledAt === 0,
  }
}
