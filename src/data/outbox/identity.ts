import type { OutboxStore, SignedIn } from './ports.ts'

/** Binds the queue to the person who signed in on this phone or renewed the session. Call it after the server has set the session. */
export const signedIn = (store: OutboxStore, who: SignedIn): Promise<void> =>
  store.update(({ meta }) => ({ meta: { identity: who, loginNeeded: false, sessionGen: meta.sessionGen + 1 }, value: undefined }))

/** Unbinds the queue: nothing is sent until the next sign-in. Waiting ops stay on the phone for their owner. */
export const signedOut = (store: OutboxStore): Promise<void> =>
  store.update(({ meta }) => ({ meta: { identity: null, loginNeeded: false, sessionGen: meta.sessionGen + 1 }, value: undefined }))
