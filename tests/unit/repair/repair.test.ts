import { describe, expect, test } from 'vitest'
import { acceptLength, repairLength } from '#contract/entities/service/repair-lengths.ts'
import { mayRepairStep } from '#contract/entities/service/repair-sides.ts'

const order = { reportedAt: '2026-11-20T00:00:00Z', acceptedAt: null, finishedAt: null, waitedMinutes: null }

describe('lengths of a repair', () => {
  test('there are none before the end that they are counted to', () => {
    expect([acceptLength(order), repairLength(order)]).toEqual([null, null])
    expect(acceptLength({ ...order, reportedAt: null, acceptedAt: '2026-11-20T01:00:00Z' })).toBe(null)
  })

  test('count minutes from the report, less those of waiting, never below nothing', () => {
    expect(acceptLength({ ...order, acceptedAt: '2026-11-20T08:12:40+08:00' })).toBe(13)
    const finished = { ...order, finishedAt: '2026-11-20T03:00:00Z' }
    expect(repairLength(finished)).toBe(180)
    expect(repairLength({ ...finished, waitedMinutes: 50 })).toBe(130)
    expect(repairLength({ ...finished, waitedMinutes: 500 })).toBe(0)
  })
})

describe('who may take a step', () => {
  const who = (userId: string, ...rights: string[]) => ({ userId, rights: new Set(rights) })
  const people = { reporterId: 'nurse', engineerId: 'li' }
  const [li, qian] = [who('li', 'repairOrder.work'), who('qian', 'repairOrder.work')]
  const [nurse, head] = [who('nurse'), who('head')]
  const chief = who('chief', 'repairOrder.work', 'repairOrder.assign')

  test.each([
    ['finish', [li, chief], [qian, nurse]],
    ['check', [nurse, head, chief], [li, qian]],
    ['cancel', [nurse, chief], [li, qian, head]],
    ['accept', [li, qian, chief, nurse, head], []],
  ] as const)('%s', (step, may, mayNot) => {
    expect(may.map((one) => mayRepairStep(step, people, one))).toEqual(may.map(() => true))
    expect(mayNot.map((one) => mayRepairStep(step, people, one))).toEqual(mayNot.map(() => false))
  })

  test('who reported and repaired it accepts it as the reporter, and an order without a person in charge excludes no person', () => {
    expect(mayRepairStep('check', { reporterId: 'li', engineerId: 'li' }, li)).toBe(true)
    expect(mayRepairStep('check', { reporterId: 'nurse', engineerId: 'chief' }, chief)).toBe(false)
    expect(mayRepairStep('arrive', { reporterId: 'nurse', engineerId: null }, qian)).toBe(true)
  })

  test('what waits for a team is begun and taken over by its members; where the teams are not known, the server asks', () => {
    const waits = { reporterId: 'nurse', engineerId: null, teamId: 'one' }
    const [member, other] = [new Set(['one']), new Set(['two'])].map((teams) => ({ ...qian, teams }))
    for (const step of ['arrive', 'takeOver'])
      expect([member!, other!, qian].map((one) => mayRepairStep(step, waits, one))).toEqual([true, false, true])
    expect(mayRepairStep('takeOver', { ...waits, engineerId: 'li' }, member!)).toBe(false)
  })
})
