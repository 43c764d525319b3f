import type { ImportFacts } from '#contract/kit/import-facts.ts'
import type { View } from '#contract/kit/view.ts'
import { columnName, namesSql, tableName, titleColumn } from '../table.ts'
import { nameKey } from './cell-values.ts'
import type { Run } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'
import { type Hashed, knownHashes, knownMarks, type Mark, marksOf, typedValue, valueKey } from './sameness.ts'
import { recognised } from './unnumbered.ts'

/** The row of the register that a row of a file means. */
export interface Match {
  readonly id: string
  /** It says what the last import of this row said. */
  readonly isUnchanged: boolean
  /** Found by its content, not by a number. */
  readonly isByContent: boolean
  /** The fields that told a row without any number. */
  readonly by?: readonly string[]
  /** The text field whose cell holds the number that the program gave. */
  readonly ownIn?: string
}

/** A field with a value that belongs to another row of the register than the one its row means. */
export interface Conflict {
  readonly index: number
  readonly field: string
  readonly value: string
  readonly title: string
}

export interface Matches {
  /** By row: the row of the register, several that cannot be told apart, or none. */
  readonly of: readonly (Match | 'several' | undefined)[]
  /** The strongest mark of each row. */
  readonly marks: readonly (Mark | undefined)[]
  readonly conflicts: readonly Conflict[]
  /** How many rows without a number are known by what they say. */
  readonly unnumbered: number
}

interface Given {
  /** Rows without a number are new ones. */
  readonly isFresh?: boolean
  readonly view: View
  readonly facts: ImportFacts
  readonly tenantId: string
  readonly run: Run
}

const chunk = 20_000

/** Rows by the number that the program gave, where a list keeps it in one of the columns that `own` names. */
async function byOwnNumber(rows: readonly ReadRow[], given: Given): Promise<Map<number, Match>> {
  const found = new Map<number, Match>()
  const { view, facts, tenantId, run } = given
  const { own } = facts
  const field = own && view.entity.fields[own.field]
  if (!own || !field) return found
  const said = rows.flatMap((row, index) =>
    // The number itself is in a list of our own.
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
    // A list of another hospital has the same numbers for other rows.
    const isOther = name === own.field && nameKey(titles.get(id) ?? '') !== nameKey(String(rows[index]!.draft[view.entity.title] ?? ''))
    if (!isOther) found.set(index, { id, isUnchanged: false, isByContent: false, ownIn: name })
  }
  return found
}

/** A row that only a weaker set tells. */
interface Guess {
  readonly id: string
  /** By a set of `same`, which tells a row of the same name although a stronger number differs: that one was corrected. */
  readonly isSure: boolean
}

/** Rows that only a weaker set told and that are another one, as the register has other values for their stronger marks. */
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
 * Finds the row of the register that each row of a file means: by the content that an earlier import wrote, by the program's own number, by the
 * strongest set of `same` that the row fills, then by weaker sets, where file and register have their values once.
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
  const without = await recognised(rows, bare, meant, given)
  if (!given.isFresh) for (const [index, { id, by }] of without) matches[index] = { id, by, isUnchanged: false, isByContent: true }
  const found = matches.flatMap((match, index) => {
    if (!match || match === 'several' || match.isUnchanged) return []
    return strong[index]!.flatMap(({ key, fields }) => {
      // A number that several rows have anyway tells none of them.
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
