/** The wire of photos that a phone sends part by part: HEAD and PUT /api/sync/blobs/<file id>. The record that names a file depends on its op. */

export const BLOBS_PATH = '/api/sync/blobs'

/** Kind of the op that stands for a photo: target {type: 'file', id}, body `FileFacts`. It never travels in a push; its parts do. */
export const FILE_KIND = 'file.put'

/** Bytes of every part but the last. */
export const PART_BYTES = 256 * 1024

/** Bytes of a whole file at most; a larger one is refused with 413. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024

/** Answer headers of HEAD: the parts received, such as `1,3` (empty: none), and whether the file is whole (`1`). */
export const PARTS_HEADER = 'x-eam-parts'
export const COMPLETE_HEADER = 'x-eam-complete'

/** What is known of a file before its first part is sent. */
export interface FileFacts {
  name: string
  /** MIME type. */
  type: string
  /** Bytes of the whole. */
  size: number
  /** Hex sha-256 of the whole. */
  sha256: string
}

/** The answer to one part. `result` once the file is whole; its op is done then. */
export interface PartAnswer {
  complete: boolean
  parts: number[]
  result?: { id: string; version: number | null; xid: string }
}

/** How many parts a file of so many bytes has; an empty one has one. */
export const partsOf = (size: number): number => Math.max(1, Math.ceil(size / PART_BYTES))

/** The query string of a PUT; `part` counts from 1. */
export const partQuery = (part: number, { name, type, size, sha256 }: FileFacts): string =>
  `part=${part}&parts=${partsOf(size)}&size=${size}&sha256=${sha256}&name=${encodeURIComponent(name)}&type=${encodeURIComponent(type)}`
