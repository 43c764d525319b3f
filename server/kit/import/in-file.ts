import type { View } from '#contract/kit/view.ts'
import { keyFor, partsOfPath } from './name-links.ts'
import type { ReadRow } from './read-rows.ts'

/** The tree that the rows of one file form among themselves. */
export interface InFile {
  /** Index of the parent row that a row names; undefined if the file has no row of that name. */
  above(index: number): number | 'several' | undefined
  /** Rows that are their own ancestors, with the parent field. */
  rings(): [index: number, name: string][]
}

/** Resolves parents within a file: by name or, if separators lead downwards (`isPath`), by the names from the top down. */
export function inFile(view: View, rows: readonly ReadRow[], isPath: boolean): InFile {
  const { entity } = view
  const parent = entity.tree
  if (!parent) return { above: () => undefined, rings: () => [] }
  const title = entity.nodeTitle ?? entity.title
  const key = keyFor(entity, isPath)
  const places = new Map<string, number | 'several'>()
  const put = (name: string, index: number): void => {
    const at = key(name)
    places.set(at, places.has(at) && places.get(at) !== index ? 'several' : index)
  }
  rows.forEach((row, index) => {
    const own = String(row.draft[title] ?? '')
    if (!own) return
    put(own, index)
    const said = row.names[parent]
    if (said === undefined || !isPath) return
    const parts = [...partsOfPath(said), own]
    for (let from = 0; from < parts.length - 1; from++) put(parts.slice(from).join('/'), index)
  })
  const above = (index: number): number | 'several' | undefined => {
    const said = rows[index]!.names[parent]
    return said === undefined ? undefined : places.get(key(said))
  }
  return {
    above,
    rings() {
      const found: [number, string][] = []
      rows.forEach((_, index) => {
        const seen = new Set<number>()
        for (let at: number | 'several' | undefined = index; typeof at === 'number'; at = above(at)) {
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
