import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coldFigures, meanKinetic } from '#server/features/iot/cold-chain.ts'

test('the mean kinetic temperature follows the formula of USP <1079.2>', () => {
  // ΔH/R = 10,000 K. 2 °C: e^(−10000/275.15) = e^−36.34381; 8 °C: e^(−10000/281.15) = e^−35.56820; their mean is e^−35.88261.
  expect(meanKinetic([2, 8])).toBeCloseTo(10_000 / 35.88261 - 273.15, 3)
  expect(meanKinetic([2, 8])).toBeCloseTo(5.536, 3)
  // A fridge at 5 °C that stood at 25 °C for two of 24 hours.
  expect(meanKinetic([...Array.from({ length: 22 }, () => 5), 25, 25])).toBeCloseTo(9.825, 3)
  expect(meanKinetic([])).toBeNull()
})

test('it lies between the mean and the maximum, and that of one temperature is that temperature', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -80, max: 60, noNaN: true }), { minLength: 1, maxLength: 50 }), (values) => {
      const kinetic = meanKinetic(values)!
      expect(kinetic).toBeGreaterThanOrEqual(values.reduce((sum, one) => sum + one, 0) / values.length - 1e-6)
      expect(kinetic).toBeLessThanOrEqual(Math.max(...values) + 1e-6)
      expect(meanKinetic([values[0]!, values[0]!])).toBeCloseTo(values[0]!, 6)
    }),
  )
})

test('minutes outside end with the next reading or a gap, and gaps are named at both ends', () => {
  const minute = 60_000
  const samples = [
    [20, 5],
    [25, 9],
    [30, 8],
    [35, 1],
    [90, 5],
  ].map(([at, value]) => ({ at: at! * minute, value: value! }))
  const figures = coldFigures(samples, { from: 0, until: 120 * minute, lower: 2, upper: 8, holdMs: 15 * minute })
  expect(figures).toMatchObject({ count: 5, least: 1, most: 9, mean: 5.6, outsideMinutes: 5 + 15 })
  expect(figures.outside.map(({ value }) => value)).toEqual([9, 1])
  expect(figures.gaps.map(({ from, to }) => [from / minute, to / minute])).toEqual([
    [0, 20],
    [35, 90],
    [90, 120],
  ])
  expect(coldFigures([], { from: 0, until: minute, lower: 2, upper: 8, holdMs: 0 })).toMatchObject({
    count: 0,
    mean: null,
    gaps: [{ from: 0, to: minute }],
  })
})
