import { create } from 'zustand'
import type { Snapshot } from '#src/data/outbox/ports.ts'
import { lostWith, markOf, type StoreMark } from '#src/data/outbox/store-mark.ts'
import { keep, kept } from '#src/data/stored.ts'

interface NewsOfStore {
  /** An old window keeps this one from its store. */
  readonly isBlocked: boolean
  /** A newer program has the store; this window can save nothing. */
  readonly isOutdated: boolean
  /** The browser has removed the store: so many records had not arrived. Undefined: it has not. */
  readonly lost: number | undefined
}

/** What a person has to know of this phone's store. */
export const useStoreNews = create<NewsOfStore>()(() => ({ isBlocked: false, isOutdated: false, lost: undefined }))

const MARK = 'phoneOutbox'

/** Tells when the store is not the one this phone had. Before the store is used. */
export function noticeLoss(snapshot: Snapshot): void {
  const lost = lostWith(snapshot, kept<StoreMark>(MARK))
  if (lost !== undefined) useStoreNews.setState({ lost })
}

/** Remembers the store as it is now. */
export function rememberStore(snapshot: Snapshot): void {
  const before = kept<StoreMark>(MARK)
  const mark = markOf(snapshot, before)
  if (mark && (mark.deviceId !== before?.deviceId || mark.seq !== before.seq || mark.waiting !== before.waiting)) keep(MARK, mark)
}
