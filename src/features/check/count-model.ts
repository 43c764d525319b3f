import type { checkResults } from '#contract/entities/check/check-results.ts'

export type Result = keyof typeof checkResults

/** A line of a check as the phone keeps it. */
export interface CountLine {
  readonly id: string
  readonly deviceId: string
  readonly deviceName: string
  readonly deviceCode: string | null
  readonly bookLocationId: string | null
  readonly bookLocationName: string | null
  readonly result: Result
  readonly seenAt: string | null
  readonly seenLocationId: string | null
}

/** What a device can be recognised by. */
export interface Marks {
  readonly id: string
  readonly deviceCode: string | null
  readonly assetsCode: string | null
  readonly rfidCode: string | null
  readonly qrToken: string | null
}

/** An observation of this phone that the pulled lines may not show yet. */
export interface Observation {
  readonly opId: string
  readonly code: string
  readonly locationId: string | null
  /** ISO, by the phone's clock. */
  readonly at: string
  /** False once the server has it. */
  readonly isWaiting: boolean
}

/** A line with this phone's own observations in it. */
export interface Counted extends CountLine {
  readonly isWaiting: boolean
}

export interface Count {
  readonly lines: readonly Counted[]
  /** Own observations of what is not on the book. */
  readonly surplus: readonly Observation[]
}

/** A line by a code, and the code as it is written on the card: people type it in other cases. */
export interface Entry {
  readonly lineId: string
  readonly code: string
}
export type CodeBook = ReadonlyMap<string, Entry>

const plain = (code: string): string => code.trim().toUpperCase()

/** Every code that a line can be recognised by. */
export function codeBook(lines: readonly CountLine[], marks: readonly Marks[]): CodeBook {
  const byDevice = new Map(lines.map((line) => [line.deviceId, line.id]))
  const book = new Map<string, Entry>()
  const enter = (code: string | null, lineId: string | undefined): void => {
    if (code && lineId && !book.has(plain(code))) book.set(plain(code), { lineId, code })
  }
  for (const line of lines) enter(line.deviceCode, line.id)
  for (const device of marks)
    for (const code of [device.qrToken, device.rfidCode, device.deviceCode, device.assetsCode]) enter(code, byDevice.get(device.id))
  return book
}

/** What a code means; undefined: it is not on the book. */
export function entryOf(code: string, book: CodeBook): Entry | undefined {
  return book.get(plain(code))
}

/** What seeing a device at a place means: the book is right, or it lies elsewhere. Without a place nothing contradicts the book. */
export function resultAt(line: Pick<CountLine, 'bookLocationId'>, locationId: string | null): Result {
  return locationId && line.bookLocationId && line.bookLocationId !== locationId ? 'misplaced' : 'match'
}

/** The count as the person expects it: pulled lines with this phone's observations in order; the first one decides a line. */
export function countOf(lines: readonly CountLine[], observations: readonly Observation[], book: CodeBook): Count {
  const counted = new Map<string, Counted>(lines.map((line) => [line.id, { ...line, isWaiting: false }]))
  const surplus = new Map<string, Observation>()
  for (const seen of observations) {
    const id = entryOf(seen.code, book)?.lineId
    const line = id === undefined ? undefined : counted.get(id)
    if (line === undefined) {
      if (!surplus.has(plain(seen.code))) surplus.set(plain(seen.code), seen)
    } else if (line.result === 'pending') {
      const { at: seenAt, locationId, isWaiting } = seen
      counted.set(line.id, { ...line, result: resultAt(line, locationId), seenAt, seenLocationId: locationId, isWaiting })
    } else if (seen.isWaiting && line.seenAt === seen.at) counted.set(line.id, { ...line, isWaiting: true })
  }
  return { lines: [...counted.values()], surplus: [...surplus.values()] }
}

export interface Progress {
  readonly done: number
  readonly all: number
}

/** How many lines are counted; of one room when it is given. */
export function progressOf(lines: readonly CountLine[], roomId?: string): Progress {
  const of = roomId ? lines.filter((line) => line.bookLocationId === roomId) : lines
  return { done: of.filter((line) => line.result !== 'pending').length, all: of.length }
}

/** The lines still to count, by room and name; of one room when it is given. */
export function missingOf<L extends CountLine>(lines: readonly L[], roomId?: string): L[] {
  return lines
    .filter((line) => line.result === 'pending' && (!roomId || line.bookLocationId === roomId))
    .sort((a, b) => (a.bookLocationName ?? '').localeCompare(b.bookLocationName ?? '') || a.deviceName.localeCompare(b.deviceName))
}

/** The counted lines, the latest first. */
export function seenOf<L extends CountLine>(lines: readonly L[]): L[] {
  return lines.filter((line) => line.result !== 'pending').sort((a, b) => (b.seenAt ?? '').localeCompare(a.seenAt ?? ''))
}
