import type { FlushEnv } from '../ports.ts'
import { flushRound, type RoundReport } from './flush-round.ts'

const LOCK = 'eam:flush'
/** Milliseconds without a heartbeat after which a lock counts as orphaned. */
const ORPHANED_MS = 90_000

/**
 * A flusher that leaves the round to the holder of the lock, as two at once only cost requests. A lock held for 90 s without a heartbeat is ignored.
 * `locked` returns undefined while another tab or the worker flushes.
 */
export const lockedFlusher = (env: FlushEnv): { locked: (budgetMs?: number) => Promise<RoundReport | undefined> } => {
  let refused: { since: number; heartbeat: number } | undefined
  const locked = async (budgetMs?: number): Promise<RoundReport | undefined> => {
    const report = await env.locks.attempt(LOCK, () => flushRound(env, budgetMs))
    if (report !== undefined) {
      refused = undefined
      return report
    }
    const { heartbeat } = (await env.store.read({ ops: false })).meta
    const now = env.clock.mono()
    if (refused === undefined || refused.heartbeat !== heartbeat) refused = { since: now, heartbeat }
    if (now - refused.since < ORPHANED_MS) return undefined
    return flushRound(env, budgetMs)
  }
  return { locked }
}
