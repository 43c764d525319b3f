import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from '#server/db/pool.ts'
import { digestOf } from '#server/features/identity/public.ts'
import { mailChannel } from '../mail-server.ts'

/** The code of the SMS template for a new password; its text holds `${code}`. */
export const resetSmsCode = 'password_reset'

/** What a code is kept as the hash of: with the hash of the password that it is for, so that it ends when that is changed in any other way. */
export const codeDigest = (code: string, passwordHash: unknown): string => digestOf(`${code} ${passwordHash}`)

/** Whether a hospital has a template in service that really leaves, its own or the platform's. */
async function hasSms(pool: pg.Pool, tenantId: string): Promise<boolean> {
  for (const tenant of new Set([tenantId, platformTenant])) {
    const [found] = await readAs(pool, tenant, [
      {
        text: `select category from sms where tenant_id = $1 and sms_code = $2 and not is_deleted and coalesce(is_stopped, 0) = 0`,
        values: [tenant, resetSmsCode],
      },
    ])
    // The hospital's own comes first, as for every message.
    if (found?.rows[0]) return found.rows[0].category !== 'log'
  }
  return false
}

/** By what a hospital sends codes for new passwords. */
export async function codeWays(pool: pg.Pool, tenantId: string): Promise<{ readonly mail: boolean; readonly sms: boolean }> {
  const mail = (await mailChannel(pool, tenantId)) !== undefined
  // The administrators of all hospitals are reached by the platform's own mail server alone.
  return { mail, sms: tenantId !== platformTenant && (await hasSms(pool, tenantId)) }
}
