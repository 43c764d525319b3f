import { expect, test } from 'vitest'
import type { Brief } from '#contract/entities/flow/brief.ts'
import { decisionOf, type HeldApproval, listedOf, shownOfHeld, urgedUntil, waitsFor } from '#src/features/flow/phone/phone-approval.ts'

const brief: Brief = {
  kind: { zh: '使用申请', en: 'Application' },
  facts: [],
  lines: [{ title: '呼吸机' }, { title: '输液泵' }],
  lineCount: 3,
  course: [],
  asked: [{ taskId: 't2', userId: 'me', node: '科长', openedAt: '2026-01-02T00:00:00Z', dueAt: null }],
  earlier: [],
  allowSelf: false,
}
const held: HeldApproval = {
  id: 'i',
  instanceTitle: '借用',
  instanceStatus: 'running',
  applicantId: 'other',
  createTime: '2026-01-01T00:00:00Z',
  brief,
}

test('an approval waits for who is asked, and not for its applicant unless the flow allows it', () => {
  expect(waitsFor(held, 'me')).toBe(true)
  expect(waitsFor(held, 'another')).toBe(false)
  expect(waitsFor({ ...held, applicantId: 'me' }, 'me')).toBe(false)
  expect(waitsFor({ ...held, applicantId: 'me', brief: { ...brief, allowSelf: true } }, 'me')).toBe(true)
  expect(waitsFor({ ...held, instanceStatus: 'agreed' }, 'me')).toBe(false)
})

test('a decision of this phone counts for the task it was made for, not for a later one', () => {
  expect(decisionOf({ ...held, decided: 'agree', decidedTask: 't2' }, 'me')).toBe('agree')
  expect(decisionOf({ ...held, decided: 'agree', decidedTask: 't1' }, 'me')).toBeUndefined()
  expect(shownOfHeld({ ...held, decided: 'reject', decidedTask: 't2' }, 'me')).toMatchObject({ decided: 'reject', task: { taskId: 't2' } })
})

test('a list says what it is about and since when it waits', () => {
  expect(listedOf(held, 'me')).toMatchObject({ devices: '呼吸机 × 3', at: '2026-01-02T00:00:00Z' })
  expect(listedOf(held, 'other')).toMatchObject({ at: '2026-01-01T00:00:00Z' })
})

test('who wrote the document is told that others decide, and may still pass it on; the flow may allow it', () => {
  const written = { ...held, brief: { ...brief, writers: ['me'] } }
  expect(waitsFor(written, 'me')).toBe(true)
  expect(shownOfHeld(written, 'me')).toMatchObject({ bar: 'written', task: { taskId: 't2' } })
  expect(shownOfHeld({ ...written, applicantId: 'me' }, 'me').bar).toBe('applied')
  expect(shownOfHeld({ ...held, brief: { ...brief, writers: ['me'], allowSelf: true } }, 'me').bar).toBeUndefined()
  expect(shownOfHeld({ ...held, brief: { ...brief, writers: ['other'] } }, 'me').bar).toBeUndefined()
})

test('an applicant sees when it was urged, by this phone too, and that it may be urged again after an hour', () => {
  const mine = { ...held, applicantId: 'me', brief: { ...brief, withdrawable: true } }
  expect(shownOfHeld(mine, 'me').mine).toEqual({ withdrawable: true, urgedAt: undefined })
  expect(shownOfHeld(mine, 'another').mine).toBeUndefined()
  const at = '2026-01-02T08:00:00.000Z'
  const urged = { ...mine, brief: { ...mine.brief, course: [{ act: 'urge', who: '王', at }] } }
  expect(shownOfHeld(urged, 'me').mine).toMatchObject({ urgedAt: at })
  expect(shownOfHeld({ ...mine, urgingAt: at }, 'me')).toMatchObject({ mine: { urgedAt: at }, toSend: 'urge' })
  expect(shownOfHeld({ ...mine, withdrawnAt: at }, 'me').toSend).toBe('cancel')
  expect(urgedUntil(at, Date.parse(at) + 3_599_999)).toBe('2026-01-02T09:00:00.000Z')
  expect(urgedUntil(at, Date.parse(at) + 3_600_000)).toBeUndefined()
  expect(urgedUntil(undefined)).toBeUndefined()
})
