import { type ComponentType, lazy } from 'react'

type Load = () => Promise<unknown>

const waiting: Load[] = []
let isWarm = false

const fetchQuietly = (load: Load): void => {
  // Without a network it is tried again when it is needed.
  void load().catch(() => {})
}

/** Prefetches a chunk when the phone is idle, so that it is there when the signal is not. */
export function wantLater(load: Load): void {
  if (isWarm) fetchQuietly(load)
  else waiting.push(load)
}

/** A component that is loaded when it is first shown, or earlier when the phone is idle. */
export function later<P>(load: () => Promise<ComponentType<P>>): ReturnType<typeof lazy<ComponentType<P>>> {
  wantLater(load)
  return lazy(() => load().then((part) => ({ default: part })))
}

/** Runs work when the phone is idle, after this many milliseconds in any case. */
function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout })
  else setTimeout(work, timeout)
}

/** One chunk after another, each in a separate idle period, so that none delays the person. */
function fetchNext(): void {
  const load = waiting.shift()
  isWarm = load === undefined
  if (load) void load().then(scheduleNext, scheduleNext)
}

const scheduleNext = (): void => whenIdle(fetchNext, 1000)

/**
 * Fetches what is wanted later once the first page stands. The visit that installs the service worker is not served by it yet, so that nothing else
 * would have these parts when the network goes: there they come at once. Otherwise the worker has them, and they give way to the page.
 */
export function fetchLater(): void {
  const isServed = Boolean(globalThis.navigator?.serviceWorker?.controller)
  const start = (): void => {
    isWarm = true
    waiting.splice(0).forEach(fetchQuietly)
  }
  whenIdle(isServed ? fetchNext : start, 3000)
}
