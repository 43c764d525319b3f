import type { Readable } from 'node:stream'

/** An answer that is a file instead of JSON. */
export interface Download {
  readonly download: string
  readonly type: string
  readonly body: Readable
}

/** Whether an answer is a file. */
export const isDownload = (value: unknown): value is Download => typeof value === 'object' && value !== null && 'download' in value

// What turns the direction of letters, so that an ending looks like another one, or parts folders.
const misleading = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The name of a file without signs that make it look like another one. */
export const honestName = (name: string): string => name.replace(misleading, '')

const safe = (name: string): string => honestName(name).replace(/[\\/]/g, '_')

/** Values of Content-Disposition for a name with Chinese letters. */
export const disposition = (typed: string): string => {
  const name = safe(typed)
  return `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`
}
