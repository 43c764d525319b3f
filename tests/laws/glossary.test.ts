import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { menu } from '#contract/menu.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import {
  ambiguousSteps,
  borrowedActs,
  formerlySaid,
  inlinePairs,
  otherTranslations,
  severalForms,
  sharedForms,
  softlyDeleted,
  type Term,
  termsOf,
  twice,
} from './glossary-law.ts'
import { pageWords } from './page-words.ts'
import { sourceFiles } from './source-files.ts'
import { type Labelled, ofCalls, ofEntities, ofMachines, ofMenu } from './word-laws.ts'

const glossary = readFileSync(new URL('../../docs/GLOSSARY.md', import.meta.url), 'utf8')
const things = termsOf(glossary, 'Things')
const acts = termsOf(glossary, 'Acts')
const several = termsOf(glossary, 'Labels with several forms')

const steps = machines.flatMap((on) =>
  Object.entries(on.steps).map(([name, step]): Labelled => [`${on.entity}.${name}`, { zh: step.zh, en: step.en }]),
)
const inline = inlinePairs(sourceFiles())
const all = [...pageWords, ...inline, ...ofEntities(entities), ...ofMachines(machines), ...ofCalls(calls), ...ofMenu(menu)]

describe('the glossary', () => {
  test('has each term once, and no two acts share a word', () => {
    expect(things.length).toBeGreaterThan(40)
    expect(acts.length).toBeGreaterThan(25)
    expect(twice([...things, ...acts, ...several])).toEqual([])
    expect(sharedForms(acts)).toEqual([])
  })

  test('is what pages and declarations say: no term has two translations', () => {
    expect(otherTranslations([...things, ...acts], all)).toEqual([])
  })

  test('names each Chinese label that has several English forms, in declarations, pages and texts of the server', () => {
    expect(inline.length).toBeGreaterThan(2000)
    expect(severalForms([...things, ...acts, ...several], all)).toEqual([])
  })

  test('leaves no word of a former version, and what deletes is called so', () => {
    expect(formerlySaid(all)).toEqual([])
    expect(softlyDeleted(all)).toEqual([])
  })

  test('keeps the word of an act for that act, and no two steps are called the same', () => {
    expect(borrowedActs(acts, [...pageWords, ...steps])).toEqual([])
    expect(ambiguousSteps(acts, steps)).toEqual([])
  })

  test('is read as it is written, and each law finds its planted fault', () => {
    const table =
      '\n## Acts\n\n| 中文 | English | other forms | meaning |\n| -- | -- | -- | -- |\n| 受理 | Acknowledge | Acknowledged | takes it |\n'
    const planted = termsOf(table, 'Acts')
    const signOff: Term = { zh: '验收', en: ['Sign off', 'Acknowledged'] }
    expect(planted).toEqual([{ zh: '受理', en: ['Acknowledge', 'Acknowledged'] }])
    expect(twice([...planted, ...planted])).toEqual(['受理'])
    expect(sharedForms([...planted, signOff])).toEqual(['Acknowledged: 受理, 验收'])
    const text = "a({ zh: '受理', en: 'Accept' })\nb({\n  zh: `写入若干行`,\n  en: `some rows`,\n})"
    const found = inlinePairs([{ path: 'a.ts', text }])
    expect(found).toEqual([
      ['a.ts', { zh: '受理', en: 'Accept' }],
      ['a.ts', { zh: '写入若干行', en: 'some rows' }],
    ])
    expect(severalForms([], [...found, ['b', { zh: '受理', en: 'Take' }], ['c', { zh: '受理', en: 'Accepts' }]])).toEqual([
      '受理: Accept (a.ts), Take (b)',
    ])
    expect(severalForms(planted, found)).toEqual(['受理: Accept (a.ts)'])
    expect(formerlySaid(found)).toHaveLength(1)
    expect(
      softlyDeleted([
        ['a', { zh: '移除', en: 'Remove' }],
        ['b', { zh: '移除', en: 'Delete' }],
      ]),
    ).toHaveLength(1)
    expect(otherTranslations(planted, [['a', { zh: '受理', en: 'Accept' }]])).toEqual(['a: 受理 is “Acknowledge”, not “Accept”'])
    expect(borrowedActs(planted, [['a', { zh: '验收', en: 'Acknowledge' }]])).toEqual(['a: “Acknowledge” is 受理, not 验收'])
    const shared = termsOf(table.replace('| 受理 |', '| 受理、转派 |'), 'Acts')
    expect(sharedForms(shared)).toEqual([])
    expect(borrowedActs(shared, [['a', { zh: '转派', en: 'Acknowledge' }]])).toEqual([])
    const taken = { zh: '转派', en: 'Accept' }
    expect(
      ambiguousSteps(shared, [
        ['a', { zh: '受理', en: 'Accept' }],
        ['b', taken],
      ]),
    ).toEqual([])
    const accept = { zh: '受理', en: 'Accept' }
    expect(
      ambiguousSteps(planted, [
        ['a', accept],
        ['b', { zh: '验收', en: 'Accept' }],
        ['c', accept],
      ]),
    ).toHaveLength(2)
  })
})
