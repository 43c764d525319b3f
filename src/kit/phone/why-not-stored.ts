import { IdentityChanged } from '#src/data/outbox/enqueue.ts'
import { isFull } from '#src/data/outbox/full.ts'
import type { WordKey } from '#src/words/words.ts'

/** The message why the phone could not store a write. */
export function whyNotKept(error: unknown): WordKey {
  if (error instanceof IdentityChanged) return 'form.otherPerson'
  return isFull(error) ? 'form.storeFull' : 'form.notKept'
}
