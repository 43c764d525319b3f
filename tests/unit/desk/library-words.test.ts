import { expect, it } from 'vitest'
import type { View } from '#contract/kit/entity/view.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { rowNames } from '#src/kit/list/columns/row-names.ts'
import { iconFacts, libraryWord } from '#src/words/library-words.ts'
import { translated } from '../../../scripts/vite/library-words.ts'

it('the words that the component library holds in English are replaced where it names something', () => {
  const code = [`"aria-label": isUp ? 'Increase Value' : 'Decrease Value',`, `title: 'Increase Value',`, `"aria-label": label`].join('\n')
  expect(translated(code)).toEqual({
    words: 2,
    code: [
      `"aria-label": isUp ? libraryWord("Increase Value") : libraryWord("Decrease Value"),`,
      `title: 'Increase Value',`,
      `"aria-label": label`,
    ].join('\n'),
  })
})

it('buttons that clear a select or an input are named', () => {
  expect(translated('"aria-label": clearLabel,').code).toBe('"aria-label": clearLabel && libraryWord("Clear"),')
  const input = 'createElement("button", {\n        type: "button",\n        onClick: event => {\n          handleReset?.(event);'
  expect(translated(input).code).toContain('"aria-label": libraryWord("Clear"),')
  expect(libraryWord('Clear')).toBe('清除')
})

it('they follow the language, and icons say nothing but where they are all that a button shows', () => {
  expect(libraryWord('Select all')).toBe('全选')
  expect(iconFacts('search', {})).toEqual({ 'aria-hidden': true })
  expect(iconFacts('search', { 'aria-label': '查找' })).toEqual({ role: 'img' })
  chooseLanguage('en')
  expect(libraryWord('Increase Value')).toBe('Increase')
  expect(iconFacts('left', {})).toEqual({ role: 'img', 'aria-label': 'Previous' })
  chooseLanguage('zh')
})

it('rows of one title have different names', () => {
  const view = {
    entity: { title: 'name' },
    fields: { name: { kind: 'text' }, model: { kind: 'text' }, code: { kind: 'text' }, count: { kind: 'integer' } },
  } as unknown as View
  const rows = [
    { id: '1', name: '监护仪', model: 'M8', code: 'A-1' },
    { id: '2', name: '监护仪', model: 'M8', code: 'A-2' },
    { id: '3', name: '呼吸机', model: 'M8', code: 'A-3' },
    { id: '4', name: null, model: 'V1', code: 'A-4' },
  ] as never[]
  expect(rows.map(rowNames(view, rows))).toEqual(['监护仪 A-1', '监护仪 A-2', '呼吸机', 'V1'])
})
