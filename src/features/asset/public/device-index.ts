import { byName } from '#contract/kit/text/by-name.ts'
import { codeKey, searchForm } from '#contract/kit/text/one-writing.ts'
import type { StoredBundle } from '#src/data/cache/stored-bundle.ts'
import type { PhoneDevice } from './device.ts'
import { BundlePart, codeIn, type DeviceIndexPart, RowsPart } from './device-index-part.ts'

export interface Found {
  readonly rows: PhoneDevice[]
  readonly more: boolean
}

/** An id that is not shown: out of the bundles of some feeds, or at all. */
export interface Gone {
  readonly id: string
  readonly feeds?: readonly string[]
}

/** A word that may be pinyin. */
const isTyped = /^[a-z0-9]{2,}$/

/** The device cards of this phone in memory, ready to be searched: columns, of which rows are made when they are shown. */
export class DeviceIndex {
  /** How many cards there are. */
  readonly size: number
  private readonly bases: readonly number[]
  /** Places of cards of whose id a later part has another copy, or a tombstone. */
  private readonly hidden: ReadonlySet<number>
  private order: Uint32Array | undefined
  /** The places of the cards of each name. */
  private readonly named = new Map<string, number[]>()

  /** Of two parts with the same id the later one, when it was pulled row by row, holds the newer card. */
  constructor(
    private readonly parts: readonly DeviceIndexPart[],
    gone: readonly Gone[] = [],
  ) {
    let size = 0
    this.bases = parts.map((part) => {
      const base = size
      size += part.size
      return base
    })
    this.hidden = this.hide(gone)
    this.size = size - this.hidden.size
  }

  /**
   * The cards that hold every word of the text, at most `limit`, in order of name and number; all of them for an empty text. `typedForm`: how a name is typed
   * by pinyin (`pinyinForm`), once that is loaded.
   */
  search(text: string, limit: number, typedForm?: (name: string) => string): Found {
    const words = searchForm(text).trim().split(/\s+/).filter(Boolean)
    this.order ??= this.ordered()
    const marks = this.parts.map((part) => new Uint8Array(part.size))
    for (const word of words) {
      if (typedForm && isTyped.test(word)) this.markTyped(word, typedForm, marks)
      else for (const [at, part] of this.parts.entries()) part.mark(word, marks[at] as Uint8Array)
    }
    const found: number[] = []
    for (let at = 0; at < this.order.length && found.length <= limit; at++) {
      const place = this.order[at] as number
      const part = this.partOf(place)
      if (marks[part]?.[place - (this.bases[part] as number)] === words.length) found.push(place)
    }
    return { rows: found.slice(0, limit).map((place) => this.at(place)), more: found.length > limit }
  }

  /** Marks the cards once in which the word stands or whose name is typed so. */
  private markTyped(word: string, typedForm: (name: string) => string, marks: readonly Uint8Array[]): void {
    const hits = this.parts.map((part) => {
      const held = new Uint8Array(part.size)
      part.mark(word, held)
      return held
    })
    for (const [name, places] of this.named) {
      if (!typedForm(name).includes(word)) continue
      for (const place of places) {
        const part = this.partOf(place)
        ;(hits[part] as Uint8Array)[place - (this.bases[part] as number)] = 1
      }
    }
    hits.forEach((held, at) => {
      const marked = marks[at] as Uint8Array
      held.forEach((hit, index) => {
        marked[index] = (marked[index] as number) + hit
      })
    })
  }

  /** The card that carries this code on its label, tag or plate, however it is written; undefined when none does or several cannot be told apart. */
  find(code: string): PhoneDevice | undefined {
    const wanted = codeKey(code)
    if (wanted === '') return undefined
    const found = this.parts.flatMap((part, index) =>
      part.withCode(wanted).map((one) => ({ place: (this.bases[index] as number) + one.index, field: one.field })),
    )
    const [best, ...others] = found.filter(({ place }) => !this.hidden.has(place)).sort((a, b) => a.field - b.field || a.place - b.place)
    if (best === undefined) return undefined
    const alike = others.filter(({ field }) => field === best.field)
    if (alike.length === 0) return this.at(best.place)
    // Of codes that are alike the one that is written as given is meant.
    const exact = [best, ...alike].filter(({ place, field }) => codeIn(this.at(place), field) === code.trim())
    return exact.length === 1 ? this.at((exact[0] as { place: number }).place) : undefined
  }

