import type { Identity } from '../outbox/op.ts'
import { forget, keep, kept } from '../stored.ts'

/** Outside the databases, so that it survives their loss. */
const MARK = 'phoneHeld'
const nameOf = ({ tenantId, userId }: Identity): string => `${tenantId} ${userId}`

/** Notes that this phone holds everything of a person. */
export const markHeld = (who: Identity): void => keep(MARK, nameOf(who))

/** Whether the cache was filled with no sign-out since: an empty cache then means that the browser evicted it. */
export const wasHeld = (who: Identity): boolean => kept(MARK) === nameOf(who)

/** The person's rows are removed on purpose. */
export const forgetHeld = (): void => forget(MARK)
