import type { OutboxStore, SignedIn } from './ports.ts'

/** Binds the queue to who has just signed in on this phone (or renewed the sign-in). Call it after the server has set the session. */
export const signedIn = (store: OutboxStore, who: SignedIn): Promise<void> =>
  store.update(({ meta }) => ({ meta: { identity: who, loginNeeded: false, sessionGen: meta.sessionGen + 1 }, value: undefined }))

/** Unbinds the queue: nothing is sent until somebody signs in. What waits stays on the phone for its owner. */
export const signedOut = (store: OutboxStore): Promise<void> =>
  store.update(({ meta }) => ({ meta: { identity: null, loginNeeded: false, sessionGen: meta.sessionGen + 1 }, value: undefined }))
