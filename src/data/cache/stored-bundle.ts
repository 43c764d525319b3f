import type { BundleAnswer, BundleColumn, BundleIds } from '#contract/sync/sync-bundle.ts'
import type { Row } from '#src/data/outbox/store/kinds.ts'

/** Separates the values of a text column; PostgreSQL text cannot contain it. */
const END = '\0'

/**
 * One field of a bundle as stored and searched: a few large values instead of thousands of small ones. text: all values, each followed by NUL, empty
 * for null. few and link: 1 + the index of a row's value, 0 for null. ids: 16 bytes each.
 */
export type StoredColumn =
  | { name: string; kind: 'text'; text: string }
  | { name: string; kind: 'few'; values: unknown[]; at: Uint16Array }
  | { name: string; kind: 'link'; ids: Uint8Array; names: (string | null)[]; at: Uint16Array }

/** Rows of one entity in columns, sorted by id. Immutable once stored; a change replaces the bundle. */
export interface StoredBundle {
  gen: number
  feed: string
  entity: string
  /** Id of the first row. */
  first: string
  /** Distinguishes bundles with the same first row. */
  rev: string
  size: number
  /** 16 bytes each. */
  ids: Uint8Array
  versions: Uint32Array
  columns: StoredColumn[]
}

type BundleKey = Pick<StoredBundle, 'gen' | 'feed' | 'entity'>

