import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'

/** 32 bytes, and the name by which ciphertexts say who sealed them; the name tells nothing of the bytes. */
export interface SecretKey {
  readonly id: string
  readonly bytes: Buffer
}

/** Where a secret belongs; it opens nowhere else. */
export interface SecretPlace {
  readonly tenantId: string
  /** What it is for, such as `import.passwords`. */
  readonly purpose: string
  /** The row it belongs to. */
  readonly rowId: string
}

export interface Sealed {
  readonly keyId: string
  readonly sealed: Buffer
}

/** The keys of this process: the first seals, all open. */
export interface SecretKeys {
  current(): readonly SecretKey[]
}

const [formatBytes, nonceBytes, tagBytes, keyBytes] = [1, 12, 16, 32]
const format = 1

/** A new key as it is written into a file or setting: base64 of 32 random bytes. */
export const newKey = (): string => randomBytes(keyBytes).toString('base64')

/** A key from base64 or hex; undefined when it is not exactly 32 bytes. */
export function keyOf(text: string): SecretKey | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w+/-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : undefined
  if (bytes?.length !== keyBytes) return undefined
  return { id: createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 8), bytes }
}

/** What a ciphertext is bound to: moved to another tenant, purpose, row, key or format it does not open. */
const boundTo = ({ tenantId, purpose, rowId }: SecretPlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([format, keyId, tenantId, purpose, rowId]))

/** AES-256-GCM of a text under the first key: format, nonce, tag, ciphertext. */
export function seal([key]: readonly SecretKey[], place: SecretPlace, text: string): Sealed {
  if (!key) throw new Error('there is no key to seal with')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place, key.id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { keyId: key.id, sealed: Buffer.concat([Buffer.from([format]), nonce, cipher.getAuthTag(), body]) }
}

/** The text of a ciphertext. Refuses one whose key is not here; throws for one that was changed or belongs elsewhere. */
export function unseal(keys: readonly SecretKey[], place: SecretPlace, { keyId, sealed }: Sealed): string {
  const key = keys.find(({ id }) => id === keyId)
  if (!key)
    throw new Refusal('rule', {
      zh: `缺少密钥 ${keyId}，无法读取，请联系系统管理员`,
      en: `The key ${keyId} is missing, so this cannot be read. Ask the operator of the server`,
    })
  const at = { nonce: formatBytes, tag: formatBytes + nonceBytes, body: formatBytes + nonceBytes + tagBytes }
  try {
    if (sealed[0] !== format) throw new Error('another format')
    const cipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(at.nonce, at.tag), { authTagLength: tagBytes })
    cipher.setAAD(boundTo(place, keyId)).setAuthTag(sealed.subarray(at.tag, at.body))
    return cipher.update(sealed.subarray(at.body), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    // The library's message would say nothing more, and the place may be logged.
    throw new Error(`the secret ${place.purpose} ${place.rowId} was changed or belongs elsewhere`)
  }
}

type InTenant = Omit<SecretPlace, 'tenantId'>

/** Queues the keeping of a secret of the transaction's tenant, in place of an earlier one. `days`: after these it is removed. */
export function keepSecret(tx: Transaction, keys: SecretKeys, of: InTenant, text: string, days?: number): void {
  const { keyId, sealed } = seal(keys.current(), { ...of, tenantId: tx.tenantId }, text)
  tx.later({
    text: `insert into secret (tenant_id, purpose, row_id, key_id, sealed, until) values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))
      on conflict (tenant_id, purpose, row_id) do update set key_id = excluded.key_id, sealed = excluded.sealed, until = excluded.until, created_at = now()`,
    values: [tx.tenantId, of.purpose, of.rowId, keyId, sealed, days ?? null],
  })
}

/** Removes a secret and answers its text; undefined when there is none, or its time is over. Of two who take it at once one gets it. */
export async function takeSecret(tx: Transaction, keys: SecretKeys, of: InTenant): Promise<string | undefined> {
  const { rows } = await tx.run({
    text: `delete from secret where tenant_id = $1 and purpose = $2 and row_id = $3 and (until is null or until > now()) returning key_id, encode(sealed, 'base64') as sealed`,
    values: [tx.tenantId, of.purpose, of.rowId],
  })
  const [row] = rows
  if (!row) return undefined
  const sealed = Buffer.from(String(row.sealed), 'base64')
  return unseal(keys.current(), { ...of, tenantId: tx.tenantId }, { keyId: String(row.key_id), sealed })
}
