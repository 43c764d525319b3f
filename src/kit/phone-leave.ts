import { deleteCache } from '#src/data/cache/cache-db.ts'
import { signedOut } from '#src/data/outbox/identity.ts'
import { signOut } from '#src/data/session.ts'
import { useStation } from './phone-station.ts'

/** Signs out of this phone: the pulled rows go, what waits in the queue stays for its owner. */
export async function leavePhone(): Promise<void> {
  const of = useStation.getState().station
  if (of) await signedOut(of.outbox)
  await signOut()
  // An open database holds its deletion back.
  if (!of) return
  of.cache.close()
  await deleteCache(of.who)
}
