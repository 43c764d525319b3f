import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { signedIn } from '#src/data/outbox/identity.ts'
import type { FileReply, FlushEnv, Locks, Photo, PushReply, RenewReply } from '#src/data/outbox/ports.ts'
import { flushRound, type RoundReport } from '#src/data/outbox/send/flush-round.ts'
import { dexieStore, ensureDevice } from '#src/data/outbox/store/dexie-store.ts'
import { type Draft, enqueue } from '#src/data/outbox/store/enqueue.ts'
import type { Identity, Op } from '#src/data/outbox/store/op.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { FakeServer } from './fake-server.ts'
import { testKinds } from './phone.ts'

export const ann: Identity = { tenantId: 't1', userId: 'ann' }
export const bob: Identity = { tenantId: 't1', userId: 'bob' }

/** What happens to one request; `deliver` brings it to the server. */
export type Fault = (deliver: () => Promise<PushReply>) => Promise<PushReply>

export const dropBefore: Fault = async () => ({ kind: 'lost' })
export const dropAfter: Fault = async (deliver) => {
  await deliver()
  return { kind: 'lost' }
}
export const twice: Fault = async (deliver) => {
  const [first] = await Promise.all([deliver(), deliver()])
  return first
}
export const status =
  (http: number, code?: string, retryAfterS?: number): Fault =>
  async () => ({ kind: 'status', http, code, retryAfterS })

/** What happens to one request about a photo. */
export type FileFault = (deliver: () => Promise<FileReply>) => Promise<FileReply>

/** A photo of this many bytes. */
export const photo = (id: string, size = 10): Photo => {
  const bytes = new ArrayBuffer(size)
  return { id, name: `${id}.jpg`, type: 'image/jpeg', size, sha256: `hash of ${id} ${size}`, bytes }
}

/** Resolves once it is so; the test's own limit ends a wait in vain. */
export const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
}

/** Locks of one browser. */
const locksOf = (held = new Set<string>()): Locks => ({
  attempt: async (name, work) => {
    if (held.has(name)) return undefined
    held.add(name)
    return work().finally(() => held.delete(name))
  },
  wait: async (name, _limit, work) => {
    while (held.has(name)) await new Promise((resolve) => setImmediate(resolve))
    held.add(name)
    return work().finally(() => held.delete(name))
  },
})

/** One phone on a database of its own, a server, and a script of what happens to each request in turn. */
export const lab = async (who: Identity = ann) => {
  const clock = { at: Date.UTC(2026, 0, 5, 8), mono: 0 }
  const server = new FakeServer(() => clock.at)
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange }
  const db = new OutboxDb('eam-outbox', indexedDb)
  const store = dexieStore(db)
  const cookies: { who: Identity; valid: boolean } = { who, valid: true }
  const script: Fault[] = []
  const fileScript: FileFault[] = []
  const renewals: RenewReply[] = []
  let renewed = 0
  const env: FlushEnv = {
    store,
    transport: {
      push: async (request, identity) => {
        const frozen = structuredClone(request)
        const deliver = () => server.push(frozen, cookies.valid ? cookies.who : null, identity)
        return (script.shift() ?? ((go) => go()))(deliver)
      },
      fileState: (fileId) => (fileScript.shift() ?? ((go) => go()))(() => server.fileState(fileId, cookies.valid ? cookies.who : null)),
      filePart: (part, identity) =>
        (fileScript.shift() ?? ((go) => go()))(() => server.filePart(part, cookies.valid ? cookies.who : null, identity)),
      renew: async () => {
        renewed += 1
        const reply = renewals.shift() ?? 'renewed'
        if (reply === 'renewed') cookies.valid = true
        return reply
      },
    },
    locks: locksOf(),
    clock: { now: () => clock.at, mono: () => clock.mono },
    random: () => 0.5,
    kinds: testKinds,
    client: '1',
  }
  await ensureDevice(store)
  await signedIn(store, who)

  const write = (draft: Partial<Draft> = {}, by = who, photos: Photo[] = []): Promise<string> => {
    const body = photos.length > 0 ? { text: 'seen', photos: photos.map((one) => one.id) } : { text: 'seen' }
    return enqueue(env, by, { kind: 'note.add', target: { type: 'card', id: '1' }, body, ...draft }, photos)
  }
  const flush = (): Promise<RoundReport> => flushRound(env)
  /** Rounds until nothing can be sent any more; the clock moves to each next attempt, for at most six hours. */
  const drain = async (): Promise<void> => {
    const end = clock.at + 6 * 3_600_000
    for (;;) {
      const report = await flush()
      if (report.wakeAt === Number.POSITIVE_INFINITY || report.stop === 'foreign' || clock.at > end) return
      clock.at = Math.max(clock.at, report.wakeAt)
    }
  }
  const queue = async (): Promise<Op[]> => (await store.read()).ops
  const find = async (id: string): Promise<Op | undefined> => (await queue()).find((op) => op.id === id)
  const effects = (): string[] => server.state.effects.map((effect) => effect.op)
  return {
    clock,
    server,
    db,
    store,
    env,
    cookies,
    script,
    fileScript,
    renewals,
    indexedDb,
    renewed: () => renewed,
    write,
    flush,
    drain,
    queue,
    find,
    effects,
  }
}
