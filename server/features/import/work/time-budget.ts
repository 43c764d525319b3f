/** What an import does: reading can be made slow by the file alone, the rest depends on the register. */
export type Phase = 'reading' | 'work'

/** Thrown by work whose time is over. */
export class Spent extends Error {
  override name = 'Spent'
  readonly seconds: number
  readonly phase: Phase
  constructor(seconds: number, phase: Phase) {
    super(`${phase} took more than ${seconds} s`)
    this.seconds = seconds
    this.phase = phase
  }
}

export interface TimeBudget {
  /** Gives so many seconds from now on. Time that is over stays over. */
  renew(seconds: number, phase: Phase): void
  /** Calls `act` when the time is over, at once where it is. */
  onSpent(act: () => void): void
  /** The error of time that is over. */
  spent(): Spent | undefined
  /** Waits for something no longer than the time lasts. */
  within<T>(work: Promise<T>): Promise<T>
  end(): void
}

/** The seconds that a phase of work may take; it guarantees that its place becomes free. */
export function timeBudget(seconds: number, phase: Phase): TimeBudget {
  let over: Spent | undefined
  let timer: NodeJS.Timeout
  const acts: (() => void)[] = []
  const start = (some: number, of: Phase): void => {
    timer = setTimeout(() => {
      over = new Spent(some, of)
      for (const act of acts) act()
    }, some * 1000)
  }
  start(seconds, phase)
  const onSpent = (act: () => void): void => {
    if (over) act()
    else acts.push(act)
  }
  return {
    renew(some, of) {
      clearTimeout(timer)
      if (!over) start(some, of)
    },
    onSpent,
    spent: () => over,
    within: (work) => Promise.race([work, new Promise<never>((_, fail) => onSpent(() => fail(over)))]),
    end: () => clearTimeout(timer),
  }
}
