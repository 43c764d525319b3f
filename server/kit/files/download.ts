import type { Readable } from 'node:stream'

/** An answer that is a file instead of JSON. */
export interface Download {
  readonly download: string
  readonly type: string
  readonly body: Readable
}

/** Whether an answer is a file. */
export const isDownload = (value: unknown): value is Download => typeof value === 'object' && value !== null && 'download' in value

// Unicode direction controls: they can disguise a file name's extension.
const misleading = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The file name without direction controls that could disguise its extension. */
export const safeFileName = (name: string): string => name.replace(misleading, '')

const safe = (name: string): string => safeFileName(name).replace(/[\\/]/g, '_')

/** The Content-Disposition header for a file name with non-ASCII characters. */
export const disposition = (typed: string): string => {
  const name = safe(typed)
  return `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
