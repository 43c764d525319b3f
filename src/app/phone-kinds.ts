import { type Kind, type KindBook, kindBook } from '#src/data/outbox/kinds.ts'

// Taken from the folders, for the service worker must know every kind and nothing of the pages: a file that is there cannot be forgotten.
const found = import.meta.glob<{ kinds: readonly Kind[] }>('../features/*/offline.ts', { eager: true })

/** What the phone may queue, from the `offline.ts` of every module. */
export const phoneKinds: KindBook = kindBook(Object.values(found).flatMap(({ kinds }) => kinds))
