import { expect, test } from 'vitest'
import { askSubjects } from '#contract/ask/subjects.ts'
import { tokensOf } from '#contract/ask/tokens.ts'
import { understand } from '#contract/ask/understand.ts'
import { vocabularyOf } from '#contract/ask/vocabulary.ts'
import { folded, longestSentence } from '#contract/ask/writing.ts'
import { read, today, vocabulary, written } from './ask-table.ts'

test('a sentence that is too long is not read at all', () => {
  const long = `维修费 ${'去年'.repeat(longestSentence)}`
  expect(understand(long, vocabulary, new Map(), today)).toEqual([])
  expect(understand('维'.repeat(10_000), vocabulary, new Map(), today)).toEqual([])
})

const hostile = [
  '',
  ' ',
  '😀👨‍👩‍👧‍👦🏥',
  "'; drop table device; --",
  '维修费 %_\\ {process.env} {{x}} <img src=x onerror=1>',
  '(a+)+$'.repeat(30),
  'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!',
  '1'.repeat(longestSentence),
  '一'.repeat(longestSentence),
  '前前前前前前从从从到到到'.repeat(16),
  'one hundred thousand million '.repeat(6),
  '999999999999 年 以来',
  'constructor __proto__ toString hasOwnProperty',
  '\u0000\u202e\ud800维修费',
  '2025-13-45 到 0000-00-00 维修费',
]
test.each(hostile)('%j is read without an error, each sign in one stretch at most', (sentence) => {
  const tokens = tokensOf(sentence, vocabulary, today)
  let at = 0
  for (const { from, end, text } of tokens) {
    expect(from).toBeGreaterThanOrEqual(at)
    expect(text).toBe(sentence.slice(from, end))
    at = end
  }
  for (const { question } of read(sentence)) for (const value of Object.values(question?.filters ?? {})) expect(value).toMatch(/^[\w.,-]*$/)
})

test('signs keep their places when they are folded', () => {
  for (const text of ['ＩＣＵ　２０２５年', 'Ⅲ类㎡ﬁ', '😀a', ...hostile]) expect(folded(text)).toHaveLength(text.length)
  expect(folded('ＩＣＵ　２０２５')).toBe('icu 2025')
  expect(written(read('ＩＣＵ　２０２５年　维修费')[0])).toBe(
    'repairs figure=cost reportedAt_ge=2025-01-01 reportedAt_le=2025-12-31 useDeptId=ICU',
  )
})

test('a reader is offered only what their rights list', () => {
  const offered = (...rights: string[]) => {
    const own = vocabularyOf(askSubjects(new Set(rights)), new Map())
    return written(understand('维修费 去年', own, new Map(), today)[0])
  }
  const question = 'repairs figure=cost reportedAt_ge=2025-01-01 reportedAt_le=2025-12-31'
  expect(offered('device.list', 'repairOrder.list')).toBe(question)
  expect(offered('device.list')).not.toContain('repairs')
  // The page of the measures belongs to people who list devices.
  expect(offered('repairOrder.list')).not.toContain('repairs')
  expect(askSubjects(new Set())).toEqual([])
})

test('numbers of devices and orders are no sentences', () => {
  for (const code of ['ZC-2025-000123', 'WX-2026-000001', '2025', '100002', 'SN20250301']) expect(read(code), code).toEqual([])
})

test('what is negated is never asked as its opposite', () => {
  for (const sentence of ['不含进口的闲置设备', 'idle devices except imported', '除了进口以外的闲置设备', 'idle devices, not imported'])
    expect(written(read(sentence)[0]), sentence).toMatch(/^list:device eamStatus=idle \?/)
})

test('how long a device is in a state is not understood, and never taken for another date', () => {
  for (const sentence of ['最近一个月闲置的设备', '闲置超过30天的设备', 'devices idle for more than 30 days'])
    expect(written(read(sentence)[0]), sentence).toMatch(/^list:device eamStatus=idle \?/)
})

test('a name that fits two rows is two readings', () => {
  const rows = ['骨科三病区', '内科三病区'].map((name) => ({ is: 'name' as const, to: 'dept', id: name, name }))
  const readings = understand('三病区去年维修费', vocabulary, new Map([['三病区', rows]]), today)
  expect(readings.map(({ question }) => question?.filters.useDeptId)).toEqual(['骨科三病区', '内科三病区'])
  expect(readings.every(({ unknown }) => unknown.length === 0)).toBe(true)
})
