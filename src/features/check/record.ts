import { Dexie } from 'dexie'
import { IdentityChanged } from '#src/data/outbox/enqueue.ts'
import { write } from '#src/kit/phone-data.ts'
import type { WordKey } from '#src/words/words.ts'

export interface Seen {
  readonly checkId: string
  readonly code: string
  readonly locationId?: string
}

/**
 * Keeps an observation on this phone and sends it when it can; resolves once it is stored. What
 * was seen twice arrives in that order. Throws when the phone cannot store it.
 */
export function record({ checkId, code, locationId }: Seen): Promise<string> {
  return write({
    kind: 'check.scan',
    target: { type: 'checkTask', id: checkId },
    lane: `inv:${checkId}:${code}`,
    body: { checkId, code, ...(locationId ? { locationId } : {}) },
  })
}

/** Why the phone could not keep it, in words. */
export function whyNotKept(error: unknown): WordKey {
  if (error instanceof IdentityChanged) return 'check.otherPerson'
  return error instanceof Dexie.QuotaExceededError ? 'check.storeFull' : 'check.notKept'
}
