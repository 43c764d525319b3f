import { expect, test } from 'vitest'
import { dues } from '#contract/kit/entity/due.ts'
import { read, written } from './ask-table.ts'
import { englishSentences } from './sentences-en.ts'
import { laterSentences } from './sentences-later.ts'
import { chineseSentences } from './sentences-zh.ts'

/** The sentences of a table that are read otherwise, with how. */
const wrong = (table: readonly (readonly [string, string])[]): string[] =>
  table.flatMap(([sentence, question]) => {
    const found = written(read(sentence)[0])
    return found === question ? [] : [`${sentence}\n  asks ${question}\n  read ${found}`]
  })

test.each([
  { language: 'Chinese', table: chineseSentences },
  { language: 'English', table: englishSentences },
])('of sixty sentences in $language at least 95 % are understood', ({ table }) => {
  expect(table).toHaveLength(60)
  const failed = wrong(table)
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(3)
})

test('what is past due in a sentence is what the calendar of due things calls so', () => {
  for (const sentence of ['计量过期', '质控逾期', '法定检验过期', '逾期的保养', '资质过期']) {
    const { subject, filters } = read(sentence)[0]!.question!
    const due = dues.find(({ of, by }) => of === subject.of && `${by}_le` in filters)
    expect(due, sentence).toBeDefined()
    expect(filters, sentence).toEqual({ ...due!.where, [`${due!.by}_le`]: '2026-05-19' })
  }
})

test('sentences that were written after the grammar are understood, four of five', () => {
  const failed = wrong(laterSentences)
  expect(failed.length, failed.join('\n')).toBeLessThanOrEqual(laterSentences.length / 5)
})

test.each([
  ['今年不良事件', 'adverseEvents eventDay_ge=2026-01-01 eventDay_le=2026-12-31'],
  ['逾期的不良事件', 'list:adverseEvent dueAt_le=2026-05-19'],
  ['overdue adverse events', 'list:adverseEvent dueAt_le=2026-05-19'],
  ['死亡的不良事件', 'list:adverseEvent harmLevel=death'],
  ['今年的召回', 'list:recall noticeDate_ge=2026-01-01 noticeDate_le=2026-12-31'],
  ['召回中的召回', 'list:recall recallState=open'],
  ['待处理的召回设备', 'list:recallDevice caseState=waiting'],
])('asks about adverse events and recalls: %s', (sentence, question) => {
  expect(written(read(sentence)[0])).toBe(question)
})
