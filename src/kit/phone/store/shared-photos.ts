import type { Photo } from '#src/data/outbox/ports.ts'
import { clearShared, readShared } from '#src/data/shared-photos.ts'

/** Number of photos shared by another app that no report has used yet. */
export const countShared = async (): Promise<number> => (await readShared()).length

/** Takes the shared photos, prepared for a report, and removes them from the store. Files that are not pictures are skipped. */
export async function takeShared(): Promise<Photo[]> {
  const files = await readShared()
  if (files.length === 0) return []
  const { shrinkPhoto } = await import('./photos.ts')
  const made = await Promise.all(files.map((file) => shrinkPhoto(file).catch(() => undefined)))
  await clearShared()
  return made.filter((photo) => photo !== undefined)
}
