import type { CacheStore } from '../cache/cache-port.ts'
import { backoffMs } from '../outbox/backoff.ts'
import type { RoundReport } from '../outbox/flush-round.ts'
import type { Identity } from '../outbox/op.ts'
import { createRunner, type Reason, type Runner, type RunnerEnv } from '../outbox/runner.ts'
import { type PullOutcome, type PullTransport, pullRound } from './pull-round.ts'

/** A pull is made after these even when the newest one is younger. */
const EAGER = new Set<Reason>(['start', 'login', 'visible', 'online', 'tap'])
/** How often the feed is asked otherwise, in milliseconds. */
const EVERY_MS = 60_000

export interface PhoneSyncEnv extends Omit<RunnerEnv, 'onRound'> {
  /** Told after every round of this tab, before the pull that may follow it. */
  onRound?: (report: RoundReport, reason: Reason) => void | Promise<void>
  transport: RunnerEnv['transport'] & PullTransport
  cache: CacheStore
  /** The person whose page this is. */
  who: Identity
  /** Told after every pull; on `whole` the page may refetch what it does not keep. */
  onPulled?: (outcome: PullOutcome) => void
}

/** The page's sync: push, then pull, then refetch, in this order, so that no view jumps back to before the person's own writes. */
export const createPhoneSync = (env: PhoneSyncEnv): Runner => {
  let pulledAt = Number.NEGATIVE_INFINITY
  // A round may find another tab at the queue, or no way to the server: the pull it was asked for is then made by a later one.
  let isOwed = false
  let lost = 0
  const runner: Runner = createRunner({
    ...env,
    onRound: async (report, reason) => {
      await env.onRound?.(report, reason)
      const isDue = isOwed || report.sent > 0 || env.clock.mono() - pulledAt > EVERY_MS
      if (report.stop !== undefined || !isDue) return undefined
      isOwed = false
      pulledAt = env.clock.mono()
      const outcome = await pullRound({ cache: env.cache, outbox: env.store, transport: env.transport, locks: env.locks, who: env.who })
      env.onPulled?.(outcome)
      if (outcome === 'whole') void runner.kick('pulled')
      lost = outcome === 'lost' ? lost + 1 : 0
      if (lost === 0) return undefined
      isOwed = true
      return backoffMs(lost, env.random())
    },
  })
  const kick = (reason: Reason): Promise<void> => {
    isOwed ||= EAGER.has(reason)
    return runner.kick(reason)
  }
  return { ...runner, kick }
}