const hexOf = (bytes: Uint8Array): string => {
  let hex = ''
  for (const byte of bytes) hex += byte.toString(16).padStart(2, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const idAt = (ids: Uint8Array, index: number): string => hexOf(ids.subarray(index * 16, index * 16 + 16))

/** The id of the row at an index. */
export const idInBundle = ({ ids }: StoredBundle, index: number): string => idAt(ids, index)

/** The 16 bytes of a UUID; undefined for any other text. */
export const bytesOfId = (id: string): Uint8Array | undefined => {
  const hex = id.replaceAll('-', '')
  if (!/^[0-9a-f]{32}$/i.test(hex)) return undefined
  return Uint8Array.from({ length: 16 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}

/** The index of an id in a bundle, by binary search; -1 when it is absent. */
export const indexInBundle = ({ ids, size }: StoredBundle, wanted: Uint8Array): number => {
  let low = 0
  let high = size - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    let order = 0
    for (let at = 0; at < 16 && order === 0; at++) order = (ids[middle * 16 + at] as number) - (wanted[at] as number)
    if (order === 0) return middle
    if (order < 0) low = middle + 1
    else high = middle - 1
  }
  return -1
}

const idsOf = ({ heads, tails }: BundleIds): Uint8Array => {
  const rest = atob(tails)
  const ids = new Uint8Array(heads.length * 16)
  let head = 0
  heads.forEach((more, index) => {
    head += more
    // Bit operations have 32 bits, a head has 48.
    for (let at = 5, left = head; at >= 0; at--, left = Math.floor(left / 256)) ids[index * 16 + at] = left % 256
    for (let at = 0; at < 10; at++) ids[index * 16 + 6 + at] = rest.charCodeAt(index * 10 + at)
  })
  return ids
}

/** The index of an id among unsorted ids; -1 when it is absent. */
const placeOf = (ids: Uint8Array, wanted: Uint8Array): number => {
  for (let place = 0; place * 16 < ids.length; place++) if (wanted.every((byte, at) => ids[place * 16 + at] === byte)) return place
  return -1
}

const oneMore = (at: number[]): Uint16Array => Uint16Array.from(at, (index) => index + 1)
const textOf = (values: readonly (string | null)[]): string => values.map((value) => (value ?? '') + END).join('')

const storedColumn = (column: BundleColumn): StoredColumn => {
  if (column.kind === 'text') return { name: column.name, kind: 'text', text: textOf(column.values) }
  if (column.kind === 'link') return { ...column, ids: idsOf(column.ids), at: oneMore(column.at) }
  return { ...column, at: oneMore(column.at) }
}

/** Converts a received bundle for storage; undefined when it has no rows. */
export const storedBundle = (key: BundleKey, answer: BundleAnswer): StoredBundle | undefined => {
  const size = answer.ids.heads.length
  if (size === 0) return undefined
  const bundle = {
    ...key,
    first: '',
    rev: answer.horizon,
    size,
    ids: idsOf(answer.ids),
    versions: Uint32Array.from(answer.versions),
    columns: answer.columns.map(storedColumn),
  }
  return { ...bundle, first: idInBundle(bundle, 0) }
}

const few = (rows: readonly Row[], key: string): { at: Uint16Array; first: Row[] } => {
  const known = new Map<unknown, number>()
  const first: Row[] = []
  const at = Uint16Array.from(rows, (row) => {
    const value = row[key]
    if (value === null || value === undefined) return 0
    const found = known.get(value)
    if (found !== undefined) return found
    first.push(row)
    known.set(value, first.length)
    return first.length
  })
  return { at, first }
}

/** The 16 bytes of each id; zeros for an id that is not a UUID. */
const bytesOf = (ids: readonly string[]): Uint8Array => {
  const bytes = new Uint8Array(ids.length * 16)
  for (const [index, id] of ids.entries()) bytes.set(bytesOfId(id) ?? [], index * 16)
  return bytes
}

/** Builds a bundle from rows with UUIDs in any order, with the columns of another bundle. */
export const bundleOfRows = (like: StoredBundle, unordered: readonly Row[], rev: string): StoredBundle => {
  const rows = [...unordered].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  const ids = bytesOf(rows.map((row) => String(row.id)))
  const columns = like.columns.map((column): StoredColumn => {
    const { name } = column
    if (column.kind === 'link') {
      const { at, first } = few(rows, `${name}Id`)
      return {
        name,
        kind: 'link',
        ids: bytesOf(first.map((row) => String(row[`${name}Id`]))),
        names: first.map((row) => row[`${name}Name`] as string),
        at,
      }
    }
    if (column.kind === 'text') return { name, kind: 'text', text: textOf(rows.map((row) => row[name] as string | null)) }
    const { at, first } = few(rows, name)
    return { name, kind: 'few', values: first.map((row) => row[name]), at }
  })
  const versions = Uint32Array.from(rows, (row) => Number(row.version))
  return { ...like, first: String(rows[0]?.id), rev, size: rows.length, ids, versions, columns }
}

/** Start offsets of the values of a text column, followed by the end of the last one. */
export const beginnings = (text: string, size: number): Uint32Array => {
  const starts = new Uint32Array(size + 1)
  for (let index = 1; index <= size; index++) starts[index] = text.indexOf(END, starts[index - 1]) + 1
  return starts
}

/** Reads rows out of a bundle. */
export class BundleReader {
  private readonly starts = new Map<string, Uint32Array>()

  constructor(readonly bundle: StoredBundle) {}

  /** A row with all columns. */
  row(index: number): Row {
    const row: Row = { id: idInBundle(this.bundle, index), version: this.bundle.versions[index] }
    for (const column of this.bundle.columns) {
      if (column.kind === 'link') {
        const at = (column.at[index] as number) - 1
        row[`${column.name}Id`] = at < 0 ? null : idAt(column.ids, at)
        row[`${column.name}Name`] = column.names[at] ?? null
      } else row[column.name] = this.value(column, index)
    }
    return row
  }

  /** The value of a field in a row, for a link its name; null when empty. */
  value(column: StoredColumn, index: number): unknown {
    if (column.kind === 'few') return column.values[(column.at[index] as number) - 1] ?? null
    if (column.kind === 'link') return column.names[(column.at[index] as number) - 1] ?? null
    const starts = this.startsOf(column.name, column.text)
    return column.text.slice(starts[index], (starts[index + 1] as number) - 1) || null
  }

  /** The rows whose link points to this id; only these are built. */
  linked(name: string, id: string): Row[] {
    const column = this.bundle.columns.find((one) => one.name === name)
    const bytes = bytesOfId(id)
    if (column?.kind !== 'link' || !bytes) return []
    const wanted = placeOf(column.ids, bytes) + 1
    const found: Row[] = []
    column.at.forEach((at, index) => {
      if (at === wanted && at > 0) found.push(this.row(index))
    })
    return found
  }

  rows(): Row[] {
    return Array.from({ length: this.bundle.size }, (_, index) => this.row(index))
  }

  private startsOf(name: string, text: string): Uint32Array {
    const known = this.starts.get(name) ?? beginnings(text, this.bundle.size)
    this.starts.set(name, known)
    return known
  }
}
