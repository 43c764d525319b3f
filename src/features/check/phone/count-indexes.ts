import Dexie, { liveQuery, RangeSet, type Subscription } from 'dexie'
import { create } from 'zustand'
import { bundleFeedParts } from '#contract/sync/sync-bundle.ts'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldByIds, heldRows } from '#src/data/cache/held-rows.ts'
import { overlayOf } from '#src/data/outbox/store/fold.ts'
import type { DoneOp, Op } from '#src/data/outbox/store/op.ts'
import { outboxTables } from '#src/data/outbox/store/outbox-db.ts'
import { pacedRead } from '#src/data/paced-read.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/store/phone-store.ts'
import { CountIndex } from './count-index.ts'
import type { CountLine, Observation } from './count-model.ts'
import { HeldObservations, type HeldWrite } from './held-observations.ts'

type LineRow = CountLine & { readonly checkId: string }

interface CountIndexes {
  /** By check; undefined while they are read. */
  readonly boards: ReadonlyMap<string, CountIndex> | undefined
  /** The scopes that are completely on this phone. */
  readonly whole: readonly string[]
  /** Grows with every change of any of them. */
  readonly revision: number
}

export const useCountIndexes = create<CountIndexes>()(() => ({ boards: undefined, whole: [], revision: 0 }))

/** Pages re-render only when a scope was added or removed. */
const tellWhole = (whole: readonly string[]): void => {
  if (whole.join() !== useCountIndexes.getState().whole.join()) useCountIndexes.setState({ whole })
}

const notifyCountIndexes = (): void => useCountIndexes.setState(({ revision }) => ({ revision: revision + 1 }))

const scanKinds = new Set(['check.scan', 'check.addSurplus'])

type Written = Pick<Op, 'id' | 'kind' | 'lane' | 'body' | 'occurredAt'>

/** What a write of an observation says. */
export function observationOf({ id, kind, lane, body, occurredAt }: Written, isWaiting: boolean): Observation {
  const { code, lineId, deviceName, locationId, wrongField } = body as Readonly<Record<string, string | undefined>>
  // The lane ends in the line, where this phone knew it, else in the code.
  const name = partsOf(lane)?.[2] ?? ''
  const isByHand = kind === 'check.addSurplus'
  return {
    opId: id,
    ...(code === name || isByHand ? {} : { lineId: lineId ?? name }),
    code: deviceName ?? code ?? name,
    locationId: locationId ?? null,
    isMismatch: wrongField !== undefined,
    ...(isByHand ? { isByHand } : {}),
    at: occurredAt,
    isWaiting,
  }
}

const partsOf = (lane: string): RegExpExecArray | null => /^inv:([^:]*):(.*)$/.exec(lane)

/** What this phone has seen in each check, without withdrawn observations. */
export function observationsOf(writes: readonly (Op | DoneOp)[]): Map<string, Observation[]> {
  const gone = new Set(writes.flatMap((op) => (op.kind === 'check.withdraw' ? ((op.body as { ids?: string[] }).ids ?? []) : [])))
  const found = new Map<string, Observation[]>()
  for (const op of writes) {
    if (!scanKinds.has(op.kind) || gone.has(op.id)) continue
    const check = partsOf(op.lane)?.[1] ?? ''
    const one = observationOf(op, !('result' in op))
    const known = found.get(check)
    if (known) known.push(one)
    else found.set(check, [one])
  }
  return found
}

const held = new HeldObservations()
let updater: CountIndexUpdater | undefined

/** The index of an open check as it is now; the one that a page has drawn may have been replaced. */
export const countIndexOf = (checkId: string): CountIndex | undefined => useCountIndexes.getState().boards?.get(checkId)

/**
 * Counts an observation at once, before it is stored. `isStored` resolves or rejects with its write; a write that fails is taken back. Lists follow the
 * store, as they are too long to be drawn with every code.
 */
