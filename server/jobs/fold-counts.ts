import type pg from 'pg'
import { eachTenant } from '#server/db/each-tenant.ts'
import { foldOf, keptCounts } from '#server/kit/counts/kept-counts.ts'
import { logCounts } from '#server/kit/counts/log-count.ts'
import { talliedCounts } from '#server/kit/counts/tally.ts'

/** Folds what has been counted since the last time into sums; counts are exact before, after and meanwhile. */
export const foldCounts = (pool: pg.Pool): Promise<void> =>
  eachTenant(pool, async (tx) => {
    tx.later({ text: `select pg_advisory_xact_lock(hashtextextended('fold ' || $1, 0))`, values: [tx.tenantId] })
    for (const text of [...talliedCounts(), ...keptCounts, ...logCounts].flatMap(foldOf)) tx.later({ text, values: [tx.tenantId] })
  })
