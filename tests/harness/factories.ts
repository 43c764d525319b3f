import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'

/** Ids of rows that links may name, by entity. */
export type Links = Readonly<Record<string, string | undefined>>
export type Draft = Record<string, unknown>

/** Values of the dictionaries that declared fields use. */
const sampleKeys: Readonly<Record<string, readonly string[]>> = {
  fund_source: ['own', 'research'],
  fault_kind: ['power', 'display'],
  post_category: ['1', '2'],
  notice: ['1', '6'],
}

const twoDigits = (part: number): string => String(part % 100).padStart(2, '0')

/** The first of some shapes that fits a pattern: a word, codes of digits in pairs, a number for a telephone, a mail address, a time of the day, a month. */
const patterned = (name: string, pattern: string, seed: number): string => {
  const word = `${name.toLowerCase().replace(/\W/g, '')}${seed}`
  const shapes = [
    word,
    [seed, seed / 100, seed / 10_000].map((part) => twoDigits(Math.floor(part))).join('-'),
    `027-8${String(seed).padStart(6, '0')}`,
    `${word}@example.org`,
    '08:00',
    '7',
    String(seed).padStart(18, '9'),
  ]
  return shapes.find((one) => new RegExp(pattern, 'u').test(one)) ?? word
}

/** A valid value of a field as it travels; `seed` makes values of different rows differ. Undefined when nothing is there to link to. */
export function sampleOf(name: string, field: Field, seed: number, links: Links = {}): unknown {
  const between = (min: number, max: number): number => min + (seed % Math.max(1, Math.floor(max - min)))
  switch (field.kind) {
    case 'text':
      return field.pattern ? patterned(name, field.pattern, seed) : `${field.zh}${name}${seed}`.slice(0, field.max)
    case 'integer':
      if (field.unit) return between(1, Math.min(...Object.values(field.unit.of).map(({ most = 1000 }) => most)))
      return between(field.min ?? 1, Math.min(field.max ?? 1000, (field.min ?? 1) + 1000))
    case 'decimal':
      return Number(((field.min ?? 0) + ((seed % 97) / 97) * (Math.min(field.max ?? 1000, 1000) - (field.min ?? 0))).toFixed(field.scale))
    case 'money':
      return `${1000 + seed}.50`
    case 'flag':
      return seed % 2
    case 'date':
      return `20${10 + (seed % 15)}-03-${String(1 + (seed % 28)).padStart(2, '0')}`
    case 'time':
      return `20${10 + (seed % 15)}-03-04T05:06:07.000Z`
    case 'choice': {
      const all = Object.keys(field.of)
      return all[seed % all.length]
    }
    case 'dictionary': {
      const all = sampleKeys[field.code] ?? []
      return all[seed % all.length]
    }
    case 'link':
      return links[field.to]
    case 'json':
      return { seed }
    default:
      return undefined
  }
}

/** A valid value of an input of a step; one item or one row where it takes several. */
export const inputOf = (name: string, field: Field, seed: number, links: Links = {}): unknown => {
  if (field.kind === 'ids') return field.to && links[field.to] ? [links[field.to]] : undefined
  if (field.kind !== 'items') return sampleOf(name, field, seed, links)
  return [Object.fromEntries(Object.entries(field.fields).map(([key, one]) => [wireName(key, one), sampleOf(key, one, seed, links)]))]
}

/** The fields that a draft may set, by wire name. */
export const draftFields = (of: Entity): [wire: string, field: Field, name: string][] =>
  Object.entries(of.fields).flatMap(([name, field]): [string, Field, string][] =>
    field.readOnly ? [] : [[wireName(name, field), field, name]],
  )

/** A valid draft: the required fields and lines, or with `full` every field of a draft. `give` overrides by wire name; undefined leaves out. */
export function draftOf(of: Entity, seed: number, options: { full?: boolean; links?: Links; give?: Draft } = {}): Draft {
  const draft: Draft = {}
  for (const [wire, field, name] of draftFields(of)) {
    if (!options.full && !field.required) continue
    const value = sampleOf(name, field, seed, options.links)
    if (value !== undefined) draft[wire] = value
  }
  for (const { required, as, entity } of of.lines ?? [])
    if (required) draft[as] = [draftOf(entityNamed(entity), seed, { ...options, give: {} })]
  return Object.fromEntries(Object.entries({ ...draft, ...options.give }).filter(([, value]) => value !== undefined))
}
