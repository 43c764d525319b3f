import { createHash } from 'node:crypto'
import { platformTenant } from '#contract/roles.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { bumpTenants } from '#server/kit/access/tenant-epoch.ts'

/** What the secrets of authenticators are kept as, and those whose first code was not typed yet. */
export const factorPurpose = 'totp'
export const pendingPurpose = 'totp.pending'

/** Days that a device is remembered. */
export const deviceDays = 30

export const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Goes on in the platform's tenant for a while: a person belongs to several tenants, so that their secret lies there. */
export const inPlatform = <T>(tx: Transaction, work: (inside: Transaction) => T | Promise<T>): Promise<T> =>
  inTenant(tx, platformTenant, work)

/** Queues statements about an identity that is not the one of the session. */
export async function asPerson<T>(tx: Transaction, personId: string, back: string, work: () => T | Promise<T>): Promise<T> {
  const act = (id: string): void => tx.later({ text: `select set_config('app.person', $1, true)`, values: [id] })
  act(personId)
  const done = await work()
  act(back)
  return done
}

/** Processes load the people of all tenants of an identity again: who had to have a factor may go on, or has to again. */
export async function bumpEverywhere(tx: Transaction, personId: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select tenant_id from membership where person_id = $1', values: [personId] })
  await bumpTenants(
    tx,
    rows.map((row) => row.tenant_id),
  )
}

/** Queues that wrong attempts in a row are forgotten. */
export function clearFailed(tx: Transaction, personId: string): void {
  tx.later({ text: 'update person_factor set failed = 0, locked_until = null where person_id = $1', values: [personId] })
}

/** Queues the end of a person's factor with its codes, passkeys and remembered devices; the transaction acts as that person. */
export async function dropFactor(tx: Transaction, personId: string): Promise<void> {
  const values = [personId]
  tx.later({ text: 'delete from person_factor where person_id = $1', values })
  tx.later({ text: 'delete from person_recovery where person_id = $1', values })
  tx.later({ text: 'delete from person_device where person_id = $1', values })
  tx.later({ text: 'delete from person_passkey where person_id = $1', values })
  tx.later({ text: 'delete from passkey_challenge where person_id = $1', values })
  await inPlatform(tx, (inside) =>
    inside.later({
      text: 'delete from secret where tenant_id = $1 and purpose = any($2) and row_id = $3',
      values: [inside.tenantId, [factorPurpose, pendingPurpose], personId],
    }),
  )
}
