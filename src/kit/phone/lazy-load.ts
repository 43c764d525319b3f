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

/** Does something when the phone has nothing better to do, after so many milliseconds in any case. */
function whenIdle(work: () => void, timeout: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(work, { timeout })
  else setTimeout(work, timeout)
}

/** One part after another, each in an idle moment of its own, so that none holds up what the person does. */
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
