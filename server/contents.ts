import { join } from 'node:path'
import { type ContentStore, diskStore } from './kit/content-store.ts'
import { type StoreAway, s3Store } from './kit/content-store-s3.ts'
import type { Settings } from './settings.ts'

/** The bucket that the settings name; undefined when contents are kept in the data folder. */
export function bucketOf(settings: Settings, warn: (away: StoreAway) => void): ContentStore | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = settings
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY || !S3_SECRET_KEY) return undefined
  return s3Store({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY }, warn)
}

/** Where the contents of files are kept. */
export const contentsOf = (settings: Settings, warn: (away: StoreAway) => void): ContentStore =>
  bucketOf(settings, warn) ?? diskStore(join(settings.DATA_DIR, 'files'))
