import { Workbox } from 'workbox-window'
import { useDirty } from '#src/kit/phone/dirty-forms.ts'
import { openNotices } from './opened-notices.ts'
import { useUpdate } from './update.ts'

const HOUR_MS = 60 * 60_000
/** A worker that is at work when it is asked to give way puts that off, at times for good: it is asked again, and then the page is loaded without. */
const AGAIN_MS = 2_000
const TIMES = 5

/** Registers the service worker, asks for updates when the page comes back into view, and never starts one by itself. Once per page. */
export function startUpdates(): void {
  if (!('serviceWorker' in navigator)) return
  const worker = new Workbox('/m/sw.js', { scope: '/m/' })
  let isAccepted = false
  let asking: ReturnType<typeof setTimeout> | undefined
  /** Reloads the page, unless something was typed since the person asked for it: then it is offered again. */
  const reload = (): void => {
    clearTimeout(asking)
    isAccepted = false
    if (useDirty.getState().forms === 0) location.reload()
    else useUpdate.setState({ isReady: true, isStarting: false, apply: () => location.reload() })
  }
  let isServed = navigator.serviceWorker.controller !== null
  const apply = (): void => {
    isAccepted = true
    useUpdate.setState({ isStarting: true })
    const ask = (left: number): void => {
      worker.messageSkipWaiting()
      asking = setTimeout(() => (left > 1 ? ask(left - 1) : reload()), AGAIN_MS)
    }
    ask(TIMES)
  }
  worker.addEventListener('waiting', () => useUpdate.setState({ isReady: true, apply }))
  // workbox does not report an update during the page's first visit, so the change of the controller is watched here.
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const isFirst = !isServed
    isServed = true
    if (isAccepted) reload()
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
  void worker.register().then(openNotices).catch(console.error)
}
