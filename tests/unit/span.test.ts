import { describe, expect, it } from 'vitest'
import { type Contacts, correctedTime, type Sender, spanOf, within } from '#server/sync/span.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.UTC(2026, 10, 20, 12)
const back = (hours: number): number => now - hours * hour
/** Contacts that began and ended so many hours ago, and what they reported. */
const contact = (first: number, last: number, minted: number | null, waiting: number | null = null): Contacts => ({
  firstAt: back(first),
  lastAt: back(last),
  minted,
  waiting,
})
const sender = (contacts: readonly Contacts[], more: Partial<Sender> = {}): Sender => ({
  contacts,
  receivedAt: now,
  signedInAt: back(2),
  restoredAt: null,
  ...more,
})
const hours = ({ from, to }: { from: number; to: number }): [number, number] => [(now - from) / hour, (now - to) / hour]

describe('an operation with a number', () => {
  const known = sender([contact(90, 80, 4), contact(70, 60, 6), contact(50, 40, 9), contact(0, 0, 12)])

  it('lies between the last contact that knew fewer and the first that knew its own', () => {
    expect([5, 6, 7, 9, 10, 12, 13].map((number) => hours(spanOf(known, number)))).toEqual([
      [80, 70],
      [80, 70],
      [60, 50],
      [60, 50],
      [40, 0],
      [40, 0],
      [0, 0],
    ])
  })

  it('lies after the last contact of a phone whose queue it had left', () => {
    const over = sender([contact(90, 80, 4, 1), contact(70, 60, 6, 6), contact(50, 10, 9, 9), contact(0, 0, 9, 5)])
    expect(hours(spanOf(over, 5))).toEqual([10, 0])
    expect(hours(spanOf(over, 6))).toEqual([10, 0])
    expect(hours(spanOf(over, 9))).toEqual([60, 50])
  })

  it('of a restored server is not taken for done by contacts before', () => {
    const lost = sender([contact(90, 80, 4, 1), contact(70, 60, 6, 7), contact(0, 0, 6, 5)], { restoredAt: back(1) })
    expect(hours(spanOf(lost, 5))).toEqual([80, 70])
  })

  it('of a phone that the server does not know lies within a day of its sign-in or first contact', () => {
    expect(hours(spanOf(sender([]), 1))).toEqual([26, 0])
    expect(hours(spanOf(sender([contact(30, 0, 3)]), 1))).toEqual([54, 30])
    expect(hours(spanOf(sender([contact(60, 50, null), contact(30, 0, 3)]), 1))).toEqual([50, 30])
    expect(hours(spanOf(sender([], { restoredAt: back(5) }), 1))).toEqual([5 + 14 * 24, 0])
    expect(hours(spanOf(sender([], { restoredAt: back(15 * 24) }), 1))).toEqual([26, 0])
  })

  it('of contacts that contradict each other follows the later one', () => {
    const twisted = sender([contact(90, 80, 1000), contact(40, 30, 5), contact(0, 0, 8)])
    expect(hours(spanOf(twisted, 7))).toEqual([30, 0])
    expect(hours(spanOf(twisted, 5))).toEqual([114, 90])
  })
})

describe('an operation without a number', () => {
  it('lies after the last contact that is no part of the present sending', () => {
    expect(hours(spanOf(sender([contact(30, 20, null), contact(0.5, 0, null)]), undefined))).toEqual([20, 0])
    expect(hours(spanOf(sender([contact(30, 20, 4), contact(1.5, 0.5, 5)]), undefined))).toEqual([1.5, 0])
    expect(hours(spanOf(sender([contact(0.5, 0, null)]), undefined))).toEqual([26, 0])
    expect(hours(spanOf(sender([], { signedInAt: back(30 * 24) }), undefined))).toEqual([31 * 24, 0])
  })
})

describe('a moment', () => {
  it('is the claimed one within the span, else its nearer end', () => {
    const span = { from: back(5), to: back(3) }
    expect([6, 5, 4, 3, 2].map((at) => (now - within(back(at), span)) / hour)).toEqual([5, 5, 4, 3, 3])
  })

  it('is the phone’s, set right by its offset, unless clock or text cannot be believed', () => {
    const at = new Date(back(1)).toISOString()
    expect([0, 240_000, -300_000].map((skew) => correctedTime(at, skew, now) - back(1))).toEqual([0, 240_000, -300_000])
    expect([correctedTime(at, 300_001, now), correctedTime('gestern', 0, now)]).toEqual([now, now])
    expect([-1, 401].map((days) => correctedTime(new Date(now - days * day).toISOString(), 0, now))).toEqual([now, now])
  })
})