export function countAtOnce(checkId: string, observation: Observation, isStored: Promise<unknown>): void {
  const write = held.add(checkId, observation)
  updater?.add(checkId, observation)
  follow(write, isStored)
}

/** Takes an own observation back at once, before its withdrawal is stored. */
export function withdrawAtOnce(checkId: string, opId: string, isStored: Promise<unknown>): void {
  const write = held.withdraw(checkId, opId)
  updater?.show(checkId)
  follow(write, isStored)
}

function follow(write: HeldWrite, isStored: Promise<unknown>): void {
  void isStored.then(
    () => held.stored(write),
    () => {
      held.failed(write)
      updater?.show(write.checkId)
      notifyCountIndexes()
    },
  )
}

/** Follows the lines of one person's cache and the person's writes. */
class CountIndexUpdater {
  private readonly subscriptions: Subscription[] = []
  private readonly unsubscribe: () => void
  private boards: Map<string, CountIndex> | undefined
  private observed = new Map<string, Observation[]>()
  private gen = -1
  private tail = Promise.resolve()

  constructor(private readonly of: PhoneStore) {
    const error = (problem: unknown): void => console.error(problem)
    const { cache, outbox, who } = of
    this.subscriptions.push(
      liveQuery(async () => (await readMeta(cache)).current).subscribe({
        next: ({ gen, whole = [] }) => {
          if (gen !== this.gen) this.later(() => this.load(gen))
          // Not before the lines that came with it are on their boards.
          this.later(async () => tellWhole(whole))
          if (whole.some((scope) => scope.endsWith('~blind')))
            void import('./blind-codes.ts').then((part) => part.pullBlindCodes(of, whole)).catch(error)
        },
        error,
      }),
    )
    const observed = async (): Promise<() => Promise<void>> => {
      const shown = held.reads()
      const { ops, done } = await outbox.read({ done: true })
      const { current } = await readMeta(cache)
      const writes = overlayOf(ops, done, who, { epoch: current.epoch, horizon: current.horizon })
      const found = observationsOf(writes.filter((op) => op.kind.startsWith('check.')))
      return () => this.observe(found, current.gen, shown)
    }
    const next = (observe: () => Promise<void>): void => this.later(observe)
    const tables = [...outboxTables, { database: cache.name, table: 'meta' }]
    this.unsubscribe = pacedRead(tables, 250, observed, { next, error })
    Dexie.on.storagemutated.subscribe(this.onStorageChange)
  }

  stop(): void {
    for (const one of this.subscriptions) one.unsubscribe()
    this.unsubscribe()
    Dexie.on.storagemutated.unsubscribe(this.onStorageChange)
    held.clear()
    useCountIndexes.setState({ boards: undefined, whole: [] })
  }

  /** Counts one more observation. */
  add(checkId: string, observation: Observation): void {
    if (this.open(checkId)) {
      this.show(checkId)
      notifyCountIndexes()
    } else this.boards?.get(checkId)?.add(observation)
  }

  /** Brings a check to what is stored and what was said since. */
  show(checkId: string): void {
    this.boards?.get(checkId)?.observe(held.over(checkId, this.observed.get(checkId) ?? []))
  }

  /** One after another, in the order received. */
  private later(work: () => Promise<void>): void {
    this.tail = this.tail.then(work).catch((problem: unknown) => console.error(problem))
  }

  /** The stored observations as they were read beside this generation of lines. `shown`: what only this page knew is among them now. */
  private async observe(found: Map<string, Observation[]>, gen: number, shown: () => void): Promise<void> {
    const stored = new Set([...found.values()].flatMap((list) => list.map(({ opId }) => opId)))
    // An observation that has left the store came with its pulled line, which must not be open in between.
    const pulled = [...this.observed.values()].flatMap((list) => list.flatMap(({ opId, lineId = '' }) => (stored.has(opId) ? [] : lineId)))
    const ids = [...new Set(pulled)].filter(Boolean)
    if (this.boards && gen !== this.gen) await this.load(gen)
    else if (ids.length > 0) await this.put(ids)
    this.observed = found
    shown()
    this.showAll()
  }

