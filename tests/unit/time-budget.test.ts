import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Spent, timeBudget } from '#server/features/import/work/time-budget.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('an expired budget aborts the wait, and names the phase', async () => {
  const budget = timeBudget(180, 'reading')
  const ended: string[] = []
  budget.onSpent(() => ended.push('thread'))
  const waited = budget.within(new Promise(() => {})).catch((error: unknown) => error)
  vi.advanceTimersByTime(179_999)
  expect([ended, budget.spent()]).toEqual([[], undefined])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual(['thread'])
  expect(await waited).toBeInstanceOf(Spent)
  expect(budget.spent()).toMatchObject({ seconds: 180, phase: 'reading' })
  // Work that comes later is ended at once, and nothing brings the time back.
  budget.onSpent(() => ended.push('later'))
  budget.renew(300, 'work')
  expect([ended, budget.spent()?.phase]).toEqual([['thread', 'later'], 'reading'])
})

test('what is read in time has time of its own for the rest, and none runs on after the end', async () => {
  const budget = timeBudget(180, 'reading')
  vi.advanceTimersByTime(100_000)
  budget.renew(300, 'work')
  vi.advanceTimersByTime(299_000)
  expect(budget.spent()).toBeUndefined()
  expect(await budget.within(Promise.resolve(7))).toBe(7)
  budget.end()
  vi.advanceTimersByTime(10_000_000)
  expect([budget.spent(), vi.getTimerCount()]).toEqual([undefined, 0])
})
