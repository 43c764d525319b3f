import type { Words } from '#contract/kit/words.ts'
import type { SourceFile } from './source-files.ts'
import type { Labelled } from './word-laws.ts'

export interface Term {
  readonly zh: string
  /** All allowed translations, the usual one first. */
  readonly en: readonly [string, ...string[]]
  /** The same act under another Chinese word, such as 催办 of an approval and 催单 of a repair: they share the English. */
  readonly also?: readonly string[]
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The terms of one section of the glossary: rows of its table of Chinese (several after 、), English, other forms and meaning. */
export function termsOf(glossary: string, section: string): Term[] {
  const [, part = ''] = glossary.split(`\n## ${section}\n`)
  const [table = ''] = part.split('\n## ')
  return table
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, zh = '', en = '']) => en !== 'English' && !zh.startsWith('--'))
    .flatMap(([, zh = '', first = '', others = '']) => {
      const forms = others.split(',').map((form) => form.trim())
      const en: Term['en'] = [first, ...forms.filter(Boolean)]
      const chinese = zh.split('、')
      return chinese.map(
        (one): Term => (chinese.length > 1 ? { zh: one, en, also: chinese.filter((other) => other !== one) } : { zh: one, en }),
      )
    })
}

/** Terms that stand twice. */
export const twice = (terms: readonly Term[]): string[] =>
  terms.filter((term, at) => terms.findIndex((other) => other.zh === term.zh) !== at).map(({ zh }) => zh)

/** English forms that two different acts have. */
export const sharedForms = (acts: readonly Term[]): string[] =>
  acts.flatMap(({ zh, en }, at) =>
    acts
      .slice(at + 1)
      .filter((other) => !other.also?.includes(zh))
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
    const owners = acts.filter((one) => same(one.en[0], en))
    return owners[0] && !owners.some((act) => zh.includes(act.zh)) ? [`${where}: “${en}” is ${owners[0].zh}, not ${zh}`] : []
  })

const string = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|\`([^\`]*)\`)`
const inline = new RegExp(String.raw`\bzh:\s*${string},\s*en:\s*${string}`, 'g')

/** The pairs of words that stand in the texts of the program, with the files they stand in. */
export const inlinePairs = (files: readonly SourceFile[]): Labelled[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(inline)].map(
      (found): Labelled => [path, { zh: found[1] ?? found[2] ?? found[3] ?? '', en: found[4] ?? found[5] ?? found[6] ?? '' }],
    ),
  )

/** A label without articles and without what makes a word one or several, so that `Roles` and `the role` are one form. */
const stem = (en: string): string =>
  en
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !['a', 'an', 'the'].includes(word))
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=ch|sh|x|ss)es$/, '')
        .replace(/(?<!s)s$/, ''),
    )
    .join(' ')

/** Chinese labels with several English forms of which the glossary says nothing. */
export function severalForms(known: readonly Term[], all: readonly Labelled[]): string[] {
  const forms = new Map<string, Map<string, string>>()
  for (const [where, { zh, en }] of full(all)) {
    if (known.some((one) => one.zh === zh && one.en.some((form) => same(form, en)))) continue
    if (!forms.has(zh)) forms.set(zh, new Map())
    if (!forms.get(zh)!.has(stem(en))) forms.get(zh)!.set(stem(en), `${en} (${where})`)
  }
  return [...forms].flatMap(([zh, of]) =>
    of.size > 1 || known.some((one) => one.zh === zh) ? [`${zh}: ${[...of.values()].join(', ')}`] : [],
  )
}

/** Words of former versions, which labels and messages no longer say. */
export const formerWords: readonly RegExp[] = [
  /还没有/,
  /写入/,
  /^列对应$/,
  /^新导入$/,
  /标出问题的文件/,
  /看到的位置/,
  /登录的设备/,
  /迟到的观察/,
  /\bObservations?\b/,
  /\bkinds? of fault\b/i,
  /\bNothing waits\b/,
  /\bSomebody else gave\b/,
  /\bReally\b/,
  /\bnot yours to give\b/,
  /^(?:Add|Remove): /,
  /^Course of the repair$/,
  /^On the book$/,
  /^Deficient$/,
  /^Look$/,
]

/** Labels and messages that say one of them. */
export const formerlySaid = (all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { zh, en }]) =>
    formerWords.filter((former) => former.test(zh) || former.test(en)).map((former) => `${where}: ${former} in ${zh} / ${en}`),
  )

/** Acts that delete and are called otherwise. */
export const softlyDeleted = (all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { zh, en }]) => (/^(?:删除|移除)/.test(zh) && /^Remove\b/.test(en) ? [`${where}: ${zh} / ${en}`] : []))

/** Steps whose word another step has for a different act, in either language. */
export function ambiguousSteps(acts: readonly Term[], steps: readonly Labelled[]): string[] {
  const labels = full(steps)
  const sameAct = (one: string, other: string): boolean => one === other || acts.some(({ zh, also }) => zh === one && also?.includes(other))
  return labels.flatMap(([where, one], at) =>
    labels
      .slice(at + 1)
      .filter(([, other]) => sameAct(one.zh, other.zh) !== same(one.en, other.en))
      .map(([there, other]) => `${where} ${one.zh}/${one.en}, ${there} ${other.zh}/${other.en}`),
  )
}
