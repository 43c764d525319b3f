import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'

/** Ends every session of users in this tenant with its tokens, but for one that is named. The next request of each finds it gone. */
export function endSessionsOf(tx: Transaction, userIds: readonly unknown[], except?: string): void {
  const ended = 'select id from session where tenant_id = $1 and user_id = any($2::uuid[]) and id is distinct from $3::uuid'
  const values = [tx.tenantId, userIds, except ?? null]
  // The sessions before their tokens, in the order in which a renewal locks them.
  tx.later({
    text: `update session set revoked_at = now() where tenant_id = $1 and user_id = any($2::uuid[]) and id is distinct from $3::uuid and revoked_at is null`,
    values,
  })
  tx.later({ text: `delete from refresh_token where tenant_id = $1 and session_id in (${ended})`, values })
}

/** Ends the sessions of an identity in all the tenants it reaches, but for one. */
export async function endSessionsEverywhere(tx: Transaction, personId: string, except: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select tenant_id, user_id from membership where person_id = $1', values: [personId] })
  for (const { tenant_id, user_id } of rows) await inTenant(tx, String(tenant_id), (inside) => endSessionsOf(inside, [user_id], except))
}

/** The key of a typed name in the attempts, as SQL over the tenant ($1) and the name ($2): a name typed by mistake may be a password. */
export const attemptKey = `encode(sha256(convert_to($1 || ' ' || lower($2), 'UTF8')), 'hex')`

/** Forgets the wrong passwords of a user, and with them the lock. */
export function forgetAttempts(tx: Transaction, of: { readonly id?: unknown; readonly account?: unknown }): void {
  tx.later({ text: `delete from sign_in_attempt where tenant_id = $1 and account = ${attemptKey}`, values: [tx.tenantId, of.account] })
  tx.later({
    text: 'update app_user set locked_until = null where tenant_id = $1 and id = $2 and locked_until is not null',
    values: [tx.tenantId, of.id],
  })
}
