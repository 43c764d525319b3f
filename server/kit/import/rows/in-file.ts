import type { View } from '#contract/kit/entity/view.ts'
import { nameKey } from '../cells/cell-values.ts'
import { keyFor, namingFields, partsOfPath, pathMark } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

/** The tree that the rows of one file form among themselves. */
export interface InFile {
  /** Index of the parent row that a row names; undefined if the file has no row of that name. */
  above(index: number): number | 'several' | undefined
  /** Rows that are their own ancestors, with the parent field. */
  rings(): [index: number, name: string][]
}

type Place = number | 'several'

/** Indexes of rows by name or code. */
function placesOf() {
  const places = new Map<string, Place>()
  return {
    put(at: string, index: number): void {
      places.set(at, places.has(at) && places.get(at) !== index ? 'several' : index)
    },
    get: (at: string): Place | undefined => places.get(at),
  }
}

/**
 * Resolves parents within a file: by a code, by name, or by the path that an export writes for ambiguous names; if separators lead
 * downwards (`isPath`), by the names from the top down.
 */
export function inFile(view: View, rows: readonly ReadRow[], isPath: boolean): InFile {
  const { entity } = view
  const parent = entity.tree
  if (!parent) return { above: () => undefined, rings: () => [] }
  const title = entity.nodeTitle ?? entity.title
  const key = keyFor(entity, isPath)
  const [codes, names, paths] = [placesOf(), placesOf(), placesOf()]
  const codeFields = namingFields(entity).filter((name) => entity.fields[name]?.unique)
  const ownOf = (index: number): string => String(rows[index]!.draft[title] ?? '')
  rows.forEach((row, index) => {
    for (const name of codeFields) if (row.draft[name]) codes.put(nameKey(String(row.draft[name])), index)
    const own = ownOf(index)
    if (!own) return
    names.put(key(own), index)
    const said = row.names[parent]
    if (said === undefined || !isPath) return
    const parts = [...partsOfPath(said), own]
    for (let from = 0; from < parts.length - 1; from++) names.put(key(parts.slice(from).join('/')), index)
  })
  const named = (said: string): Place | undefined => {
    const hits = [codes.get(nameKey(said)), names.get(key(said)), paths.get(nameKey(said))].filter((hit) => hit !== undefined)
    return hits.find((hit) => hit !== 'several') ?? hits[0]
  }
  const known = new Map<number, string>()
  /** The names from the root to a row; a name that is no row of the file counts as a path. */
  const pathOf = (index: number, below: ReadonlySet<number>): string => {
    const found = known.get(index)
    if (found !== undefined) return found
    const said = rows[index]!.names[parent]
    const up = said === undefined ? undefined : named(said)
    const above = typeof up === 'number' && !below.has(up) ? pathOf(up, new Set([...below, up])) : said
    const path = above === undefined ? ownOf(index) : `${above}${pathMark(entity)}${ownOf(index)}`
    known.set(index, path)
    return path
  }
  if (!isPath) {
    const mark = pathMark(entity)
    const all = rows.map((_, index) => pathOf(index, new Set([index])))
    // With and without the root name, because an export writes paths if a name alone is ambiguous.
    const isNeeded = (index: number): boolean => entity.nodeTitle !== undefined || names.get(key(ownOf(index))) === 'several'
    for (const [index, path] of [...all.entries()].filter(([index]) => isNeeded(index)))
      for (const one of [path, path.slice(path.indexOf(mark) + 1)]) if (one !== '') paths.put(nameKey(one), index)
  }
  const above = (index: number): Place | undefined => {
    const said = rows[index]!.names[parent]
    return said === undefined ? undefined : named(said)
  }
  return {
    above,
    rings() {
      const found: [number, string][] = []
      rows.forEach((_, index) => {
        const seen = new Set<number>()
        for (let at: Place | undefined = index; typeof at === 'number'; at = above(at)) {
          if (seen.has(at)) {
            if (at === index) found.push([index, parent])
            break
          }
          seen.add(at)
        }
      })
      return found
    },
  }
}
