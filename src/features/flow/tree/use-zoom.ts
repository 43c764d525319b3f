import { type RefObject, useEffect, useState } from 'react'

const [least, most, stepBy] = [0.3, 1.5, 0.1]
const within = (scale: number): number => Math.min(most, Math.max(least, Math.round(scale * 100) / 100))

interface Size {
  readonly width: number
  readonly height: number
}

/** The scale at which a drawing stands whole in a window, as far as it can be read then; never above its natural size. */
export const fitting = (window: Size, drawing: Size): number => {
  // Rounded down, so that no scroll bar comes.
  const share = Math.floor(Math.min(1, window.width / drawing.width, window.height / drawing.height) * 100) / 100
  return within(share)
}

/** The size of the drawing in a window without its scale, independent of what the window shows. */
function naturalSize(window: HTMLElement): Size | undefined {
  const tree = window.querySelector<HTMLElement>('.eam-flow-tree')
  const sequence = tree?.querySelector<HTMLElement>(':scope > .eam-flow-sequence')
  if (!tree || !sequence) return undefined
  // Cards outside of the window are not laid out otherwise, and have a size only by guess.
  tree.classList.add('eam-flow-measured')
  // The box of the tree is at least as wide as the window; what is drawn in it is as wide as this.
  const { paddingLeft, paddingRight } = getComputedStyle(tree)
  const width = sequence.offsetWidth + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight)
  const height = tree.offsetHeight
  tree.classList.remove('eam-flow-measured')
  return { width, height }
}

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
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      setScale((before) => within(before - Math.sign(event.deltaY) * stepBy))
    }
    // React listens passively, and so could not keep the browser from zooming the whole page.
    window?.addEventListener('wheel', onWheel, { passive: false })
    return () => window?.removeEventListener('wheel', onWheel)
  }, [frame])
  const fit = (): void => {
    const window = frame.current
    const drawing = window && naturalSize(window)
    if (!drawing) return
    // With the room of scroll bars, which are not there once it fits.
    const { offsetWidth, offsetHeight, clientLeft, clientTop } = window
    setScale(fitting({ width: offsetWidth - 2 * clientLeft, height: offsetHeight - 2 * clientTop }, drawing))
  }
  return { scale, zoomIn: () => setScale((one) => within(one + stepBy)), zoomOut: () => setScale((one) => within(one - stepBy)), fit }
}
