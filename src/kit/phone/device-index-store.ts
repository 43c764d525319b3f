import { create } from 'zustand'
import type { DeviceShelf } from './device-index.ts'

/** How far a first load has come, in cards. */
export interface Coming {
  readonly got: number
  readonly rows: number
}

interface Kept {
  readonly shelf: DeviceShelf | undefined
  readonly coming: Coming | undefined
  /** The phone has held this person's cards before, and without a sign-out they are gone: the browser has made room. */
  readonly evicted: boolean
}

export const emptyShelf: Kept = { shelf: undefined, coming: undefined, evicted: false }
/** What the pages see of the cards in memory. */
export const useShelf = create<Kept>()(() => emptyShelf)
