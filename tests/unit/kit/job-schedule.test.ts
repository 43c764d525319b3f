import { describe, expect, test } from 'vitest'
import { lastDue, nextDue, scheduleOf } from '#server/kit/jobs/cron.ts'
import { type Candidate, pick } from '#server/kit/jobs/pick.ts'

const at = (text: string): number => Date.parse(text)
const iso = (moment: number): string => new Date(moment).toISOString()

describe('a schedule in the time of the installation', () => {
  test.each([
    // 17 minutes past three at night in China is 19:17 of the day before in UTC.
    ['17 3 * * *', '2026-11-22T12:00:00Z', '2026-11-21T19:17:00.000Z', '2026-11-22T19:17:00.000Z'],
    ['17 3 * * *', '2026-11-22T19:17:30Z', '2026-11-22T19:17:00.000Z', '2026-11-23T19:17:00.000Z'],
    ['* * * * *', '2026-11-22T12:00:59Z', '2026-11-22T12:00:00.000Z', '2026-11-22T12:01:00.000Z'],
    ['*/15 * * * *', '2026-11-22T12:07:00Z', '2026-11-22T12:00:00.000Z', '2026-11-22T12:15:00.000Z'],
    ['0 0 1 * *', '2026-11-22T12:00:00Z', '2026-10-31T16:00:00.000Z', '2026-11-30T16:00:00.000Z'],
    ['0 8 * * 1-5', '2026-11-21T12:00:00Z', '2026-11-20T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['30 8 29 2 *', '2026-11-22T12:00:00Z', '2024-02-29T00:30:00.000Z', '2028-02-29T00:30:00.000Z'],
    // Days of month and week that both limit are alternatives.
    ['0 0 13 * 5', '2026-11-22T12:00:00Z', '2026-11-19T16:00:00.000Z', '2026-11-26T16:00:00.000Z'],
  ])('%s at %s', (cron, now, last, next) => {
    const schedule = scheduleOf(cron)
    expect([iso(lastDue(schedule, at(now))), iso(nextDue(schedule, at(now)))]).toEqual([last, next])
  })

  test.each(['', '* * * *', '60 * * * *', '* 24 * * *', '* * 0 * *', '5-1 * * * *', '*/0 * * * *', 'a * * * *', '1, * * * *', '* * * * 7'])(
    '“%s” is refused',
    (cron) => {
      expect(() => scheduleOf(cron)).toThrow()
    },
  )
})

describe('tenants take turns', () => {
  const jobs = (...names: string[]): Candidate[] => names.map((id) => ({ tenantId: id[0]!, id, kind: 'x' }))
  const order = (candidates: Candidate[], free: number, served: Record<string, number> = {}): string[] =>
    pick(candidates, () => free, new Map(Object.entries(served))).map(({ id }) => id)

  test('the one that was served least recently first, its oldest job first', () => {
    expect(order(jobs('A1', 'A2', 'B1', 'C2', 'C1'), 1, { A: 3, B: 2 })).toEqual(['C1', 'C2', 'B1', 'A1', 'A2'])
  })

  test('kinds without a free place wait', () => {
    expect(order(jobs('A1', 'B1'), 0)).toEqual([])
  })
})
