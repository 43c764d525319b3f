import type { View } from '#contract/kit/entity/view.ts'
import type { ImportFacts } from '#contract/kit/sheets/import-facts.ts'
import { columnName, namesSql, tableName, titleColumn } from '#server/kit/table.ts'
import { nameKey } from '../cells/cell-values.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'
import { type Hashed, knownHashes, knownMarks, type Mark, marksOf, typedValue, valueKey } from './sameness.ts'
import { matchUnnumbered } from './unnumbered.ts'

/** The row of the register that a row of a file matches. */
export interface Match {
  readonly id: string
  /** Its content is the same as in the last import of this row. */
  readonly isUnchanged: boolean
  /** Found by content, not by a number. */
  readonly isByContent: boolean
  /** The fields that identified a row without a number. */
  readonly by?: readonly string[]
  /** The text field whose cell contains the number issued by the program. */
  readonly ownIn?: string
}

/** A unique field whose value belongs to another existing row than the matching one. */
export interface Conflict {
  readonly index: number
  readonly field: string
  readonly value: string
  readonly title: string
}

export interface Matches {
  /** By row: the matching row, `several` if ambiguous, or undefined. */
  readonly of: readonly (Match | 'several' | undefined)[]
  /** The strongest mark of each row. */
  readonly marks: readonly (Mark | undefined)[]
  readonly conflicts: readonly Conflict[]
  /** Number of rows that were recognised without a number. */
  readonly unnumbered: number
}

interface Given {
  /** Treat rows without a number as new. */
  readonly isFresh?: boolean
  readonly view: View
  readonly facts: ImportFacts
  readonly tenantId: string
  readonly run: Run
}

const chunk = 20_000

/** Matches rows by the number that the program issued, if a list contains it in one of the columns in `own`. */
async function byOwnNumber(rows: readonly ReadRow[], given: Given): Promise<Map<number, Match>> {
  const found = new Map<number, Match>()
  const { view, facts, tenantId, run } = given
  const { own } = facts
  const field = own && view.entity.fields[own.field]
  if (!own || !field) return found
  const said = rows.flatMap((row, index) =>
    // A list exported by the program contains the number itself.
    [own.field, ...own.in].flatMap((name) =>
      row.draft[name] ? [{ index, name, value: valueKey(view, own.field, String(row.draft[name])) }] : [],
    ),
  )
  const keyOf = (value: string): string => JSON.stringify([[own.field], [value]])
  const marks = said.map(({ value }): Mark => ({ fields: [own.field], values: [value], key: keyOf(value) }))
  const hits = await knownMarks(view, tenantId, marks, run)
  const idOf = (value: string): string | undefined => hits.get(keyOf(value))?.[0]
  const titles = await titlesOf(
    said.flatMap(({ name, value }) => (name === own.field ? (idOf(value) ?? []) : [])),
    given,
  )
  for (const { index, name, value } of said) {
    const id = idOf(value)
    if (!id || found.has(index)) continue
    // A list of another hospital uses the same numbers for other rows.
    const isOther = name === own.field && nameKey(titles.get(id) ?? '') !== nameKey(String(rows[index]!.draft[view.entity.title] ?? ''))
    if (!isOther) found.set(index, { id, isUnchanged: false, isByContent: false, ownIn: name })
  }
  return found
}

/** A match by a weaker set only. */
interface Guess {
  readonly id: string
  /** Found by a set of `same` with the same name, although a stronger number differs: that number was corrected. */
  readonly isSure: boolean
}

/** Matches by a weaker set whose stronger marks differ from the register, so they are other rows. */
async function contradicted(
  rows: readonly ReadRow[],
  alike: ReadonlyMap<number, Guess>,
  strong: readonly (readonly Mark[])[],
  { view, tenantId, run }: Given,
): Promise<ReadonlySet<number>> {
  const fields = [...new Set([...alike.keys()].flatMap((index) => strong[index]!.map((mark) => mark.fields[0]!)))]
  const wrong = new Set<number>()
  if (fields.length === 0) return wrong
  const columns = fields.map((name) => columnName(name, view.entity.fields[name]!))
  const { title } = view.entity
  const entries = [...alike]
  for (let at = 0; at < entries.length; at += chunk) {
    const some = entries.slice(at, at + chunk)
    const { rows: held } = await run({
      text: `select t.id, t.${titleColumn(view.entity)} as row_title, ${columns.map((column) => `t.${column}::text as ${column}`).join(', ')} from ${tableName(view.entity)} t
        where t.tenant_id = $1 and t.id = any($2::uuid[])`,
      values: [tenantId, some.map(([, { id }]) => id)],
    })
    const byId = new Map(held.map((row) => [String(row.id), row]))
    for (const [index, { id, isSure }] of some) {
      const row = byId.get(id)
      const said = rows[index]!.draft[title]
      if (isSure && (!said || nameKey(String(row?.row_title)) === nameKey(String(said)))) continue
      const differs = strong[index]!.some(({ fields: [name], values: [value] }) => {
        const known = row?.[columns[fields.indexOf(name!)]!]
        return known && valueKey(view, name!, String(known)) !== value
      })
      if (differs) wrong.add(index)
    }
  }
  return wrong
}

