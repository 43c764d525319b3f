import { wireName } from '../kit/entity/shape.ts'
import type { View } from '../kit/entity/view.ts'
import { type Field, isInternal, isListable } from '../kit/fields/field.ts'
import { groupWords, type Wanted } from '../kit/figures/measure.ts'
import type { Words } from '../kit/words.ts'
import type { GroupMeaning, Meaning, Subject } from './meaning.ts'
import * as terms from './terms.ts'
import { folded } from './writing.ts'

/** The phrases of a reader with what they can mean, by their first sign. */
export interface Vocabulary {
  readonly subjects: readonly Subject[]
  readonly phrases: ReadonlyMap<string, readonly Meaning[]>
  /** The longest phrase that begins with a sign. */
  readonly longest: ReadonlyMap<string, number>
  /** What a view says of a subject's fields. */
  readonly views: ReadonlyMap<string, View>
}

const split = (words: string): string[] => words.split('|').map((word) => folded(word.trim()))

/** A label without what stands in brackets, and what stands there: 平均修复时间（MTTR）. */
const formsOf = ({ zh, en }: Words): string[] =>
  [zh, en].flatMap((label) => {
    const bare = folded(label.replace(/[（(].*$/, '')).trim()
    return bare === '' ? [] : /[a-z]$/.test(bare) && !bare.endsWith('s') ? [bare, `${bare}s`] : [bare]
  })

/** Filters of these kinds are ranges. */
export const rangedKinds: ReadonlySet<Field['kind']> = new Set(['date', 'time', 'integer', 'decimal', 'money'])

const prefixes = [
  '按',
  '按照',
  '按各',
  '各',
  '各个',
  '每个',
  '每',
  '分',
  '以',
  '和',
  '与',
  '和按',
  'by ',
  'per ',
  'each ',
  'every ',
  'for each ',
  'by each ',
  'across ',
  'and ',
  'and by ',
  'between ',
]

/** Builds the vocabulary of a reader from the subjects that the reader may see. `views`: the tenant's views that are known, by entity. */
export function vocabularyOf(subjects: readonly Subject[], views: ReadonlyMap<string, View>): Vocabulary {
  const phrases = new Map<string, Meaning[]>()
  const measures = new Map(subjects.flatMap((one) => (one.kind === 'measure' ? [[one.of.name, one.of] as const] : [])))
  const lists = new Set(subjects.flatMap((one) => (one.kind === 'list' ? [one.of.name] : [])))
  const fillers = new Set(split(terms.fillerTerms))
  const devices = new Set(split(terms.deviceTerms))
  const add = (form: string, meaning: Meaning): void => {
    const known = phrases.get(form)
    if (!known) phrases.set(form, [meaning])
    else if (!known.some((one) => JSON.stringify(one) === JSON.stringify(meaning))) known.push(meaning)
  }
  /** A label of a declaration; one that is a common word says nothing. */
  const addLabel = (words: Words, meaning: Meaning): void => {
    for (const form of formsOf(words)) if (form.length > 1 && !fillers.has(form)) add(form, meaning)
  }
  const addTerms = (words: string, meaning: Meaning): void => {
    for (const form of split(words)) add(form, meaning)
  }
  const addGroup = (forms: readonly string[], meaning: GroupMeaning, isBare: boolean): void => {
    for (const form of forms) {
      if (isBare) add(form, meaning)
      for (const prefix of prefixes) if (/^[ -~]*$/.test(form) === prefix.endsWith(' ')) add(prefix + form, meaning)
    }
  }

  addTerms(terms.fillerTerms, { is: 'filler' })
  addTerms(terms.notTerms, { is: 'not' })
  addTerms(terms.countTerms, { is: 'count' })
  addTerms(terms.rowTerms, { is: 'rows' })
  addTerms(terms.overdueTerms, { is: 'overdue' })
  addTerms(terms.soonTerms, { is: 'soon' })
  addTerms(terms.fallingTerms, { is: 'ordered', isRising: false })
  addTerms(terms.risingTerms, { is: 'ordered', isRising: true })
  addTerms(terms.yearAgoTerms, { is: 'compare', how: 'yearAgo' })
  addTerms(terms.previousTerms, { is: 'compare', how: 'previous' })
  for (const as of ['month', 'week', 'day', 'year', 'age', 'band'] as const) {
    addTerms(terms.groupTerms[as].bare, { is: 'group', as })
    addGroup(split(terms.groupTerms[as].by), { is: 'group', as }, false)
  }
  for (const [to, words] of Object.entries(terms.groupedEntities))
    addGroup(split(words), { is: 'group', to: to.split(' ') }, to !== 'device')
  for (const [fields, words] of Object.entries(terms.groupedFields))
    addGroup(split(words), { is: 'group', fields: fields.split(' ') }, true)

  for (const [names, words] of Object.entries(terms.subjectTerms)) {
    const [measure, list] = names.split('/') as [string, string]
    const meaning = {
      is: 'subject' as const,
      ...(measures.has(measure) ? { measure } : {}),
      ...(lists.has(list) ? { list } : {}),
    }
    if (meaning.measure || meaning.list) addTerms(words, meaning)
  }
  addTerms(terms.deviceTerms, { is: 'subject', isGeneric: true, measure: 'deviceCards', list: 'device' })
  for (const [names, words] of Object.entries(terms.figureTerms))
    for (const name of names.split(' ')) {
      const [measure, figure] = name.split('.') as [string, string]
      if (measures.get(measure)?.figures[figure]) addTerms(words, { is: 'figure', measure, figure })
    }
  for (const of of measures.values()) {
    addLabel(of, { is: 'subject', measure: of.name })
    for (const [figure, words] of Object.entries(of.figures)) {
      // The number of rows is called like the rows in English: Repairs.
      const isRows = (words.kind === 'count' && !words.where) || devices.has(folded(words.en))
      if (!(isRows && of.amounts)) addLabel(isRows ? { zh: words.zh, en: words.zh } : words, { is: 'figure', measure: of.name, figure })
    }
    for (const name of Object.keys(of.groups)) {
      const forms = formsOf(groupWords(of, name)).filter((form) => form.length > 1 && !fillers.has(form))
      const { by, as } = of.groups[name]!
      const field = of.of.fields[by]
      addGroup(forms, { is: 'group', measure: of.name, name }, !as && !(field?.kind === 'link' && field.to === 'device'))
    }
  }

  const entities = new Map(subjects.map(({ kind, of }) => (kind === 'measure' ? [of.of.name, of.of] : [of.name, of])))
  for (const of of entities.values()) {
    if (lists.has(of.name)) addLabel({ zh: of.zh, en: of.many ?? of.en }, { is: 'subject', list: of.name })
    for (const [name, field] of Object.entries(views.get(of.name)?.fields ?? of.fields)) {
      if (!isListable(field) || field.closed || isInternal(field)) continue
      if (field.kind === 'choice' || field.kind === 'choices')
        for (const [value, words] of Object.entries(field.of))
          addLabel(words, { is: 'value', of: of.name, wire: wireName(name, field), value })
      if (field.kind === 'flag') addLabel(field, { is: 'value', of: of.name, wire: wireName(name, field), value: '1' })
      if (rangedKinds.has(field.kind)) addLabel(field, { is: 'field', of: of.name, field: name })
    }
  }
  for (const [path, words] of Object.entries(terms.valueTerms)) {
    const [said, beside] = path.split('&') as [string, string?]
    const [place, value] = said.split('=') as [string, string]
    const also = beside === undefined ? {} : { also: Object.fromEntries([beside.split('=')]) as Wanted }
    const [of, name] = place.split('.') as [string, string]
    const field = entities.get(of)?.fields[name]
    if (field && isOpen(views.get(of), name)) addTerms(words, { is: 'value', of, wire: wireName(name, field), value, ...also })
  }
  for (const [path, words] of Object.entries(terms.fieldTerms)) {
    const [of, field] = path.split('.') as [string, string]
    if (entities.get(of)?.fields[field] && isOpen(views.get(of), field)) addTerms(words, { is: 'field', of, field })
  }
  return { subjects, phrases, longest: longestOf(phrases.keys()), views }
}

const isOpen = (view: View | undefined, field: string): boolean => view === undefined || Object.hasOwn(view.fields, field)

const longestOf = (phrases: Iterable<string>): Map<string, number> => {
  const longest = new Map<string, number>()
  for (const phrase of phrases) longest.set(phrase[0]!, Math.max(longest.get(phrase[0]!) ?? 0, phrase.length))
  return longest
}

/** The vocabulary with names that were looked up: their folded texts and the rows that they can mean. */
export function withNames(vocabulary: Vocabulary, names: ReadonlyMap<string, readonly Meaning[]>): Vocabulary {
  if (names.size === 0) return vocabulary
  const phrases = new Map([...vocabulary.phrases, ...names])
  return { ...vocabulary, phrases, longest: longestOf(phrases.keys()) }
}
