import { wireName } from '../kit/entity/shape.ts'
import { during, groupWords } from '../kit/figures/measure.ts'
import { listedWords, type Words } from '../kit/words.ts'
import type { Bounded } from './bind.ts'
import { fieldOfWire, type Scope } from './scope.ts'

const joined = (zh: string, en: string): Words => ({ zh, en })

/** The subject as a person calls it. */
export const subjectWords = ({ subject, entity }: Scope): Words =>
  subject.kind === 'measure' ? subject.of : joined(entity.zh, entity.many ?? `${entity.en}s`)

/** A figure, with its measure where the sentence does not name that. */
export function figureWords({ subject }: Scope, figure: string): Words {
  if (subject.kind === 'list') return { zh: '', en: '' }
  const words = subject.of.figures[figure]!
  return joined(`${subject.of.zh}：${words.zh}`, `${subject.of.en}: ${words.en}`)
}

export function groupLabel({ subject }: Scope, group: string): Words {
  if (subject.kind === 'list') return { zh: '', en: '' }
  const { zh, en } = groupWords(subject.of, group)
  return joined(`按${zh}`, `by ${en.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`)
}

/** A value of a filter: the labels of choices, or the label of a flag. */
export function valueWords(scope: Scope, wire: string, value: string): Words {
  const [, field] = fieldOfWire(scope, wire) ?? []
  if (!field) return joined(value, value)
  if (value === '_none') return joined(`${field.zh}：未填写`, `${field.en}: not set`)
  if (field.kind === 'choice' || field.kind === 'choices') {
    const known = value.split(',').flatMap((one) => field.of[one] ?? [])
    return known.length > 0 ? listedWords(known) : joined(value, value)
  }
  return field
}

const dateWords = (scope: Scope, field: string): Words =>
  field === during ? { zh: '期间', en: 'Period' } : (scope.fields[field] ?? { zh: '期间', en: 'Period' })

/** The range of a field as a label; `said`: the words of the sentence for it. */
export function rangeWords(scope: Scope, { field, filters }: Bounded): Words {
  const [from, to] = [filters[`${field}_ge`], filters[`${field}_le`]]
  const range = from && to ? (from === to ? from : `${from} ~ ${to}`) : from ? `≥ ${from}` : `≤ ${to}`
  const { zh, en } = dateWords(scope, field)
  return joined(`${zh}：${range}`, `${en}: ${range}`)
}

/** The order of a list by a field. */
export function orderWords(scope: Scope, field: string, isRising: boolean, top: number | undefined): Words {
  const { zh, en } = scope.fields[field]!
  const first = isRising ? joined(`${zh}从低到高`, `${en}, lowest first`) : joined(`${zh}从高到低`, `${en}, highest first`)
  return top === undefined ? first : joined(`前 ${top}：${first.zh}`, `Top ${top}: ${first.en}`)
}

export const wireOf = ({ fields }: Scope, name: string): string => wireName(name, fields[name]!)
