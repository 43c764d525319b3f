import { describe, expect, test } from 'vitest'
import { clash, hoursIn, isWorkTime, partsOf, type ShiftTimes, stretchAt } from '#contract/entities/service/oncall/on-call-hours.ts'

const at = (home: string): number => Date.parse(`${home.replace(' ', 'T')}:00+08:00`)
const office = hoursIn('08:00-12:00,14:00-17:30')!
const weekly = (weekday: number, from: number, to: number, validFrom = '2026-01-01', validTo: string | null = null): ShiftTimes => ({
  ...{ kind: 'weekly', weekday, from: from * 60, to: to * 60, validFrom, validTo },
})
const dated = (from: string, to: string): ShiftTimes => ({ kind: 'dated', from: at(from), to: at(to) })

test.each([
  ['08:00-17:30', [{ from: 480, to: 1050 }]],
  [
    '8:00–12:00，14:00-24:00',
    [
      { from: 480, to: 720 },
      { from: 840, to: 1440 },
    ],
  ],
  ['', undefined],
  ['08:00', undefined],
  ['17:30-08:00', undefined],
  ['08:00-12:00,11:00-17:00', undefined],
  ['08:00-25:00', undefined],
  ['08:00-24:30', undefined],
  ['08:00-12:00-13:00', undefined],
  ['1:00-2:00,3:00-4:00,5:00-6:00,7:00-8:00,9:00-10:00', undefined],
])('working hours %s', (text, spans) => {
  expect(hoursIn(text)).toEqual(spans)
})

// 2026-10-01 is a Thursday and a holiday; Saturday 10 October is a make-up working day.
const calendar = new Map<string, 'rest' | 'work'>([
  ['2026-10-01', 'rest'],
  ['2026-10-10', 'work'],
])
test.each([
  ['2026-10-12 07:30', false],
  ['2026-10-12 07:59', false],
  ['2026-10-12 08:00', true],
  ['2026-10-12 12:00', false],
  ['2026-10-12 17:29', true],
  ['2026-10-12 17:30', false],
  ['2026-10-12 23:30', false],
  ['2026-10-13 00:30', false],
  ['2026-10-09 18:00', false],
  ['2026-10-11 10:00', false],
  ['2026-10-01 10:00', false],
  ['2026-10-10 10:00', true],
])('%s is working time: %s', (when, is) => {
  expect(isWorkTime(at(when), office, calendar)).toBe(is)
})

describe('a night shift of Friday', () => {
  const night = weekly(5, 18, 8)
  test.each([
    ['2026-10-09 17:59', false],
    ['2026-10-09 18:00', true],
    ['2026-10-09 23:30', true],
    ['2026-10-10 00:30', true],
    ['2026-10-10 07:59', true],
    ['2026-10-10 08:00', false],
    ['2026-10-08 23:30', false],
  ])('%s', (when, is) => {
    expect(stretchAt([night], at(when)) !== undefined).toBe(is)
  })

  test('begins with its first day and ends on the morning after its last', () => {
    const short = weekly(5, 18, 8, '2026-10-09', '2026-10-09')
    expect(stretchAt([short], at('2026-10-02 20:00'))).toBeUndefined()
    expect(stretchAt([short], at('2026-10-10 07:00'))?.to).toBe(at('2026-10-10 08:00'))
    expect(stretchAt([short], at('2026-10-16 20:00'))).toBeUndefined()
  })

  test('gives way to a dated shift', () => {
    const swap = dated('2026-10-09 20:00', '2026-10-09 23:00')
    expect(stretchAt([night, swap], at('2026-10-09 21:00'))?.shift).toBe(swap)
    expect(stretchAt([night, swap], at('2026-10-09 23:00'))?.shift).toBe(night)
  })
})

test.each<[string, ShiftTimes, ShiftTimes, boolean]>([
  ['the same night twice', weekly(5, 18, 8), weekly(5, 20, 22), true],
  ['a night and the morning after it', weekly(5, 18, 8), weekly(6, 7, 12), true],
  ['a night and the day after it', weekly(5, 18, 8), weekly(6, 8, 18), false],
  ['Sunday night and Monday', weekly(7, 18, 8), weekly(1, 0, 6), true],
  ['a whole day and its evening', weekly(3, 0, 0), weekly(3, 18, 20), true],
  ['other periods', weekly(5, 18, 8, '2026-01-01', '2026-06-30'), weekly(5, 18, 8, '2026-07-01'), false],
  ['the last night reaches into the first day', weekly(2, 18, 8, '2026-06-30', '2026-06-30'), weekly(3, 7, 9, '2026-07-01'), true],
  ['a period without that weekday', weekly(5, 18, 8, '2026-06-29', '2026-07-02'), weekly(5, 18, 8, '2026-06-29'), false],
  ['dated ones that touch', dated('2026-10-09 18:00', '2026-10-09 20:00'), dated('2026-10-09 20:00', '2026-10-09 22:00'), false],
  ['dated ones that overlap', dated('2026-10-09 18:00', '2026-10-09 20:01'), dated('2026-10-09 20:00', '2026-10-09 22:00'), true],
  ['a dated one in a weekly one', dated('2026-10-09 18:00', '2026-10-09 20:00'), weekly(5, 18, 8), false],
])('%s', (_, one, other, is) => {
  expect([clash(one, other), clash(other, one)]).toEqual([is, is])
})

test('the parts of a day: a shift, working hours without one, gaps; a swap cuts the week', () => {
  const [morning, swap] = [weekly(1, 6, 9), dated('2026-10-12 20:00', '2026-10-12 22:00')]
  const parts = partsOf([morning, swap], at('2026-10-12 00:00'), at('2026-10-13 00:00'), hoursIn('08:00-17:30')!, new Map())
  expect(
    parts.map(({ from, to, kind }) => [(from - at('2026-10-12 00:00')) / 3_600_000, (to - at('2026-10-12 00:00')) / 3_600_000, kind]),
  ).toEqual([
    [0, 6, 'gap'],
    [6, 9, 'weekly'],
    [9, 17.5, 'work'],
    [17.5, 20, 'gap'],
    [20, 22, 'dated'],
    [22, 24, 'gap'],
  ])
})