  private showAll(): void {
    for (const id of [...this.observed.keys(), ...held.checks()]) this.open(id)
    for (const id of this.boards?.keys() ?? []) this.show(id)
    notifyCountIndexes()
  }

  /** A check whose lines this phone does not hold, such as a blind one, shows what was seen in it all the same. Whether it was opened now. */
  private open(checkId: string): boolean {
    if (!this.boards || this.boards.has(checkId)) return false
    this.boards.set(checkId, new CountIndex())
    return true
  }

  private async load(gen: number): Promise<void> {
    this.gen = gen
    const rows = (await heldRows({ cache: this.of.cache, gen, entity: 'checkLine' })) as unknown as LineRow[]
    const boards = new Map<string, CountIndex>()
    for (const line of rows) {
      const board = boards.get(line.checkId) ?? new CountIndex()
      board.put(line)
      boards.set(line.checkId, board)
    }
    this.boards = boards
    useCountIndexes.setState({ boards })
    this.showAll()
  }

  /** Receives which rows any tab has changed. A change of many rows comes without their names. */
  private readonly onStorageChange = (parts: Readonly<Record<string, unknown>>): void => {
    if (this.gen < 0) return
    if (this.hasBundles(parts)) {
      this.later(() => this.load(this.gen))
      return
    }
    const part = parts[`idb://${this.of.cache.name}/rows/`]
    if (!part) return
    const ids: string[] = []
    for (const { from, to } of new RangeSet().add(part as RangeSet)) {
      const key: unknown = from
      if (!Array.isArray(key) || String(from) !== String(to)) {
        this.later(() => this.load(this.gen))
        return
      }
      if (key[0] === this.gen && key[1] === 'checkLine') ids.push(String(key[2]))
    }
    if (ids.length > 0) this.later(() => this.take(ids))
  }

  /** Whether packs of lines were added or removed. */
  private hasBundles(parts: Readonly<Record<string, unknown>>): boolean {
    const part = parts[`idb://${this.of.cache.name}/packs/`]
    return (
      part !== undefined &&
      [...new RangeSet().add(part as RangeSet)].some(
        ({ from }) => !Array.isArray(from) || bundleFeedParts(String(from[1]))?.entity === 'checkLine',
      )
    )
  }

  private async take(ids: readonly string[]): Promise<void> {
    for (const id of await this.put(ids)) this.show(id)
    notifyCountIndexes()
  }

  /** Reads these lines again. Returns their checks. */
  private async put(ids: readonly string[]): Promise<Set<string>> {
    const { boards, gen } = this
    if (!boards) return new Set()
    const rows = (await heldByIds({ cache: this.of.cache, gen, entity: 'checkLine' }, ids)) as unknown as LineRow[]
    const found = new Set(rows.map((row) => row.id))
    for (const id of ids) if (!found.has(id)) for (const board of boards.values()) board.remove(id)
    for (const row of rows) {
      const board = boards.get(row.checkId)
      if (!board) {
        await this.load(gen)
        return new Set()
      }
      board.put(row)
    }
    // What was seen before its line came belongs to it now.
    return new Set(rows.map((row) => row.checkId))
  }
}

let isKept = false

/** Keeps the lines of the open checks in memory from now on, following every pull and every write. */
export function keepCountIndexes(): void {
  if (isKept) return
  isKept = true
  const followStore = (of: PhoneStore | undefined): void => {
    updater?.stop()
    updater = of && new CountIndexUpdater(of)
  }
  usePhoneStore.subscribe((state, before) => {
    if (state.phoneStore !== before.phoneStore) followStore(state.phoneStore)
  })
  followStore(usePhoneStore.getState().phoneStore)
}
