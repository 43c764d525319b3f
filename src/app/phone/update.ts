import { create } from 'zustand'

interface UpdateState {
  /** A newer program has been fetched and waits. */
  readonly isReady: boolean
  /** The person has asked for it; the page reloads as soon as it runs. */
  readonly isStarting: boolean
  readonly apply: () => void
}

/** Whether a newer program waits, and the way to start it. */
export const useUpdate = create<UpdateState>()(() => ({ isReady: false, isStarting: false, apply: () => {} }))
