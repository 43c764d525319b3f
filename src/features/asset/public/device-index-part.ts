import { codeKey, searchForm } from '#contract/kit/text/one-writing.ts'
import {
  BundleReader,
  beginnings,
  bytesOfId,
  idInBundle,
  indexInBundle,
  type StoredBundle,
  type StoredColumn,
} from '#src/data/cache/stored-bundle.ts'
import type { PhoneDevice } from './device.ts'

/** What a label, a tag or a plate may carry, the surest first. */
const codeFields = ['qrToken', 'rfidCode', 'deviceCode', 'assetsCode', 'assetTagNo', 'sn', 'udiDi'] as const
/** The code of a card in a field, by its place in `codeFields`. */
export const codeIn = (row: PhoneDevice, field: number): string | null | undefined => row[codeFields[field] as (typeof codeFields)[number]]

/** What words are looked for in. */
const wordFields: ReadonlySet<string> = new Set([
  'deviceName',
  'deviceModel',
  'manufacturer',
  'rfidCode',
  'assetsCode',
  'assetTagNo',
  'deviceCode',
  'sn',
])

/** Some cards of the index. Rows are named by their place in it. */
export interface DeviceIndexPart {
  readonly size: number
  /** Of the bundle. */
  readonly feed?: string
  row(index: number): PhoneDevice
  nameOf(index: number): string
  codeOf(index: number): string
  /** Where the card with this id is, -1 when it is not here. */
  indexOf(id: string): number
  /** The cards that carry a code (as `codeKey` makes it), each with the place of the field in `codeFields`. */
  withCode(code: string): { index: number; field: number }[]
  /** Raises `marks` by one for every card in which the word (as `searchForm` makes it) stands. */
  mark(word: string, marks: Uint8Array): void
}

/** Cards that were pulled row by row. */
export class RowsPart implements DeviceIndexPart {
  private readonly byId: ReadonlyMap<string, number>
  private texts: string[] | undefined
  private byCode: Map<string, { index: number; field: number }[]> | undefined

  constructor(private readonly rows: readonly PhoneDevice[]) {
    this.byId = new Map(rows.map((row, index) => [row.id, index]))
  }

  get size(): number {
    return this.rows.length
  }

  row(index: number): PhoneDevice {
    return this.rows[index] as PhoneDevice
  }

  nameOf(index: number): string {
    return this.row(index).deviceName
  }

  codeOf(index: number): string {
    return this.row(index).deviceCode ?? ''
  }

  indexOf(id: string): number {
    return this.byId.get(id) ?? -1
  }

  withCode(code: string): { index: number; field: number }[] {
    this.byCode ??= this.codes()
    return this.byCode.get(code) ?? []
  }

  mark(word: string, marks: Uint8Array): void {
    this.texts ??= this.rows.map((row) =>
      searchForm(
        Object.entries(row)
          .flatMap(([name, value]) => (value && wordFields.has(name) ? [String(value)] : []))
          .join('\n'),
      ),
    )
    this.texts.forEach((text, index) => {
      if (text.includes(word)) marks[index] = (marks[index] as number) + 1
    })
  }

  private codes(): Map<string, { index: number; field: number }[]> {
    const found = new Map<string, { index: number; field: number }[]>()
    this.rows.forEach((row, index) => {
      codeFields.forEach((name, field) => {
        const code = (row as unknown as Record<string, unknown>)[name]
        if (typeof code !== 'string' || code === '') return
        const key = codeKey(code)
        found.set(key, [...(found.get(key) ?? []), { index, field }])
      })
    })
    return found
  }
}

/** The keys of a column of codes, an end behind each as in the column. */
const keysOf = (text: string): string => (isPlainCodes(text) ? text.toUpperCase() : text.split('\0').map(codeKey).join('\0'))
const isPlainCodes = (text: string): boolean => /^[!-~]*$/.test(text.replaceAll('\0', ''))

