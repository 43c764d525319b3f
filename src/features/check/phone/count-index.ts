import type { LineCode } from '#contract/entities/check/line-codes.ts'
import { byName } from '#contract/kit/text/by-name.ts'
import { codeKey } from '#contract/kit/text/one-writing.ts'
import { type Counted, type CountLine, countedOf, type Observation, type Progress, type Result } from './count-model.ts'
import { lineIndex } from './line-index.ts'

interface Tally {
  done: number
  all: number
}

const isDone = ({ result }: CountLine): boolean => result !== 'pending' && result !== 'deficient'
const isOnBook = (line: CountLine): boolean => line.isSurplus !== 1

/** Groups of lines that are counted by themselves. */
const groupsOf = (line: CountLine): string[] => ['', `room:${line.bookLocationId ?? ''}`, `dept:${line.deptId ?? ''}`]

/** What decides where a line stands in the lists. */
const placeOf = (line: CountLine): string => [...groupsOf(line), line.bookLocationName, line.deviceName].join('\n')

/** Part of a check: all of it when nothing is named. */
export interface Part {
  readonly roomId?: string | undefined
  readonly deptId?: string | null | undefined
}

const groupOf = ({ roomId, deptId }: Part): string =>
  roomId !== undefined ? `room:${roomId}` : deptId !== undefined ? `dept:${deptId ?? ''}` : ''

/**
 * The lines of one check in memory with this phone's own observations: a change costs in proportion to the changed lines, not to all lines that there
 * are. Lines are in order of room and name.
 */
export class CountIndex {
  private readonly base = new Map<string, CountLine>()
  private readonly lines = new Map<string, Counted>()
  private readonly codes = lineIndex()
  private readonly byDevice = new Map<string, string>()
  private readonly tallies = new Map<string, Tally>()
  /** Ids in order, by group; rebuilt when a line is added, moved or removed. */
  private readonly orders = new Map<string, string[]>()
  private own = new Map<string, Observation[]>()
  private loose: readonly Observation[] = []
  /** Grows with every change. */
  revision = 0

  constructor(lines: Iterable<CountLine> = []) {
    for (const line of lines) this.put(line)
  }

  get size(): number {
    return this.base.size
  }

  /** A line as it was pulled now. */
  put(line: CountLine): void {
    const before = this.base.get(line.id)
    this.base.set(line.id, line)
    this.codes.put(line, before)
    if (line.deviceId) this.byDevice.set(line.deviceId, line.id)
    // A new round copies the book again: a card may be in another room by then.
    if (!before || placeOf(before) !== placeOf(line)) this.orders.clear()
    this.refresh(line.id)
  }

  /** A line that is no more. */
  remove(id: string): void {
    const line = this.lines.get(id)
    if (!line) return
    this.count(line, -1)
    this.base.delete(id)
    this.lines.delete(id)
    if (line.deviceId) this.byDevice.delete(line.deviceId)
    this.codes.remove(line)
    this.orders.clear()
    this.revision++
  }

  /** All observations of this phone that the pulled lines may not show yet, in order. */
  observe(observations: readonly Observation[]): void {
    const before = this.own
    const next = new Map<string, Observation[]>()
    const loose: Observation[] = []
    for (const one of observations) {
      const id = one.lineId ?? this.idOfCode(one.code)
      if (id === undefined || !this.base.has(id)) loose.push(one)
      else next.set(id, [...(next.get(id) ?? []), one])
    }
    this.own = next
    this.loose = loose
    this.revision++
    const changed = [...new Set([...before.keys(), ...next.keys()])].filter((id) => !isSame(before.get(id), next.get(id)))
    for (const id of changed) this.refresh(id)
  }

  /** One more observation of this phone, behind all others: costs the same however many there are. */
  add(one: Observation): void {
    const id = one.lineId ?? this.idOfCode(one.code)
    this.revision++
    if (id === undefined || !this.base.has(id)) {
      this.loose = [...this.loose, one]
      return
    }
    this.own.set(id, [...(this.own.get(id) ?? []), one])
    this.refresh(id)
  }

  line(id: string): Counted | undefined {
    return this.lines.get(id)
  }

  /** The lines that carry a code, and as which of their codes; undefined: none. `as` looks at one of their codes only. */
  find(code: string, as?: LineCode): { readonly lines: readonly Counted[]; readonly field: LineCode } | undefined {
    const hit = this.codes.find(code, as)
    return hit && { lines: hit.ids.flatMap((id) => this.line(id) ?? []), field: hit.field }
  }

