import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'

/** Most registrations of a tenant that wait, of people a provider vouches for and of others each; more come from a script. */
const mostWaiting = 200

/** Lets one registration of a tenant in at a time. Refuses more than may wait; those that anybody can send keep out none that a provider vouches for. */
export async function lockRegistrations(tx: Transaction, by: 'anybody' | 'provider'): Promise<void> {
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: [`registration ${tx.tenantId}`] })
  const { rows } = await tx.run({
    text: `select count(*)::int as n from registration where tenant_id = $1 and state = 'waiting' and (issuer <> '') = $2`,
    values: [tx.tenantId, by === 'provider'],
  })
  if (Number(rows[0]!.n) >= mostWaiting) throw new Refusal('too_many_requests')
}
