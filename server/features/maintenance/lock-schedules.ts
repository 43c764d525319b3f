import type { Transaction } from '#server/db/pool.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** Until the commit, no other process gives devices of this hospital schedules: the nightly work and the plans that people save go one after another. */
export const lockSchedules = (tx: Transaction): void => takeNamedLock(tx, `maintenance ${tx.tenantId}`)
