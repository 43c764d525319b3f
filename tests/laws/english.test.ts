import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { menu } from '#contract/menu.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import { rawNames, roughLabels, roughTexts } from './english-law.ts'
import { pageWords } from './page-words.ts'
import { sourceFiles } from './source-files.ts'
import { type Labelled, ofCalls, ofEntities, ofMachines, ofMenu } from './word-laws.ts'
import { wordList, wordListFile, writtenPairs } from './word-list.ts'

const files = sourceFiles()
const labels = [...ofEntities(entities), ...ofMachines(machines), ...ofCalls(calls), ...ofMenu(menu)]
const texts = [...pageWords, ...writtenPairs(files)]

/** Sentences of two or three words, in a list of sentences. */
const shortSentences = ['Emergency checks.', 'Restart the browser.']

/** What an administrator or operator types or finds elsewhere under this very name, and how the trade writes it. */
const knownNames = ['access_token', 'sAMAccountName', 'OUTBOUND_PRIVATE', 'S3_*', 'macOS', 'kB', 'mL', 'cmH2O', 'kWh']

const said = (en: string, zh = '物'): Labelled => ['a', { zh, en }]

describe('English', () => {
  test('of labels is nouns in a row, in sentence case, without a full stop', () => {
    expect(labels.length).toBeGreaterThan(2000)
    expect(roughLabels(labels)).toEqual([])
  })

  test('of short texts on pages and from the server as well', () => {
    expect(texts.length).toBeGreaterThan(4000)
    expect(roughTexts(texts).filter((fault) => !shortSentences.some((sentence) => fault.includes(`“${sentence}”`)))).toEqual([])
  })

  test('and Chinese say no names of the program', () => {
    expect(rawNames(knownNames, [...labels, ...texts])).toEqual([])
  })

  test.each([
    'Lines of a check',
    'Number of the run',
    'Original value of all devices',
    'News of cards',
    'Delete the card.',
    'device card',
    'Device Card',
  ])('finds “%s”', (en) => {
    expect(roughLabels([said(en)])).toHaveLength(1)
  })

  test.each(['Order no.', 'A device was handed out. Confirm receipt', 'WeCom or DingTalk app', 'RFID tags', 'days'])(
    'lets “%s” be',
    (en) => {
      expect(roughLabels([said(en)])).toEqual([])
    },
  )

  test('finds faults in short texts of pages and leaves sentences alone', () => {
    const faulty = [said('Steps of the repair'), said('Save it.')]
    expect(roughTexts([...faulty, said('A dictionary here overrides the one of the same code.'), said('Order no.')])).toHaveLength(2)
  })

  test('finds names of the program, but for known ones, blanks and addresses', () => {
    const raw = [
      said('Set PUBLIC_URL'),
      said('The qrToken is wrong'),
      said('Thing', '角色 equipment_manager'),
      said('{roleAlias} at /a?useDept=1'),
    ]
    expect(rawNames(['PUBLIC_URL'], raw)).toHaveLength(2)
    expect(rawNames([], raw)).toHaveLength(3)
  })
})

test('docs/WORDS.tsv is the page of every text: npx tsx scripts/words.ts', () => {
  expect(readFileSync(new URL(`../../${wordListFile}`, import.meta.url), 'utf8') === wordList(pageWords, files)).toBe(true)
})

test('pairs of Chinese and English are found however they are written', () => {
  const text = "a({ zh: '甲', en: 'A' })\nrule('乙', `B`)\nb({ zh: is ? '丙' : '丁', en: is ? 'C' : 'D' })\nmany: 'Es', f('己', '庚', 'F')"
  const found = writtenPairs([
    { path: 'server/a.ts', text },
    { path: 'server/demo/demo-names.ts', text },
  ])
  expect(found.map(([, words]) => `${words?.zh} ${words?.en}`)).toEqual(['甲 A', '乙 B', '庚 F', '丙 C', '丁 D', ' Es'])
})
