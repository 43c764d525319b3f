import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'

/** Waits its turn and runs. Refuses with `busy` when too many wait already; phones come again by themselves. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>

/** How many may wait; a hundred phones with a batch each are far fewer. */
const mostWaiting = 2000

/**
 * Lets the work of phones have no more than part of the connections, first come first served, so that however many of them come back at once, people at the
 * desk find one free.
 */
export function slotsFor(pool: pg.Pool): InSlot {
  const most = Math.max(1, Math.floor((pool.options.max ?? 10) * 0.6))
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw new Refusal('busy')
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
