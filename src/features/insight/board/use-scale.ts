import { useSyncExternalStore } from 'react'

/** The screen size that the boards are designed for; other sizes are scaled. */
const [width, height] = [1920, 1080]

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** How many times larger than 1920 x 1080 the window is, for what is drawn on a canvas; style sheets have `--u`. */
export const useScale = (): number => useSyncExternalStore(subscribe, () => Math.min(innerWidth / width, innerHeight / height))
