import { type LineCode, lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import type { CountLine } from './count-model.ts'

/** The lines that carry a code, and as which of their codes. */
export interface CodeHit {
  readonly ids: readonly string[]
  readonly field: LineCode
}

/** The lines of a check by all their codes. */
export interface LineIndex {
  /** A line as it is now; `before`: as it was. */
  readonly put: (line: CountLine, before?: CountLine) => void
  readonly remove: (line: CountLine) => void
  /** The lines that carry this code, however it is written; undefined: none. `as` looks at one of their codes only. */
  readonly find: (code: string, as?: LineCode) => CodeHit | undefined
}

const codesOf = (line: CountLine): [LineCode, string][] =>
  lineCodeFields.flatMap((field): [LineCode, string][] => {
    const code = codeKey(line[field] ?? '')
    return code === '' ? [] : [[field, code]]
  })

/** An empty index. Of twenty thousand lines it takes some tens of milliseconds to fill and microseconds to ask. */
export function lineIndex(): LineIndex {
  // Nearly every code is of one line, so a list is made only for those that are not.
  const known = new Map(lineCodeFields.map((field) => [field, new Map<string, string | readonly string[]>()]))
  const mapOf = (field: LineCode) => known.get(field) as Map<string, string | readonly string[]>
  const idsOf = (field: LineCode, code: string): readonly string[] => {
    const found = mapOf(field).get(code)
    return found === undefined ? [] : typeof found === 'string' ? [found] : found
  }
  const set = (field: LineCode, code: string, ids: readonly string[]): void => {
    if (ids.length === 0) mapOf(field).delete(code)
    else mapOf(field).set(code, ids.length === 1 ? (ids[0] as string) : ids)
  }
  const remove = (line: CountLine): void => {
    for (const [field, code] of codesOf(line))
      set(
        field,
        code,
        idsOf(field, code).filter((id) => id !== line.id),
      )
  }
  return {
    remove,
    put: (line, before) => {
      if (before && lineCodeFields.every((field) => (line[field] ?? null) === (before[field] ?? null))) return
      if (before) remove(before)
      for (const [field, code] of codesOf(line)) set(field, code, [...idsOf(field, code), line.id])
    },
    find: (code, as) => {
      const wanted = codeKey(code)
      if (wanted === '') return undefined
      for (const field of as ? [as] : lineCodeFields) {
        const ids = idsOf(field, wanted)
        if (ids.length > 0) return { ids, field }
      }
      return undefined
    },
  }
}
