import { type ComponentType, lazy } from 'react'

type Load = () => Promise<unknown>

const waiting: Load[] = []
let isWarm = false

const fetchQuietly = (load: Load): void => {
  // Offline, the import is retried when the part is needed.
  void load().catch(() => {})
}

/** Prefetches a chunk when the phone is idle, for use without a network. */
export function wantLater(load: Load): void {
  if (isWarm) fetchQuietly(load)
  else waiting.push(load)
}

/** A lazy component, loaded when first shown or earlier when the phone is idle. */
export function later<P>(load: () => Promise<ComponentType<P>>): ReturnType<typeof lazy<ComponentType<P>>> {
  wantLater(load)
  return lazy(() => load().then((part) => ({ default: part })))
}

/** Runs work when the phone is idle, at the latest after `timeout` milliseconds. */
function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout })
  else setTimeout(work, timeout)
}

/** Fetches one chunk per idle period, so that none delays the person. */
function fetchNext(): void {
  const load = waiting.shift()
  isWarm = load === undefined
  if (load) void load().then(scheduleNext, scheduleNext)
}

const scheduleNext = (): void => whenIdle(fetchNext, 1000)

/**
 * Prefetches the requested chunks after the first page is shown. On the visit that installs the service worker, the worker does not serve the page
 * yet and nothing else would have the chunks offline: fetch all at once. On later visits the worker has them, so they are fetched one by one while
 * idle.
 */
export function fetchLater(): void {
  const isServed = Boolean(globalThis.navigator?.serviceWorker?.controller)
  const start = (): void => {
    isWarm = true
    waiting.splice(0).forEach(fetchQuietly)
  }
  whenIdle(isServed ? fetchNext : start, 3000)
}
