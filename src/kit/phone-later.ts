import { type ComponentType, lazy } from 'react'

type Load = () => Promise<unknown>

const waiting: Load[] = []
let isWarm = false

const fetchQuietly = (load: Load): void => {
  // Without a network it is tried again when it is needed.
  void load().catch(() => {})
}

/** Has a part of the program fetched when the phone is idle, so that it is there when the signal is not. */
export function wantLater(load: Load): void {
  if (isWarm) fetchQuietly(load)
  else waiting.push(load)
}

/** A component that comes when it is first shown, or before when the phone is idle. */
export function later<P>(load: () => Promise<ComponentType<P>>): ReturnType<typeof lazy<ComponentType<P>>> {
  wantLater(load)
  return lazy(() => load().then((part) => ({ default: part })))
}

/**
 * Fetches what is wanted later once the first page stands. The visit that installs the service worker is not served by it yet, so that nothing else
 * would have these parts when the network goes.
 */
export function fetchLater(): void {
  const start = (): void => {
    isWarm = true
    waiting.splice(0).forEach(fetchQuietly)
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(start, { timeout: 3000 })
  else setTimeout(start, 2000)
}
