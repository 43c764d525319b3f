import { codeKey, oneWriting } from '#contract/kit/one-writing.ts'
import type { ReadRow } from './read-rows.ts'

/** The rows of a list by the numbers that names of files may begin with. */
export interface FileNumbers {
  readonly exact: ReadonlyMap<string, Numbered>
  /** With signs that file names cannot have written as hyphens. */
  readonly loose: ReadonlyMap<string, Numbered>
}

interface Numbered {
  readonly rank: number
  readonly rows: ReadonlySet<number>
}

/** The row that a path means: none, or several that have the number. */
export type PathRow = { readonly row: number } | { readonly several: readonly number[]; readonly number: string } | undefined

// A file name cannot have most of them; people write a hyphen or a stroke below in their place.
const unnamable = /[_/\\:*?"<>|]/g
const looseKey = (key: string): string => key.replace(unnamable, '-')

/** The numbers of rows, the fields in the order in which they count. */
export function fileNumbers(rows: readonly Pick<ReadRow, 'number' | 'draft' | 'isCopy'>[], fields: readonly string[]): FileNumbers {
  const [exact, loose] = [new Map<string, { rank: number; rows: Set<number> }>(), new Map<string, { rank: number; rows: Set<number> }>()]
  const put = (into: typeof exact, key: string, rank: number, row: number): void => {
    const known = into.get(key)
    if (!known) into.set(key, { rank, rows: new Set([row]) })
    else if (known.rank === rank) known.rows.add(row)
  }
  for (const [rank, field] of fields.entries())
    for (const { number, draft, isCopy } of rows) {
      const key = isCopy || !draft[field] ? '' : codeKey(String(draft[field]))
      if (key === '') continue
      put(exact, key, rank, number)
      put(loose, looseKey(key), rank, number)
    }
  return { exact, loose }
}

const invisible = /\p{Default_Ignorable_Code_Point}/gu
const ending = /\.[a-z0-9]{1,5}$/i
const isAlnum = (sign: string | undefined): boolean => sign !== undefined && /[A-Za-z0-9]/.test(sign)

/** What stands behind a number is no part of it: a short count, a day, or words; four digits and more would make another number. */
const goesOn = /^[\s._-]*(\d+)/
const day = /^(?:19|20)\d{6}(?:\d{4}|\d{6})?$/
function isOther(rest: string): boolean {
  const digits = goesOn.exec(rest)?.[1]
  return digits !== undefined && digits.length > 3 && !day.test(digits)
}

interface Hit extends Numbered {
  readonly key: string
}

/** The longest number that a name begins with. */
function numberIn(name: string, { exact, loose }: FileNumbers): Hit | undefined {
  const written = oneWriting(name).replace(invisible, '').trim()
  for (let end = written.length; end > 0; end--) {
    if (isAlnum(written[end - 1]) && isAlnum(written[end])) continue
    const key = codeKey(written.slice(0, end))
    if (key === '') continue
    const found = exact.get(key) ?? loose.get(looseKey(key))
    if (found && !isOther(written.slice(end))) return { ...found, key }
  }
  return undefined
}

/**
 * The row whose number the name of a file, or of one of its folders, begins with, in one writing of widths, cases and hyphens. The longest number counts,
 * then the stronger field, then the innermost name.
 */
export function rowOfPath(path: readonly string[], numbers: FileNumbers): PathRow {
  const names = path.map((name, at) => (at === path.length - 1 ? name.replace(ending, '') : name)).reverse()
  let best: Hit | undefined
  for (const name of names) {
    const hit = numberIn(name, numbers)
    if (hit && (!best || hit.key.length > best.key.length || (hit.key.length === best.key.length && hit.rank < best.rank))) best = hit
  }
  if (!best) return undefined
  const [row, ...others] = best.rows
  return others.length > 0 ? { several: [...best.rows], number: best.key } : { row: row! }
}
