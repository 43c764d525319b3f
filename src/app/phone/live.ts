import { kept } from 'virtual:kept-entities'
import { type LiveNews, onLiveNews } from '#src/data/live/live-news.ts'
import { startLive } from '#src/data/live/start-live.ts'

/** Shortest interval between two pulls after changes, milliseconds; a stocktake changes rows all the time. */
const pullEveryMs = 3000

const names = new Set(kept)
const isKept = (news: LiveNews): boolean => news === 'everything' || news.entities.some((name) => names.has(name))

let isStarted = false

/** Asks for what phones keep as soon as the server tells that some of it has changed; returns the function that stops it. */
export function followLive(pull: () => void): () => void {
  let pulledAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    timer = undefined
    pulledAt = performance.now()
    pull()
  }
  const stop = onLiveNews((news) => {
    if (!isKept(news) || timer !== undefined) return
    timer = setTimeout(run, Math.max(0, pulledAt + pullEveryMs - performance.now()))
  })
  if (!isStarted) startLive()
  isStarted = true
  return () => {
    clearTimeout(timer)
    stop()
  }
}
