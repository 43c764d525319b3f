import type { CacheStore } from '../cache/cache-port.ts'
import type { Identity } from '../outbox/op.ts'
import { createRunner, type Reason, type Runner, type RunnerEnv } from '../outbox/runner.ts'
import { type PullOutcome, type PullTransport, pullRound } from './pull-round.ts'

/** A pull follows such a round even when the newest one is younger. */
const EAGER = new Set<Reason>(['start', 'login', 'visible', 'online', 'tap'])
/** How often the feed is asked otherwise, in milliseconds. */
const EVERY_MS = 60_000

export interface PhoneSyncEnv extends RunnerEnv {
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
  const runner: Runner = createRunner({
    ...env,
    onRound: async (report, reason) => {
      await env.onRound?.(report, reason)
      const isDue = EAGER.has(reason) || report.sent > 0 || env.clock.mono() - pulledAt > EVERY_MS
      if (report.stop !== undefined || !isDue) return
      pulledAt = env.clock.mono()
      const outcome = await pullRound({ cache: env.cache, outbox: env.store, transport: env.transport, locks: env.locks, who: env.who })
      env.onPulled?.(outcome)
      if (outcome === 'whole') void runner.kick('pulled')
    },
  })
  return runner
}
