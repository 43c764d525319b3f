import type { CacheStore } from '../cache/cache-port.ts'
import { backoffMs } from '../outbox/send/backoff.ts'
import type { RoundReport } from '../outbox/send/flush-round.ts'
import { createRunner, type Reason, type Runner, type RunnerEnv } from '../outbox/send/runner.ts'
import type { Identity } from '../outbox/store/op.ts'
import { type PullOutcome, type PullTransport, pullRound } from './pull-round.ts'

/** Reasons that trigger a pull even when the last one is recent. */
const EAGER = new Set<Reason>(['start', 'login', 'visible', 'online', 'tap', 'live'])
/** Interval between two pulls for all other reasons, in milliseconds. */
const EVERY_MS = 60_000
/** Retry interval while another window pulls, in milliseconds; it may close before it is done. */
const BUSY_MS = 2_000
/** First and longest retry interval while an open transaction on the server holds changes back, in milliseconds; doubles. */
const HELD_MS = 2_000
const HELD_MOST_MS = 16_000
/** Longest pause that the server may request. */
const LONGEST_MS = 60 * 60_000

export interface PhoneSyncEnv extends Omit<RunnerEnv, 'onRound'> {
  /** Called after every round of this tab, before the pull that may follow it. */
  onRound?: (report: RoundReport, reason: Reason) => void | Promise<void>
  transport: RunnerEnv['transport'] & PullTransport
  cache: CacheStore
  /** The person this page belongs to. */
  who: Identity
  /** Called after every pull; on `whole` the page may refetch data that it does not cache. */
  onPulled?: (outcome: PullOutcome) => void
}

/** The page's sync: push, then pull, then refetch. This order keeps views from jumping back to before the person's own writes. */
export const createPhoneSync = (env: PhoneSyncEnv): Runner => {
  let pulledAt = Number.NEGATIVE_INFINITY
  // A round may find another tab flushing, or no network: a later round then makes up for the pull.
  let isOwed = false
  let lost = 0
  let held = 0
  /** Monotonic time until which the server asked for a pause; only a tap overrides it. */
  let putOff = Number.NEGATIVE_INFINITY
  const onPutOff = (seconds: number): void => {
    putOff = env.clock.mono() + Math.min(LONGEST_MS, seconds * 1000)
  }
  const runner: Runner = createRunner({
    ...env,
    onRound: async (report, reason) => {
      await env.onRound?.(report, reason)
      if (report.stop !== undefined) return undefined
      const every = held > 0 ? Math.min(HELD_MOST_MS, HELD_MS * 2 ** (held - 1)) : EVERY_MS
      const early = pulledAt + every - env.clock.mono()
      if (!isOwed && report.sent === 0 && early > 0) return held > 0 ? early : undefined
      const rest = putOff - env.clock.mono()
      if (rest > 0 && reason !== 'tap') return rest
      isOwed = false
      pulledAt = env.clock.mono()
      const { cache, store: outbox, transport, locks, who } = env
      let isHeld = false
      const onHeld = (): void => {
        isHeld = true
      }
      const outcome = await pullRound({ cache, outbox, transport, locks, who, onPutOff, onHeld })
      held = isHeld ? held + 1 : 0
      env.onPulled?.(outcome)
      if (outcome === 'whole') void runner.kick('pulled')
      lost = outcome === 'lost' ? lost + 1 : 0
      isOwed ||= outcome === 'lost' || outcome === 'busy'
      if (outcome === 'busy') return BUSY_MS
      return outcome === 'lost' ? Math.max(backoffMs(lost, env.random()), putOff - env.clock.mono()) : undefined
    },
  })
  const kick = (reason: Reason): Promise<void> => {
    isOwed ||= EAGER.has(reason)
    return runner.kick(reason)
  }
  return { ...runner, kick }
}