/** The titles of rows, for messages. */
async function titlesOf(ids: readonly string[], { view, tenantId, run }: Given): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await run({ text: namesSql(view.entity), values: [tenantId, [...new Set(ids)]] })
  return new Map(rows.map((row) => [String(row.id), String(row.name)]))
}

/**
 * Finds the matching row of the register for each row of a file: by the content of an earlier import, by the number issued by the program,
 * by the strongest set of `same` that the row fills, then by weaker sets whose values are unique in both file and register.
 */
export async function matchRows(rows: readonly ReadRow[], hashed: readonly Hashed[], given: Given): Promise<Matches> {
  const { view, facts, tenantId, run } = given
  const known = await knownHashes(
    view,
    tenantId,
    hashed.map(({ hash }) => hash),
    run,
  )
  const strong = rows.map((row) => marksOf(view, facts.same, row))
  const weak = rows.map((row) => marksOf(view, facts.alike ?? [], row))
  const hits = await knownMarks(view, tenantId, [...strong.flat(), ...weak.flat()], run)
  const own = await byOwnNumber(rows, given)
  const matches: (Match | 'several' | undefined)[] = rows.map((_, index) => {
    const byContent = known.get(hashed[index]!.hash.toString('hex'))
    if (byContent) return { id: byContent.id, isUnchanged: byContent.isLatest, isByContent: true }
    const numbered = own.get(index)
    if (numbered) return numbered
    const ids = hits.get(strong[index]![0]?.key ?? '') ?? []
    if (ids.length > 1) return 'several'
    return ids[0] ? { id: ids[0], isUnchanged: false, isByContent: false } : undefined
  })
  const claimed = new Set(matches.flatMap((match) => (match && match !== 'several' ? [match.id] : [])))
  const counts = new Map<string, number>()
  for (const { key } of [...strong.flat(), ...weak.flat()]) counts.set(key, (counts.get(key) ?? 0) + 1)
  const alike = new Map<number, Guess>()
  rows.forEach((_, index) => {
    if (matches[index]) return
    const lesser = strong[index]!.slice(1)
    for (const mark of [...lesser, ...weak[index]!]) {
      const [id, ...others] = hits.get(mark.key) ?? []
      if (!id || others.length > 0 || counts.get(mark.key) !== 1 || claimed.has(id)) continue
      alike.set(index, { id, isSure: lesser.includes(mark) })
      claimed.add(id)
      return
    }
  })
  const others = await contradicted(rows, alike, strong, given)
  for (const [index, { id }] of alike) if (!others.has(index)) matches[index] = { id, isUnchanged: false, isByContent: false }
  const bare = rows.flatMap((row, index) => (matches[index] || strong[index]!.length > 0 || row.isCopy ? [] : [index]))
  const meant = new Set(matches.flatMap((match) => (match && match !== 'several' ? [match.id] : [])))
  const without = await matchUnnumbered(rows, bare, meant, given)
  if (!given.isFresh) for (const [index, { id, by }] of without) matches[index] = { id, by, isUnchanged: false, isByContent: true }
  const found = matches.flatMap((match, index) => {
    if (!match || match === 'several' || match.isUnchanged) return []
    return strong[index]!.flatMap(({ key, fields }) => {
      // A number that several rows share identifies none of them.
      const [other, ...more] = hits.get(key) ?? []
      const isOther = other !== undefined && more.length === 0 && other !== match.id && fields[0] !== match.ownIn
      return isOther ? [{ index, field: fields[0]!, value: typedValue(view, rows[index]!, fields[0]!), id: other }] : []
    })
  })
  const titles = await titlesOf(
    found.map(({ id }) => id),
    given,
  )
  return {
    of: matches,
    marks: strong.map(([first]) => first),
    unnumbered: without.size,
    conflicts: found.map(({ id, ...conflict }) => ({ ...conflict, title: titles.get(id) ?? '' })),
  }
}
