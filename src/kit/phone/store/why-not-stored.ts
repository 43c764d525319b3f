import { IdentityChanged } from '#src/data/outbox/store/enqueue.ts'
import { isFull } from '#src/data/outbox/store/full.ts'
import type { WordKey } from '#src/words/words.ts'

/** The message for a write that the phone could not store. */
export function whyNotKept(error: unknown): WordKey {
  if (error instanceof IdentityChanged) return 'form.otherPerson'
  return isFull(error) ? 'form.storeFull' : 'form.notKept'
}
