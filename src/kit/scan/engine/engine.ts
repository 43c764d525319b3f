import type { CodeFormat } from './formats.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

/** A region of a picture, in the picture's own pixels. */
export interface Frame {
  readonly source: HTMLVideoElement | ImageBitmap | HTMLCanvasElement
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A code in a frame. */
export interface Decoded {
  readonly text: string
  readonly format: CodeFormat
  readonly aim?: string
  readonly gs1?: boolean
  /** In pixels of the frame; empty when the decoder does not report corners. */
  readonly corners: readonly Point[]
}

/** `fast`: for one of many frames; `thorough`: also finds rotated, inverted and very large codes. */
export type Effort = 'fast' | 'thorough'

export type EngineName = 'native' | 'wasm' | 'library'

/** A code decoder. `decode` rejects only when the engine itself fails, never because there is no code. */
export interface Engine {
  readonly name: EngineName
  decode(frame: Frame, effort: Effort): Promise<readonly Decoded[]>
}

/** Opens an engine for some formats; rejects when this device does not support it. */
export type OpenEngine = (formats: readonly CodeFormat[]) => Promise<Engine>

/** Draws a frame on a canvas of its own size, with transparent areas in white. */
export function onCanvas({ source, x, y, width, height }: Frame): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(source, x, y, width, height, 0, 0, width, height)
  }
  return canvas
}
