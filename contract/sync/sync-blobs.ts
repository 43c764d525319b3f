/** Upload of photos in parts: HEAD and PUT /api/sync/blobs/<file id>. The record that refers to a file depends on the file's op. */

export const BLOBS_PATH = '/api/sync/blobs'

/** Kind of the op of a photo: target {type: 'file', id}, body `FileFacts`. A push never contains it; its parts are sent instead. */
export const FILE_KIND = 'file.put'

/** Bytes of each part except the last. */
export const PART_BYTES = 256 * 1024

/** Maximum bytes of a file; a larger one is refused with 413. */
export const FILE_MAX_BYTES = 20 * 1024 * 1024

/** Answer headers of HEAD: the received parts, such as `1,3` (empty: none), and whether the file is complete (`1`). */
export const PARTS_HEADER = 'x-eam-parts'
export const COMPLETE_HEADER = 'x-eam-complete'

/** The properties of a file, known before its first part is sent. */
export interface FileFacts {
  name: string
  /** MIME type. */
  type: string
  /** Bytes of the whole file. */
  size: number
  /** Hex sha-256 of the whole file. */
  sha256: string
}

/** The answer to one part. `result` once the file is complete and its op is done. */
export interface PartAnswer {
  complete: boolean
  parts: number[]
  result?: { id: string; version: number | null; xid: string }
}

/** Number of parts of a file of this size; an empty file has one. */
export const partsOf = (size: number): number => Math.max(1, Math.ceil(size / PART_BYTES))

/** The query string of a PUT; `part` counts from 1. */
export const partQuery = (part: number, { name, type, size, sha256 }: FileFacts): string =>
  `part=${part}&parts=${partsOf(size)}&size=${size}&sha256=${sha256}&name=${encodeURIComponent(name)}&type=${encodeURIComponent(type)}`
