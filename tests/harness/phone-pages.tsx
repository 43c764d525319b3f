import { createRequire } from 'node:module'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { phoneKinds } from '#src/app/phone-kinds.ts'
import { openCache } from '#src/data/cache/cache-db.ts'
import { dexieCache } from '#src/data/cache/dexie-cache.ts'
import { browserEnv } from '#src/data/outbox/browser-env.ts'
import { signedIn } from '#src/data/outbox/identity.ts'
import { flushRound } from '#src/data/outbox/send/flush-round.ts'
import { dexieStore, ensureDevice } from '#src/data/outbox/store/dexie-store.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { type QueueItem, queueView } from '#src/data/outbox/store/queue-model.ts'
import { pullRound } from '#src/data/pull/pull-round.ts'
import { person } from '#src/data/session.ts'
import type { PhoneModule } from '#src/kit/phone/module.ts'
import { emptyQueue, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'

// Node has no loader for the style sheets that the phone's library requires.
createRequire(import.meta.url).extensions['.css'] = () => {}

/** Pages of the phone in the document of a test, of the person who has opened the desk. */
export interface PhonePages {
  readonly box: HTMLElement
  /** Opens an address of the phone. */
  show(path: string): void
  /** Has a network from now on, or none, until the phone is closed. */
  setOnline(isOnline: boolean): void
  /** Sends the queue and pulls, as the phone does by itself. */
  sync(): Promise<void>
  /** The queue of this phone. */
  queue(): readonly QueueItem[]
  close(): void
}

/** Opens pages of the phone on stores of their own; nothing is sent or pulled but by `sync`. */
export async function openPhonePages(modules: readonly PhoneModule[]): Promise<PhonePages> {
  const me = person()
  if (!me) throw new Error('no person has signed in')
  const who = { tenantId: me.tenantId, userId: me.user_id, name: me.realName }
  const memory = { indexedDB: new IDBFactory(), IDBKeyRange }
  const db = new OutboxDb('phone-pages', memory)
  const env = { ...browserEnv('test', phoneKinds, async () => undefined as never), db, store: dexieStore(db) }
  await ensureDevice(env.store)
  await signedIn(env.store, who)
  const cache = await openCache(who, memory)
  const look = async (): Promise<void> =>
    usePhoneStore.setState({ queue: queueView(await env.store.read()), isRead: true, pulledAt: Date.now() })
  const pull = async (): Promise<boolean> => (await pullRound({ ...env, cache: dexieCache(cache), outbox: env.store, who })) === 'whole'
  usePhoneStore.setState({
    phoneStore: { cache, outbox: env.store, kinds: phoneKinds, who, kick: look, pull, wakeLater: () => {} },
  })
  let isOnline = true
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  const setOnline = (next: boolean): void => {
    isOnline = next
    dispatchEvent(new Event(next ? 'online' : 'offline'))
  }
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  const screens = modules.flatMap((module) => module.screens ?? [])
  return {
    box,
    show(path) {
      root.render(
        <MemoryRouter key={path} initialEntries={[path]}>
          <Suspense>
            <Routes>
              {screens.map(({ path: at, Screen }) => (
                <Route key={at} path={at} element={<Screen />} />
              ))}
            </Routes>
          </Suspense>
        </MemoryRouter>,
      )
    },
    setOnline,
    async sync() {
      await flushRound(env)
      if (!(await pull())) throw new Error('the phone could not pull')
      await look()
    },
    queue: () => usePhoneStore.getState().queue.items,
    close() {
      root.unmount()
      box.remove()
      // Pages of the next test take the last event as the state of the network.
      if (!isOnline) setOnline(true)
      Reflect.deleteProperty(navigator, 'onLine')
      // A sheet leaves its entry in the history, which the first step of the next desk would be taken to leave.
      dispatchEvent(new PopStateEvent('popstate', { state: { key: 'closed' } }))
      usePhoneStore.setState({ phoneStore: undefined, queue: emptyQueue, isRead: false, pulledAt: 0 })
      cache.close()
      db.close()
    },
  }
}
