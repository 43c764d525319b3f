import {
  acceptsSchema,
  DISCARD_KIND,
  type OpResult,
  type PullAnswer,
  type PullRequest,
  type PushOp,
  type PushRequest,
} from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { FileReply, PartToSend, PushReply } from '#src/data/outbox/ports.ts'
import { type Identity, sameIdentity } from '#src/data/outbox/store/op.ts'
import { type FakeFile, fileStateOf, takePart } from './fake-files.ts'

interface Known {
  userId: string
  fp: string
  spent: boolean
  result?: OpResult['result']
}

export interface Effect {
  op: string
  tenantId: string
  /** Whose session it ran under, and whose op the phone said it was. */
  userId: string
  deviceId: string
  lane: string
  kind: string
}

export interface ServerRow {
  id: string
  version: number
  notes: string[]
  [field: string]: unknown
}

interface State {
  known: Map<string, Known>
  rows: Map<string, ServerRow>
  effects: Effect[]
  feed: Map<string, { scope: string; entity: string; id: string; deleted: boolean; xid: number; tenantId: string }>
  xid: number
  files: Map<string, FakeFile>
}

type Answer = Partial<OpResult> & Pick<OpResult, 'outcome' | 'http'>

/**
 * The server's part of the protocol over plain maps: one op is one transaction, only committed effects are stored, a key that is being worked on
 * answers op_in_progress. Kinds: `note.add` appends, `card.set` sets fields of a versioned row, `poison` is always refused.
 */
export class FakeServer {
  epoch = 'epoch-1'
  state: State = { known: new Map(), rows: new Map(), effects: [], feed: new Map(), xid: 100, files: new Map() }
  /** Counts every request that arrived. */
  requests = 0
  batches: string[][] = []
  /** `<file id> <part>` of every part that arrived, again when it came again. */
  partsTaken: string[] = []
  /** Bytes of a file that is still taken. */
  largest = Number.POSITIVE_INFINITY
  /** Records that were taken although a photo they name is not whole. */
  readonly torn: string[] = []
  /** Rolls an op back with this answer. */
  fault: (op: PushOp) => Answer | undefined = () => undefined
  private readonly busy = new Set<string>()
  private backup: { epoch: string; state: State } | undefined

  constructor(
    /** Milliseconds. */
    readonly now: () => number,
    /** Awaited between claiming a key and committing, where another request may interleave. */
    public between: () => Promise<void> = async () => {},
  ) {}

  async push(request: PushRequest, session: Identity | null, claimed: Identity): Promise<PushReply> {
    this.requests += 1
    this.batches.push(request.ops.map((op) => op.id))
    if (session === null) return { kind: 'status', http: 401, code: 'signed_out' }
    if (session.tenantId !== claimed.tenantId || session.userId !== claimed.userId)
      return { kind: 'status', http: 403, code: 'identity_mismatch' }
    if (request.ops.length > 50) return { kind: 'status', http: 413, code: 'too_large' }
    const results: OpResult[] = []
    const answer = (): PushReply => ({
      kind: 'answer',
      answer: structuredClone({ results, serverTime: new Date(this.now()).toISOString(), epoch: this.epoch }),
    })
    if (request.epoch && request.epoch !== this.epoch) return answer()
    const stopped = new Set<string>()
    const { epoch } = this
    for (const op of request.ops) {
      // A server that was stopped and restored has cut its connections.
      if (epoch !== this.epoch) return { kind: 'lost' }
      const result: Answer = stopped.has(op.lane) ? { outcome: 'not_attempted', http: 200 } : await this.one(op, session, request.deviceId)
      if (result.outcome === 'refused' || result.outcome === 'retry') stopped.add(op.lane)
      results.push({ id: op.id, ...result })
    }
    return epoch === this.epoch ? answer() : { kind: 'lost' }
  }

