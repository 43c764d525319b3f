import { useSyncExternalStore } from 'react'
import { screenClass } from './screen-class.ts'

const subscribe = (changed: () => void): (() => void) => {
  globalThis.addEventListener('resize', changed)
  return () => globalThis.removeEventListener('resize', changed)
}

/** The class of the window's width now; follows it. */
export function useScreenClass(): 0 | 1 | 2 | 3 {
  return useSyncExternalStore(subscribe, () => screenClass(window.innerWidth))
}
