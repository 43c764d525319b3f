import type pg from 'pg'
import { readAs } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import { type SecretKeys, type SecretPlace, unseal } from './secrets.ts'

const secretQuery = ({ tenantId, purpose, rowId }: SecretPlace): Query => ({
  text: `select key_id, encode(sealed, 'base64') as sealed from secret where tenant_id = $1 and purpose = $2 and row_id = $3 and (until is null or until > now())`,
  values: [tenantId, purpose, rowId],
})

/** The text of a stored secret, without removing it; undefined if there is none. */
export async function storedSecret(pool: pg.Pool, keys: SecretKeys, place: SecretPlace): Promise<string | undefined> {
  const [found] = await readAs(pool, place.tenantId, [secretQuery(place)])
  const row = found?.rows[0]
  return row && unseal(keys.current(), place, { keyId: String(row.key_id), sealed: Buffer.from(String(row.sealed), 'base64') })
}
