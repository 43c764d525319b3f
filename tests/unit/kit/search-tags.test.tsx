import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cycleFields } from '#contract/kit/fields/cycle.ts'
import { choice, integer, link } from '#contract/kit/fields/field.ts'
import { type Filter, filterLabel } from '#src/kit/list/search/filters.ts'
import { SearchTags } from '#src/kit/list/search/search-tags.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { deskEn } from '#src/words/en/desk.ts'
import { plainSpeaker, startWords } from '#src/words/words.ts'
import { deskZh } from '#src/words/zh/desk.ts'

startWords(plainSpeaker({ zh: deskZh, en: deskEn }))

const words = { zh: '某', en: 'Some' }
const kind: Filter = {
  name: 'kind',
  field: choice({ ...words, of: { a: { zh: '甲', en: 'A' }, b: { zh: '乙', en: 'B' } } }),
  wires: ['kind'],
}
const dept: Filter = { name: 'dept', field: link({ ...words, to: 'dept' }), wires: ['deptId'] }
const shown = (filters: Record<string, string>): string =>
  renderToStaticMarkup(<SearchTags offered={[kind, dept]} filters={filters} onChange={() => {}} />)

test('a filter for none, or for any, is told in words', () => {
  expect(shown({ kind: '_none' })).toContain('无')
  expect(shown({ kind: 'a,_none' })).toContain('甲、无')
  expect(shown({ deptId: '_none' })).toContain('无')
  expect(shown({ deptId: '_some' })).toContain('有')
  for (const [name, value] of [
    ['kind', '_none'],
    ['deptId', '_none'],
    ['deptId', '_some'],
  ] as const)
    expect(shown({ [name]: value })).not.toMatch(/_none|_some/)
})

test('a year has no separator, another whole number has one', () => {
  expect(textOf('year', integer({ ...words, as: 'year' }), { year: 2027 }, 'zh')).toBe('2027')
  expect(textOf('year', integer({ ...words, as: 'year' }), { year: 2027 }, 'en')).toBe('2027')
  expect(textOf('count', integer(words), { count: 2027 }, 'zh')).toBe('2,027')
})

test('a cycle is searched in days, and the filter says so', () => {
  const { cycle } = cycleFields('cycle', words)
  expect([filterLabel(cycle, 'zh'), filterLabel(cycle, 'en')]).toEqual(['某（天）', 'Some (days)'])
  expect(textOf('cycle', cycle, { cycle: '365' }, 'zh')).toBe('365 天')
})
