import { logout } from '#contract/calls/identity/session.ts'
import { deleteCache } from '#src/data/cache/cache-db.ts'
import { invoke } from '#src/data/client.ts'
import { signedOut } from '#src/data/outbox/identity.ts'
import { person, signOut } from '#src/data/session.ts'
import { clearShared } from '#src/data/shared-photos.ts'
import { forget, keep, kept } from '#src/data/stored.ts'
import { usePhoneStore } from './store/phone-store.ts'

const OWED = 'phoneSignOutOwed'
let settling: Promise<void> = Promise.resolve()

/** Signs out of this phone: deletes the pulled rows; waiting ops stay for their owner. */
export async function signOutOfPhone(): Promise<void> {
  const of = usePhoneStore.getState().phoneStore
  // The stores may not be open yet.
  const leaving = person()
  const who = of?.who ?? (leaving && { tenantId: leaving.tenantId, userId: leaving.user_id })
  if (of) await signedOut(of.outbox)
  if (!(await signOut())) keep(OWED, true)
  // Files shared with this phone must not reach the next person.
  await clearShared().catch(() => {})
  // An open database blocks its own deletion.
  of?.cache.close()
  if (who) await deleteCache(who)
}

/** Repeats a sign-out that got no answer, now and when online again: the browser still holds the session's cookies, which scripts cannot remove. */
export function settleSignOut(): void {
  const settle = async (): Promise<void> => {
    if (!kept<boolean>(OWED) || !navigator.onLine) return
    // Skip when someone has signed in since: the cookies now belong to that session.
    if (!person()) await invoke(logout, { noRenew: true })
    forget(OWED)
  }
  const quietly = (): void => {
    settling = settling.then(settle).catch(() => {})
  }
  addEventListener('online', quietly)
  quietly()
}

/** Resolves when no sign-out request is in flight. Its answer removes the cookies and must not hit a new session. */
export function signOutSettled(): Promise<void> {
  return settling
}
