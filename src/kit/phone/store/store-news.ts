import { create } from 'zustand'
import type { Snapshot } from '#src/data/outbox/ports.ts'
import { lostWith, markOf, type StoreMark } from '#src/data/outbox/store/store-mark.ts'
import { keep, kept } from '#src/data/stored.ts'

interface NewsOfStore {
  /** A window with an older program keeps this one from opening the store. */
  readonly isBlocked: boolean
  /** A newer program has upgraded the store; this window cannot save. */
  readonly isOutdated: boolean
  /** Number of unsent records lost when the browser deleted the store; undefined when it did not. */
  readonly lost: number | undefined
}

/** Warnings about this phone's store. */
export const useStoreNews = create<NewsOfStore>()(() => ({ isBlocked: false, isOutdated: false, lost: undefined }))

const MARK = 'phoneOutbox'

/** Detects that the store was replaced. Call it before using the store. */
export function noticeLoss(snapshot: Snapshot): void {
  const lost = lostWith(snapshot, kept<StoreMark>(MARK))
  if (lost !== undefined) useStoreNews.setState({ lost })
}

/** Records the current store, to detect its loss. */
export function rememberStore(snapshot: Snapshot): void {
  const before = kept<StoreMark>(MARK)
  const mark = markOf(snapshot, before)
  if (mark && (mark.deviceId !== before?.deviceId || mark.seq !== before.seq || mark.waiting !== before.waiting)) keep(MARK, mark)
}
