import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isExcused, quarantine } from '../../../scripts/test/quarantine.ts'

it('excuses the failures of a file for seven days', () => {
  const list = [{ file: 'e2e/walk.spec.ts', reason: 'the card runs out', since: '2026-11-20' }]
  const on = (day: string, where = 'e2e/walk.spec.ts:12') => isExcused(where, new Date(`${day}T10:00:00Z`), list)
  expect([on('2026-11-19'), on('2026-11-20'), on('2026-11-27'), on('2026-11-28')]).toEqual([false, true, true, false])
  expect(on('2026-11-20', 'e2e/walk-back.spec.ts:12')).toBe(false)
})

it('names files that exist, with a reason and a day', () => {
  for (const { file, reason, since } of quarantine) {
    expect(existsSync(file), file).toBe(true)
    expect(reason.length, file).toBeGreaterThan(20)
    expect(new Date(since).toISOString().slice(0, 10)).toBe(since)
  }
})
