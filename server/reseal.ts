import type pg from 'pg'
import { type SecretKey, seal, unseal } from './kit/access/secrets.ts'

interface Stored {
  tenant_id: string
  purpose: string
  row_id: string
  key_id: string
  sealed: Buffer
}

/**
 * Seals every secret with the first of the keys, in one transaction of a client that sees all tenants. Answers how many were sealed again, and the
 * ids of keys that are not here; what they sealed stays as it is.
 */
export async function reseal(client: pg.Client, keys: readonly SecretKey[]): Promise<{ done: number; left: readonly string[] }> {
  const left = new Set<string>()
  let done = 0
  await client.query('begin')
  const { rows } = await client.query<Stored>('select * from secret where key_id <> $1 for update', [keys[0]!.id])
  for (const { tenant_id, purpose, row_id, key_id, sealed } of rows) {
    if (!keys.some(({ id }) => id === key_id)) {
      left.add(key_id)
      continue
    }
    const place = { tenantId: tenant_id, purpose, rowId: row_id }
    const again = seal(keys, place, unseal(keys, place, { keyId: key_id, sealed }))
    await client.query('update secret set key_id = $4, sealed = $5 where tenant_id = $1 and purpose = $2 and row_id = $3', [
      tenant_id,
      purpose,
      row_id,
      again.keyId,
      again.sealed,
    ])
    done++
  }
  await client.query('commit')
  return { done, left: [...left].sort() }
}
