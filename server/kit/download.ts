import type { Readable } from 'node:stream'

/** An answer that is a file instead of JSON. */
export interface Download {
  readonly download: string
  readonly type: string
  readonly body: Readable
}

/** Whether an answer is a file. */
export const isDownload = (value: unknown): value is Download => typeof value === 'object' && value !== null && 'download' in value

/** Values of Content-Disposition for a name with Chinese letters. */
export const disposition = (name: string): string =>
  `attachment; filename="export"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`
