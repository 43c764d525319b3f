import { useSyncExternalStore } from 'react'

const watch = (changed: () => void): (() => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether the page is visible. */
export const useVisible = (): boolean => useSyncExternalStore(watch, () => document.visibilityState === 'visible')
