import { Refusal } from '#contract/kit/errors.ts'
import type { Cursor } from '#contract/sync/sync.ts'
import { isOurs } from './marks.ts'

export type Cursors = Record<string, Cursor>

const shape = /^(\d{1,20})\.(\d{1,19})(?:\.([0-9a-f]{12})\.[0-9a-f]{16})?$/

/** Where a feed was read up to; the beginning for what is no cursor. `mark`: the newest that the phone was told. */
export function positionOf(cursor: Cursor | undefined): { xid: string; seq: string; mark?: string } {
  const [, xid = '0', seq = '-1', mark] = shape.exec(cursor ?? '') ?? []
  return { xid, seq, mark }
}

/** The cursors of a request; refuses what a phone cannot have been given. */
export function cursorsOf(text: unknown): Cursors {
  if (text === undefined || text === null) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(String(text))
  } catch {
    throw new Refusal('bad_request')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Refusal('bad_request')
  const found = Object.entries(parsed)
  if (!found.every(([, cursor]) => cursor === null || (typeof cursor === 'string' && shape.test(cursor)))) throw new Refusal('bad_request')
  return Object.fromEntries(found) as Cursors
}

/** The marks that cursors carry. */
export const marksOf = (cursors: Cursors): string[] => [
  ...new Set(Object.values(cursors).flatMap((cursor) => positionOf(cursor).mark ?? [])),
]

export interface Known {
  readonly epoch: string
  readonly secret: string
  /** Those of the marks asked for that there are. */
  readonly known: readonly string[]
  /** `pg_snapshot_xmax`, decimal text. */
  readonly newest: string
  /** Up to where words about removed rows have been thrown away; null: nowhere. */
  readonly purged: string | null
}

/**
 * What the cursors tell about the database. `ended`: this database issued them in this epoch but does not know them, so it was restored from a backup.
 * `resync`: they are of another epoch, older than the purged rows, or unknown. `fine`: the pull can continue from them.
 */
export function judge(cursors: Cursors, { known, newest, purged, ...meta }: Known): 'fine' | 'resync' | 'ended' {
  let verdict: 'fine' | 'resync' = 'fine'
  for (const cursor of Object.values(cursors)) {
    if (!cursor) continue
    const { xid, mark } = positionOf(cursor)
    const isLater = BigInt(xid) > BigInt(newest)
    // A phone that holds nothing of a feed has nothing that could have been removed.
    const isOld = purged !== null && xid !== '0' && BigInt(xid) < BigInt(purged)
    const isForgotten = mark !== undefined && (isLater || !known.includes(mark))
    if (isForgotten && !isOld && isOurs(cursor, meta)) return 'ended'
    if (isOld || isLater || (mark !== undefined && !isOurs(cursor, meta))) verdict = 'resync'
  }
  return verdict
}
