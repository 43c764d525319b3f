import type { Identity } from '../outbox/store/op.ts'
import { forget, keep, kept } from '../stored.ts'

/** Key in local storage, which survives the loss of the databases. */
const MARK = 'phoneHeld'
const nameOf = ({ tenantId, userId }: Identity): string => `${tenantId} ${userId}`

/** Records that this phone holds all data of a person. */
export const markHeld = (who: Identity): void => keep(MARK, nameOf(who))

/** Whether the cache was filled and no sign-out followed. An empty cache then means that the browser evicted it. */
export const wasHeld = (who: Identity): boolean => kept(MARK) === nameOf(who)

/** Removes the record, when the person's rows are deleted on purpose. */
export const forgetHeld = (): void => forget(MARK)
