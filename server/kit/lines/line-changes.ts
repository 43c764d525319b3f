import type { Field } from '#contract/kit/fields/field.ts'
import { same } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'
import { idsIn, isLink, linkedRows, newlyChosen } from '../read/links.ts'
import { retiredProblem } from '../read/retired.ts'
import { refusalOf } from '../refuse.ts'
import type { LineEvent, LinesEvent } from '../steps/event.ts'
import { fieldsOf, type Line, type OpenLines } from './lines.ts'

/** One field of a line before and after. */
interface FieldChange {
  readonly wire: string
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}

export interface LineChange {
  readonly act: LineEvent['act']
  readonly line: Line
  /** Index among the given lines; undefined for a removed line. */
  readonly index: number | undefined
  readonly fields: readonly FieldChange[]
}

const isNothing = (value: unknown): boolean => value === null || value === undefined

/** The lines that a draft adds, changes and removes, without changes of their order. */
export function changesOfLines({ line, of, before, after }: OpenLines): readonly LineChange[] {
  const stored = new Map(before.map((one) => [one.id, one]))
  const left = new Set(after.map((one) => one.id))
  const fields = fieldsOf(line, of).filter(([, , name]) => name !== line.order)
  const found = after.flatMap((one, index): LineChange[] => {
    const was = stored.get(one.id)
    const changed = fields.flatMap(([wire, field]): FieldChange[] =>
      same(field, was?.[wire], one[wire]) ? [] : [{ wire, field, from: was?.[wire] ?? null, to: one[wire] ?? null }],
    )
    if (was && changed.length === 0) return []
    return [{ act: was ? 'changed' : 'added', line: one, index, fields: changed }]
  })
  const removed = before
    .filter((one) => !left.has(one.id))
    .map((one): LineChange => {
      const had = fields.filter(([wire]) => !isNothing(one[wire]))
      return {
        act: 'removed',
        line: one,
        index: undefined,
        fields: had.map(([wire, field]) => ({ wire, field, from: one[wire], to: null })),
      }
    })
  return [...found, ...removed]
}

/** Whether the remaining lines changed their relative order. */
export function isReordered({ line, before, after }: OpenLines): boolean {
  if (!line.order) return false
  const left = new Set(after.map((one) => one.id))
  const had = new Set(before.map((one) => one.id))
  const then = before.filter((one) => left.has(one.id)).map((one) => one.id)
  return after.filter((one) => had.has(one.id)).some((one, index) => one.id !== then[index])
}

/**
 * The names of all rows that changed links referred to or refer to, and of linked titles, by id. Throws, at the line's field, if a link
 * refers to a row that does not exist, is deleted, is outside the person's scope or is retired.
 */
export async function lineNames(
  open: OpenLines,
  changes: readonly LineChange[],
  context: Context,
  tx: Transaction,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  const links = fieldsOf(open.line, open.of).flatMap(([wire, field, name]) => (isLink(field) ? [[wire, field, name] as const] : []))
  for (const [wire, field, name] of links) {
    const moved = changes.flatMap(({ index, fields }) => fields.filter((one) => one.wire === wire).map((one) => ({ ...one, index })))
    const titles = name === open.of.title ? [...open.before, ...changes.map(({ line }) => line)].map((line) => line[wire]) : []
    const ids = [...new Set([...moved.flatMap(({ from, to }) => [...idsIn(from), ...idsIn(to)]), ...titles.flatMap(idsIn)])]
    if (ids.length === 0) continue
    const rows = await linkedRows(field, context, tx, ids)
    const seen = new Set(rows.flatMap((row) => (row.open ? [String(row.id)] : [])))
    const wrong = moved.filter(({ to }) => !idsIn(to).every((id) => seen.has(id)))
    if (wrong.length > 0)
      throw refusalOf(wrong.map(({ index }) => ({ field: `${open.line.as}.${index}.${wire}`, label: field, rule: 'absent' as const })))
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    const retired = moved.flatMap(({ from, to, index }) =>
      newlyChosen(field, from, to).flatMap((id) => retiredProblem(byId.get(id)!, `${open.line.as}.${index}.${wire}`, field) ?? []),
    )
    if (retired.length > 0 && !context.carries) throw refusalOf(retired)
    for (const row of rows) names.set(String(row.id), String(row.name))
  }
  return names
}

/** The event of changed lines; undefined when nothing changed. */
export function eventOfLines(open: OpenLines, changes: readonly LineChange[], names: ReadonlyMap<string, string>): LinesEvent | undefined {
  const isMoved = isReordered(open)
  if (changes.length === 0 && !isMoved) return undefined
  const { title, fields } = open.of
  const nameOf = (field: Field, value: unknown): string | null =>
    field.kind === 'link'
      ? (names.get(String(value)) ?? null)
      : field.kind === 'ids'
        ? idsIn(value)
            .map((id) => names.get(id) ?? '')
            .join('、') || null
        : null
  const titleOf = (line: Line): string | null => {
    const field = fields[title]!
    const value = line[field.kind === 'link' ? `${title}Id` : title]
    return field.kind === 'link' ? nameOf(field, value) : isNothing(value) ? null : String(value)
  }
  const lines = changes.map(
    ({ act, line, fields: changed }): LineEvent => ({
      act,
      title: titleOf(line),
      changes: Object.fromEntries(
        changed.map(({ wire, field, from, to }) => {
          const fromName = nameOf(field, from)
          const toName = nameOf(field, to)
          return [wire, fromName || toName ? { from, to, fromName, toName } : { from, to }]
        }),
      ),
    }),
  )
  const titles = (all: readonly Line[]): string[] => all.map((one, index) => titleOf(one) ?? `${index + 1}`)
  return isMoved ? { lines, order: { from: titles(open.before), to: titles(open.after) } } : { lines }
}
