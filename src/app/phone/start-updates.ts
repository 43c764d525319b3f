import { Workbox } from 'workbox-window'
import { useUpdate } from './update.ts'

const HOUR_MS = 60 * 60_000

/** Registers the service worker, asks for updates when the page comes back into view, and never starts one by itself. Once per page. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return
  const worker = new Workbox('/m/sw.js', { scope: '/m/' })
  let isAccepted = false
  let isServed = navigator.serviceWorker.controller !== null
  const apply = (): void => {
    isAccepted = true
    worker.messageSkipWaiting()
  }
  worker.addEventListener('waiting', () => useUpdate.setState({ isReady: true, apply }))
  // workbox does not report an update during the page's first visit, so the change of the controller is watched here.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !isServed
    isServed = true
    if (isAccepted) location.reload()
    // The worker installed by this visit now controls it.
    else if (isFirst) return
    // Another window has activated it: no update waits any more, and parts of this window's program are gone.
    else useUpdate.setState({ isReady: true, apply: () => location.reload() })
  })
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < HOUR_MS) return
    askedAt = Date.now()
    void worker.update().catch(() => {})
  })
  void worker.register().catch(console.error)
}
