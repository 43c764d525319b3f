import { platformTenant } from '#contract/roles.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import { type SecretKeys, unseal } from '../access/secrets.ts'
import { outboundOf, type Reachable } from '../outbound/outbound.ts'
import { type ContentStore, diskStore } from './content-store.ts'
import type { NamedStore } from './content-store-live.ts'
import { type StoreAway, s3Store } from './content-store-s3.ts'

/** The purpose under which the secret keys of stores are kept. */
export const ossPurpose = 'oss.secret'

/** The stores that are in use or may hold contents, the one in use first, with their encrypted keys. */
export const storesQuery: Query = {
  text: `select o.id, o.category, o.endpoint, o.bucket_name, o.region, o.access_key, o.version, s.key_id, encode(s.sealed, 'base64') as sealed
    from oss o left join secret s on s.tenant_id = o.tenant_id and s.purpose = $2 and s.row_id = o.id::text
    where o.tenant_id = $1 and not o.is_deleted and (o.is_active = 1 or o.holds_files = 1) order by o.is_active desc nulls last, o.id`,
  values: [platformTenant, ossPurpose],
}

export interface StoreSource {
  readonly folder: string
  readonly secrets: SecretKeys
  readonly reachable: Reachable
  readonly warn: (away: StoreAway) => void
}

/** The store of a row. */
export function storeOf(row: Row, secretKey: string, { folder, reachable, warn }: StoreSource): ContentStore {
  if (row.category === 'local') return diskStore(folder)
  const [endpoint, bucket, region, accessKey] = [row.endpoint, row.bucket_name, row.region, row.access_key].map(String) as [
    string,
    string,
    string,
    string,
  ]
  return s3Store({ endpoint, bucket, region, accessKey, secretKey }, warn, outboundOf(reachable))
}

/** The secret key of a row from `storesQuery`; empty if it has none. Throws if the key that encrypted it is missing. */
export function secretKeyOf(row: Row, secrets: SecretKeys): string {
  if (!row.key_id) return ''
  const place = { tenantId: platformTenant, purpose: ossPurpose, rowId: String(row.id) }
  return unseal(secrets.current(), place, { keyId: String(row.key_id), sealed: Buffer.from(String(row.sealed), 'base64') })
}

/** The stores of these rows. The disk is always included, because a restored backup lies there. */
export function storesOf(found: Rows, source: StoreSource): NamedStore[] {
  const stores = found.rows.map((row) => ({ id: String(row.id), store: storeOf(row, secretKeyOf(row, source.secrets), source) }))
  return found.rows.some((row) => row.category === 'local') ? stores : [...stores, { id: 'disk', store: diskStore(source.folder) }]
}
