import type { CacheStore } from '../cache/cache-port.ts'
import { backoffMs } from '../outbox/backoff.ts'
import type { RoundReport } from '../outbox/flush-round.ts'
import type { Identity } from '../outbox/op.ts'
import { createRunner, type Reason, type Runner, type RunnerEnv } from '../outbox/runner.ts'
import { type PullOutcome, type PullTransport, pullRound } from './pull-round.ts'

/** These trigger a pull even when the newest one is recent. */
const EAGER = new Set<Reason>(['start', 'login', 'visible', 'online', 'tap', 'live'])
/** Otherwise the interval between two pulls, in milliseconds. */
const EVERY_MS = 60_000
/** Another window is pulling: how soon to ask again, as it may be closed before it is done. */
const BUSY_MS = 2_000
/** An open transaction of the server delays news: how soon to ask for them; the wait doubles up to the longest. */
const HELD_MS = 2_000
const HELD_MOST_MS = 16_000
/** The longest pause that a server may ask for. */
const LONGEST_MS = 60 * 60_000

export interface PhoneSyncEnv extends Omit<RunnerEnv, 'onRound'> {
  /** Called after every round of this tab, before the pull that may follow it. */
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
  // A round may find another tab flushing, or no connection: the pull it was asked for is then made by a later one.
  let isOwed = false
  let lost = 0
  let held = 0
  /** The server asked for a pause until then; only a tap ends it. */
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
