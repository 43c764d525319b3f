import { describe, expect, test } from 'vitest'
import { daysAfter } from '#contract/kit/time/day.ts'
import {
  type DueTerms,
  daysOfCycle,
  dueAfter,
  dueFrom,
  isRestDay,
  passedBetween,
  scheduleAfter,
  spreadDays,
  type WorkCalendar,
  workingDay,
} from '#contract/kit/time/due-day.ts'

const every = (count: number, unit: 'day' | 'month' | 'year', more: Partial<DueTerms> = {}): DueTerms => ({
  cycle: { count, unit },
  season: [],
  ...more,
})
/** The first due days of a chain. */
function chain(anchor: string, terms: DueTerms, count: number): string[] {
  const days = [dueFrom(anchor, terms, anchor)]
  while (days.length < count) days.push(dueAfter(anchor, terms, days.at(-1)!))
  return days
}

describe('due days of a chain', () => {
  test.each([
    ['2026-01-31', every(1, 'month'), ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2024-02-29', every(1, 'year'), ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']],
    ['2026-08-31', every(6, 'month'), ['2026-08-31', '2027-02-28', '2027-08-31', '2028-02-29', '2028-08-31']],
    ['2026-12-30', every(45, 'day'), ['2026-12-30', '2027-02-13', '2027-03-30', '2027-05-14']],
  ])('from %s do not drift', (anchor, terms, expected) => expect(chain(anchor, terms, expected.length)).toEqual(expected))

  test('are found from any day, also long after the first', () => {
    expect(dueAfter('2000-01-31', every(1, 'month'), '2026-02-27')).toBe('2026-02-28')
    expect(dueAfter('2000-01-31', every(1, 'month'), '2026-02-28')).toBe('2026-03-31')
    expect(dueAfter('2026-05-10', every(7, 'day'), '2020-01-01')).toBe('2026-05-10')
    expect(dueFrom('2026-05-10', every(7, 'day'), '2026-05-17')).toBe('2026-05-17')
  })
})

describe('seasons', () => {
  test.each([
    ['occurrences outside are left out', '2026-01-15', every(1, 'month', { season: [4, 5] }), ['2026-04-15', '2026-05-15', '2027-04-15']],
    [
      'an occurrence of a cycle that never meets it moves to its first day',
      '2026-01-15',
      every(1, 'year', { season: [4] }),
      ['2026-04-01', '2027-04-01'],
    ],
    ['each occurrence moves once', '2026-01-15', every(3, 'month', { season: [3, 9] }), ['2026-03-01', '2026-09-01', '2027-03-01']],
    ['over the end of a year', '2026-11-20', every(1, 'month', { season: [12, 1] }), ['2026-12-20', '2027-01-20', '2027-12-20']],
  ])('%s', (_, anchor, terms, expected) => expect(chain(anchor, terms, expected.length)).toEqual(expected))
})

describe('rest days', () => {
  // National Day 2026: 1 to 7 October are holidays, Saturday 10 October is worked.
  const calendar: WorkCalendar = new Map([
    ...Array.from({ length: 7 }, (_, at) => [`2026-10-0${at + 1}`, 'rest'] as const),
    ['2026-10-10', 'work'],
  ])

  test('weekends rest, unless the calendar says otherwise', () => {
    expect(['2026-10-02', '2026-10-03', '2026-10-08', '2026-10-10', '2026-10-11'].map((day) => isRestDay(day, calendar))).toEqual([
      true,
      true,
      false,
      false,
      true,
    ])
    expect(workingDay('2026-10-03', calendar)).toBe('2026-10-08')
    expect(workingDay('2026-10-10', calendar)).toBe('2026-10-10')
    expect(workingDay('2026-10-11', calendar)).toBe('2026-10-12')
    expect(workingDay('2026-10-03', undefined)).toBe('2026-10-03')
  })

  test('move a due day and not the chain', () => {
    expect(chain('2026-09-05', every(1, 'month', { calendar }), 4)).toEqual(['2026-09-07', '2026-10-08', '2026-11-05', '2026-12-07'])
  })

  test('several occurrences on one working day are due once', () => {
    expect(chain('2026-10-09', every(1, 'day', { calendar }), 5)).toEqual([
      '2026-10-09',
      '2026-10-10',
      '2026-10-12',
      '2026-10-13',
      '2026-10-14',
    ])
  })

  test('a calendar without working days moves nothing', () => {
    const never: WorkCalendar = new Map(Array.from({ length: 200 }, (_, at) => [daysAfter('2026-01-01', at), 'rest'] as const))
    expect(workingDay('2026-01-05', never)).toBe('2026-01-05')
    expect(dueAfter('2026-01-05', every(1, 'day', { calendar: never }), '2026-01-05')).toBe('2026-01-06')
  })
})

