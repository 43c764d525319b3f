import type { Entity } from '#contract/kit/entity/entity.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isCode } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { entityNamed } from '#contract/registry.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { retiredColumns } from '#server/kit/read/retired.ts'
import { columnName, keyColumn, tableName, titleColumn } from '#server/kit/table.ts'
import { nameKey } from '../cells/cell-values.ts'
import { levelsOf } from './levels.ts'
import type { ReadRow } from './read-rows.ts'

export type Run = (query: Query) => Promise<Rows>

/** The parts of a path through a tree, such as `门诊楼/3层/305`. */
export const partsOfPath = (name: string): string[] =>
  name
    .split(/[/\\>›»|→／＼＞｜]/)
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * The comparison key for names in links to an entity. `isPath`: names of a tree are paths, with any separator; otherwise separators are
 * ordinary characters. Trees that store full names (`nodeTitle`) join the parts with spaces.
 */
export function keyFor(of: Entity, isPath: boolean): (name: string) => string {
  if (!of.tree) return nameKey
  const partsOf = (name: string): string[] | undefined => (isPath ? partsOfPath(name) : levelsOf(name))
  return (name) => nameKey(partsOf(name)?.join(pathMark(of)) ?? name)
}

const bracketed = /^(.+?)\s*[([{【〔]\s*([A-Za-z0-9][\w.-]*)\s*[)\]}】〕]$/
const leading = /^([A-Za-z]{0,6}\d[\w.]*)(?:\s+|\s*[-–—:：_]\s*)(\D.*)$/
/** A short number in brackets is a part of the name, such as 骨科(2). */
const looksLikeCode = /[A-Za-z].*\d|\d.*[A-Za-z]|\d{3}/

/** The name and the code in one cell, such as `骨科(A01)`, `李工（10024）` or `A01-骨科`; undefined for any other text. */
export function nameWithCode(text: string): { readonly name: string; readonly code: string } | undefined {
  const plain = text.normalize('NFKC').trim()
  const [, name, code] = bracketed.exec(plain) ?? []
  if (name && code) return { name, code }
  const [, before, rest] = leading.exec(plain) ?? []
  return before && rest ? { name: rest.trim(), code: before } : undefined
}

type Hit = string | 'several'

/** A retired row: its name and its successor. */
export interface RetiredHit {
  readonly why: unknown
  readonly name: string
  readonly successor: { readonly id: string; readonly name: string } | undefined
}

/** Finds rows of one entity by name; among rows of the same name, those that may still be chosen. */
export interface Lookup {
  (name: string): Hit | undefined
  /** The found rows that are retired, by id. */
  readonly retired?: ReadonlyMap<string, RetiredHit>
}

/** The separator between the names of a path: a space for trees that store full names. */
export const pathMark = (of: Entity): string => (of.nodeTitle ? ' ' : '/')

/** Fields that identify a row by name, the most reliable first. */
export function namingFields(of: Entity): string[] {
  const texts = Object.entries(of.fields).filter(([, field]) => field.kind === 'text' || field.kind === 'numbering')
  const unique = texts.flatMap(([name, field]) => (field.unique && field.search ? [name] : []))
  const searched = texts.flatMap(([name, field]) => (field.search ? [name] : []))
  // Of many rows only codes are looked up besides the title: a device is named by its serial number, too.
  const more = of.large ? searched.filter((name) => isCode(of.fields[name])) : searched
  return [...new Set([...unique, of.title, ...(of.nodeTitle ? [of.nodeTitle] : []), ...more])]
}

/** The paths of rows, with and without the root name. `between`: the separator. */
function pathNames(of: Entity, rows: readonly Row[], between: string): Map<string, string[]> {
  const column = snake(of.nodeTitle ?? of.title)
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return new Map(
    rows.map((row) => {
      const names: string[] = []
      for (let at: Row | undefined = row, steps = 0; at && steps < 20; at = byId.get(String(at.parent_row)), steps++)
        names.unshift(String(at[column]))
      return [String(row.id), names.length > 1 ? [names.join(between), names.slice(1).join(between)] : []]
    }),
  )
}

/** Finds the row with the last of some names that has rows with the others above it, in their order. */
function belowIn(of: Entity, rows: readonly Row[]): (names: readonly string[]) => Hit | undefined {
  const column = snake(of.nodeTitle ?? of.title)
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  const keyOf = (row: Row): string => nameKey(String(row[column]))
  const called = new Map<string, Row[]>()
  for (const row of rows) called.set(keyOf(row), [...(called.get(keyOf(row)) ?? []), row])
  return (names) => {
    const keys = names.map(nameKey)
    const hits = (called.get(keys.at(-1) ?? '') ?? []).filter((row) => {
      let left = keys.length - 2
      for (
        let at = byId.get(String(row.parent_row)), steps = 0;
        at && left >= 0 && steps < 20;
        at = byId.get(String(at.parent_row)), steps++
      )
        if (keyOf(at) === keys[left]) left--
      return left < 0
    })
    const open = hits.some((row) => !row.why) ? hits.filter((row) => !row.why) : hits
    return open.length > 1 ? 'several' : open[0] && String(open[0].id)
  }
}

/** The rows whose title is unique. */
function onlyTitled(rows: readonly Row[]): Row[] {
  const counts = new Map<string, number>()
  const keyOf = (row: Row): string => nameKey(String(row.title_of))
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1)
  return rows.filter((row) => counts.get(keyOf(row)) === 1)
}

export interface LookupOptions {
  readonly run: Run
  /** Whether the found rows stay locked until the end of the transaction. */
  readonly isKept: boolean
  /** Whether separators in names form a path in the tree. */
  readonly isPath: boolean
}

