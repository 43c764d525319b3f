import { Button } from 'antd-mobile'
import { type PointerEvent, useRef, useState } from 'react'
import type { Photo } from '#src/data/outbox/ports.ts'
import { shrinkPhoto } from '#src/kit/phone/store/photos.ts'
import { useWords } from '#src/words/words.ts'
import { useWordsOf } from '../use-words.ts'
import './custody-phone.css'

const [width, height] = [640, 360]

/** A drawn signature as a picture; undefined where the browser makes none. */
async function pictureOf(canvas: HTMLCanvasElement): Promise<Photo | undefined> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) return undefined
  return shrinkPhoto(new File([blob], 'signature.png', { type: 'image/png' }))
}

/** What was signed: the picture is still being made when the stroke ends. */
export type Signature = Promise<Photo | undefined>

/** A field to sign in with a finger or pen. `onSigned` gets the picture after each stroke, undefined once it is cleared. */
export function SignaturePad({ label, onSigned }: { label: string; onSigned: (signature: Signature | undefined) => void }) {
  const { say } = useWords()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const at = (event: PointerEvent<HTMLCanvasElement>): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect()
    return [((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height]
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>): void => {
    const pen = event.currentTarget.getContext('2d')
    if (!pen) return
    event.currentTarget.setPointerCapture(event.pointerId)
    // Kept as a picture without transparency.
    if (!isDrawn) {
      pen.fillStyle = '#fff'
      pen.fillRect(0, 0, width, height)
    }
    pen.lineWidth = 4
    pen.lineCap = 'round'
    pen.beginPath()
    pen.moveTo(...at(event))
  }
  const move = (event: PointerEvent<HTMLCanvasElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const pen = event.currentTarget.getContext('2d')
    pen?.lineTo(...at(event))
    pen?.stroke()
  }
  const end = (): void => {
    setDrawn(true)
    if (canvas.current) onSigned(pictureOf(canvas.current).catch(() => undefined))
  }
  const clear = (): void => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
    setDrawn(false)
    onSigned(undefined)
  }
  return (
    <div>
      <p>{label}</p>
      <canvas
        ref={canvas}
        className="ph-sign"
        width={width}
        height={height}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
      />
      {isDrawn ? (
        <Button size="small" type="button" onClick={clear}>
          {say(useWordsOf.clear)}
        </Button>
      ) : null}
    </div>
  )
}
