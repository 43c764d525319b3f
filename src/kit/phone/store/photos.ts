import { useEffect, useMemo } from 'react'
import { v7 } from 'uuid'
import { FILE_MAX_BYTES } from '#contract/sync/sync-blobs.ts'
import type { Photo } from '#src/data/outbox/ports.ts'
import { draw, NotAPicture, type Picture, type PictureTools, sha256, shrink, workerTools } from '#src/data/outbox/send/shrink-photo.ts'
import { useStored } from './local-data.ts'

/** Prepares a photo from a file input or a share for `write`; use its `id` in the record's fields. Throws NotAPicture. */
export const shrinkPhoto = (file: File): Promise<Photo> =>
  shrink(file, v7(), `${file.name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`, pageTools)

/** Prepares a document from a file input, unchanged, for `write`; undefined when it exceeds the server's limit. */
export async function keepDocument(file: File): Promise<Photo | undefined> {
  if (file.size > FILE_MAX_BYTES) return undefined
  const bytes = await file.arrayBuffer()
  return { id: v7(), name: file.name, type: file.type, size: bytes.byteLength, sha256: await sha256(bytes), bytes }
}

/** Adds to the basic tools: an image element decodes more formats, and a canvas element replaces a missing OffscreenCanvas. */
const pageTools: PictureTools = {
  decode: (file) => workerTools.decode(file).catch(() => byElement(file)),
  encode: async (picture, { width, height }, type, quality) => {
    if (typeof OffscreenCanvas !== 'undefined') return workerTools.encode(picture, { width, height }, type, quality)
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    draw(canvas.getContext('2d'), picture, width, height)
    return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new NotAPicture())), type, quality))
  },
}

const byElement = async (file: Blob): Promise<Picture> => {
  const url = URL.createObjectURL(file)
  try {
    const image = Object.assign(new Image(), { src: url })
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** Object URLs of photos by id, for `<img>`, as far as this phone stores them; undefined while reading. */
export function usePhotoUrls(ids: readonly string[]): string[] | undefined {
  const blobs = useStored(async (of) => Promise.all(ids.map((id) => of.outbox.blob(id).catch(() => undefined))), [ids.join()])
  const urls = useMemo(
    () => blobs?.flatMap((bytes) => (bytes ? [URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }))] : [])),
    [blobs],
  )
  useEffect(() => () => urls?.forEach(URL.revokeObjectURL), [urls])
  return urls
}
