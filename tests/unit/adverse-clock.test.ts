import { expect, test } from 'vitest'
import { followDue, reportDue } from '#contract/entities/quality/adverse-clock.ts'

const awareAt = '2026-11-28T17:00:00.000Z'

test.each([
  ['death', false, '2026-12-06T15:59:59.000Z'],
  ['serious', false, '2026-12-19T15:59:59.000Z'],
  ['possiblySerious', false, '2026-12-19T15:59:59.000Z'],
  ['other', false, null],
  ['other', true, '2026-11-29T05:00:00.000Z'],
  ['death', true, '2026-11-29T05:00:00.000Z'],
] as const)('%s, of a group: %s', (harmLevel, isGroup, due) => {
  // 17:00 UTC is 01:00 of the next day at home.
  expect(reportDue({ harmLevel, isGroup, awareAt })).toBe(due)
})

test('a further report is due after 24 hours', () => {
  expect(followDue('2026-11-29T05:00:00.000Z')).toBe('2026-11-30T05:00:00.000Z')
})