  /** Which parts of a file have arrived; a HEAD says no more than the status of a refusal. */
  async fileState(fileId: string, session: Identity | null): Promise<FileReply> {
    this.requests += 1
    if (session === null) return { kind: 'status', http: 401 }
    return { kind: 'answer', answer: fileStateOf(this.state.files.get(`${session.tenantId} ${fileId}`)), epoch: this.epoch }
  }

  /** One part of a file; with the last one its op is done. */
  async filePart(sent: PartToSend, session: Identity | null, claimed: Identity): Promise<FileReply> {
    this.requests += 1
    if (session === null) return { kind: 'status', http: 401, code: 'signed_out' }
    if (!sameIdentity(session, claimed)) return { kind: 'status', http: 403, code: 'identity_mismatch' }
    const { epoch } = this
    await this.between()
    if (epoch !== this.epoch) return { kind: 'lost' }
    if (sent.facts.size > this.largest) return { kind: 'status', http: 413, code: 'too_large' }
    this.partsTaken.push(`${sent.fileId} ${sent.part}`)
    const key = `${session.tenantId} ${sent.opId}`
    const file = takePart(this.state.files, `${session.tenantId} ${sent.fileId}`, sent)
    if (file === undefined) return { kind: 'status', http: 422, code: 'op_reused' }
    if (!file.complete) return { kind: 'answer', answer: { complete: false, parts: [...file.parts] }, epoch }
    if (!this.state.known.has(key)) {
      this.state.xid += 1
      const result = { id: sent.fileId, version: 1, xid: String(this.state.xid) }
      this.state.known.set(key, { userId: session.userId, fp: '', spent: false, result })
      const { tenantId, userId } = session
      this.state.effects.push({ op: sent.opId, tenantId, userId, deviceId: '', lane: `blob:${sent.fileId}`, kind: FILE_KIND })
    }
    const { result } = this.state.known.get(key) as Known
    return { kind: 'answer', answer: { complete: true, parts: [...file.parts], ...(result ? { result } : {}) }, epoch }
  }

  private async one(op: PushOp, session: Identity, deviceId: string): Promise<Answer> {
    const key = `${session.tenantId} ${op.id}`
    if (this.busy.has(key)) return { outcome: 'retry', http: 409, code: 'op_in_progress', retryAfterS: 2 }
    const known = this.state.known.get(key)
    if (known) return this.replay(known, op, session)
    if (!acceptsSchema(op.schema)) return { outcome: 'refused', http: 426, code: 'contract_too_old' }
    this.busy.add(key)
    const epoch = this.epoch
    await this.between()
    this.busy.delete(key)
    if (epoch !== this.epoch) return { outcome: 'retry', http: 503, code: 'busy' }
    return this.fault(op) ?? this.work(op, session, deviceId, key)
  }

  private replay(known: Known, op: PushOp, session: Identity): Answer {
    if (known.userId !== session.userId) return { outcome: 'refused', http: 403, code: 'identity_mismatch' }
    if (known.spent) return { outcome: 'refused', http: 410, code: 'not_found' }
    if (known.fp !== op.fp) return { outcome: 'refused', http: 422, code: 'op_reused' }
    return { outcome: 'replayed', http: 200, result: known.result }
  }

