import type pg from 'pg'
import { readAs } from '#server/db/pool.ts'
import type { Query, Rows } from '#server/db/query.ts'
import { type SecretKeys, type SecretPlace, unseal } from './secrets.ts'

/** Reads a stored secret, to be decrypted by `opened`. */
export const secretQuery = ({ tenantId, purpose, rowId }: SecretPlace): Query => ({
  text: `select key_id, encode(sealed, 'base64') as sealed from secret where tenant_id = $1 and purpose = $2 and row_id = $3 and (until is null or until > now())`,
  values: [tenantId, purpose, rowId],
})

/** The text of a secret that `secretQuery` has found; undefined if there is none. */
export function opened(keys: SecretKeys, place: SecretPlace, found: Rows | undefined): string | undefined {
  const row = found?.rows[0]
  return row && unseal(keys.current(), place, { keyId: String(row.key_id), sealed: Buffer.from(String(row.sealed), 'base64') })
}

/** The text of a stored secret, without removing it; undefined if there is none. */
export async function storedSecret(pool: pg.Pool, keys: SecretKeys, place: SecretPlace): Promise<string | undefined> {
  const [found] = await readAs(pool, place.tenantId, [secretQuery(place)])
  return opened(keys, place, found)
}
