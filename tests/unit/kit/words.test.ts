import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseLanguage, language, prepareLanguage } from '#src/data/language.ts'
import { deskSpeaker } from '#src/words/desk-speech.ts'
import { deskEn } from '#src/words/en/desk.ts'
import { plainSpeaker, startWords, type Texts, word } from '#src/words/words.ts'
import { deskZh } from '#src/words/zh/desk.ts'

afterEach(() => chooseLanguage('zh'))

// Both bodies say the same words the same way.
describe.each([
  ['the phone', async (texts: Texts) => plainSpeaker(texts)],
  ['the desk', deskSpeaker],
])('%s', (_, speaker) => {
  test('a word is said in the chosen language, its blanks filled', async () => {
    startWords(await speaker({ zh: { 'pill.waiting': '{n} 条待发送，{n} 条' }, en: { 'pill.waiting': '{n} waiting' } }))
    expect(word('pill.waiting', { n: 0 })).toBe('0 条待发送，0 条')
    expect(word('pill.waiting')).toBe(' 条待发送， 条')
    chooseLanguage('en')
    expect(word('pill.waiting', { n: '$& {n}' })).toBe('$& {n} waiting')
  })

  test('a text missing in one language falls back to Chinese, one missing in both to its key', async () => {
    startWords(await speaker({ zh: { 'common.save': '保存' }, en: {} }))
    chooseLanguage('en')
    expect(word('common.save')).toBe('保存')
    expect(word('common.cancel')).toBe('common.cancel')
  })
})

test('a language is spoken once its words are there, and not at all if they cannot be loaded', async () => {
  let come = (): void => {}
  prepareLanguage(() => new Promise((done) => (come = done)))
  chooseLanguage('en')
  expect(language()).toBe('zh')
  come()
  await vi.waitFor(() => expect(language()).toBe('en'))

  const logged = vi.spyOn(console, 'error').mockReturnValue()
  prepareLanguage(() => Promise.reject(new Error('no network')))
  chooseLanguage('zh')
  await vi.waitFor(() => expect(logged).toHaveBeenCalled())
  expect(language()).toBe('en')
  prepareLanguage(() => undefined)
})

test('the desk says one item and several items', async () => {
  startWords(await deskSpeaker({ zh: deskZh, en: deskEn }))
  expect(word('list.total', { count: 1 })).toBe('共 1 条')
  chooseLanguage('en')
  expect([0, 1, 41].map((count) => word('list.total', { count }))).toEqual(['0 items', '1 item', '41 items'])
})
