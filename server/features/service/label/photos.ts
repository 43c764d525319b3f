import { createHash } from 'node:crypto'
import { typeOf } from '#server/kit/files/file-kind.ts'
import { isDrawable } from '#server/kit/files/made-pictures.ts'
import { mayNamePlace, withoutMetadata } from '#server/kit/files/plain-picture.ts'

/** Bytes of one photo. */
export const mostPhotoBytes = 6 * 1024 * 1024

/** A photo as it is kept: without what the camera wrote beside the picture. */
export interface Photo {
  readonly bytes: Buffer
  readonly type: string
  readonly sha256: string
}

/** The picture in the bytes of a stranger, without place and camera; undefined if they are none, or one that takes too much to show. */
export async function photoOf(given: Buffer): Promise<Photo | undefined> {
  const type = given.length <= mostPhotoBytes ? typeOf(given) : undefined
  if (!type || !mayNamePlace(type)) return undefined
  const bytes = withoutMetadata(given, type)
  if (!(await isDrawable(bytes, type))) return undefined
  return { bytes, type, sha256: createHash('sha256').update(bytes).digest('hex') }
}
