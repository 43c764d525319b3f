import type { LiveNews } from './live-news.ts'

/** Shortest interval between two notifications about one entity, in milliseconds. */
export const newsEveryMs = 1000
/** Longest random delay added to it in milliseconds, so that the pages of a hospital do not refetch at once. */
export const spreadMs = 250

export interface PaceEnv {
  readonly now: () => number
  readonly random: () => number
  /** Schedules work; returns the function that cancels it. */
  readonly later: (work: () => void, ms: number) => () => void
  readonly isVisible: () => boolean
  readonly hand: (news: LiveNews) => void
}

export interface Pace {
  take(news: LiveNews): void
  /** Publishes the changes that arrived while the page was hidden. */
  wake(): void
  stop(): void
}

/** Throttles changes: each entity at most once a second, the last change always, nothing while the page is hidden. */
export function pacedNews({ now, random, later, isVisible, hand }: PaceEnv): Pace {
  const waiting = new Set<string>()
  const handedAt = new Map<string, number>()
  let isEverything = false
  let everythingAt = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined
  const dueAt = (name: string): number => Math.max(handedAt.get(name) ?? Number.NEGATIVE_INFINITY, everythingAt) + newsEveryMs

  const run = (): void => {
    cancel = undefined
    if (!isVisible()) return
    const at = now()
    if (isEverything && everythingAt + newsEveryMs <= at) {
      isEverything = false
      everythingAt = at
      waiting.clear()
      hand('everything')
    }
    const due = [...waiting].filter((name) => dueAt(name) <= at)
    for (const name of due) {
      waiting.delete(name)
      handedAt.set(name, at)
    }
    if (due.length > 0) hand({ entities: due })
    plan()
  }
  const plan = (): void => {
    if (cancel || (waiting.size === 0 && !isEverything) || !isVisible()) return
    const first = Math.min(...[...waiting].map(dueAt), isEverything ? everythingAt + newsEveryMs : Number.POSITIVE_INFINITY)
    cancel = later(run, Math.max(0, first - now()) + random() * spreadMs)
  }
  return {
    take(news) {
      if (news === 'everything') isEverything = true
      else for (const name of news.entities) waiting.add(name)
      plan()
    },
    wake: plan,
    stop() {
      cancel?.()
      cancel = undefined
    },
  }
}
