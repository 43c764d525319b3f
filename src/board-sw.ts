/** Lets a screen on a wall start while the server does not answer: the page and its parts come from what `keep-program.ts` has stored. */
declare const self: ServiceWorkerGlobalScope

/** Milliseconds that the server may take to answer with the page. */
const patienceMs = 5_000
const page = '/datav/'

self.addEventListener('install', () => void self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const late = (): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, patienceMs)
  })

async function freshOrKept(request: Request): Promise<Response> {
  const kept = await caches.match(page)
  if (!kept) return fetch(request)
  // The request of a page takes no signal.
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  )
  return Promise.race([fresh, late().then(() => kept)])
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') event.respondWith(freshOrKept(request))
  // Their names change with their content; the icon comes with the release.
  else if (pathname.startsWith('/assets/') || pathname === '/favicon.svg')
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

export {}
