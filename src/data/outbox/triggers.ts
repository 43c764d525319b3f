import type { Runner } from './runner.ts'
import { SYNC_TAG } from './worker-messages.ts'

interface SyncRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Asks the browser to wake the service worker once there is a network, if it can. Never rejects: the page's own runner does not depend on it. */
export const askBackgroundSync = async (): Promise<void> => {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined
    await registration?.sync?.register(SYNC_TAG)
  } catch {
    // Not allowed, or no worker yet.
  }
}

/** Connects a page's events to the runner: start, coming back into view, coming online. Returns the function that disconnects. */
export const startTriggers = (runner: Runner): (() => void) => {
  const kick = (reason: Parameters<Runner['kick']>[0]) => () => void runner.kick(reason)
  const seen = (): void => {
    if (document.visibilityState === 'visible') void runner.kick('visible')
  }
  const shown = kick('visible')
  const online = kick('online')
  document.addEventListener('visibilitychange', seen)
  addEventListener('pageshow', shown)
  addEventListener('online', online)
  void runner.kick('start')
  return () => {
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('pageshow', shown)
    removeEventListener('online', online)
    runner.stop()
  }
}