/** FNV-1a over the key of a code. */
const hashOf = (text: string, from: number, to: number): number => {
  let hash = 0x811c9dc5
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

/** Cards of a bundle, searched in its columns; rows are made only for what is shown. */
export class BundlePart implements DeviceIndexPart {
  readonly size: number
  readonly feed: string
  private readonly last: string
  private readonly reader: BundleReader
  private readonly columns: ReadonlyMap<string, StoredColumn>
  private readonly small = new Map<string, { text: string; starts: Uint32Array }>()
  private table: Uint16Array | undefined

  constructor(private readonly bundle: StoredBundle) {
    this.size = bundle.size
    this.feed = bundle.feed
    this.last = idInBundle(bundle, bundle.size - 1)
    this.reader = new BundleReader(bundle)
    this.columns = new Map(bundle.columns.map((column) => [column.name, column]))
  }

  row(index: number): PhoneDevice {
    return this.reader.row(index) as unknown as PhoneDevice
  }

  nameOf(index: number): string {
    return this.valueOf('deviceName', index)
  }

  codeOf(index: number): string {
    return this.valueOf('deviceCode', index)
  }

  indexOf(id: string): number {
    if (id < this.bundle.first || id > this.last) return -1
    const bytes = bytesOfId(id)
    return bytes ? indexInBundle(this.bundle, bytes) : -1
  }

  withCode(code: string): { index: number; field: number }[] {
    this.table ??= this.hashed()
    const mask = this.table.length - 1
    const found: { index: number; field: number }[] = []
    const seen = new Set<number>()
    for (let slot = hashOf(code, 0, code.length) & mask; this.table[slot] !== 0; slot = (slot + 1) & mask) {
      const index = (this.table[slot] as number) - 1
      if (seen.has(index)) continue
      seen.add(index)
      const field = codeFields.findIndex((name) => codeKey(this.valueOf(name, index)) === code)
      if (field >= 0) found.push({ index, field })
    }
    return found
  }

  mark(word: string, marks: Uint8Array): void {
    // A card counts once for a word, in however many fields it stands.
    const hits = new Uint8Array(this.size)
    for (const name of wordFields) {
      const column = this.columns.get(name)
      if (column?.kind === 'few') markFew(column, word, hits)
      else if (column?.kind === 'text') this.markText(column, word, hits)
    }
    for (let index = 0; index < this.size; index++) marks[index] = (marks[index] as number) + (hits[index] as number)
  }

  private valueOf(name: string, index: number): string {
    const column = this.columns.get(name)
    return column ? String(this.reader.value(column, index) ?? '') : ''
  }

  private smallOf({ name, text }: Extract<StoredColumn, { kind: 'text' }>): { text: string; starts: Uint32Array } {
    const known = this.small.get(name)
    if (known) return known
    const small = searchForm(text)
    const made = { text: small, starts: beginnings(small, this.size) }
    this.small.set(name, made)
    return made
  }

  private markText(column: Extract<StoredColumn, { kind: 'text' }>, word: string, hits: Uint8Array): void {
    const { text, starts } = this.smallOf(column)
    let index = 0
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[index + 1])) {
      while ((starts[index + 1] as number) <= at) index++
      hits[index] = 1
    }
  }

  /** Open addressing over all codes of all rows: 1 + the row's place, 0 for a free slot. */
  private hashed(): Uint16Array {
    const columns = codeFields.flatMap((name) => this.columns.get(name) ?? [])
    let slots = 2
    while (slots < this.size * columns.length * 2) slots *= 2
    const table = new Uint16Array(slots)
    const add = (hash: number, index: number): void => {
      let slot = hash & (slots - 1)
      while (table[slot] !== 0) slot = (slot + 1) & (slots - 1)
      table[slot] = index + 1
    }
    for (const column of columns) {
      if (column.kind === 'text') {
        const keys = keysOf(column.text)
        const starts = beginnings(keys, this.size)
        for (let index = 0; index < this.size; index++) {
          const [from, to] = [starts[index] as number, (starts[index + 1] as number) - 1]
          if (to > from) add(hashOf(keys, from, to), index)
        }
      } else if (column.kind === 'few') {
        const hashes = column.values.map((value) => {
          const key = codeKey(String(value))
          return hashOf(key, 0, key.length)
        })
        for (let index = 0; index < this.size; index++) {
          const at = column.at[index] as number
          if (at > 0) add(hashes[at - 1] as number, index)
        }
      }
    }
    return table
  }
}

const markFew = (column: Extract<StoredColumn, { kind: 'few' }>, word: string, hits: Uint8Array): void => {
  const having = Uint8Array.from([0, ...column.values.map((value) => (searchForm(String(value)).includes(word) ? 1 : 0))])
  if (!having.includes(1)) return
  for (let index = 0; index < hits.length; index++) if (having[column.at[index] as number] === 1) hits[index] = 1
}
