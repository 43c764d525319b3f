import { expect, test } from 'vitest'
import type { Brief } from '#contract/entities/flow/brief.ts'
import { decisionOf, type HeldApproval, listedOf, shownOfHeld, waitsFor } from '#src/features/flow/phone-approval.ts'

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
