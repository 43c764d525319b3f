import { cleanupOutdatedCaches, createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { phoneKinds } from './app/phone-kinds.ts'
import { browserEnv, sleep } from './data/outbox/browser-env.ts'
import { lockedFlusher } from './data/outbox/send/flush-lock.ts'
import { leftOf } from './data/outbox/send/flush-round.ts'
import { shrinkAgain } from './data/outbox/send/shrink-photo.ts'
import { wake } from './data/outbox/send/wake.ts'
import { FLUSH, OPEN, SKIP_WAITING, SYNC_TAG } from './data/outbox/send/worker-messages.ts'
import { ownAddress } from './data/own-address.ts'
import { takeShare } from './data/shared-photos.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] }

interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  readonly lastChance: boolean
}

interface SyncManager {
  register: (tag: string) => Promise<void>
}

const shell = '/m/index.html'
const SPREAD_MS = 3_000
/** Pages that load while a program starts wait for it: an unsteady network must not hold them. */
const ACTIVATION_MS = 3_000

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
// The list is empty while developing, and a shell that is not in it cannot be bound.
if (import.meta.env.PROD)
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL(shell), {
      allowlist: [/^\/m(\/|$)/],
      // The page of a label for people without a session comes from the server.
      denylist: [/^\/m\/c\/[^/?]+\?(report|lang=)/],
    }),
  )

self.addEventListener('fetch', takeShare)

const env = browserEnv(import.meta.env.VITE_VERSION ?? '', phoneKinds, shrinkAgain)
const flusher = lockedFlusher(env)

/** One round; returns how many ops still wait. A page that holds the lock is sending them already. */
const flush = async (): Promise<number> => {
  const report = await flusher.locked()
  if (report !== undefined) return report.stop === 'login' || report.wakeAt === Number.POSITIVE_INFINITY ? 0 : report.left
  return leftOf(await env.store.read())
}

/** The network is back: ends the waits. Rejects when ops are left, so that the browser retries; after its last retry a new sync is registered. */
const flushOrComeBack = async (event: SyncEvent): Promise<void> => {
  // A ward's phones do not all come at once. The pause is made here and not in the queue, as what is not due now waits for the browser's next try, minutes later.
  await sleep(Math.random() * SPREAD_MS, new AbortController().signal)
  await env.store.update((snapshot) => wake(snapshot, Date.now(), () => 0, false))
  const left = await flush()
  if (left === 0) return
  const { sync } = self.registration as ServiceWorkerRegistration & { sync?: SyncManager }
  if (event.lastChance) await sync?.register(SYNC_TAG)
  throw new Error(`${left} ops wait`)
}

self.addEventListener('sync', ((event: SyncEvent) => {
  if (event.tag === SYNC_TAG) event.waitUntil(flushOrComeBack(event))
}) as EventListener)

self.addEventListener('activate', (event) => {
  // An activation must not fail because the network does. The page that has installed this is served from here on: parts of the program that it has
  // not fetched yet are there when the network is not. Only then, for whom it serves waits for the activation to end.
  event.waitUntil(
    Promise.race([flush().catch(() => 0), sleep(ACTIVATION_MS, new AbortController().signal)]).then(() => self.clients.claim()),
  )
})

self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: string }
  if (type === SKIP_WAITING) event.waitUntil(self.skipWaiting())
  if (type === FLUSH) event.waitUntil(flush().catch(() => 0))
})

/** A notice that waits for the person of this phone (`messageOf` in `server/features/notice/push`). */
interface Told {
  readonly id: string
  readonly title: string
  readonly body: string
  readonly lang: string
  readonly url: string
}

self.addEventListener('push', (event) => {
  if (!event.data) return
  const { id, title, body, lang, url } = event.data.json() as Told
  event.waitUntil(self.registration.showNotification(title, { body, lang, tag: id, icon: '/icons/app-192.png', data: url }))
})

/** Brings a window of the phone to the front, or opens one, at the page of a notification. */
const openPage = async (url: string): Promise<void> => {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find((one) => new URL(one.url).pathname.startsWith('/m/'))
  if (!open) return void (await self.clients.openWindow(url))
  open.postMessage({ type: OPEN, url })
  await open.focus()
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(ownAddress(String(event.notification.data), '/m/')))
})
