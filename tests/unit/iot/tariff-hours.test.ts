import { describe, expect, test } from 'vitest'
import { bandYear, hoursProblem, type TariffBand, type TariffHour, unpricedBand } from '#contract/entities/iot/tariff-hours.ts'

const line = (band: TariffBand, startsAt: string, endsAt: string, months: string | null = null): TariffHour => ({
  band,
  startsAt,
  endsAt,
  months,
})
const usual = [line('valley', '23:00', '07:00'), line('peak', '07:00', '12:00'), line('flat', '12:00', '23:00')]
const bandOf = (hours: readonly TariffHour[], month: number, clock: string): string =>
  bandYear(hours)[(month - 1) * 144 + Number(clock.slice(0, 2)) * 6 + Number(clock.slice(3, 4))]!

describe('the hours of a tariff', () => {
  test('cover a day across midnight, to ten minutes', () => {
    expect(hoursProblem(usual)).toBeUndefined()
    expect(bandYear(usual)).toHaveLength(1728)
    expect(['00:00', '06:50', '07:00', '11:50', '12:00', '22:50', '23:00', '23:50'].map((clock) => bandOf(usual, 5, clock)).join('')).toBe(
      'vvppffvv',
    )
    expect(hoursProblem([line('flat', '00:00', '24:00')])).toBeUndefined()
    expect(hoursProblem([line('flat', '00:00', '00:00')])).toBeUndefined()
  })

  test('of a season replace those of the rest of the year', () => {
    const summer = [line('valley', '23:00', '07:00', '7、8'), line('sharp', '07:00', '23:00', '7、8')]
    const hours = [...usual, ...summer]
    expect(hoursProblem(hours)).toBeUndefined()
    expect([6, 7, 8, 9].map((month) => bandOf(hours, month, '10:00')).join('')).toBe('pssp')
  })

  test('name the first gap, the first overlap and the month', () => {
    expect(hoursProblem(usual.slice(1))?.zh).toBe('1 月 00:00–07:00 没有时段')
    expect(hoursProblem([...usual.slice(0, 2), line('flat', '12:00', '22:50')])?.en).toBe('22:50–23:00 has no band in month 1')
    expect(hoursProblem([...usual, line('sharp', '09:00', '10:30')])?.zh).toBe('1 月 09:00–10:30 的时段重叠')
    expect(hoursProblem([...usual, line('sharp', '09:00', '10:30', '7')])?.zh).toBe('7 月 00:00–09:00 没有时段')
    expect(hoursProblem([line('flat', '00:00', '24:00', '1、2')])?.zh).toBe('3 月 00:00–24:00 没有时段')
    expect(hoursProblem([...usual, line('flat', '09:00', '09:00')])?.zh).toBe('第 4 行的开始和结束时间相同')
    expect(hoursProblem([])?.zh).toBe('1 月 00:00–24:00 没有时段')
  })

  test('need a price for each band that they use', () => {
    expect(unpricedBand(usual, { sharp: null, peak: 1, flat: 0, valley: null })).toBe('valley')
    expect(unpricedBand(usual, { sharp: null, peak: '1.2', flat: '0', valley: '0.3' })).toBeUndefined()
  })
})