  private work(op: PushOp, session: Identity, deviceId: string, key: string): Answer {
    const { state } = this
    const missing = op.deps.find((dep) => !state.known.get(`${session.tenantId} ${dep}`)?.result)
    if (missing) return { outcome: 'refused', http: 424, code: 'dep_missing' }
    const photos = (op.body as { photos?: string[] } | null)?.photos ?? []
    if (photos.some((id) => !state.files.get(`${session.tenantId} ${id}`)?.complete)) this.torn.push(op.id)
    if (op.kind === 'poison') return { outcome: 'refused', http: 400, code: 'rule' }
    const rowKey = `${session.tenantId} ${op.target.type} ${op.target.id}`
    const row = state.rows.get(rowKey)
    if (op.kind === 'card.set' && op.baseVersion !== null) {
      const base = (op.baseOp ? state.known.get(`${session.tenantId} ${op.baseOp}`)?.result?.version : undefined) ?? op.baseVersion
      if (base !== (row?.version ?? 0)) return { outcome: 'refused', http: 409, code: 'stale', current: row ?? null }
    }
    const spent = op.kind === DISCARD_KIND ? op.target.id : op.supersedes
    const spentKey = `${session.tenantId} ${spent}`
    if (spent && !state.known.has(spentKey)) state.known.set(spentKey, { userId: session.userId, fp: '', spent: true })
    state.xid += 1
    const version = op.kind === DISCARD_KIND ? null : this.write(op, rowKey, row)
    const result = { id: op.target.id, version, xid: String(state.xid) }
    state.known.set(key, { userId: session.userId, fp: op.fp, spent: false, result })
    state.effects.push({ op: op.id, tenantId: session.tenantId, userId: session.userId, deviceId, lane: op.lane, kind: op.kind })
    return { outcome: 'done', http: 200, result }
  }

  private write(op: PushOp, rowKey: string, row: ServerRow | undefined): number {
    const before: ServerRow = row ?? { id: op.target.id, version: 0, notes: [] }
    const notes = op.kind === 'note.add' ? [...before.notes, op.id] : before.notes
    const fields = op.kind === 'card.set' ? (op.body as object) : {}
    this.store(rowKey, { ...before, ...fields, notes, version: before.version + 1 })
    return before.version + 1
  }

  private store(rowKey: string, row: ServerRow): void {
    const [tenantId = '', entity = '', id = ''] = rowKey.split(' ')
    this.state.rows.set(rowKey, row)
    this.state.feed.set(rowKey, { scope: `tenant:${tenantId}`, entity, id, deleted: false, xid: this.state.xid, tenantId })
  }

  /** Another person changes a row. */
  touch(tenantId: string, entity: string, id: string): void {
    const key = `${tenantId} ${entity} ${id}`
    const row = this.state.rows.get(key)
    if (!row) return
    this.state.xid += 1
    this.store(key, { ...row, touched: this.state.xid, version: row.version + 1 })
  }

  /** One page of the feed; cursors are transaction numbers of this server's epoch. */
  pull(request: PullRequest, session: Identity | null): PullAnswer | { http: number; code: string } {
    if (session === null) return { http: 401, code: 'signed_out' }
    const scope = `tenant:${session.tenantId}`
    const from = Number(request.cursors[scope] ?? 0)
    if (from > this.state.xid) return { http: 410, code: 'resync' }
    const all = [...this.state.feed.values()]
      .filter((entry) => entry.tenantId === session.tenantId && entry.xid > from)
      .sort((a, b) => a.xid - b.xid)
    const page = all.slice(0, request.limit)
    const changes = page.map(({ scope: of, entity, id, deleted, tenantId }) => ({
      scope: of,
      entity,
      id,
      deleted,
      row: structuredClone(this.state.rows.get(`${tenantId} ${entity} ${id}`)),
    }))
    return {
      scopes: [scope],
      changes,
      cursors: { [scope]: String(page.at(-1)?.xid ?? from) },
      more: all.length > page.length,
      horizon: String(this.state.xid + 1),
      epoch: this.epoch,
      serverTime: new Date(this.now()).toISOString(),
    }
  }

  /** Keeps a copy of everything, to be restored by `restore`. */
  takeBackup(): void {
    this.backup = structuredClone({ epoch: this.epoch, state: this.state })
  }

  /** Puts the copy back under a new epoch; without a copy nothing happens. Returns whether it did. */
  restore(): boolean {
    if (this.backup === undefined) return false
    this.state = this.backup.state
    this.backup = undefined
    this.epoch = `epoch-${Number(this.epoch.split('-')[1]) + 1}`
    return true
  }
}
