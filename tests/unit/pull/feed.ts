import type { PullAnswer, PullChange, PullRequest } from '#contract/sync.ts'

interface Entry extends PullChange {
  xid: number
}

/** A server's feed over several scopes: one entry per row and scope, newest change only, in order of its transaction. */
export class Feed {
  epoch = 'epoch-1'
  scopes: string[] = ['a']
  /** Cursors below this are too old. */
  oldest = 0
  now = Date.UTC(2026, 0, 5, 8)
  private entries: Entry[] = []
  private xid = 0

  put(scope: string, id: string, row: Record<string, unknown>, entity = 'card'): void {
    this.enter({ scope, entity, id, deleted: false, row: { id, ...row } })
  }

  remove(scope: string, id: string, entity = 'card'): void {
    this.enter({ scope, entity, id, deleted: true })
  }

  private enter(change: PullChange): void {
    this.xid += 1
    this.entries = this.entries.filter((one) => one.scope !== change.scope || one.entity !== change.entity || one.id !== change.id)
    this.entries.push({ ...change, xid: this.xid })
  }

  /** The rows of the scopes as they are now. */
  truth(): Record<string, unknown>[] {
    const rows = new Map<string, Record<string, unknown>>()
    for (const one of this.entries) if (this.scopes.includes(one.scope) && one.row) rows.set(`${one.entity} ${one.id}`, one.row)
    return [...rows.values()].sort((a, b) => String(a.id).localeCompare(String(b.id)))
  }

  answer(request: PullRequest): PullAnswer | 'resync' {
    const cursors: Record<string, string | null> = {}
    const changes: PullChange[] = []
    let more = false
    for (const scope of this.scopes) {
      const cursor = request.cursors[scope] ?? null
      const from = cursor === null ? 0 : Number(cursor)
      if (cursor !== null && from < this.oldest) return 'resync'
      const fresh = this.entries.filter((one) => one.scope === scope && one.xid > from)
      const page = fresh.slice(0, Math.max(0, request.limit - changes.length))
      if (fresh.length > page.length) more = true
      cursors[scope] = String(page.at(-1)?.xid ?? (fresh.length > 0 ? from : this.xid))
      changes.push(...page.map(({ xid: _xid, ...change }) => structuredClone(change)))
    }
    const serverTime = new Date(this.now).toISOString()
    return { scopes: [...this.scopes], changes, cursors, more, horizon: String(this.xid + 1), epoch: this.epoch, serverTime }
  }
}