describe('the schedule after completion', () => {
  const month = every(1, 'month')
  const at = { anchor: '2026-01-10', due: '2026-03-10' }

  test('counted from planned dates, early and late ones move nothing', () => {
    expect(scheduleAfter(at, month, 'planned', '2026-03-01', '2026-03-01')).toEqual({ anchor: '2026-01-10', due: '2026-04-10', missed: 0 })
    expect(scheduleAfter(at, month, 'planned', '2026-03-25', '2026-03-25')).toEqual({ anchor: '2026-01-10', due: '2026-04-10', missed: 0 })
  })

  test('counted from planned dates, occurrences that passed meanwhile are missed', () => {
    expect(scheduleAfter(at, month, 'planned', '2026-05-20', '2026-05-20')).toEqual({ anchor: '2026-01-10', due: '2026-06-10', missed: 2 })
    expect(passedBetween(at.anchor, month, at.due, '2026-04-09')).toBe(0)
    expect(passedBetween(at.anchor, month, at.due, '2026-04-10')).toBe(1)
  })

  test('counted from the completion, early and late ones move the next', () => {
    expect(scheduleAfter(at, month, 'completed', '2026-03-01', '2026-03-01')).toEqual({
      anchor: '2026-03-01',
      due: '2026-04-01',
      missed: 0,
    })
    expect(scheduleAfter(at, month, 'completed', '2026-05-20', '2026-05-20')).toEqual({
      anchor: '2026-05-20',
      due: '2026-06-20',
      missed: 0,
    })
  })

  test('counted from the completion, work done when it is due keeps the day of the chain', () => {
    let one: { anchor: string; due: string } = { anchor: '2026-01-31', due: '2026-01-31' }
    const days: string[] = []
    for (let more = 0; more < 4; more++) {
      one = scheduleAfter(one, month, 'completed', one.due, one.due)
      days.push(one.due)
    }
    expect(days).toEqual(['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  })

  test('work that is given up is due one occurrence later, and not in the past', () => {
    for (const from of ['planned', 'completed'] as const) {
      expect(scheduleAfter(at, month, from, '2026-03-05').due).toBe('2026-04-10')
      expect(scheduleAfter(at, month, from, '2026-05-20').due).toBe('2026-06-10')
    }
  })
})

describe('the spread of first days', () => {
  test('is even over the cycle', () => {
    expect(daysOfCycle({ count: 6, unit: 'month' })).toBe(183)
    const days = spreadDays('2026-01-01', every(1, 'month'), 60)
    expect(days[0]).toBe('2026-01-01')
    expect(days.at(-1)).toBe('2026-01-30')
    const most = Math.max(...new Map(days.map((day) => [day, days.filter((one) => one === day).length])).values())
    expect(most).toBe(2)
  })

  test('leaves out rest days and months outside the season', () => {
    const days = spreadDays('2026-01-01', every(1, 'year', { season: [4], calendar: new Map() }), 44)
    expect(new Set(days.map((day) => day.slice(0, 7)))).toEqual(new Set(['2026-04']))
    expect(days.filter((day) => isRestDay(day, new Map()))).toEqual([])
    expect(new Set(days).size).toBe(22)
  })

  test('waits for a season outside the cycle', () => {
    const days = spreadDays('2026-01-10', every(1, 'month', { season: [6] }), 30)
    expect([days[0], days.at(-1), new Set(days).size]).toEqual(['2026-06-01', '2026-06-30', 30])
  })
})
