import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'

/** How long the writing of one file may take; a hundred thousand rows need a fraction of it. */
const longestMs = 240_000

/** Runs `work` in one transaction of the tenant that may take longer than those of requests. */
export const inOneGo = (context: Context, work: (tx: Transaction) => Promise<void>): Promise<void> =>
  writeAs(
    context.tools.pool,
    context.actor.tenantId,
    async (tx) => {
      // The timer runs already: it is stopped before it is set again. Servers before 17 do not know it.
      for (const limit of ['0', `${longestMs}ms`])
        tx.later({ text: `select set_config(name, $1, true) from pg_settings where name = 'transaction_timeout'`, values: [limit] })
      await work(tx)
    },
    { longestMs: longestMs + 10_000 },
  )
