import { describe, expect, test } from 'vitest'
import { readyScores } from '#contract/entities/maintenance/risk/ready-scores.ts'
import {
  bandOf,
  bandProblem,
  cycleOfDays,
  difference,
  incidentPointsOf,
  pointsText,
  proposedOf,
  scoreOf,
  usualBands,
} from '#contract/entities/maintenance/risk/score.ts'

const months = (count: number) => ({ count, unit: 'month' }) as const
const history = { failures: 0, adverseEvents: 0, inThreeYears: 0, monthsInUse: 0 }

describe('the score', () => {
  test('of a ventilator is 10 + 5 + 5 + 0 = 20: quarterly', () => {
    const score = scoreOf(readyScores.get('08-01')!, incidentPointsOf(history))
    expect(score).toEqual({ functionPoints: 10, riskPoints: 5, maintenancePoints: 5, incidentPoints: 0, points: 20 })
    expect(proposedOf(score.points, usualBands, {})).toEqual({ cycle: months(3), reason: 'score' })
  })

  test('of a laboratory centrifuge is 5 + 2 + 3 + 0 = 10: no planned maintenance', () => {
    const score = scoreOf(readyScores.get('22-13')!, incidentPointsOf(history))
    expect(score).toEqual({ functionPoints: 5, riskPoints: 2, maintenancePoints: 3, incidentPoints: 0, points: 10 })
    expect(proposedOf(score.points, usualBands, {})).toEqual({ cycle: undefined, reason: 'score' })
  })

  test('is written as a sum', () => {
    expect(pointsText(scoreOf(readyScores.get('08-01')!, -2))).toBe('10 + 5 + 5 - 2')
    expect(pointsText(scoreOf(readyScores.get('08-01')!, 1))).toBe('10 + 5 + 5 + 1')
  })
})

test.each([
  [{ failures: 4 }, 2],
  [{ failures: 1, adverseEvents: 1 }, 2],
  [{ failures: 3 }, 1],
  [{ adverseEvents: 1 }, 1],
  [{ failures: 2 }, 1],
  [{ failures: 1, monthsInUse: 100, inThreeYears: 1 }, 0],
  [{ monthsInUse: 11 }, 0],
  [{ monthsInUse: 12 }, -1],
  [{ monthsInUse: 35 }, -1],
  [{ monthsInUse: 36, inThreeYears: 1 }, -1],
  [{ monthsInUse: 36 }, -2],
])('history %j is %i points', (more, points) => {
  expect(incidentPointsOf({ ...history, ...more })).toBe(points)
})

test.each([
  [22, 3],
  [18, 3],
  [17, 6],
  [15, 6],
  [14, 12],
  [12, 12],
  [11, undefined],
])('%i points are maintained every %s months', (points, count) => {
  expect(bandOf(points, usualBands)?.cycle.count).toBe(count)
})

test('bands go down in points and up in their cycle', () => {
  const band = (fromPoints: number, count: number) => ({ fromPoints, cycle: months(count) })
  expect(bandProblem(usualBands)).toBeUndefined()
  expect(bandProblem([band(18, 3), band(18, 6)])).toEqual({ at: 1, rule: 'points' })
  expect(bandProblem([band(18, 3), band(15, 6), band(16, 12)])).toEqual({ at: 2, rule: 'points' })
  expect(bandProblem([band(18, 6), band(15, 3)])).toEqual({ at: 1, rule: 'cycle' })
  expect(bandProblem([band(18, 12), { fromPoints: 15, cycle: { count: 1, unit: 'year' } }])).toEqual({ at: 1, rule: 'cycle' })
})

describe('a proposed interval', () => {
  test('is never longer than the manual or the law', () => {
    expect(proposedOf(13, usualBands, { card: months(6) })).toEqual({ cycle: months(6), reason: 'card' })
    expect(proposedOf(13, usualBands, { manual: months(4), card: months(6) })).toEqual({ cycle: months(4), reason: 'manual' })
    expect(proposedOf(13, usualBands, { metrology: months(6), manual: months(12) })).toEqual({ cycle: months(6), reason: 'metrology' })
    expect(proposedOf(13, usualBands, { statutory: months(1) })).toEqual({ cycle: months(1), reason: 'statutory' })
    expect(proposedOf(20, usualBands, { card: months(6), metrology: months(12) })).toEqual({ cycle: months(3), reason: 'score' })
  })

  test('below the lowest band is that of the manual, and of no inspection', () => {
    expect(proposedOf(10, usualBands, { card: months(12) })).toEqual({ cycle: months(12), reason: 'card' })
    expect(proposedOf(10, usualBands, { metrology: months(12), statutory: months(12) }).cycle).toBeUndefined()
    expect(proposedOf(10, usualBands, { card: months(12), metrology: months(6) })).toEqual({ cycle: months(6), reason: 'metrology' })
  })
})

describe('plans of a device', () => {
  const plan = (planId: string, count: number) => ({ planId, cycle: months(count) })
  test('need nothing when one has the interval', () => {
    expect(difference([plan('a', 1), plan('b', 12)], { count: 1, unit: 'year' })).toBeUndefined()
    expect(difference([], undefined)).toBeUndefined()
  })
  test('are made, changed or ended', () => {
    expect(difference([], months(3))).toEqual({ kind: 'first' })
    expect(difference([plan('a', 12), plan('b', 6)], months(3))).toEqual({ kind: 'change', present: plan('b', 6) })
    expect(difference([plan('a', 12)], undefined)).toEqual({ kind: 'end', present: plan('a', 12) })
  })
})

test('a number of days is so many months', () => {
  expect(cycleOfDays(365)).toEqual(months(12))
  expect(cycleOfDays(730)).toEqual(months(24))
  expect(cycleOfDays(181)).toEqual(months(6))
  expect(cycleOfDays(10)).toEqual({ count: 10, unit: 'day' })
})
