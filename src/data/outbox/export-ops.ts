import type { OutboxStore } from './ports.ts'
import type { Op } from './store/op.ts'
import { type ZipEntry, zip } from './zip.ts'

/**
 * Exports waiting records with their photos as a ZIP, the last resort to save them: `records.json` and `photos/<file id>.jpg`. A photo that cannot be
 * read is left out and listed in its record's `missingPhotos`.
 */
export const exportOps = async (store: OutboxStore, ops: readonly Op[], at = new Date()): Promise<Blob> => {
  const photos: ZipEntry[] = []
  const records: unknown[] = []
  for (const op of ops) {
    const missing: string[] = []
    for (const id of op.files ?? []) {
      const data = await store.blob(id).catch(() => undefined)
      if (data === undefined) missing.push(id)
      else photos.push({ name: `photos/${id}.jpg`, bytes: new Uint8Array(data) })
    }
    const { id, kind, target, body, base, baseVersion, occurredAt, tenantId, userId, state, lastError, current } = op
    const record = { id, kind, target, body, base, baseVersion, occurredAt, tenantId, userId, state, lastError, current }
    records.push({ ...record, photos: op.files ?? [], ...(missing.length > 0 ? { missingPhotos: missing } : {}) })
  }
  const json = new TextEncoder().encode(JSON.stringify({ exportedAt: at.toISOString(), records }, null, 2))
  return zip([{ name: 'records.json', bytes: json }, ...photos], at)
}
