/** A value of a sensor; `at` in milliseconds. */
export interface Sample {
  readonly at: number
  readonly value: number
}

/** How the values of a rule are judged. */
export interface Criterion {
  /** Breaks the rule. */
  readonly isBad: (value: number) => boolean
  /** Keeps it clearly enough to end an alarm. */
  readonly isGood: (value: number) => boolean
  /** How far a value breaks the rule; the peak of an alarm is the worst one. */
  readonly badness: (value: number) => number
  /** How long the rule is broken before the alarm opens. */
  readonly afterMs: number
  /** A longer silence starts the time again; infinite for sensors that report changes alone. */
  readonly holdMs: number
  /** A value counts until the next one; else only the values themselves prove anything. */
  readonly isHeld: boolean
}

/** An alarm: from the first bad value to the good one that ends it. `id`: a stored one. */
export interface Span {
  readonly id?: string
  readonly from: number
  readonly openedAt: number
  /** Its newest bad value: earlier good ones, which came late, do not end it. */
  readonly lastAt: number
  /** null: it goes on. */
  readonly to: number | null
  readonly peak: number
}

/** Samples in order of time, each moment once. */
const ordered = (samples: readonly Sample[]): Sample[] => {
  const sorted = [...samples].sort((one, other) => one.at - other.at || one.value - other.value)
  return sorted.filter(({ at }, index) => at !== sorted[index - 1]?.at)
}

interface Pending {
  readonly from: number
  readonly last: number
  readonly peak: number
}

/**
 * The alarms of a rule at a sensor after these samples, in any order and number; `known`: those that are stored. A known alarm stays: late
 * samples move its beginning back, raise its peak or, behind its newest bad value, end it. They never split it or open it again. One that
 * goes on through silence stays open. `now`: until when a held value counts.
 */
export function judge(samples: readonly Sample[], criterion: Criterion, known: readonly Span[] = [], now?: number): Span[] {
  const { isBad, isGood, badness, afterMs, holdMs, isHeld } = criterion
  const worse = (one: number, other: number): number => (badness(other) > badness(one) ? other : one)
  const spans = [...known].sort((one, other) => one.from - other.from)
  let pending: Pending | undefined
  // Whether the bad time until a moment is long enough.
  const isLong = (until: number): boolean => pending !== undefined && until - pending.from >= afterMs
  const open = (openedAt: number, to: number | null): void => {
    const { from, last, peak } = pending!
    spans.push({ from, openedAt, lastAt: last, to, peak })
    pending = undefined
  }
  /** A new alarm that goes on until the beginning of a known one is the same alarm. */
  const join = (at: number): void => {
    const index = spans.findIndex(({ id, to }) => id === undefined && to === null)
    const early = spans[index]
    const next = early && spans.find(({ from }) => from > early.from && from <= at)
    if (!early || !next) return
    spans[spans.indexOf(next)] = { ...next, from: early.from, peak: worse(next.peak, early.peak) }
    spans.splice(index, 1)
  }
  /** The alarm that a moment lies in. */
  const around = (at: number): number => {
    join(at)
    return spans.findIndex(({ from, to }) => from <= at && (to === null || at <= to))
  }
  for (const { at, value } of ordered(samples)) {
    const index = around(at)
    if (index >= 0) {
      const span = spans[index]!
      // A streak that reaches the alarm began it.
      if (pending && pending.from < span.from && span.from - pending.last <= holdMs)
        spans[index] = { ...span, from: pending.from, peak: worse(span.peak, pending.peak) }
      pending = undefined
      const found = spans[index]!
      if (isBad(value)) spans[index] = { ...found, peak: worse(found.peak, value), lastAt: Math.max(found.lastAt, at) }
      else if (found.to === null && isGood(value) && at > found.lastAt) spans[index] = { ...found, to: at }
      continue
    }
    if (pending && isHeld && at - pending.last <= holdMs && isLong(at)) {
      // The value before held until now.
      const openedAt = pending.from + afterMs
      if (isGood(value)) {
        open(openedAt, at)
        continue
      }
      pending = { ...pending, ...(isBad(value) ? { last: at, peak: worse(pending.peak, value) } : {}) }
      open(openedAt, null)
      continue
    }
    if (!isBad(value)) {
      pending = undefined
      continue
    }
    if (!pending || at - pending.last > holdMs) pending = { from: at, last: at, peak: value }
    else pending = { from: pending.from, last: at, peak: worse(pending.peak, value) }
    if (isLong(at)) open(at, null)
  }
  if (pending && isHeld && now !== undefined && now - pending.last <= holdMs && isLong(now)) open(pending.from + afterMs, null)
  join(Number.POSITIVE_INFINITY)
  return spans.sort((one, other) => one.from - other.from)
}
