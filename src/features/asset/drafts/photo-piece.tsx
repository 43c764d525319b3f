import { type ReactNode, useEffect, useRef } from 'react'
import type { Piece } from '#contract/codes/nameplate/pieces.ts'
import { fileAddress } from '#src/kit/file-address.ts'

const pictures = new Map<string, Promise<HTMLImageElement>>()

/** A photo that several pieces are cut from, loaded once while a page shows it. */
function pictureOf(id: string): Promise<HTMLImageElement> {
  const known = pictures.get(id)
  if (known !== undefined) return known
  const image = Object.assign(new Image(), { src: fileAddress(id) })
  const loading = image.decode().then(() => image)
  pictures.set(id, loading)
  loading.catch(() => pictures.delete(id))
  // A review has many photos: the oldest make room.
  for (const old of [...pictures.keys()].slice(0, -60)) pictures.delete(old)
  return loading
}

const HEIGHT = 32

function drawPiece(canvas: HTMLCanvasElement, image: HTMLImageElement, { x, y, width, height }: Piece, turns: number): void {
  const pen = canvas.getContext('2d')
  if (!pen) return
  const [w, h] = turns % 2 === 1 ? [image.naturalHeight, image.naturalWidth] : [image.naturalWidth, image.naturalHeight]
  const scale = HEIGHT / Math.max(1, height * h)
  canvas.width = Math.max(1, Math.round(width * w * scale))
  canvas.height = HEIGHT
  pen.scale(scale, scale)
  pen.translate(-x * w, -y * h)
  if (turns === 1) pen.translate(w, 0)
  if (turns === 2) pen.translate(w, h)
  if (turns === 3) pen.translate(0, h)
  pen.rotate((turns * Math.PI) / 2)
  pen.drawImage(image, 0, 0)
}

interface Props {
  readonly photo: string
  readonly piece: Piece
  readonly turns: number
}

/** The piece of a photo that says a fact, upright. */
export function PhotoPiece({ photo, piece, turns }: Props): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let current = true
    pictureOf(photo).then(
      (image) => {
        if (current && canvas.current) drawPiece(canvas.current, image, piece, turns)
      },
      // Without its photo a fact stands alone.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [photo, piece, turns])
  return <canvas ref={canvas} className="eam-review-piece" width={1} height={1} />
}
