import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import './signature-canvas.css'

const [width, height] = [640, 240]

interface Props {
  /** Name of the field for screen readers. */
  readonly label: string
  /** Gets the picture after each stroke, undefined once it is cleared; the picture is empty where the browser makes none. */
  readonly onSigned: (picture: Promise<File | undefined> | undefined) => void
  /** What stands below once something is drawn. */
  readonly children: (clear: () => void) => ReactNode
}

async function pictureOf(canvas: HTMLCanvasElement): Promise<File | undefined> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob ? new File([blob], 'signature.png', { type: 'image/png' }) : undefined
}

/** A field to sign in with a finger, a pen or the mouse, on both bodies. */
export function SignatureCanvas({ label, onSigned, children }: Props): ReactNode {
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
    <>
      <canvas
        ref={canvas}
        className="kit-sign"
        width={width}
        height={height}
        role="img"
        aria-label={label}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
      />
      {isDrawn ? children(clear) : null}
    </>
  )
}
