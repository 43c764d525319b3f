import { expect, test } from 'vitest'
import { type AlarmValues, peakText, rangeText } from '#src/features/iot/alarm-values.ts'

test.each<[AlarmValues, peak: string, range: string]>([
  [{ comparison: 'outside', quantity: 'temperature', lowerLimit: 2, upperLimit: 8, peak: 9.4 }, '9.4 °C', '2 – 8 °C'],
  [{ comparison: 'over', quantity: 'temperature', lowerLimit: null, upperLimit: 0, peak: -1 }, '-1 °C', '≤ 0 °C'],
  [{ comparison: 'under', quantity: 'humidity', lowerLimit: 30, upperLimit: null, peak: 28 }, '28 %', '≥ 30 %'],
  [{ comparison: 'idleOn', peak: 1234 }, '1,234 W', ''],
  [{ comparison: 'leftFence', peak: 120 }, '+120 m', ''],
  [{ comparison: 'doorOpen', peak: null }, '', ''],
  [{ comparison: 'offline' }, '', ''],
])('%j has its peak and its range with the unit', (of, peak, range) => {
  expect([peakText(of, 'zh'), rangeText(of, 'zh')]).toEqual([peak, range])
})
