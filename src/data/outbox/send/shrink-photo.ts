import type { Photo } from '../ports.ts'

/** Longest side in px and JPEG quality of a stored photo, and of one that the server found too large. */
const FIRST = { side: 1600, quality: 0.8 }
const AGAIN = { side: 1280, quality: 0.7 }
const TYPE = 'image/jpeg'

/** The file contains no picture that this phone can decode. */
export class NotAPicture extends Error {
  override name = 'NotAPicture'
}

/** A drawable picture with its upright size. */
export type Picture = Exclude<CanvasImageSource, VideoFrame> & { readonly width: number; readonly height: number }

/** Decoding and encoding of pictures; a page has more methods than a service worker. */
export interface PictureTools {
  decode: (file: Blob) => Promise<Picture>
  /** Redraws a picture at that size, in px. */
  encode: (picture: Picture, size: { width: number; height: number }, type: string, quality: number) => Promise<Blob>
}

/** The tools available in every context. */
export const workerTools: PictureTools = {
  decode: (file) => createImageBitmap(file, { imageOrientation: 'from-image' }),
  encode: async (picture, { width, height }, type, quality) => {
    const canvas = new OffscreenCanvas(width, height)
    draw(canvas.getContext('2d'), picture, width, height)
    return canvas.convertToBlob({ type, quality })
  },
}

type Pen = Pick<OffscreenCanvasRenderingContext2D, 'fillStyle' | 'fillRect' | 'imageSmoothingQuality' | 'drawImage'>

/** Draws a picture on a canvas. Throws NotAPicture when no canvas is available. */
export const draw = (pen: Pen | null, picture: Picture, width: number, height: number): void => {
  if (pen === null) throw new NotAPicture()
  // JPEG has no transparency, so transparent parts become white instead of black.
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, width, height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, width, height)
}

/**
 * Prepares a picture for storage and upload under a file id: an upright JPEG of at most 1600 px a side. Redrawing removes the camera's metadata about
 * place and person. Throws NotAPicture.
 */
export const shrink = (file: Blob, id: string, name: string, tools: PictureTools): Promise<Photo> => redraw(file, id, name, FIRST, tools)

/** Shrinks a photo further, under the same id. Throws NotAPicture. */
export const shrinkAgain = ({ id, name, type, bytes }: Photo): Promise<Photo> =>
  redraw(new Blob([bytes], { type }), id, name, AGAIN, workerTools)

const redraw = async (file: Blob, id: string, name: string, limit: typeof FIRST, tools: PictureTools): Promise<Photo> => {
  const picture = await tools.decode(file).catch(() => {
    throw new NotAPicture()
  })
  const scale = Math.min(1, limit.side / Math.max(picture.width, picture.height))
  const size = { width: Math.max(1, Math.round(picture.width * scale)), height: Math.max(1, Math.round(picture.height * scale)) }
  const blob = await tools.encode(picture, size, TYPE, limit.quality)
  if (picture instanceof ImageBitmap) picture.close()
  const bytes = await blob.arrayBuffer()
  return { id, name, type: blob.type, size: bytes.byteLength, sha256: await sha256(bytes), bytes }
}

/** Hex SHA-256 of a file's bytes. */
export const sha256 = async (bytes: ArrayBuffer): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
