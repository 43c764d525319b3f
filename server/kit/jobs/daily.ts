import type { ProcessRule } from '#contract/kit/entity/process-rule.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, actingAlone } from '../access/as-system.ts'
import { takeNamedLock } from '../write/named-lock.ts'
import type { JobTools } from './job.ts'

/** What is done in one hospital; `today`: its day at the moment of the run. */
export type DailyWork = (by: Acting, tx: Transaction, today: string) => Promise<void>

/**
 * Work of a timed job in every hospital, one transaction each, as a system write under a rule. Two processes take the lock `<lock> <tenant>` one after the
 * other, so that the second one finds what the first has written.
 */
export const daily = (rule: ProcessRule, lock: string, { pool, now }: JobTools, work: DailyWork): Promise<void> =>
  eachTenant(pool, async (tx) => {
    takeNamedLock(tx, `${lock} ${tx.tenantId}`)
    await work(actingAlone(rule, now), tx, homeDay(now))
  })
