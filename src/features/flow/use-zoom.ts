import { type RefObject, useEffect, useState } from 'react'

const [least, most, stepBy] = [0.3, 1.5, 0.1]
const within = (scale: number): number => Math.min(most, Math.max(least, Math.round(scale * 100) / 100))

export interface Zoom {
  readonly scale: number
  readonly zoomIn: () => void
  readonly zoomOut: () => void
  /** The whole drawing in the window, as far as it can be read then. */
  readonly fit: () => void
}

/** Zooming a drawing inside of its window: by buttons, by Ctrl and the wheel, and to fit. */
export function useZoom(frame: RefObject<HTMLDivElement | null>): Zoom {
  const [scale, setScale] = useState(1)
  useEffect(() => {
    const window = frame.current
    const turn = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setScale((before) => within(before - Math.sign(event.deltaY) * stepBy))
    }
    // React listens passively, and so could not keep the browser from zooming the whole page.
    window?.addEventListener('wheel', turn, { passive: false })
    return () => window?.removeEventListener('wheel', turn)
  }, [frame])
  const fit = (): void => {
    const window = frame.current
    if (!window) return
    const [width, height] = [window.scrollWidth / scale, window.scrollHeight / scale]
    const drawn = window.querySelector<HTMLElement>('.eam-flow-tree > .eam-flow-sequence')?.offsetWidth ?? width
    setScale(within(Math.min(1, window.clientWidth / (drawn + 96), window.clientHeight / height)))
  }
  return { scale, zoomIn: () => setScale((one) => within(one + stepBy)), zoomOut: () => setScale((one) => within(one - stepBy)), fit }
}
