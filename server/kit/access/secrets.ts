import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'

/** A key of 32 bytes and its id, which ciphertexts store; the id reveals nothing about the bytes. */
export interface SecretKey {
  readonly id: string
  readonly bytes: Buffer
}

/** The place that a secret is bound to; it cannot be decrypted for another one. */
export interface SecretPlace {
  readonly tenantId: string
  /** The purpose, such as `import.passwords`. */
  readonly purpose: string
  /** The row that it belongs to. */
  readonly rowId: string
}

export interface Sealed {
  readonly keyId: string
  readonly sealed: Buffer
}

/** The keys of this process: the first one encrypts, all of them decrypt. */
export interface SecretKeys {
  current(): readonly SecretKey[]
}

const [formatBytes, nonceBytes, tagBytes, keyBytes] = [1, 12, 16, 32]
const format = 1

/** A new key in the form used in files and settings: base64 of 32 random bytes. */
export const newKey = (): string => randomBytes(keyBytes).toString('base64')

/** A key from base64 or hex; undefined if it is not exactly 32 bytes. */
export function keyOf(text: string): SecretKey | undefined {
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Buffer.from(text, 'hex')
    : /^[\w+/-]{43}=?$/.test(text)
      ? Buffer.from(text, 'base64')
      : undefined
  if (bytes?.length !== keyBytes) return undefined
  return { id: createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 8), bytes }
}

/** Additional authenticated data: a ciphertext cannot be decrypted under another tenant, purpose, row, key or format. */
const boundTo = ({ tenantId, purpose, rowId }: SecretPlace, keyId: string): Buffer =>
  Buffer.from(JSON.stringify([format, keyId, tenantId, purpose, rowId]))

/** Encrypts a text with AES-256-GCM under the first key: format, nonce, tag, ciphertext. */
export function seal([key]: readonly SecretKey[], place: SecretPlace, text: string): Sealed {
  if (!key) throw new Error('there is no key to seal with')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce, { authTagLength: tagBytes })
  cipher.setAAD(boundTo(place, key.id))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { keyId: key.id, sealed: Buffer.concat([Buffer.from([format]), nonce, cipher.getAuthTag(), body]) }
}

/** Decrypts a ciphertext. Throws a Refusal if its key is missing, and an Error if it was changed or belongs to another place. */
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
    // Do not pass on the library's message, which adds nothing; the place may be logged.
    throw new Error(`the secret ${place.purpose} ${place.rowId} was changed or belongs elsewhere`)
  }
}

type InTenant = Omit<SecretPlace, 'tenantId'>

/** Queues the storage of a secret in the transaction's tenant; replaces an earlier one. `days`: it expires after that time. */
export function keepSecret(tx: Transaction, keys: SecretKeys, of: InTenant, text: string, days?: number): void {
  const { keyId, sealed } = seal(keys.current(), { ...of, tenantId: tx.tenantId }, text)
  tx.later({
    text: `insert into secret (tenant_id, purpose, row_id, key_id, sealed, until) values ($1, $2, $3, $4, $5, now() + make_interval(days => $6))
      on conflict (tenant_id, purpose, row_id) do update set key_id = excluded.key_id, sealed = excluded.sealed, until = excluded.until, created_at = now()`,
    values: [tx.tenantId, of.purpose, of.rowId, keyId, sealed, days ?? null],
  })
}

/** Removes a secret and returns its text; undefined if there is none or it has expired. Of two concurrent callers only one gets it. */
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
