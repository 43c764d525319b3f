import type { PullAnswer, PullChange, PullRequest } from '#contract/sync/sync.ts'
import { type BundleAnswer, type BundleColumn, type BundleRequest, bundleFeed, bundleFeedParts } from '#contract/sync/sync-bundle.ts'

interface Entry extends PullChange {
  xid: number
}

/** A server's feed over several scopes: one entry per row and scope, newest change only, in order of its transaction. */
export class Feed {
  epoch = 'epoch-1'
  scopes: string[] = ['a']
  /** Cursors below this are too old. */
  oldest = 0
  /** The entity that is sent in packs to phones that take them, where a scope has more than `bundleFrom` rows of it. */
  large: string | undefined
  bundleFrom = 0
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
    const { large } = this
    const isSplit = (scope: string): boolean => {
      if (large === undefined) return false
      const feed = bundleFeed(scope, large)
      return feed in request.cursors || (request.packs === true && !request.cursors[scope] && this.bundled(feed).length > this.bundleFrom)
    }
    const feeds = this.scopes.flatMap((scope) => (isSplit(scope) && large ? [scope, bundleFeed(scope, large)] : [scope]))
    const packs = feeds
      .filter((feed) => bundleFeedParts(feed) && !request.cursors[feed])
      .map((feed) => ({ feed, rows: this.bundled(feed).length }))
    for (const feed of feeds) {
      if (packs.some((one) => one.feed === feed)) continue
      const { scope, entity } = bundleFeedParts(feed) ?? { scope: feed, entity: undefined }
      const cursor = request.cursors[feed] ?? null
      const from = cursor === null ? 0 : Number.parseInt(cursor, 10)
      if (cursor !== null && from < this.oldest) return 'resync'
      const fresh = this.entries.filter((one) => {
        const isOfFeed = entity ? one.entity === entity : one.entity !== large || !feeds.includes(bundleFeed(scope, one.entity))
        // As on the server, what a pack's horizon names comes again.
        return one.scope === scope && isOfFeed && (cursor?.endsWith('.0') ? one.xid >= from : one.xid > from)
      })
      const page = fresh.slice(0, Math.max(0, request.limit - changes.length))
      if (fresh.length > page.length) more = true
      cursors[feed] = page.length === 0 && fresh.length > 0 ? cursor : String(page.at(-1)?.xid ?? this.xid)
      changes.push(...page.map(({ xid: _xid, ...change }) => ({ ...structuredClone(change), scope: feed })))
    }
    const serverTime = new Date(this.now).toISOString()
    const horizon = String(this.xid + 1)
    return { scopes: feeds, changes, cursors, more, horizon, epoch: this.epoch, serverTime, ...(packs.length > 0 ? { packs } : {}) }
  }

  private bundled(feed: string): Record<string, unknown>[] {
    const { scope, entity } = bundleFeedParts(feed) ?? { scope: feed, entity: '' }
    const rows = this.entries.filter((one) => one.scope === scope && one.entity === entity && one.row).map((one) => one.row ?? {})
    return rows.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  }

  /** Rows in columns; what they hold beside id and version is text. */
  bundle({ feed, after, rows: size }: BundleRequest): BundleAnswer | 'forbidden' {
    if (!this.scopes.includes(bundleFeedParts(feed)?.scope ?? '')) return 'forbidden'
    const rows = this.bundled(feed)
      .filter((row) => after === null || String(row.id) > after)
      .slice(0, size)
    const hex = rows.map((row) => String(row.id).replaceAll('-', ''))
    const heads = hex.map((id) => Number.parseInt(id.slice(0, 12), 16))
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => name !== 'id' && name !== 'version')
    return {
      epoch: this.epoch,
      horizon: String(this.xid + 1),
      serverTime: new Date(this.now).toISOString(),
      ids: {
        heads: heads.map((head, index) => head - (heads[index - 1] ?? 0)),
        tails: Buffer.from(hex.map((id) => id.slice(12)).join(''), 'hex').toString('base64'),
      },
      versions: rows.map((row) => Number(row.version ?? 1)),
      columns: names.map((name): BundleColumn => ({ name, kind: 'text', values: rows.map((row) => (row[name] as string) ?? null) })),
      next: rows.length === size ? String(rows.at(-1)?.id) : null,
    }
  }
}
