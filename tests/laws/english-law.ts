import type { Words } from '#contract/kit/words.ts'
import type { Labelled } from './word-laws.ts'

/** Proper names and short forms that keep their capitals. */
const names =
  /^(?:[A-Z0-9]+s?|I|[A-Z][a-z]+[A-Z]\w*|Alibaba|Cloud|Chinese|English|European|Japanese|Shift|Windows|Mac|Roman|Big5|Connect|OpenID|Client|Excel|Word|PDFs?|WebP)$/

/** Units stand behind a number, so they begin in lower case. */
const units = new Set([
  'days',
  'months',
  'years',
  'd',
  'h',
  'min',
  'minutes',
  'devices',
  'orders',
  'lines',
  'checks',
  'departments',
  'locations',
])

const genitive = / of (?:the|all|an?|each|several) |^(?:News|Number|Days|Minimums?) of /

/** The texts without blanks, tags and addresses, which are not read as words. */
const read = (text: string): string => text.replace(/\$?\{[^}]*\}/g, '').replace(/https?:\/\/\S*|\/\S*[?=]\S*/g, '')

const wordsOf = (text: string): string[] => text.match(/[A-Za-z][\w’'-]*/g) ?? []

/** Capitals within a sentence: behind a full stop or a colon a new one begins. */
const capitals = (en: string): string[] =>
  en
    .split(/[.:?!] |[“(]/)
    .flatMap((sentence) => wordsOf(sentence).slice(1))
    .filter((word) => /^[A-Z]/.test(word) && !names.test(word))

/** What is wrong with the English of a label: a field, step, call or menu item. */
const faultOf = (en: string): string | undefined => {
  if (genitive.test(en)) return 'is a chain of “of”: put the noun in front'
  if (/\.$/.test(en) && !/\bno\.$/i.test(en)) return 'ends with a full stop'
  if (/^[a-z]/.test(en) && !units.has(en)) return 'begins in lower case'
  const [capital] = capitals(en)
  return capital ? `is not in sentence case: ${capital}` : undefined
}

const full = (all: readonly Labelled[]): [string, Words][] =>
  all.flatMap(([where, words]): [string, Words][] => (words?.zh && words.en ? [[where, { zh: words.zh, en: words.en }]] : []))

/** Labels whose English is not written as labels are. */
export const roughLabels = (all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { en }]) => {
    const fault = faultOf(en)
    return fault ? [`${where}: “${en}” ${fault}`] : []
  })

/** A text of a page is a label as long as it is short and no sentence. */
const isShort = (en: string): boolean => wordsOf(read(en)).length <= 5 && !/[.?!] /.test(en)

/** Short texts of pages and of the server with a chain of “of”, or a full stop behind three words. */
export const roughTexts = (all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, { en }]) => [
    ...(isShort(en) && genitive.test(en) ? [`${where}: “${en}” is a chain of “of”`] : []),
    ...(wordsOf(en).length <= 3 && /\w\.$/.test(en) && !/\bno\.$/i.test(en) ? [`${where}: “${en}” ends with a full stop`] : []),
  ])

/** `equipment_manager`, `qrToken`, `PUBLIC_URL`: names of the program that a person does not know. */
const raw = /\b(?:[a-z]+_[a-z]\w*|[a-z]+[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z_*]+)|[\da-f]{8}-[\da-f]{4}-/

/** Texts that say a name of the program instead of a word, but for those of `known`: what administrators have to type or look up elsewhere. */
export const rawNames = (known: readonly string[], all: readonly Labelled[]): string[] =>
  full(all).flatMap(([where, words]) =>
    [words.zh, words.en].flatMap((text) => {
      const [found] = raw.exec(known.reduce((rest, name) => rest.replaceAll(name, ''), read(text))) ?? []
      return found ? [`${where}: ${found} in “${text}”`] : []
    }),
  )
