import { create } from 'zustand'
import type { ReadEnv } from '#src/data/cache/read-rows.ts'
import type { SignedIn } from '#src/data/outbox/ports.ts'
import type { Reason } from '#src/data/outbox/send/runner.ts'
import type { QueueView } from '#src/data/outbox/store/queue-model.ts'

/** The signed-in person's stores on this phone, and functions to start syncing. */
export interface PhoneStore extends ReadEnv {
  readonly who: SignedIn
  /** Sends the queue, then pulls; resolves when nothing can be sent now. */
  readonly kick: (reason: Reason) => Promise<void>
  /** Pulls changes; resolves with false when the server could not be reached. */
  readonly pull: () => Promise<boolean>
  /** Asks the browser to wake the service worker once there is a network; does nothing where unsupported. */
  readonly wakeLater: () => void
}

export interface PhoneStoreState {
  /** Undefined while signed out or while the stores are opening. */
  readonly phoneStore: PhoneStore | undefined
  readonly queue: QueueView
  /** Whether the queue has been read; before that it only appears empty. */
  readonly isRead: boolean
  /** Server time of the last finished pull, milliseconds; 0: never. */
  readonly pulledAt: number
  /** Whether the last request reached the server; undefined before the first. */
  readonly reached: boolean | undefined
  /** Whether this tab is running a flush round. */
  readonly sending: boolean
}

export const emptyQueue: QueueView = { items: [], waiting: 0, attention: 0, foreign: 0, loginNeeded: false, lastSync: 0 }

/** State of the stores, for all pages of the phone. The app updates it. */
export const usePhoneStore = create<PhoneStoreState>()(() => ({
  phoneStore: undefined,
  queue: emptyQueue,
  isRead: false,
  pulledAt: 0,
  reached: undefined,
  sending: false,
}))

/** The person's stores. Throws until they are open; pages behind the sign-in are only shown afterwards. */
export function phoneStore(): PhoneStore {
  const { phoneStore: open } = usePhoneStore.getState()
  if (!open) throw new Error('the stores of this phone are not open yet')
  return open
}
