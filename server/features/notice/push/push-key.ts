import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { type SecretKeys, seal, unseal } from '#server/kit/access/secrets.ts'
import { type KeyPair, keyPairOf, newKeyPair } from './encrypt.ts'

const place = { tenantId: platformTenant, purpose: 'notice.push', rowId: 'key' } as const

/** The keys that this installation signs push messages with; made when they are first asked for, by one process of all. */
export async function pushKeys(pool: pg.Pool, keys: SecretKeys): Promise<KeyPair> {
  const values = [place.tenantId, place.purpose, place.rowId]
  return writeAs(pool, platformTenant, async (tx) => {
    const find = async (): Promise<KeyPair | undefined> => {
      const { rows } = await tx.run({
        text: `select key_id, encode(sealed, 'base64') as sealed from secret where tenant_id = $1 and purpose = $2 and row_id = $3`,
        values,
      })
      const row = rows[0]
      if (!row) return undefined
      const sealed = Buffer.from(String(row.sealed), 'base64')
      return keyPairOf(Buffer.from(unseal(keys.current(), place, { keyId: String(row.key_id), sealed }), 'base64url'))
    }
    const kept = await find()
    if (kept) return kept
    const made = seal(keys.current(), place, newKeyPair().privateKey.toString('base64url'))
    await tx.run({
      text: `insert into secret (tenant_id, purpose, row_id, key_id, sealed) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      values: [...values, made.keyId, made.sealed],
    })
    return (await find())!
  })
}
