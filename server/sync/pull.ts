import { pull } from '#contract/calls/sync.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { type Cursor, PULL_LIMIT, type PullAnswer, type PullChange } from '#contract/sync.ts'
import { snapshotAs } from '#server/db/pool.ts'
import type { Query, Row, Rows } from '#server/db/query.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { finisher, select } from '#server/kit/select.ts'
import { tableName } from '#server/kit/table.ts'
import { type Feed, feedsOf } from './feeds.ts'

type Cursors = Record<string, Cursor>

const cursorShape = /^(\d{1,20})\.(\d{1,19})$/

function cursorsOf(text: unknown): Cursors {
  if (text === undefined || text === null) return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(String(text))
  } catch {
    throw new Refusal('bad_request')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new Refusal('bad_request')
  const found = Object.entries(parsed)
  if (!found.every(([, cursor]) => cursor === null || (typeof cursor === 'string' && cursorShape.test(cursor))))
    throw new Refusal('bad_request')
  return Object.fromEntries(found) as Cursors
}

/** The rights over what phones hold whole, such as places and departments. */
const shared = entities.flatMap((of) => (of.offline?.scope.by === 'all' ? [`${of.name}.list`] : []))

/** The scopes a person may hold, as rows of one statement: what phones hold whole, the cards of their reach, and their open checks. */
export function scopesQuery(actor: Actor): Query {
  const cards = !actor.rights.has('device.list') ? [] : actor.reach === 'all' ? ['tenant'] : (actor.deptIds ?? []).map((id) => `dept:${id}`)
  const base = shared.every((right) => actor.rights.has(right)) ? ['base'] : []
  return {
    text: `select unnest($3::text[]) as scope union all
      select 'task:' || k.id from check_task k where k.tenant_id = $1 and not k.is_deleted and k.check_status = 'open' and $4::boolean
        and exists (select 1 from check_member m where m.tenant_id = k.tenant_id and m.check_id = k.id and m.user_id = $2)`,
    values: [actor.tenantId, actor.userId, [...base, ...cards], actor.rights.has('checkLine.scan')],
  }
}

/** The changes of one feed behind a cursor. Only what every running transaction is younger than is sent, so that nothing is missed. */
function changesQuery(actor: Actor, { scope, only, without }: Feed, cursor: Cursor, limit: number): Query {
  const [, xid = '0', seq = '-1'] = cursorShape.exec(cursor ?? '') ?? []
  return {
    // The output column must not be called xid: ORDER BY would then sort its text.
    text: `select c.entity, c.entity_id, c.deleted, c.xid::text as cursor_xid, c.seq as cursor_seq from sync_change c
      where c.tenant_id = $1 and c.scope_id = $2 and (c.xid, c.seq) > ($3::xid8, $4::bigint) and c.xid < pg_snapshot_xmin(pg_current_snapshot())
        and ($6::text is null or c.entity = $6) and c.entity <> all($7::text[])
      order by c.xid, c.seq limit $5`,
    values: [actor.tenantId, scope, xid, seq, limit, only ?? null, without],
  }
}

/** The rows of an entity with these ids as phones keep them, those that are not deleted. */
export function rowsQuery(actor: Actor, name: string, ids: readonly string[]): Query {
  const view = actor.settings.view(entityNamed(name))
  const { columns, joins } = select(view, new Set(view.entity.offline!.slim))
  return {
    text: `select ${columns} from ${tableName(view.entity)} t${joins} where t.tenant_id = $1 and t.id = any($2::uuid[])${view.entity.softDelete ? ' and not t.is_deleted' : ''}`,
    values: [actor.tenantId, ids],
  }
}

const offline = new Set(entities.filter((of) => of.offline).map((of) => of.name))

interface Found {
  readonly scope: string
  readonly rows: readonly Row[]
}

