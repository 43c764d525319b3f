import { codeKey, oneWriting } from '#contract/kit/text/one-writing.ts'
import type { ReadRow } from '../rows/read-rows.ts'

/** The rows of a list by the numbers that file names may begin with. */
export interface FileNumbers {
  readonly exact: ReadonlyMap<string, Numbered>
  /** The same with characters that file names cannot contain replaced by hyphens. */
  readonly loose: ReadonlyMap<string, Numbered>
}

interface Numbered {
  readonly rank: number
  readonly rows: ReadonlySet<number>
}

/** The row that a path refers to, or several rows with the same number. */
export type PathRow = { readonly row: number } | { readonly several: readonly number[]; readonly number: string } | undefined

// File names cannot contain most of these; people replace them by a hyphen or an underscore.
const unnamable = /[_/\\:*?"<>|]/g
const looseKey = (key: string): string => key.replace(unnamable, '-')

/** Indexes rows by their numbers, in the order of priority of the fields. */
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

/** A suffix of a number: a short counter, a date, or words. Four digits or more would make it another number. */
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
 * The row whose number the file name, or the name of one of its folders, begins with, ignoring width, case and kind of hyphens. The longest
 * number wins, then the field with priority, then the innermost name.
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
