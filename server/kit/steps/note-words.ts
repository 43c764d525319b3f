import { type QueuedFacts, queuedFacts } from '#contract/kit/entity/offline-kinds.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { type Field, type FieldMap, isPlain } from '#contract/kit/fields/field.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { homeTime, momentOf } from '#contract/kit/time/moment.ts'
import type { Language } from '#contract/kit/words.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import type { Row } from '#server/db/query.ts'

/** The verb of the event that stores a refused operation. */
export const noteVerb = 'note'

const { kinds } = queuedFacts({ calls, entities, machines })
const factsOf = (kind: unknown): QueuedFacts | undefined => (Object.hasOwn(kinds, String(kind)) ? kinds[String(kind)] : undefined)

const longest = 2000
const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/**
 * The part of an operation's body that a note stores: plain values of declared fields, texts cut to the maximum length, and the ids of its
 * photos.
 */
export function saidInNote(kind: string, said: Raw | null): { values: Record<string, string | number>; files: string[] } {
  const fields: FieldMap = factsOf(kind)?.fields ?? {}
  const given = said ?? {}
  const values: Record<string, string | number> = {}
  const files: string[] = []
  for (const [name, field] of Object.entries(fields)) {
    const value = given[wireName(name, field)]
    if (field.kind === 'ids' && field.to === 'file') files.push(...(Array.isArray(value) ? value.filter(isId) : []))
    else if (isPlain(field) && field.kind !== 'link' && isScalar(value))
      values[name] = typeof value === 'string' ? cutText(value, longest) : value
  }
  return { values, files: files.slice(0, 20) }
}

const shown = (field: Field, value: unknown, language: Language): string =>
  field.kind === 'choice' ? (field.of[String(value)]?.[language] ?? String(value)) : field.kind === 'money' ? `¥${value}` : String(value)

/** A note in words: the operation with its time, its values, the person's remark and the reason of the refusal. */
export function noteText(input: Row, language: Language): string {
  const facts = factsOf(input.kind)
  const said = Object.entries((input.said ?? {}) as Row).flatMap(([name, value]) => {
    const field = facts?.fields[name]
    return field ? [`${field[language]} ${shown(field, value, language)}`] : []
  })
  const at = typeof input.at === 'string' ? momentOf(input.at) : undefined
  const what = [facts?.words[language] ?? String(input.kind), at ? homeTime(at) : ''].filter(Boolean).join(' ')
  return [what, ...said, input.reason, input.why].filter(Boolean).join('；')
}
