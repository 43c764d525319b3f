import type { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { type checkResults, notExpected } from '#contract/entities/check/check-results.ts'
import type { LineCode } from '#contract/entities/check/line-codes.ts'

export type Result = keyof typeof checkResults

/** A line of a check as the phone keeps it, with the codes of its card; a line that an older program has pulled lacks some. */
export interface CountLine extends Partial<Readonly<Record<LineCode, string | null>>> {
  readonly id: string
  readonly deviceId: string | null
  readonly deviceName: string
  readonly deviceCode: string | null
  /** The department that counts it. */
  readonly deptId: string | null
  readonly bookLocationId: string | null
  readonly bookLocationName: string | null
  readonly bookStatus: keyof typeof deviceStates | null
  readonly result: Result
  readonly isSurplus: 0 | 1 | null
  readonly seenAt: string | null
  readonly seenById: string | null
  readonly seenByName: string | null
  readonly seenLocationId: string | null
}

/** An observation of this phone that the pulled lines may not show yet. */
export interface Observation {
  readonly opId: string
  /** Its line, where this phone knew it. */
  readonly lineId?: string
  /** What was scanned, or what a thing without a code was called. */
  readonly code: string
  readonly locationId: string | null
  readonly isMismatch: boolean
  /** A surplus that a person wrote down. */
  readonly isByHand?: boolean
  /** ISO, by the phone's clock. */
  readonly at: string
  /** False once the server has it. */
  readonly isWaiting: boolean
}

/** A line with this phone's own observations in it. */
export interface Counted extends CountLine {
  /** The observation of this phone that shows in it. */
  readonly own?: Observation
}

export interface Progress {
  readonly done: number
  readonly all: number
}

/** What seeing a device at a place means: the book is right, or it lies elsewhere. Without a place nothing contradicts the book. */
export function resultAt(line: Pick<CountLine, 'bookLocationId'>, locationId: string | null): Result {
  return locationId && line.bookLocationId && line.bookLocationId !== locationId ? 'misplaced' : 'match'
}

/** A pulled line with this phone's observations of it, the earliest first: the first one decides a line that is not counted yet. */
export function countedOf(line: CountLine, observations: readonly Observation[]): Counted {
  const own = observations[0]
  if (!own) return line
  if (line.result !== 'pending') return own.isWaiting ? { ...line, own } : line
  const result = own.isMismatch ? 'mismatch' : resultAt(line, own.locationId)
  return { ...line, result, seenAt: own.at, seenLocationId: own.locationId, own }
}

/** Whether an uncounted line becomes deficient. */
export const isExpected = (line: CountLine): boolean => !notExpected.some((state) => state === line.bookStatus)
