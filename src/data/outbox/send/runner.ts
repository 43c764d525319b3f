import type { FlushEnv } from '../ports.ts'
import { lockedFlusher } from './flush-lock.ts'
import type { RoundReport } from './flush-round.ts'
import { pauseOf } from './take-batch.ts'
import { wake } from './wake.ts'

/** Longest interval between two checks of the queue, in milliseconds: clocks jump, and another tab may die between storing and sending. */
const LOOK_MS = 30_000
/** First wait after a failed round; doubles up to the limit above. */
const BROKEN_MS = 1_000
/** A round reads the whole queue. After a round that sent nothing, an enqueue waits this multiple of its duration, at most the limit below. */
const VAIN_TIMES = 9
const VAIN_MOST_MS = 2_000
/** Wait before the next attempt while another tab holds the lock. */
const BUSY_MS = 700

/** Trigger of a round. `online`, `login` and `tap` first end the waits; `tap` also those that the server asked for. */
export type Reason = 'enqueue' | 'start' | 'visible' | 'timer' | 'pulled' | 'online' | 'login' | 'tap' | 'live'

export interface RunnerEnv extends FlushEnv {
  /** Resolves after this many milliseconds, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called after every round of this tab; may return the longest wait until the next one, in milliseconds. */
  onRound?: (report: RoundReport, reason: Reason) => Promise<number | undefined>
  /** Called after a failed round, for instance with a lost database. The round is repeated after one second, then with growing waits. */
  onError?: (error: unknown) => void
}

export interface Runner {
  /** Requests a round; resolves when all requested rounds have run. */
  kick: (reason: Reason) => Promise<void>
  /** Stops the timer; a round in progress finishes. */
  stop: () => void
}

const rank = (reason: Reason): number => (reason === 'tap' ? 2 : reason === 'online' || reason === 'login' ? 1 : 0)

/** Runs rounds one after another and schedules the next one for what is left. */
export const createRunner = (env: RunnerEnv): Runner => {
  const flusher = lockedFlusher(env)
  let asked: Reason | undefined
  let running: Promise<void> | undefined
  let timer: AbortController | undefined
  let stopped = false
  let broken = 0
  /** Reason of the failed round; the next round takes it over. */
  let unmet: Reason | undefined
  let vainUntil = 0
  let pacing: AbortController | undefined

  const round = async (reason: Reason): Promise<number> => {
    if (reason === 'online' || reason === 'login' || reason === 'tap') {
      await env.store.update((snapshot) => wake(snapshot, env.clock.now(), env.random, reason === 'tap'))
    } else if (reason === 'enqueue') {
      // While all lanes wait, an enqueue does not start a scan of the queue.
      const pause = pauseOf(await env.store.read({ ops: false }), env.clock.now())
      if (pause > 0) return Math.min(LOOK_MS, pause)
    }
    const began = env.clock.mono()
    const report = await flusher.locked()
    const ended = env.clock.mono()
    vainUntil = report?.sent === 0 ? ended + Math.min(VAIN_MOST_MS, (ended - began) * VAIN_TIMES) : 0
    if (report === undefined) return BUSY_MS
    const wanted = (await env.onRound?.(report, reason)) ?? LOOK_MS
    if (report.stop === 'foreign') return LOOK_MS
    return Math.min(LOOK_MS, wanted, Math.max(0, report.wakeAt - env.clock.now()))
  }

  const rest = async (ms: number): Promise<void> => {
    if (stopped) return
    const mine = new AbortController()
    timer = mine
    await env.sleep(ms, mine.signal)
    if (timer === mine) await kick('timer')
  }

  /** Debounces enqueues after a round that sent nothing: offline, hundreds of scans in a row would each start a round that reads the whole queue. */
  const pace = async (): Promise<void> => {
    const ms = vainUntil - env.clock.mono()
    if (ms <= 0) return
    pacing = new AbortController()
    await env.sleep(ms, pacing.signal)
    pacing = undefined
  }

  const run = async (): Promise<void> => {
    let pause = LOOK_MS
    try {
      while (asked !== undefined && !stopped) {
        if (asked === 'enqueue') await pace()
        const reason: Reason = unmet !== undefined && rank(unmet) > rank(asked) ? unmet : asked
        asked = undefined
        pause = await round(reason).then(
          (ms) => {
            broken = 0
            unmet = undefined
            return ms
          },
          (error: unknown) => {
            env.onError?.(error)
            broken += 1
            unmet = reason
            return Math.min(LOOK_MS, BROKEN_MS * 2 ** (broken - 1))
          },
        )
      }
    } finally {
      running = undefined
    }
    void rest(pause)
  }

  const kick = (reason: Reason): Promise<void> => {
    if (stopped) return Promise.resolve()
    timer?.abort()
    timer = undefined
    if (reason !== 'enqueue') pacing?.abort()
    if (asked === undefined || rank(reason) > rank(asked)) asked = reason
    running ??= run()
    return running
  }

  return {
    kick,
    stop: () => {
      stopped = true
      pacing?.abort()
      timer?.abort()
      timer = undefined
    },
  }
}
