import { afterEach, expect, test } from 'vitest'
import { chooseLanguage } from '#src/data/language.ts'
import { startWords, word } from '#src/words/words.ts'

afterEach(() => chooseLanguage('zh'))

test('a word is said in the chosen language, its blanks filled', async () => {
  await startWords({ zh: { 'pill.waiting': '{n} 条待发送，{n} 条' }, en: { 'pill.waiting': '{n} waiting' } })
  expect(word('pill.waiting', { n: 0 })).toBe('0 条待发送，0 条')
  expect(word('pill.waiting')).toBe(' 条待发送， 条')
  chooseLanguage('en')
  expect(word('pill.waiting', { n: '$& {n}' })).toBe('$& {n} waiting')
})

test('a word that a body lacks in one language is said in Chinese, one that it lacks altogether by its key', async () => {
  await startWords({ zh: { 'common.save': '保存' }, en: {} })
  chooseLanguage('en')
  expect(word('common.save')).toBe('保存')
  expect(word('common.cancel')).toBe('common.cancel')
})
