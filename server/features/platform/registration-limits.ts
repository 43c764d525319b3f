import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'

/** Most registrations of a tenant that wait; more come from a script. */
const mostWaiting = 200

/** Lets one registration of a tenant in at a time. Refuses more than may wait. */
export async function lockRegistrations(tx: Transaction): Promise<void> {
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`registration ${tx.tenantId}`] })
  const { rows } = await tx.run({
    text: `select count(*)::int as n from registration where tenant_id = $1 and state = 'waiting'`,
    values: [tx.tenantId],
  })
  if (Number(rows[0]!.n) >= mostWaiting) throw new Refusal('too_many_requests')
}
