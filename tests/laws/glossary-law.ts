import type { Words } from '#contract/kit/words.ts'
import type { Labelled } from './word-laws.ts'

export interface Term {
  readonly zh: string
  /** All allowed translations, the usual one first. */
  readonly en: readonly [string, ...string[]]
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The terms of one section of the glossary: rows of its table of Chinese, English, other forms and meaning. */
export function termsOf(glossary: string, section: string): Term[] {
  const [, part = ''] = glossary.split(`\n## ${section}\n`)
  const [table = ''] = part.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, zh = '']) => zh !== '中文' && !zh.startsWith('--'))
    .map(([, zh = '', en = '', forms = '']) => ({
      zh,
      en: [
        en,
        ...forms
          .split(',')
          .map((form) => form.trim())
          .filter(Boolean),
      ],
    }))
}

/** Terms that stand twice. */
export const twice = (terms: readonly Term[]): string[] =>
  terms.filter((term, at) => terms.findIndex((other) => other.zh === term.zh) !== at).map(({ zh }) => zh)

/** English forms that two different acts have. */
export const sharedForms = (acts: readonly Term[]): string[] =>
  acts.flatMap(({ zh, en }, at) =>
    acts
      .slice(at + 1)
      .flatMap((other) => en.filter((form) => other.en.some((one) => same(one, form))).map((form) => `${form}: ${zh}, ${other.zh}`)),
  )

const full = (all: readonly Labelled[]): [string, Words][] =>
  all.flatMap(([where, words]): [string, Words][] => (words?.zh && words.en ? [[where, { zh: words.zh, en: words.en }]] : []))

/** Labels that translate a term in a way of their own. */
export const otherTranslations = (terms: readonly Term[], all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { zh, en }]) => {
    const term = terms.find((one) => one.zh === zh)
    return term && !term.en.some((form) => same(form, en)) ? [`${where}: ${zh} is “${term.en[0]}”, not “${en}”`] : []
  })

/** Labels that take the word of an act for something else. */
export const borrowedActs = (acts: readonly Term[], all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { zh, en }]) => {
    const act = acts.find((one) => same(one.en[0], en))
    return act && !zh.includes(act.zh) ? [`${where}: “${en}” is ${act.zh}, not ${zh}`] : []
  })

/** Steps whose word another step has for a different act, in either language. */
export function ambiguousSteps(steps: readonly Labelled[]): string[] {
  const labels = full(steps)
  return labels.flatMap(([where, one], at) =>
    labels
      .slice(at + 1)
      .filter(([, other]) => (one.zh === other.zh) !== same(one.en, other.en))
      .map(([there, other]) => `${where} ${one.zh}/${one.en}, ${there} ${other.zh}/${other.en}`),
  )
}
