/** Lets a screen on a wall start without a network: the page and its parts come from what `keep-program.ts` has stored, when the server does not answer. */
declare const self: ServiceWorkerGlobalScope

/** Milliseconds that the server may take to answer with the page. */
const patienceMs = 5_000
const page = '/datav/'

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const late = (): Promise<never> =>
  new Promise((_, fail) => {
    setTimeout(() => fail(new Error('late')), patienceMs)
  })

async function freshOrKept(request: Request): Promise<Response> {
  try {
    // The request of a page takes no signal.
    const response = await Promise.race([fetch(request), late()])
    if (response.status < 500) return response
    return (await caches.match(page)) ?? response
  } catch (failed) {
    const kept = await caches.match(page)
    if (kept) return kept
    throw failed
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(freshOrKept(request))
  // Their names change with their content.
  else if (pathname.startsWith('/assets/')) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

export {}
