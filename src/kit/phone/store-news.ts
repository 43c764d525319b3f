import { create } from 'zustand'
import type { Snapshot } from '#src/data/outbox/ports.ts'
import { lostWith, markOf, type StoreMark } from '#src/data/outbox/store-mark.ts'
import { keep, kept } from '#src/data/stored.ts'

interface NewsOfStore {
  /** An old window keeps this one from its store. */
  readonly isBlocked: boolean
  /** A newer program has the store; this window can save nothing. */
  readonly isOutdated: boolean
  /** The browser has removed the store: the number of records that had not arrived. Undefined: it has not. */
  readonly lost: number | undefined
}

/** Warnings about this phone's store. */
export const useStoreNews = create<NewsOfStore>()(() => ({ isBlocked: false, isOutdated: false, lost: undefined }))

const MARK = 'phoneOutbox'

/** Detects a store that is not the former one. Call it before the store is used. */
export function noticeLoss(snapshot: Snapshot): void {
  const lost = lostWith(snapshot, kept<StoreMark>(MARK))
  if (lost !== undefined) useStoreNews.setState({ lost })
}

/** Remembers the current store. */
export function rememberStore(snapshot: Snapshot): void {
  const before = kept<StoreMark>(MARK)
  const mark = markOf(snapshot, before)
  if (mark && (mark.deviceId !== before?.deviceId || mark.seq !== before.seq || mark.waiting !== before.waiting)) keep(MARK, mark)
}