  /** The one line that carries a code. */
  lineOfCode(code: string): Counted | undefined {
    return this.line(this.idOfCode(code) ?? '')
  }

  lineOfDevice(deviceId: string): Counted | undefined {
    return this.line(this.byDevice.get(deviceId) ?? '')
  }

  /** How much of the book is counted. */
  progress(part: Part = {}): Progress {
    return { done: 0, all: 0, ...this.tallies.get(groupOf(part)) }
  }

  /** The lines still to count. */
  missing(part: Part = {}): Counted[] {
    return this.inOrder(groupOf(part)).filter((line) => isOnBook(line) && !isDone(line))
  }

  /** The counted lines, the latest first; only those that a person has counted where one is named. */
  seen(part: Part = {}, byId?: string): Counted[] {
    return this.seenIn(part, byId).sort((a, b) => ((a.seenAt ?? '') < (b.seenAt ?? '') ? 1 : -1))
  }

  /** How many `seen` would answer, without putting them in order: a stocktake asks with every code. */
  seenCount(part: Part = {}, byId?: string): number {
    return this.seenIn(part, byId).length
  }

  private seenIn(part: Part, byId: string | undefined): Counted[] {
    return this.inOrder(groupOf(part)).filter(
      (line) => isDone(line) && line.seenAt && (byId === undefined || line.own !== undefined || line.seenById === byId),
    )
  }

  /** This phone's observations of what is not on the book and not yet a line. */
  surplus(): readonly Observation[] {
    const first = new Map<string, Observation>()
    for (const one of this.loose) {
      const code = codeKey(one.code)
      if (this.idOfCode(code) === undefined && !first.has(code)) first.set(code, one)
    }
    return [...first.values()]
  }

  /** How many lines stand at each result, of a department. */
  results(part: Part): Partial<Record<Result, number>> {
    const found: Partial<Record<Result, number>> = {}
    for (const line of this.inOrder(groupOf(part))) found[line.result] = (found[line.result] ?? 0) + 1
    return found
  }

  /** The rooms of the book, each with how much of it is counted. */
  rooms(part: Part = {}): { id: string; name: string | null; progress: Progress }[] {
    const found = new Map<string, { id: string; name: string | null; progress: Tally }>()
    for (const line of this.inOrder(groupOf(part))) {
      if (!isOnBook(line)) continue
      const id = line.bookLocationId ?? ''
      const room = found.get(id) ?? { id, name: line.bookLocationName, progress: { done: 0, all: 0 } }
      room.progress.all++
      if (isDone(line)) room.progress.done++
      found.set(id, room)
    }
    return [...found.values()]
  }

  private idOfCode(code: string): string | undefined {
    const ids = this.codes.find(code)?.ids
    return ids?.length === 1 ? ids[0] : undefined
  }

  private inOrder(group: string): Counted[] {
    if (this.orders.size === 0) this.sort()
    return (this.orders.get(group) ?? []).map((id) => this.lines.get(id) as Counted)
  }

  private sort(): void {
    const names = new Map<string, string[]>()
    const keyOf = (line: CountLine): string => `${line.bookLocationName ?? ''}\n${line.deviceName}`
    // Few names, many lines: only the names are compared as words.
    for (const line of this.base.values()) names.set(keyOf(line), [...(names.get(keyOf(line)) ?? []), line.id])
    this.orders.set('', [])
    for (const name of [...names.keys()].sort(byName))
      for (const id of names.get(name) ?? [])
        for (const group of groupsOf(this.base.get(id) as CountLine)) {
          const order = this.orders.get(group)
          if (order) order.push(id)
          else this.orders.set(group, [id])
        }
  }

  private refresh(id: string): void {
    const line = this.base.get(id)
    if (!line) return
    const before = this.lines.get(id)
    const next = countedOf(line, this.own.get(id) ?? [])
    if (before) this.count(before, -1)
    this.count(next, 1)
    this.lines.set(id, next)
    this.revision++
  }

  private count(line: Counted, by: 1 | -1): void {
    if (!isOnBook(line)) return
    for (const group of groupsOf(line)) {
      const tally = this.tallies.get(group) ?? { done: 0, all: 0 }
      tally.all += by
      if (isDone(line)) tally.done += by
      this.tallies.set(group, tally)
    }
  }
}

const isSame = (a: readonly Observation[] = [], b: readonly Observation[] = []): boolean =>
  a.length === b.length && a.every((one, index) => one.opId === b[index]?.opId && one.isWaiting === b[index]?.isWaiting)