  /** The cards with this serial number. */
  withSerial(serial: string): PhoneDevice[] {
    const wanted = codeKey(serial)
    const places = this.parts.flatMap((part, index) => part.withCode(wanted).map((one) => (this.bases[index] as number) + one.index))
    const rows = [...new Set(places)].filter((place) => !this.hidden.has(place)).map((place) => this.at(place))
    return rows.filter((row) => codeKey(row.sn ?? '') === wanted)
  }

  /** Prepares the indexes of the first search and the first code. */
  warm(): void {
    this.order ??= this.ordered()
    for (const part of this.parts) part.withCode('')
  }

  private at(place: number): PhoneDevice {
    const part = this.partOf(place)
    return (this.parts[part] as DeviceIndexPart).row(place - (this.bases[part] as number))
  }

  private partOf(place: number): number {
    let part = this.bases.length - 1
    while ((this.bases[part] as number) > place) part--
    return part
  }

  private hide(gone: readonly Gone[]): Set<number> {
    const hidden = new Set<number>()
    const hideBelow = (id: string, last: number, feeds?: readonly string[]): void => {
      for (let part = 0; part < last; part++) {
        const { feed } = this.parts[part] as DeviceIndexPart
        if (feeds && !(feed && feeds.includes(feed))) continue
        const index = (this.parts[part] as DeviceIndexPart).indexOf(id)
        if (index >= 0) hidden.add((this.bases[part] as number) + index)
      }
    }
    for (const { id, feeds } of gone) hideBelow(id, this.parts.length, feeds)
    this.parts.forEach((part, at) => {
      if (!(part instanceof RowsPart)) return
      for (let index = 0; index < part.size; index++) hideBelow(part.row(index).id, at)
    })
    return hidden
  }

  /** Places in order of name and number. Cards of a name mostly come in order of their number, so only groups out of order are sorted. */
  private ordered(): Uint32Array {
    const { named } = this
    this.parts.forEach((part, at) => {
      const base = this.bases[at] as number
      for (let index = 0; index < part.size; index++) {
        if (this.hidden.has(base + index)) continue
        const name = part.nameOf(index)
        const group = named.get(name)
        if (group) group.push(base + index)
        else named.set(name, [base + index])
      }
    })
    const codeOf = (place: number): string => {
      const part = this.partOf(place)
      return (this.parts[part] as DeviceIndexPart).codeOf(place - (this.bases[part] as number))
    }
    const order = new Uint32Array(this.size)
    let filled = 0
    for (const name of [...named.keys()].sort(byName)) {
      const group = inOrder(named.get(name) ?? [], codeOf)
      order.set(group, filled)
      filled += group.length
    }
    return order
  }
}

const inOrder = (group: number[], codeOf: (place: number) => string): number[] => {
  const codes = group.map(codeOf)
  if (codes.every((code, index) => index === 0 || (codes[index - 1] as string) <= code)) return group
  const places = group.map((_, index) => index).sort((a, b) => ((codes[a] as string) < (codes[b] as string) ? -1 : 1))
  return places.map((index) => group[index] as number)
}

/** Puts rows in order and makes them searchable. */
export const deviceIndexOf = (rows: readonly PhoneDevice[]): DeviceIndex => new DeviceIndex([new RowsPart(rows)])

/** The rows that hold every word of the text, at most `limit`; all of them for an empty text. */
export const searchDevices = (index: DeviceIndex, text: string, limit: number): Found => index.search(text, limit)

/** The card that carries this code, as `find` of the index says. */
export const deviceWithCode = (index: DeviceIndex, code: string): PhoneDevice | undefined => index.find(code)

const known = new WeakMap<StoredBundle, BundlePart>()

/** The part of a bundle, the same one for the same bundle. */
export const partOfBundle = (bundle: StoredBundle): BundlePart => {
  const part = known.get(bundle) ?? new BundlePart(bundle)
  known.set(bundle, part)
  return part
}
