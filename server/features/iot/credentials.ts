import { timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { isId } from '#contract/kit/fields/parse.ts'
import { readAs } from '#server/db/pool.ts'
import { hashSecret } from '#server/kit/access/client-secrets.ts'

/** What a sensor or gateway may send. */
export interface Credential {
  readonly id: string
  readonly tenantId: string
  /** The only sensor; undefined for a gateway. */
  readonly sensorId: string | undefined
}

/** The credential as it is shown once: it names its hospital, so that it is looked up under that hospital's row level security. */
export const credentialText = (tenantId: string, id: string, secret: string): string => `${tenantId}.${id}.${secret}`

/** SQL: whether the hospital of a credential is in use; no one of a stopped one is let in. */
export const inUse = 'exists (select 1 from tenant t where t.id = $1 and t.stopped_at is null)'

/** The credential of a text; undefined if it is unknown, wrong or revoked, or its hospital stopped. */
export async function credentialOf(pool: pg.Pool, text: string): Promise<Credential | undefined> {
  const [tenantId = '', id = '', secret = '', ...more] = text.split('.')
  if (!/^[0-9A-Za-z]{1,20}$/.test(tenantId) || !isId(id) || secret === '' || secret.length > 100 || more.length > 0) return undefined
  const [found] = await readAs(pool, tenantId, [
    {
      text: `select secret_hash, sensor_id from sensor_credential where tenant_id = $1 and id = $2 and credential_state = 'active' and ${inUse}`,
      values: [tenantId, id],
    },
  ])
  const row = found?.rows[0]
  if (!row || !timingSafeEqual(row.secret_hash as Buffer, hashSecret(secret))) return undefined
  return { id, tenantId, sensorId: (row.sensor_id as string | null) ?? undefined }
}
