import { setTimeout as pause } from 'node:timers/promises'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { sleep } from '#src/data/outbox/browser-env.ts'
import { signedIn } from '#src/data/outbox/identity.ts'
import type { Locks } from '#src/data/outbox/ports.ts'
import { httpTransport } from '#src/data/outbox/send/http-transport.ts'
import { createRunner } from '#src/data/outbox/send/runner.ts'
import { dexieStore, ensureDevice } from '#src/data/outbox/store/dexie-store.ts'
import { enqueue } from '#src/data/outbox/store/enqueue.ts'
import { kindBook } from '#src/data/outbox/store/kinds.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { type Client, signInAt } from '#tests/harness/app-for-test.ts'

/** A phone with the real outbox and flusher on an IndexedDB of its own, in front of the proxy. */
export interface DrillPhone {
  /** Records these codes in the check, one after the other; resolves when all are stored on the phone. */
  count(checkId: string, codes: readonly string[], everyMs: number): Promise<string[]>
  /** Ids of the observations that the phone shows as saved at the hospital. */
  saved(): Promise<string[]>
  /** How many wait. */
  waiting(): Promise<number>
  /** How many wait for their person, and why. */
  attention(): Promise<string[]>
  online(): void
  stop(): void
}

const alone = (): Locks => {
  const held = new Map<string, Promise<unknown>>()
  return {
    attempt: async (name, work) => {
      if (held.has(name)) return undefined
      const done = work()
      held.set(name, done)
      return done.finally(() => held.delete(name))
    },
    wait: async (name, _limit, work) => {
      while (held.has(name)) await held.get(name)?.catch(() => {})
      const done = work()
      held.set(name, done)
      return done.finally(() => held.delete(name))
    },
  }
}

/** Signs a phone in. `onAnswer` hears of every answered push. */
export async function drillPhone(url: string, account: string, onAnswer: (status: number) => void): Promise<DrillPhone> {
  const session: Client = await signInAt(url, '100001', account, 'ward2026')
  const who = { tenantId: '100001', userId: session.userId, name: account }
  const db = new OutboxDb('eam-outbox', { indexedDB: new IDBFactory(), IDBKeyRange })
  const store = dexieStore(db)
  const kinds = kindBook([{ kind: 'check.scan' }])
  const clock = { now: Date.now, mono: () => performance.now() }
  const fetcher: typeof fetch = async (path, init) => {
    const answer = await fetch(`${url}${String(path)}`, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), 'Blade-Auth': `bearer ${session.token}` },
    })
    onAnswer(answer.status)
    return answer
  }
  await ensureDevice(store)
  await signedIn(store, who)
  const runner = createRunner({
    store,
    kinds,
    clock,
    locks: alone(),
    transport: httpTransport(fetcher),
    random: Math.random,
    client: 'drill',
    sleep,
    onError: (error) => console.error(error),
  })
  void runner.kick('start')
  return {
    async count(checkId, codes, everyMs) {
      const ids: string[] = []
      for (const code of codes) {
        const target = { type: 'checkTask', id: checkId }
        const body = { checkId, code, way: 'reader' }
        ids.push(await enqueue({ store, kinds, clock }, who, { kind: 'check.scan', target, lane: `inv:${checkId}:${code}`, body }))
        void runner.kick('enqueue')
        await pause(everyMs)
      }
      return ids
    },
    saved: async () => (await store.read({ done: true })).done.map((op) => op.id),
    waiting: async () => (await store.read()).ops.length,
    attention: async () => (await store.read()).ops.filter((op) => op.state !== 'pending').map((op) => `${op.state} ${op.lastError?.code}`),
    online: () => void runner.kick('online'),
    stop: () => runner.stop(),
  }
}
