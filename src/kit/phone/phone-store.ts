import { create } from 'zustand'
import type { ReadEnv } from '#src/data/cache/read-rows.ts'
import type { SignedIn } from '#src/data/outbox/ports.ts'
import type { QueueView } from '#src/data/outbox/queue-model.ts'
import type { Reason } from '#src/data/outbox/runner.ts'

/** The signed-in person's stores on this phone and the functions that trigger them. */
export interface PhoneStore extends ReadEnv {
  readonly who: SignedIn
  /** Sends the queue, then pulls; resolves when the queue has nothing to send now. */
  readonly kick: (reason: Reason) => Promise<void>
  /** Pulls what is new; false when the server could not be reached. */
  readonly pull: () => Promise<boolean>
  /** Asks the browser to wake the service worker once there is a network; does nothing where it cannot. */
  readonly wakeLater: () => void
}

export interface PhoneStoreState {
  /** Absent while signed out or while the stores are being opened. */
  readonly phoneStore: PhoneStore | undefined
  readonly queue: QueueView
  /** Whether the queue has been read; until then it only looks empty. */
  readonly isRead: boolean
  /** Server time of the newest finished pull, milliseconds; 0: never. */
  readonly pulledAt: number
  /** Whether the last request reached us; undefined before the first. */
  readonly reached: boolean | undefined
  /** Whether a round of sending runs in this tab. */
  readonly sending: boolean
}

export const emptyQueue: QueueView = { items: [], waiting: 0, attention: 0, foreign: 0, loginNeeded: false, lastSync: 0 }

/** The state of the stores for every page of the phone. The app fills it. */
export const usePhoneStore = create<PhoneStoreState>()(() => ({
  phoneStore: undefined,
  queue: emptyQueue,
  isRead: false,
  pulledAt: 0,
  reached: undefined,
  sending: false,
}))

/** The person's stores; throws before they are open, which pages behind the sign-in never see. */
export function phoneStore(): PhoneStore {
  const { phoneStore: open } = usePhoneStore.getState()
  if (!open) throw new Error('the stores of this phone are not open yet')
  return open
}
