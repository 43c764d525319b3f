import Dexie, { liveQuery, RangeSet, type Subscription } from 'dexie'
import { create } from 'zustand'
import { bundleFeedParts } from '#contract/sync-bundle.ts'
import { readMeta } from '#src/data/cache/dexie-cache.ts'
import { heldByIds, heldRows } from '#src/data/cache/held-rows.ts'
import { overlayOf } from '#src/data/outbox/fold.ts'
import type { DoneOp, Op } from '#src/data/outbox/op.ts'
import { outboxTables } from '#src/data/outbox/outbox-db.ts'
import { pacedRead } from '#src/data/paced-read.ts'
import { type PhoneStore, usePhoneStore } from '#src/kit/phone/phone-store.ts'
import { CountIndex } from './count-index.ts'
import type { CountLine, Observation } from './count-model.ts'

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

/** What this phone has seen in each check, without withdrawn observations. */
export function observationsOf(writes: readonly (Op | DoneOp)[]): Map<string, Observation[]> {
  const gone = new Set(writes.flatMap((op) => (op.kind === 'check.withdraw' ? ((op.body as { ids?: string[] }).ids ?? []) : [])))
  const found = new Map<string, Observation[]>()
  for (const op of writes) {
    if (!scanKinds.has(op.kind) || gone.has(op.id)) continue
    const body = op.body as { code?: string; lineId?: string; deviceName?: string; locationId?: string; wrongField?: string }
    // The lane ends in the line, where this phone knew it, else in the code.
    const [, check = '', name = ''] = /^inv:([^:]*):(.*)$/.exec(op.lane) ?? []
    const one: Observation = {
      opId: op.id,
      ...(body.code === name || op.kind === 'check.addSurplus' ? {} : { lineId: body.lineId ?? name }),
      code: body.deviceName ?? body.code ?? name,
      locationId: body.locationId ?? null,
      isMismatch: body.wrongField !== undefined,
      ...(op.kind === 'check.addSurplus' ? { isByHand: true } : {}),
      at: op.occurredAt,
      isWaiting: !('result' in op),
    }
    const known = found.get(check)
    if (known) known.push(one)
    else found.set(check, [one])
  }
  return found
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
    const observed = async (): Promise<Map<string, Observation[]>> => {
      const { ops, done } = await outbox.read({ done: true })
      const { current } = await readMeta(cache)
      const writes = overlayOf(ops, done, who, { epoch: current.epoch, horizon: current.horizon })
      return observationsOf(writes.filter((op) => op.kind.startsWith('check.')))
    }
    const next = (found: Map<string, Observation[]>): void => {
      this.observed = found
      for (const id of found.keys()) this.open(id)
      for (const [id, board] of this.boards ?? []) board.observe(found.get(id) ?? [])
      notifyCountIndexes()
    }
    const tables = [...outboxTables, { database: cache.name, table: 'meta' }]
    this.unsubscribe = pacedRead(tables, 250, observed, { next, error })
    Dexie.on.storagemutated.subscribe(this.onStorageChange)
  }

  stop(): void {
    for (const one of this.subscriptions) one.unsubscribe()
    this.unsubscribe()
    Dexie.on.storagemutated.unsubscribe(this.onStorageChange)
    useCountIndexes.setState({ boards: undefined, whole: [] })
  }

  /** One after another, in the order received. */
  private later(work: () => Promise<void>): void {
    this.tail = this.tail.then(work).catch((problem: unknown) => console.error(problem))
  }

  /** A check whose lines this phone does not hold, such as a blind one, shows what was seen in it all the same. */
  private open(checkId: string): void {
    if (this.boards && !this.boards.has(checkId)) this.boards.set(checkId, new CountIndex())
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
    for (const id of this.observed.keys()) this.open(id)
    for (const [id, board] of boards) board.observe(this.observed.get(id) ?? [])
    useCountIndexes.setState({ boards })
    notifyCountIndexes()
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
    const { boards, gen } = this
    if (!boards) return
    const rows = (await heldByIds({ cache: this.of.cache, gen, entity: 'checkLine' }, ids)) as unknown as LineRow[]
    const found = new Set(rows.map((row) => row.id))
    for (const id of ids) if (!found.has(id)) for (const board of boards.values()) board.remove(id)
    for (const row of rows) {
      const board = boards.get(row.checkId)
      if (!board) return this.load(gen)
      board.put(row)
    }
    // What was seen before its line came belongs to it now.
    for (const id of new Set(rows.map((row) => row.checkId))) boards.get(id)?.observe(this.observed.get(id) ?? [])
    notifyCountIndexes()
  }
}

let isKept = false

/** Keeps the lines of the open checks in memory from now on, following every pull and every write. */
export function keepCountIndexes(): void {
  if (isKept) return
  isKept = true
  let updater: CountIndexUpdater | undefined
  const follow = (of: PhoneStore | undefined): void => {
    updater?.stop()
    updater = of && new CountIndexUpdater(of)
  }
  usePhoneStore.subscribe((state, before) => {
    if (state.phoneStore !== before.phoneStore) follow(state.phoneStore)
  })
  follow(usePhoneStore.getState().phoneStore)
}
