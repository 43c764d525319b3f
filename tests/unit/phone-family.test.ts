import { describe, expect, test } from 'vitest'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { mayTakeOver, mayWorkOn } from '#contract/entities/maintenance/maintain-sides.ts'
import { findingProblem, needsCertificate, returnProblem } from '#contract/entities/service/metrology-finding.ts'
import { dueGroup, dueOf, isOpenRow, isOwnRow, mayWork, type PhoneFamily, waitingTeam } from '#src/kit/phone/family/phone-family.ts'
import { offeredSteps } from '#src/kit/phone/row-steps.ts'

const teams = new Set(['g1'])
const words = { zh: '无', en: 'None' }
const family: PhoneFamily = {
  of: maintainOrder,
  on: maintaining,
  path: '/maintenance',
  due: 'dueDate',
  person: 'assignee',
  lines: [],
  facts: [],
  none: words,
  noneHelp: words,
}
const { person: _, ...ownerless } = family
const row = (more: object) => ({ id: 'o1', version: 1, orderState: 'assigned', dueDate: '2026-11-30', ...more })

describe('a family of rows on phones', () => {
  test('is grouped by the day on which a row is due', () => {
    expect(['2026-11-29', '2026-11-30', '2026-12-01', null].map((due) => dueGroup(due, '2026-11-30'))).toEqual([
      'overdue',
      'today',
      'later',
      'later',
    ])
    expect([dueOf(family, row({})), dueOf(family, row({ dueDate: undefined }))]).toEqual(['2026-11-30', null])
  })

  test('tells one’s own rows and those of no one from the rows of others, and open rows from ended ones', () => {
    const rows = [{}, { assigneeId: null }, { assigneeId: 'u1' }, { assigneeId: 'u2' }, { teamId: 'g1' }, { teamId: 'g2' }]
    const mine = rows.map((more) => isOwnRow(family, row(more), 'u1', teams))
    expect(mine).toEqual([true, true, true, false, true, false])
    expect(isOwnRow(family, row({ teamId: 'g1', assigneeId: 'u2' }), 'u1', teams)).toBe(false)
    expect(isOwnRow(ownerless, row({ assigneeId: 'u2' }), 'u1', teams)).toBe(true)
    expect(waitingTeam(family, row({ teamId: 'g2', teamName: '一组' }))).toEqual({ id: 'g2', name: '一组' })
    expect(waitingTeam(family, row({ teamId: 'g2', assigneeId: 'u2' }))).toBeUndefined()
    expect(['due', 'assigned', 'working', 'finished', 'skipped'].map((orderState) => isOpenRow(family, row({ orderState })))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })

  test('is worked on by who may take a step that phones queue; what the desk alone does is not offered', () => {
    expect(mayWork(family, new Set(['maintainOrder.work']))).toBe(true)
    expect(mayWork(family, new Set(['maintainOrder.assign', 'maintainOrder.accept']))).toBe(false)
    const rights = new Set(['maintainOrder.work', 'maintainOrder.assign'])
    expect(offeredSteps(maintainOrder, maintaining, row({}), rights)).toEqual(['takeOver', 'start', 'finish', 'skip'])
    expect(offeredSteps(maintainOrder, maintaining, row({ orderState: 'working' }), rights)).toEqual(['takeOver', 'finish'])
    expect(offeredSteps(maintainOrder, maintaining, row({ orderState: 'finished' }), rights)).toEqual([])
  })
})

test('an order is open to its assignee, to everyone while it has none, and to who assigns', () => {
  const who = (...rights: string[]) => ({ userId: 'u1', rights: new Set(rights) })
  expect([{}, { assigneeId: null }, { assigneeId: 'u1' }, { assigneeId: 'u2' }].map((order) => mayWorkOn(order, who()))).toEqual([
    true,
    true,
    true,
    false,
  ])
  expect(mayWorkOn({ assigneeId: 'u2' }, who('maintainOrder.assign'))).toBe(true)
  const of = (teamId: string, assigneeId: string | null = null) => ({ teamId, assigneeId })
  const inOne = { ...who(), teams }
  expect([of('g1'), of('g2'), of('g1', 'u2'), of('g2', 'u1')].map((order) => mayWorkOn(order, inOne))).toEqual([true, false, false, true])
  expect([of('g1'), of('g2'), of('g1', 'u2'), {}].map((order) => mayTakeOver(order, inOne))).toEqual([true, false, false, false])
})

test('a finding is not of the future, not from before the device was sent, and valid beyond its own day', () => {
  const of = (finding: object, sentOn: string | null = null) => findingProblem(finding, sentOn, '2026-11-30')?.field
  expect(of({ measuredOn: '2026-12-01' })).toBe('measuredOn')
  expect(of({ measuredOn: '2026-11-30' })).toBeUndefined()
  expect(of({ measuredOn: '2026-11-10' }, '2026-11-11')).toBe('measuredOn')
  expect(of({ measuredOn: '2026-11-10', validUntil: '2026-11-10' })).toBe('validUntil')
  expect(of({ measuredOn: '2026-11-10', validUntil: '2027-11-09' }, '2026-11-10')).toBeUndefined()
  expect([
    needsCertificate('verification', { result: 'passed' }),
    needsCertificate('verification', { result: 'failed' }),
    needsCertificate('calibration', { result: 'passed' }),
    needsCertificate('verification', { result: 'passed', certificateNo: 'JD-1' }),
  ]).toEqual([true, false, false, false])
  expect(returnProblem('2026-12-01', null, '2026-11-30')?.zh).toBe('取回日期不能晚于今天')
  expect(returnProblem('2026-11-09', '2026-11-10', '2026-11-30')?.zh).toBe('取回日期早于送检日期 2026-11-10')
  expect(returnProblem('2026-11-10', '2026-11-10', '2026-11-30')).toBeUndefined()
})
