import { describe, expect, test } from 'vitest'
import { judgeControl, judgePoint, pointProblem } from '#contract/entities/quality/judge.ts'

const verdictOf = (point: object): string | null => judgePoint(point as never).verdict

describe('a reading is judged exactly', () => {
  test.each([
    ['at the limit', { setValue: 0.1, toleranceAbs: 0.2, measured: 0.3 }, 'passed'],
    ['a ten-thousandth above it', { setValue: 0.1, toleranceAbs: 0.2, measured: 0.3001 }, 'failed'],
    ['at the lower end', { setValue: 0.3, toleranceAbs: 0.2, measured: 0.1 }, 'passed'],
    ['a ten-thousandth below it', { setValue: 0.3, toleranceAbs: 0.2, measured: 0.0999 }, 'failed'],
    ['at a percentage that is no binary number', { setValue: 1.1, tolerancePercent: 10, measured: 1.21 }, 'passed'],
    ['just above that percentage', { setValue: 1.1, tolerancePercent: 10, measured: 1.2101 }, 'failed'],
    ['at a percentage finer than four decimals', { setValue: 0.0333, tolerancePercent: 1, measured: 0.0336 }, 'passed'],
    ['above that percentage', { setValue: 0.0333, tolerancePercent: 1, measured: 0.0337 }, 'failed'],
    ['with a negative set value', { setValue: -20, tolerancePercent: 10, measured: -22 }, 'passed'],
    ['beyond a negative set value', { setValue: -20, tolerancePercent: 10, measured: -22.0001 }, 'failed'],
    ['with the set value 0', { setValue: 0, toleranceAbs: 2, measured: -2 }, 'passed'],
    ['a percentage of 0 is 0', { setValue: 0, toleranceAbs: null, tolerancePercent: 15, measured: 0.0001 }, 'failed'],
    ['the larger tolerance counts: the percentage', { setValue: 800, toleranceAbs: 20, tolerancePercent: 15, measured: 920 }, 'passed'],
    ['the larger tolerance counts: the fixed one', { setValue: 100, toleranceAbs: 20, tolerancePercent: 15, measured: 120 }, 'passed'],
    ['beyond both', { setValue: 100, toleranceAbs: 20, tolerancePercent: 15, measured: 120.5 }, 'failed'],
    ['at its upper limit', { upperLimit: 0.3, measured: 0.3 }, 'passed'],
    ['above its upper limit', { upperLimit: 0.3, measured: 0.3001 }, 'failed'],
    ['at its lower limit', { lowerLimit: 20, measured: '20.0000' }, 'passed'],
    ['below its lower limit', { lowerLimit: 20, measured: 19.9 }, 'failed'],
    ['within its tolerance but above its limit', { setValue: 10, toleranceAbs: 5, upperLimit: 12, measured: 13 }, 'failed'],
    [
      'texts of the database are numbers',
      { setValue: '400.0000', toleranceAbs: '20.0000', tolerancePercent: null, measured: '420.0000' },
      'passed',
    ],
  ])('%s', (_, point, verdict) => expect(verdictOf(point)).toBe(verdict))

  test('with its deviation and the allowed one', () => {
    expect(judgePoint({ setValue: 400, toleranceAbs: 20, tolerancePercent: 15, measured: 385.25 })).toEqual({
      ...{ deviation: -14.75, allowed: 60, verdict: 'passed' },
    })
    expect(judgePoint({ setValue: 0.0333, tolerancePercent: 1.5, measured: null })).toEqual({
      deviation: null,
      allowed: 0.0005,
      verdict: null,
    })
    expect(judgePoint({ upperLimit: 5, measured: 3 })).toEqual({ deviation: null, allowed: null, verdict: 'passed' })
    expect(judgePoint({ setValue: -0.5, toleranceAbs: 1, measured: -0.7 }).deviation).toBe(-0.2)
  })
})

test('a control has no result while a value is missing, fails with one failed point and passes without', () => {
  const [good, bad, open] = [
    { setValue: 1, toleranceAbs: 1, measured: 0 },
    { setValue: 1, toleranceAbs: 1, measured: 3 },
    { setValue: 1, toleranceAbs: 1, measured: null },
  ]
  expect(judgeControl([good, open])).toMatchObject({ result: null, missing: [{ point: open }] })
  expect(judgeControl([good, bad])).toMatchObject({ result: 'failed', failed: [{ point: bad }] })
  expect(judgeControl([good, good])).toMatchObject({ result: 'passed', failed: [] })
  expect(judgeControl([]).result).toBeNull()
})

test('a point that cannot be judged has its reason', () => {
  expect(pointProblem({})?.en).toContain('needs a tolerance')
  expect(pointProblem({ toleranceAbs: 1 })?.en).toContain('needs a set value')
  expect(pointProblem({ setValue: 0, tolerancePercent: 5 })?.en).toContain('set value 0')
  expect(pointProblem({ lowerLimit: 2, upperLimit: 1 })?.en).toContain('above its upper limit')
  for (const point of [
    { setValue: 0, tolerancePercent: 5, toleranceAbs: 1 },
    { setValue: 5, tolerancePercent: 5 },
    { upperLimit: 1 },
    { lowerLimit: 1, upperLimit: 1 },
  ])
    expect(pointProblem(point)).toBeUndefined()
})
