import { oneWriting } from '../text/one-writing.ts'
import type { Field } from './field.ts'

const numerals: Readonly<Record<string, string>> = {
  一: '1',
  二: '2',
  三: '3',
  四: '4',
  五: '5',
  i: '1',
  ii: '2',
  iii: '3',
  iv: '4',
  v: '5',
}

/** The number in a text such as 二类, `Class II` or `2级`; undefined if there is none. */
function countedIn(text: string): string | undefined {
  const bare = oneWriting(text)
    .toLowerCase()
    .replace(/class|level|grade|risk|第|类|级|等|[\s._-]/g, '')
  return /^\d$/.test(bare) ? bare : numerals[bare]
}

const forever = /^(长期|永久|终身|不限|无限期|long[ -]?term|permanent|lifetime|n\.?a\.?)$/i

/** The probable meaning of a value that could not be parsed, as a person would type it: `''` for none; undefined if it is unclear. */
export function suggestionFor(field: Field, value: string): string | undefined {
  const text = oneWriting(value).trim()
  if (field.kind === 'date') {
    if (forever.test(text)) return ''
    const year = /^(?:约|大约|about|ca\.?)?\s*((?:19|20)\d{2})\s*年?$/i.exec(text)
    return year ? `${year[1]}-01-01` : undefined
  }
  if (field.kind !== 'choice') return undefined
  const counted = countedIn(text)
  const found = Object.entries(field.of).filter(
    ([name, { zh }]) => counted !== undefined && (countedIn(name) === counted || countedIn(zh) === counted),
  )
  return found.length === 1 ? found[0]![1].zh : undefined
}
