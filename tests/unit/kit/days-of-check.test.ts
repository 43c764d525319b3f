import { expect, test } from 'vitest'
import { everyPeriod, wantedOf } from '#contract/kit/figures/measure-groups.ts'
import { checkLines } from '#contract/measures/check-lines.ts'
import { daysOfCheck } from '#src/features/check/days-of-check.ts'

const group = (key: string | null, counted: number) => ({ key, name: key, filter: {}, values: { counted } })

test('a check adds up what is counted by the end of each day; what is not counted has no day', () => {
  const { groups, counted } = daysOfCheck({
    rows: [group('2026-11-01', 3), group('2026-11-02', 0), group('2026-11-03', 4), group(null, 9)],
  })
  expect(groups.map(({ key }) => key)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
  expect(counted).toEqual([3, 3, 7])
  expect(daysOfCheck({ rows: [group(null, 9)] })).toEqual({ groups: [], counted: [] })
})

test('days between the first and the last are all told, over the end of a month and a leap day too', () => {
  expect(everyPeriod(['2028-02-28', '2028-03-01'], 'day')).toEqual(['2028-02-28', '2028-02-29', '2028-03-01'])
  expect(everyPeriod(['1026-01-01', '2026-01-01'], 'day')).toEqual(['1026-01-01', '2026-01-01'])
  expect(wantedOf(checkLines.groups.day, checkLines.of.fields.seenAt, '2026-11-01', '2026-11-22')).toEqual({
    seenAt_ge: '2026-11-01',
    seenAt_le: '2026-11-01 23:59:59.999',
  })
})
