import { refusalOf } from '../refused.ts'

/** Collects what has been started, to stop it in the opposite order. */
export interface ProcessLife {
  /** Adds what must be stopped before everything added earlier. `ms`: how long it may take on top of the default. */
  onStop(stop: () => Promise<void>, ms?: number): void
  /** Stops everything and ends the process. Called again it waits for the first call. */
  end(code: number): Promise<never>
}

/** Longest wait for one thing to stop and for a start that is under way, ms. */
const patience = 15_000

/**
 * Runs `start` for the lifetime of this process: Ctrl-C and SIGTERM stop what it started, a failure prints one sentence (or, when unexpected,
 * the error) and exits with 1.
 */
export const liveProcess = async (start: (life: ProcessLife) => Promise<void>): Promise<void> => {
  const stops: { stop: () => Promise<void>; ms: number }[] = []
  let ending: Promise<never> | undefined
  const stopAll = async (code: number): Promise<never> => {
    let failed = false
    for (const { stop, ms } of stops.reverse()) {
      await within(stop(), patience + ms).catch((error: unknown) => {
        failed = true
        console.error(error)
      })
    }
    process.exit(failed ? 1 : code)
  }
  const life: ProcessLife = {
    onStop: (stop, ms = 0) => void stops.push({ stop, ms }),
    end: (code) => {
      ending ??= stopAll(code)
      return ending
    },
  }
  const starting = start(life)
  // A start under way is let finish its step, so that nothing it has just begun is forgotten.
  const onSignal = (): void =>
    void within(starting, patience).then(
      () => life.end(0),
      () => life.end(0),
    )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  try {
    await starting
  } catch (error) {
    console.error(refusalOf(error)?.message ?? error)
    await life.end(1)
  }
}

const within = (work: Promise<void>, ms: number): Promise<void> =>
  new Promise((done, fail) => {
    const timer = setTimeout(done, ms)
    work.then(done, fail).finally(() => clearTimeout(timer))
  })