async function withRows(
  actor: Actor,
  language: Language,
  found: readonly Found[],
  run: (queries: readonly Query[]) => Promise<Rows[]>,
): Promise<PullChange[]> {
  const wanted = new Map<string, Set<string>>()
  for (const { rows } of found)
    for (const row of rows)
      if (!row.deleted && offline.has(String(row.entity)))
        wanted.set(String(row.entity), (wanted.get(String(row.entity)) ?? new Set()).add(String(row.entity_id)))
  const names = [...wanted.keys()]
  const results = names.length > 0 ? await run(names.map((name) => rowsQuery(actor, name, [...wanted.get(name)!]))) : []
  const current = new Map<string, Row>()
  names.forEach((name, index) => {
    const view = actor.settings.view(entityNamed(name))
    const finish = finisher(view, select(view, new Set(view.entity.offline!.slim)).fields, language, null)
    for (const row of results[index]!.rows) current.set(`${name} ${row.id}`, finish(row))
  })
  return found.flatMap(({ scope, rows }) =>
    rows.map((row): PullChange => {
      const [entity, id] = [String(row.entity), String(row.entity_id)]
      const now = row.deleted ? undefined : current.get(`${entity} ${id}`)
      return now ? { scope, entity, id, deleted: false, row: now } : { scope, entity, id, deleted: true }
    }),
  )
}

/** What changed in the person's scopes since the cursors, with the rows as they are now; all of one snapshot. */
export async function pullChanges(
  tools: Tools,
  actor: Actor,
  token: string,
  language: Language,
  epoch: string,
  input: Readonly<Record<string, unknown>>,
): Promise<PullAnswer> {
  const asked = read(pull.input, { cursors: input.cursors, limit: input.limit, packs: input.packs })
  const cursors = cursorsOf(asked.cursors)
  const limit = (asked.limit as number | undefined) ?? PULL_LIMIT
  return snapshotAs(tools.pool, actor.tenantId, async (run) => {
    const [check, scopeRows, horizonRows] = await run([
      checkQuery(actor.tenantId, hashToken(token)),
      scopesQuery(actor),
      { text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, pg_snapshot_xmax(pg_current_snapshot())::text as newest' },
    ])
    if (!stillHolds(actor, check)) throw new Refusal('busy')
    const { horizon, newest } = horizonRows!.rows[0] as { horizon: string; newest: string }
    const scopes = scopeRows!.rows.map((row) => String(row.scope))
    // A cursor from a future that this database has not seen belongs to what a restored backup lost.
    if (Object.values(cursors).some((cursor) => cursor && BigInt(cursor.split('.')[0]!) > BigInt(newest))) throw new Refusal('resync')
    const { feeds, packs } = await feedsOf(run, actor.tenantId, scopes, cursors, asked.packs === 1)
    const waiting = new Set(packs.map(({ feed }) => feed))
    const found: Found[] = []
    let left = limit
    let more = false
    for (const feed of feeds) {
      if (waiting.has(feed.key)) continue
      if (left <= 0) {
        more = true
        break
      }
      const [page] = await run([changesQuery(actor, feed, cursors[feed.key] ?? null, left)])
      found.push({ scope: feed.key, rows: page!.rows })
      if (page!.rows.length === left) more = true
      left -= page!.rows.length
    }
    const moved = found.flatMap(({ scope, rows }): [string, string][] => {
      const last = rows.at(-1)
      return last ? [[scope, `${last.cursor_xid}.${last.cursor_seq}`]] : scope in cursors ? [] : [[scope, '0.0']]
    })
    const changes = await withRows(actor, language, found, run)
    // A phone that holds nothing of a scope yet needs no word of what is gone from it.
    const kept = changes.filter((change) => !change.deleted || cursors[change.scope])
    const answer = { scopes: feeds.map(({ key }) => key), changes: kept, cursors: Object.fromEntries(moved), more, horizon, epoch }
    return { ...answer, ...(packs.length > 0 ? { packs } : {}), serverTime: new Date().toISOString() }
  })
}
