import { type Kind, type KindBook, kindBook } from '#src/data/outbox/kinds.ts'

// Collected from the folders, because the service worker must know every kind but no page: a file cannot be forgotten.
const found = import.meta.glob<{ kinds: readonly Kind[] }>('../features/*/offline.ts', { eager: true })

/** What the phone may queue, from the `offline.ts` of every module. */
export const phoneKinds: KindBook = kindBook(Object.values(found).flatMap(({ kinds }) => kinds))
