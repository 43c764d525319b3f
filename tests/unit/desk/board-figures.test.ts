import { expect, test } from 'vitest'
import type { Measured } from '#contract/kit/figures/measure.ts'
import { behind, lastMonths, orders } from '#src/features/insight/board/figures.ts'

const found: Measured = {
  group: 'month',
  split: null,
  filter: { repairStatus: 'done' },
  values: { count: 3 },
  rows: [{ key: '2026-02', name: '2026-02', filter: { repairStatus: 'done', reportedAt_ge: '2026-02-01' }, values: { count: 3 } }],
}

test('a month without rows leads to the list of that month, not to all rows', () => {
  const [last, now] = lastMonths(orders, found, '2026-03-15', 2)
  expect([last!.values.count, now!.values.count]).toEqual([3, 0])
  expect(now!.filter).toEqual({ repairStatus: 'done', reportedAt_ge: '2026-03-01', reportedAt_le: '2026-03-31 23:59:59.999' })
  expect(behind(orders, 'count', now)).toContain('reportedAt_ge=2026-03-01&reportedAt_le=2026-03-31')
  expect(lastMonths(orders, undefined, '2026-03-15', 1)[0]!.filter).toMatchObject({ reportedAt_ge: '2026-03-01' })
})
