import { join } from 'node:path'
import type pg from 'pg'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from './db/pool.ts'
import type { Row } from './db/query.ts'
import { type ContentStore, diskStore } from './kit/files/content-store.ts'
import { type LiveStores, liveStores } from './kit/files/content-store-live.ts'
import { type StoreAway, s3Store } from './kit/files/content-store-s3.ts'
import { type StoreSource, storesOf, storesQuery } from './kit/files/stores.ts'
import type { Settings } from './settings.ts'

/** The bucket that the settings name; undefined when contents are kept in the data folder. */
export function bucketOf(settings: Settings, warn: (away: StoreAway) => void): ContentStore | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined
  return s3Store({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY }, warn)
}

/** The stores that rows of the platform's tenant choose. */
export const rowStores = (pool: pg.Pool, source: StoreSource, onError: (error: unknown) => void): Promise<LiveStores> =>
  liveStores(async () => {
    const [found] = await readAs(pool, platformTenant, [storesQuery])
    return storesOf(found!, source)
  }, onError)

/**
 * Where a backup finds contents that are not in the data folder alone: the bucket of the settings, else the stores of rows where one of them is a bucket. `client`: the
 * owner of the database. Throws when the key that sealed the secret of a bucket is missing.
 */
export async function contentsAway(client: pg.Client, settings: Settings, source: StoreSource): Promise<ContentStore | undefined> {
  const bucket = bucketOf(settings, source.warn)
  if (bucket) return bucket
  await client.query(`select set_config('app.tenant', $1, false)`, [platformTenant])
  const { rows } = await client.query<Row>(storesQuery.text, [...(storesQuery.values ?? [])])
  await client.query(`select set_config('app.tenant', '', false)`)
  if (!rows.some((row) => row.category === 's3')) return undefined
  const stores = storesOf({ rows, rowCount: rows.length }, source)
  return liveStores(
    async () => stores,
    () => {},
  )
}

/** Where the contents of files are kept. */
export const contentsOf = (settings: Settings, warn: (away: StoreAway) => void): ContentStore =>
  bucketOf(settings, warn) ?? diskStore(join(settings.DATA_DIR, 'files'))
