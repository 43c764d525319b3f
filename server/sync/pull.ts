import { pull } from '#contract/calls/tooling/sync.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { fieldViewEntity } from '#contract/kit/fields/field-view.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { PULL_LIMIT, type PullAnswer, type PullChange } from '#contract/sync/sync.ts'
import { snapshotAs } from '#server/db/pool.ts'
import { Parameters, type Query, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/access/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { closedSql } from '#server/kit/read/closed.ts'
import { finisher, select } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { tableName } from '#server/kit/table.ts'
import { isLine, standingQuery, visibilityOf, withoutBook } from './blind.ts'
import { type Cursors, cursorsOf, judge, marksOf, positionOf } from './cursors.ts'
import { type Feed, feedsOf } from './feeds.ts'
import { fieldViewRow } from './field-view.ts'
import { markQuery, signed } from './marks.ts'
import { isPartly } from './scope-families.ts'
import { scopesOf, tasksQuery } from './scopes.ts'

/**
 * The changes of all feeds behind their cursors, the first `limit` of them. Only what every running transaction is younger than is sent, so that
 * nothing is missed. Each feed is read in its order, so that a truncated feed is complete up to its last row.
 */
function changesQuery(actor: Actor, feeds: readonly Feed[], cursors: Cursors, limit: number): Query {
  const asked = feeds.flatMap(({ key, scope, entities }) => {
    const { xid, seq } = positionOf(cursors[key])
    // What comes in packs leaves a scope of nothing else empty.
    return entities.length > 0 ? [{ key, scope, wanted: entities, xid, seq }] : []
  })
  return {
    // The output column must not be called xid: ORDER BY would then sort its text.
    text: `select f.key, c.entity, c.entity_id, c.deleted, c.cursor_xid, c.cursor_seq
      from jsonb_to_recordset($2::jsonb) f(key text, scope text, wanted text[], xid text, seq bigint)
      cross join lateral (
        select c.entity, c.entity_id, c.deleted, c.xid::text as cursor_xid, c.seq as cursor_seq from sync_change c
        where c.tenant_id = $1 and c.scope_id = f.scope and (c.xid, c.seq) > (f.xid::xid8, f.seq) and c.xid < pg_snapshot_xmin(pg_current_snapshot())
          and c.entity = any(f.wanted)
        order by c.xid, c.seq limit $3) c
      limit $3`,
    values: [actor.tenantId, JSON.stringify(asked), limit],
  }
}

/** Whether the feeds have something that is committed, but not sent before a transaction ends that still runs. */
const heldQuery = (actor: Actor, feeds: readonly Feed[]): Query => ({
  text: `select exists (select from jsonb_to_recordset($2::jsonb) f(scope text, entities text[])
      cross join lateral (select from sync_change c where c.tenant_id = $1 and c.scope_id = f.scope
        and c.xid >= pg_snapshot_xmin(pg_current_snapshot()) and c.entity = any(f.entities) limit 1) c) as held`,
  values: [actor.tenantId, JSON.stringify(feeds.map(({ scope, entities }) => ({ scope, entities })))],
})

/** The rows of an entity with these ids as phones keep them, those that are not deleted. */
export function rowsQuery(actor: Actor, name: string, ids: readonly string[]): Query {
  const view = actor.settings.view(entityNamed(name))
  const { columns, joins, closed } = select(view, new Set(view.entity.offline!.offlineFields))
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(actor.tenantId)} and t.id = any(${into.add(ids)}::uuid[])${view.entity.softDelete ? ' and not t.is_deleted' : ''}`
  const scope = isPartly(view.entity, actor) ? ` and ${scopeSql(view.entity, actor, 't', into)}` : ''
  const more = closedSql(closed, actor, into)
  return { text: `select ${columns}${more} from ${tableName(view.entity)} t${joins} where ${where}${scope}`, values: into.values }
}

const offline = new Set(entities.filter((of) => of.offline).map((of) => of.name))

/** The changes with the rows as they are now; of blind checks what the person may know. `blind`, `own`: the keys of such feeds. */
async function withRows(
  actor: Actor,
  language: Language,
  changes: readonly Row[],
  { blind, own }: { readonly blind: ReadonlySet<string>; readonly own: ReadonlySet<string> },
  run: (queries: readonly Query[]) => Promise<Rows[]>,
): Promise<PullChange[]> {
  const wanted = new Map<string, Set<string>>()
  for (const row of changes)
    if (!row.deleted && offline.has(String(row.entity)))
      wanted.set(String(row.entity), (wanted.get(String(row.entity)) ?? new Set()).add(String(row.entity_id)))
  const names = [...wanted.keys()]
  const unseen = changes.flatMap((row) => (blind.has(String(row.key)) && isLine(String(row.entity)) ? [String(row.entity_id)] : []))
  const queries = names.map((name) => rowsQuery(actor, name, [...wanted.get(name)!]))
  if (unseen.length > 0) queries.push(standingQuery(actor, unseen))
  const results = queries.length > 0 ? await run(queries) : []
  const visibility = visibilityOf(unseen.length > 0 ? results.at(-1) : undefined)
  const current = new Map<string, Row>()
  names.forEach((name, index) => {
    const view = actor.settings.view(entityNamed(name))
    const finish = finisher(view, select(view, new Set(view.entity.offline!.offlineFields)).fields, language, null)
    for (const row of results[index]!.rows) current.set(`${name} ${row.id}`, finish(row))
  })
  for (const { entity, entity_id: id } of changes)
    if (entity === fieldViewEntity) current.set(`${entity} ${id}`, { ...fieldViewRow(String(id), actor.settings) })
  return changes.flatMap((row): PullChange[] => {
    const [scope, entity, id] = [String(row.key), String(row.entity), String(row.entity_id)]
    const isBlind = blind.has(scope)
    const word = isBlind && !row.deleted ? visibility(entity, id) : 'row'
    if (word === 'nothing') return []
    const now = row.deleted || word === 'gone' ? undefined : current.get(`${entity} ${id}`)
    // What another person made was never held by this scope.
    if (!now && !row.deleted && own.has(scope)) return []
    return [
      now ? { scope, entity, id, deleted: false, row: isBlind ? withoutBook(entity, now) : now } : { scope, entity, id, deleted: true },
    ]
  })
}

interface Meta {
  readonly epoch: string
  readonly secret: string
  readonly mark: string | null
  readonly mark_xid: string | null
  readonly known: string[]
  readonly purged: string | null
}

/** The database does not know a mark that it sent to a phone in this epoch: it was restored from a backup. */
export class Forgetful extends Error {
  readonly epoch: string
  constructor(epoch: string) {
    super('the database was put back from a backup')
    this.epoch = epoch
  }
}

/** Cursors where they moved. `read`: the feeds that were read, to their ends unless there is `more`. */
function moved(read: readonly Feed[], rows: readonly Row[], more: boolean, before: Cursors, meta: Meta): Cursors {
  const now = new Map<string, string>(rows.map((row) => [String(row.key), `${row.cursor_xid}.${row.cursor_seq}`]))
  // What was read to its end and has nothing is held from now on.
  if (!more) for (const { key } of read) if (!(key in before) && !now.has(key)) now.set(key, '0.0')
  const { mark, mark_xid: markXid } = meta
  const first = read[0]?.key
  if (mark === null || markXid === null || first === undefined) return Object.fromEntries(now)
  // With a new mark everything moves up to it, so that what lies still does not look like a phone that was away.
  if (!more && positionOf(before[first]).mark !== mark)
    for (const { key } of read) {
      const { xid } = positionOf(now.get(key) ?? before[key])
      if (BigInt(xid) < BigInt(markXid)) now.set(key, `${markXid}.0`)
    }
  const cursor = now.get(first)
  if (cursor !== undefined && cursor !== '0.0') now.set(first, signed(cursor, mark, meta))
  return Object.fromEntries(now)
}

/** What changed in the person's scopes since the cursors, with the rows as they are now; all of one snapshot. Throws `Forgetful`. */
export async function pullChanges(
  tools: Tools,
  actor: Actor,
  token: string,
  language: Language,
  input: Readonly<Record<string, unknown>>,
): Promise<PullAnswer> {
  const asked = read(pull.input, { cursors: input.cursors, limit: input.limit, packs: input.packs, linePacks: input.linePacks })
  const cursors = cursorsOf(asked.cursors)
  const limit = (asked.limit as number | undefined) ?? PULL_LIMIT
  // Phones of an older program read lines row by row.
  const takes = (entity: string): boolean => asked.packs === 1 && (!isLine(entity) || asked.linePacks === 1)
  return snapshotAs(tools.pool, actor.tenantId, async (run) => {
    const [check, tasks, horizonRows, metaRows] = await run([
      checkQuery(actor.tenantId, hashToken(token)),
      tasksQuery(actor),
      { text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as newest' },
      markQuery(actor.tenantId, marksOf(cursors)),
    ])
    if (!stillHolds(actor, check)) throw new Refusal('busy')
    const { horizon, newest } = horizonRows!.rows[0] as { horizon: string; newest: string }
    const meta = metaRows!.rows[0] as unknown as Meta
    const verdict = judge(cursors, { ...meta, newest })
    if (verdict === 'ended') throw new Forgetful(meta.epoch)
    if (verdict === 'resync') throw new Refusal('resync')
    const { feeds, packs } = await feedsOf(run, actor.tenantId, scopesOf(actor, tasks!), cursors, takes)
    const waiting = new Set(packs.map(({ feed }) => feed))
    const readable = feeds.filter(({ key }) => !waiting.has(key))
    const [found, kept] = readable.length > 0 ? await run([changesQuery(actor, readable, cursors, limit), heldQuery(actor, readable)]) : []
    const rows = found?.rows ?? []
    const more = rows.length === limit
    const blind = new Set(feeds.flatMap(({ key, isBlind }) => (isBlind ? [key] : [])))
    const own = new Set(feeds.flatMap(({ key, isOwn }) => (isOwn ? [key] : [])))
    const changes = await withRows(actor, language, rows, { blind, own }, run)
    // A phone that holds nothing of a scope yet needs no tombstones of it.
    const wanted = changes.filter((change) => !change.deleted || cursors[change.scope])
    return {
      scopes: feeds.map(({ key }) => key),
      changes: wanted,
      cursors: moved(readable, rows, more, cursors, meta),
      more,
      horizon,
      ...(kept?.rows[0]?.held ? { held: true } : {}),
      epoch: meta.epoch,
      ...(packs.length > 0 ? { packs } : {}),
      serverTime: new Date().toISOString(),
    }
  })
}
