import { create } from 'zustand'
import type { DeviceIndex } from './device-index.ts'

/** How far a first load has come, in cards. */
export interface Coming {
  readonly got: number
  readonly rows: number
}

interface Kept {
  readonly index: DeviceIndex | undefined
  readonly coming: Coming | undefined
  /** The phone has held this person's cards before, and without a sign-out they are gone: the browser has made room. */
  readonly evicted: boolean
}

export const emptyDeviceIndex: Kept = { index: undefined, coming: undefined, evicted: false }
/** What the pages see of the cards in memory. */
export const useDeviceIndex = create<Kept>()(() => emptyDeviceIndex)
