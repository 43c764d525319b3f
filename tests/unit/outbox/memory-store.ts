import { type Changes, freshMeta, type OutboxMeta, type OutboxStore, type Snapshot, type Want } from '#src/data/outbox/ports.ts'
import type { DoneOp, Op } from '#src/data/outbox/store/op.ts'

/** The queue's storage as plain maps: every update is atomic, rows are copied on the way in like a database does. */
export class MemoryStore implements OutboxStore {
  readonly ops = new Map<number, Op>()
  readonly done = new Map<string, DoneOp>()
  readonly blobs = new Map<string, ArrayBuffer>()
  meta: OutboxMeta
  private lastSeq = 0

  constructor(deviceId: string) {
    this.meta = freshMeta(deviceId)
  }

  snapshot(want: Want = {}): Snapshot {
    const all = want.ops === false ? [] : [...this.ops.values()].sort((a, b) => a.seq - b.seq)
    const ops = typeof want.ops === 'number' ? all.slice(0, want.ops) : all
    const part = ops.length === want.ops ? { isPart: true } : {}
    const counted = { minted: this.lastSeq, waiting: Math.min(this.lastSeq + 1, ...this.ops.keys()) }
    return { ops, ...part, meta: { ...this.meta }, counted, done: want.done ? [...this.done.values()] : [] }
  }

  commit<T>(changes: Changes<T>): T {
    for (const { id, data } of changes.blobs ?? []) this.blobs.set(id, data)
    for (const seq of changes.drop ?? []) this.ops.delete(seq)
    for (const id of changes.undone ?? []) this.done.delete(id)
    for (const op of changes.done ?? []) this.done.set(op.id, op)
    for (const op of changes.put ?? []) this.ops.set(op.seq, op)
    for (const op of changes.add ?? []) {
      if ([...this.ops.values()].some((other) => other.id === op.id)) throw new Error('ConstraintError')
      this.lastSeq += 1
      this.ops.set(this.lastSeq, { ...op, seq: this.lastSeq })
    }
    Object.assign(this.meta, changes.meta)
    for (const op of this.done.values()) if (op.at < (changes.forgetBefore ?? 0)) this.done.delete(op.id)
    return changes.value
  }

  async read(want?: Want): Promise<Snapshot> {
    return this.snapshot(want)
  }

  async blob(id: string): Promise<ArrayBuffer | undefined> {
    return this.blobs.get(id)
  }

  async update<T>(decide: (snapshot: Snapshot) => Changes<T>, want?: Want): Promise<T> {
    return this.commit(decide(this.snapshot(want)))
  }
}
