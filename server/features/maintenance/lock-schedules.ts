import type { Transaction } from '#server/db/pool.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** The lock of the schedules of a hospital, before its number. */
export const lockName = 'maintenance'

/** Until the commit, no other process gives devices of this hospital schedules: the nightly work and the plans that people save go one after another. */
export const lockSchedules = (tx: Transaction): void => takeNamedLock(tx, `${lockName} ${tx.tenantId}`)
