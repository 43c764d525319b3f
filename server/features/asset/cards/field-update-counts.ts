import { countedText, readCycle } from '#contract/kit/fields/cycle.ts'
import { type CountField, usualUnit } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Language } from '#contract/kit/words.ts'
import type { Row } from '#server/db/query.ts'
import { columnName } from '#server/kit/table.ts'

// A change request keeps a number and its unit in one value, such as `12 month`.

/** The number and the unit of a card, by wire name. */
export function countOfCard(name: string, field: CountField, card: Row): Parsed {
  const count = card[columnName(name, field)] ?? null
  const unit = card[columnName(field.unit.field, { kind: 'choice', zh: '', en: '', of: {} })]
  return { [name]: count, [field.unit.field]: count === null ? null : (unit ?? usualUnit(field.unit)) }
}

/** What a person typed, such as `12个月`; a bare number keeps the unit of the card. */
export function typedCount(name: string, field: CountField, typed: string, card: Row): Parsed {
  if (typed === '') return { [name]: null }
  const read = readCycle(typed)
  return { [name]: read?.count ?? typed, [field.unit.field]: read?.unit ?? countOfCard(name, field, card)[field.unit.field] }
}

/** A number with its unit as one stored value; null for none. */
export const storedCount = (name: string, field: CountField, values: Parsed): string | null =>
  values[name] === null || values[name] === undefined ? null : `${values[name]} ${values[field.unit.field]}`

/** The number and the unit of a stored value, by wire name. */
export function countStored(name: string, field: CountField, stored: unknown): Parsed {
  const [count, unit] = String(stored ?? '').split(' ')
  return { [name]: count === '' ? null : count, ...(unit ? { [field.unit.field]: unit } : {}) }
}

/** A number with its unit in words; null for none. */
export const saidCount = (name: string, field: CountField, values: Parsed, language: Language): string | null =>
  values[name] === null || values[name] === undefined ? null : countedText(field, values, values[name], language)
