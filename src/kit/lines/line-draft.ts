import type { LineFacts } from '#contract/kit/entity/entity.ts'
import { parseLines, repeatedLines } from '#contract/kit/entity/lines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { isEmpty, sameInForm } from '#contract/kit/fields/same.ts'
import type { Words } from '#contract/kit/words.ts'

/** A line in a form, by wire name; a saved one has an `id`. */
export type LineValues = Readonly<Record<string, unknown>>

/** The fields of lines that a person fills in, with their wire names. */
export const openFields = (fields: FieldMap): [wire: string, field: Field, name: string][] =>
  Object.entries(fields).flatMap(([name, field]): [string, Field, string][] =>
    field.readOnly || field.kind === 'json' || field.kind === 'items' ? [] : [[wireName(name, field), field, name]],
  )

/** Whether a line is new and was never filled in. */
export const isBlank = (line: LineValues, fields: FieldMap): boolean =>
  line.id === undefined &&
  openFields(fields).every(([wire, field]) => isEmpty(line[wire]) || (field.kind === 'choice' && line[wire] === field.initial))

/** Initial values of a new line. */
export const newLine = (fields: FieldMap): LineValues =>
  Object.fromEntries(
    openFields(fields).flatMap(([wire, field]) => (field.kind === 'choice' && field.initial ? [[wire, field.initial]] : [])),
  )

/** A copy without id, to be saved as a new line. */
export const copyOf = ({ id: _, ...line }: LineValues): LineValues => line

/** The lines of a draft, with the index of each in the form. */
export interface SentLines {
  readonly lines: readonly LineValues[]
  readonly places: readonly number[]
}

/**
 * The lines to send: saved ones as id plus changes, new ones in full, removed ones left out. Undefined when nothing differs from `base`, the saved
 * lines that the person started from.
 */
export function sentLines(
  fields: FieldMap,
  isOrdered: boolean,
  base: readonly LineValues[],
  now: readonly LineValues[],
): SentLines | undefined {
  const open = openFields(fields)
  const known = new Map(base.map((line) => [line.id, line]))
  const places: number[] = []
  const lines = now.flatMap((line, place): LineValues[] => {
    if (isBlank(line, fields)) return []
    places.push(place)
    const was = line.id === undefined ? undefined : known.get(line.id)
    const changed = open.filter(([wire]) => !sameInForm(was?.[wire], line[wire]))
    const values = Object.fromEntries(changed.map(([wire]) => [wire, isEmpty(line[wire]) ? null : line[wire]]))
    return [line.id === undefined ? values : { id: line.id, ...values }]
  })
  const isAsBefore =
    lines.length === base.length &&
    lines.every((line, index) => Object.keys(line).length === 1 && line.id !== undefined && (!isOrdered || line.id === base[index]?.id))
  return isAsBefore ? undefined : { lines, places }
}

/**
 * Applies a person's changes since `base` to the lines that others saved meanwhile. A line that others removed stays removed unless the person
 * changed it. A new line that is already saved, by a draft whose answer was lost, is not added twice.
 */
export function mergeLines(
  fields: FieldMap,
  base: readonly LineValues[],
  mine: readonly LineValues[],
  theirs: readonly LineValues[],
): LineValues[] {
  const open = openFields(fields)
  const [then, now] = [new Map(base.map((line) => [line.id, line])), new Map(theirs.map((line) => [line.id, line]))]
  const isSame = (one: LineValues | undefined, other: LineValues): boolean => open.every(([wire]) => sameInForm(one?.[wire], other[wire]))
  const added = theirs.filter((line) => !then.has(line.id))
  const merged = mine.flatMap((line): LineValues[] => {
    const was = line.id === undefined ? undefined : then.get(line.id)
    if (!was) {
      const saved = added.findIndex((one) => isSame(one, line))
      return saved < 0 ? [line] : added.splice(saved, 1)
    }
    const newest = now.get(line.id)
    if (!newest) return isSame(was, line) ? [] : [copyOf(line)]
    const changed = open.filter(([wire]) => !sameInForm(was[wire], line[wire]))
    return [
      {
        ...newest,
        ...Object.fromEntries(
          changed.flatMap(([wire, field, name]) => [
            [wire, line[wire]],
            ...(field.kind === 'link' ? [[`${name}Name`, line[`${name}Name`]]] : []),
          ]),
        ),
      },
    ]
  })
  return [...merged, ...added]
}

/** The problems of the lines in a form, with their index in the form. */
export function problemsOfLines(line: LineFacts, fields: FieldMap, label: Words, sent: SentLines, now: readonly LineValues[]): Problem[] {
  const { problems } = parseLines(line, fields, label, sent.lines)
  return [...problems.map((one) => placed(line.as, one, sent.places)), ...repeatedLines(line, fields, now)]
}

/** Converts the index of a sent line in a problem to its index in the form. */
export function placed<P extends { readonly field: string }>(as: string, problem: P, places: readonly number[]): P {
  const [, index, rest] = /^(\d+)\.(.*)$/.exec(problem.field.slice(as.length + 1)) ?? []
  return index === undefined ? problem : { ...problem, field: `${as}.${places[Number(index)] ?? index}.${rest}` }
}
