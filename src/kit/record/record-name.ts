import type { Entity } from '#contract/kit/entity/entity.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { type Language, say } from '#contract/kit/words.ts'
import { type Row, titleIn } from '#src/data/hooks.ts'
import { textOf } from '#src/kit/value-text.ts'

/** What a record is called, and its number where it has one beside the name. */
export interface RecordName {
  readonly name: string
  readonly number: string
}

/** Longer texts are cut in a name; the whole text stands among the facts. */
const mostLetters = 40

const short = (text: string): string => {
  const line = text.trim().split('\n')[0]!
  return line.length > mostLetters ? `${cutText(line, mostLetters)}…` : line
}

/** The fields that the name of a record is made of: those that its entity declares as `called`, else its title. */
export const nameFields = ({ called, title }: Entity): readonly string[] => called ?? [title]

/** The name that people use for a record, from the declared fields that are filled; else its title, else what it is. */
export function recordName(of: Entity, row: Row, language: Language): RecordName {
  const title = titleIn(of, row)
  const parts = (of.called ?? []).flatMap((field) => short(textOf(field, of.fields[field]!, row, language)) || [])
  if (parts.length > 0) return { name: parts.join(' · '), number: title }
  const numbered = Object.keys(of.fields).find((field) => of.fields[field]!.kind === 'numbering' && field !== of.title)
  const shown = of.fields[of.title]!.kind === 'text' ? title : textOf(of.title, of.fields[of.title]!, row, language)
  return { name: shown || say(of, language), number: numbered ? String(row[numbered] ?? '') : '' }
}

/** Name and number in one line, for the label of a tab and for a question about the record. */
export function fullName(of: Entity, row: Row, language: Language): string {
  const { name, number } = recordName(of, row, language)
  return number ? `${name} ${number}` : name
}