/**
 * Creates the lookup for the rows of an entity that a person sees. `names`: the names to look up, for an entity with too many rows to read
 * them all.
 */
export async function lookupOf(
  of: Entity,
  actor: Actor,
  names: ReadonlySet<string>,
  { run, isKept, isPath }: LookupOptions,
): Promise<Lookup> {
  const key = keyFor(of, isPath)
  const columns = namingFields(of).map((name) => columnName(name, of.fields[name]!))
  const into = new Parameters()
  const where = [`t.tenant_id = ${into.add(actor.tenantId)}`]
  if (of.softDelete) where.push('not t.is_deleted')
  const scope = scopeSql(of, actor, 't', into)
  if (scope) where.push(scope)
  if (of.large) {
    const codes = into.add([...names].map(codeKey))
    const wanted = into.add([...names].map(nameKey))
    const isOne = (name: string): string => {
      const field = of.fields[name]!
      return isCode(field)
        ? `t.${keyColumn(name, field)} = any(${codes}::text[])`
        : `search_form(t.${columnName(name, field)}) = any(${wanted}::text[])`
    }
    where.push(`(${namingFields(of).map(isOne).join(' or ')})`)
  }
  const parent = of.tree ? `, t.${snake(of.tree)}_id as parent_row` : ''
  const more = `t.${titleColumn(of)} as title_of${retiredColumns(of, 't')}`
  // Locked, so that no row is linked while it is being removed.
  const { rows } = await run({
    text: `select t.id${parent}, ${columns.map((column) => `t.${column}`).join(', ')}, ${more} from ${tableName(of)} t where ${where.join(' and ')}${isKept ? ' for key share of t' : ''}`,
    values: into.values,
    once: true,
  })
  const retired = new Map(
    rows.flatMap((row): [string, RetiredHit][] => {
      const successor = row.next_id ? { id: String(row.next_id), name: String(row.next_name) } : undefined
      return row.why ? [[String(row.id), { why: row.why, name: String(row.title_of), successor }]] : []
    }),
  )
  const byUse = [...rows.filter((row) => !row.why), ...rows.filter((row) => row.why)]
  // An export writes paths for ambiguous titles; other separators form no path unless requested.
  const paths = of.tree ? pathNames(of, rows, isPath ? '/' : pathMark(of)) : new Map<string, string[]>()
  if (!isPath) for (const row of onlyTitled(rows)) paths.delete(String(row.id))
  const said: { read: (row: Row) => unknown[]; keyOf: (name: string) => string }[] = [
    ...namingFields(of).map((name, index) => ({
      read: (row: Row) => [row[columns[index]!]],
      keyOf: isCode(of.fields[name]) ? codeKey : key,
    })),
    { read: (row) => paths.get(String(row.id)) ?? [], keyOf: key },
  ]
  const indexes = said.map(({ read, keyOf }) => {
    const index = new Map<string, Hit>()
    for (const row of byUse)
      for (const name of new Set(read(row).flatMap((one) => (one ? [keyOf(String(one))] : [])))) {
        const before = index.get(name)
        if (before !== undefined && row.why && !retired.has(before)) continue
        index.set(name, before !== undefined && before !== row.id ? 'several' : String(row.id))
      }
    return { index, keyOf }
  })
  const named = (name: string, some = indexes): Hit | undefined => {
    const hits = some.flatMap(({ index, keyOf }) => index.get(keyOf(name)) ?? [])
    return hits.find((one) => one !== 'several') ?? hits[0]
  }
  const isNumber = (name: string): boolean => {
    const field = of.fields[name]!
    return name !== of.title && (field.kind === 'text' || field.kind === 'numbering') && field.unique === true
  }
  const byCode = indexes.slice(0, columns.length).filter((_, at) => isNumber(namingFields(of)[at]!))
  const titles = new Map(rows.map((row) => [String(row.id), nameKey(String(row.title_of))]))
  /**
   * The row that has both the name and the code of one cell, or the name where nothing has the code. A code whose row has another name means
   * none: `1 病区` is no department with the number 1.
   */
  const coded = (text: string): Hit | undefined => {
    const both = byCode.length > 0 ? nameWithCode(text) : undefined
    if (!both) return undefined
    const ofCode = named(both.code, byCode)
    if (ofCode === undefined) return looksLikeCode.test(both.code) ? named(both.name) : undefined
    return titles.get(ofCode) === nameKey(both.name) ? ofCode : undefined
  }
  const below = of.tree && [...names].some(levelsOf) ? belowIn(of, rows) : undefined
  const known = new Map<string, Hit | undefined>()
  const find = (name: string): Hit | undefined => {
    if (known.has(name)) return known.get(name)
    const levels = levelsOf(name)
    const hit = named(name) ?? (levels ? below?.(isPath ? partsOfPath(name) : levels) : coded(name))
    known.set(name, hit)
    return hit
  }
  return Object.assign(find, { retired })
}

/** The lookups for the links of a sheet, by entity. */
export async function lookupsFor(
  view: View,
  rows: readonly ReadRow[],
  actor: Actor,
  options: LookupOptions,
): Promise<ReadonlyMap<string, Lookup>> {
  const names = new Map<string, Set<string>>()
  for (const [name, field] of Object.entries(view.fields)) {
    if (field.kind !== 'link') continue
    for (const row of rows) {
      const said = row.names[name]
      if (said === undefined) continue
      if (!names.has(field.to)) names.set(field.to, new Set())
      names.get(field.to)!.add(said)
    }
  }
  const found = new Map<string, Lookup>()
  for (const [target, said] of names) found.set(target, await lookupOf(entityNamed(target), actor, said, options))
  return found
}
