import { importFacts } from '#contract/imports.ts'
import type { ImportTarget } from '#contract/registry.ts'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import { uploadFile } from '#src/data/upload.ts'
import { splitZip } from './split-zip.ts'

/** Megabytes of a file, and of an archive, which is sent in parts. */
export const mostMb = FILE_MAX_BYTES / 1024 / 1024
export const mostZipMb = 500

export const isZip = ({ name }: { readonly name: string }): boolean => /\.zip$/i.test(name)

/** Whether records of a list take pictures and documents. */
export const takesFiles = (target: ImportTarget): boolean => importFacts[target].files !== undefined

/** Whether a file is too large to be sent. */
export const isTooLarge = (file: File): boolean => file.size > (isZip(file) ? mostZipMb : mostMb) * 1024 * 1024

/** Sends files, archives in parts; returns their ids. `onShare` gets the share of all bytes, 0 to 1. Throws ApiError and `UnreadableZip`. */
export async function sendAll(files: readonly File[], onShare: (share: number) => void): Promise<string[]> {
  const parts = (await Promise.all(files.map((file) => (isZip(file) ? splitZip(file, FILE_MAX_BYTES) : [file])))).flat()
  const total = parts.reduce((sum, { size }) => sum + size, 0) || 1
  const ids: string[] = []
  let sent = 0
  for (const part of parts) {
    ids.push(await uploadFile(part, (share) => onShare((sent + share * part.size) / total)))
    sent += part.size
  }
  return ids
}
