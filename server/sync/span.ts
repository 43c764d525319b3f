import { momentOf } from '#contract/kit/time/moment.ts'

/** Contacts in a row of a phone that reported the same numbers, by the server's clock; milliseconds. */
export interface Contacts {
  readonly firstAt: number
  readonly lastAt: number
  /** The highest number that the phone had given; null: it reported none, or it is another phone of the same session. */
  readonly minted: number | null
  /** The lowest number in its queue at the last contact; null: not known. */
  readonly waiting: number | null
}

/** What is known of the phone that sends operations; milliseconds. */
export interface Sender {
  readonly contacts: readonly Contacts[]
  /** When the push arrived. */
  readonly receivedAt: number
  readonly signedInAt: number
  /** When the database was last put back from a backup, if it ever was. */
  readonly restoredAt: number | null
}

/** The time between which an operation was made, both ends included; milliseconds. */
export interface Span {
  readonly from: number
  readonly to: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A clock that is further off than this is not believed. */
const mostSkewMs = 5 * 60_000
/** A phone asks before it sends what is older. */
const oldestMs = 400 * dayMs
/** A phone empties its queue in several requests; without numbers, contacts of the last hour may be among them. */
const sendingMs = hourMs
/** How long before its sign-in a phone that the server does not know may have worked, at most. */
const unknownMs = dayMs
/** For so long a phone keeps what a restored server may have lost, and sends it again. */
const keptMs = 14 * dayMs

const latest = (moments: readonly number[]): number | undefined => (moments.length > 0 ? Math.max(...moments) : undefined)

/** The lower end for a phone of which no contact tells anything. `by`: a moment at which it certainly had made the operation. */
function unknownSince({ signedInAt, restoredAt, receivedAt }: Sender, by: number): number {
  const since = Math.min(signedInAt, by) - unknownMs
  return restoredAt !== null && receivedAt - restoredAt < keptMs ? Math.min(since, restoredAt - keptMs) : since
}

/**
 * The span of an operation by its number: from the last contact before it was made, or after it had left the queue, to the first contact that knew
 * its number. Without a number: from the last contact that is no part of the present sending. Contacts that contradict each other never refuse an
 * operation; the later one counts.
 */
export function spanOf(sender: Sender, number: number | undefined): Span {
  const { contacts, receivedAt, restoredAt } = sender
  const quiet = (until: number, among: readonly Contacts[]): number | undefined =>
    latest(among.flatMap(({ firstAt, lastAt }) => [firstAt, lastAt]).filter((at) => at <= until - sendingMs))
  if (number === undefined)
    return { from: Math.min(quiet(receivedAt, contacts) ?? unknownSince(sender, receivedAt), receivedAt), to: receivedAt }
  const isOver = ({ minted, waiting, lastAt }: Contacts): boolean =>
    minted !== null && (minted < number || (waiting !== null && waiting > number && lastAt > (restoredAt ?? 0)))
  const knew = (from: number): number =>
    Math.min(
      receivedAt,
      ...contacts.flatMap(({ minted, firstAt }) => (minted !== null && minted >= number && firstAt >= from ? [firstAt] : [])),
    )
  const after = latest(contacts.filter(isOver).map(({ lastAt }) => lastAt))
  const first = knew(Number.NEGATIVE_INFINITY)
  const from =
    after ??
    quiet(
      first,
      contacts.filter(({ minted }) => minted === null),
    ) ??
    unknownSince(sender, first)
  return { from: Math.min(from, receivedAt), to: knew(from) }
}

/**
 * When an operation happened by the phone's clock, set right by its known offset; the time of receipt where either cannot be believed. Milliseconds.
 */
export function correctedTime(deviceTime: string, skewMs: number, receivedAt: number): number {
  const typed = momentOf(deviceTime)
  if (typed === undefined || Math.abs(skewMs) > mostSkewMs) return receivedAt
  const moment = Date.parse(typed) + skewMs
  return moment > receivedAt + mostSkewMs || moment < receivedAt - oldestMs ? receivedAt : Math.min(moment, receivedAt)
}

/** A moment, or the end of the span that is nearer to it. Milliseconds. */
export const within = (moment: number, { from, to }: Span): number => Math.max(from, Math.min(moment, to))
