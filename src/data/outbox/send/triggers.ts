import type { Runner } from './runner.ts'
import { SYNC_TAG } from './worker-messages.ts'

interface SyncRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/** Asks the browser to wake the service worker once there is a network, where supported. Never rejects: the page's runner does not depend on it. */
export const askBackgroundSync = async (): Promise<void> => {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncRegistration | undefined
    await registration?.sync?.register(SYNC_TAG)
  } catch {
    // Not permitted, or no worker yet.
  }
}

/** Connects the page's events to the runner: start, becoming visible, coming online. Returns the function that disconnects them. */
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
