import { pack } from '#contract/calls/sync.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/field.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities } from '#contract/registry.ts'
import { PACK_ROWS, type PackAnswer, type PackColumn, type PackIds } from '#contract/sync-pack.ts'
import { snapshotAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { read } from '#server/kit/refuse.ts'
import { finisher, select } from '#server/kit/select.ts'
import { markQuery } from './marks.ts'
import { rowsQuery } from './pull.ts'
import { scopesOf, tasksQuery } from './scopes.ts'

const packed = new Map(entities.filter((of) => of.offline && of.large).map((of) => [of.name, of]))

const hex = (id: string): string => id.replaceAll('-', '')

/** Ids in ascending order as they travel. */
function idsOf(ids: readonly string[]): PackIds {
  const tails = Buffer.alloc(ids.length * 10)
  let before = 0
  const heads = ids.map((id, index) => {
    const digits = hex(id)
    tails.write(digits.slice(12), index * 10, 'hex')
    const head = Number.parseInt(digits.slice(0, 12), 16)
    const more = head - before
    before = head
    return more
  })
  return { heads, tails: tails.toString('base64') }
}

/** An index per row into the distinct keys, in order of their first row. */
function distinct(rows: readonly Row[], key: string): { at: number[]; first: Row[] } {
  const known = new Map<unknown, number>()
  const first: Row[] = []
  const at = rows.map((row) => {
    const value = row[key]
    if (value === null || value === undefined) return -1
    const found = known.get(value)
    if (found !== undefined) return found
    first.push(row)
    known.set(value, first.length - 1)
    return first.length - 1
  })
  return { at, first }
}

function linkOf(rows: readonly Row[], name: string): PackColumn {
  const id = `${name}Id`
  const names = new Map<string, string | null>()
  for (const row of rows) if (row[id]) names.set(String(row[id]), (row[`${name}Name`] as string | null) ?? null)
  const ids = [...names.keys()].sort()
  const places = new Map<unknown, number>(ids.map((one, index) => [one, index]))
  return {
    name,
    kind: 'link',
    ids: idsOf(ids),
    names: ids.map((one) => names.get(one) ?? null),
    at: rows.map((row) => places.get(row[id]) ?? -1),
  }
}

function columnOf(rows: readonly Row[], name: string, field: Field): PackColumn {
  if (field.kind === 'link') return linkOf(rows, name)
  const { at, first } = distinct(rows, name)
  const isText = field.kind === 'text' || field.kind === 'numbering'
  if (isText && first.length * 2 > rows.length)
    return { name, kind: 'text', values: rows.map((row) => (row[name] as string | null) ?? null) }
  return { name, kind: 'few', values: first.map((row) => row[name]), at }
}

/** The next rows of one large entity of a scope, by id. Every pack is a short read of its own; the horizon of the first says what the pull has to bring again. */
export async function readPack(
  tools: Tools,
  actor: Actor,
  token: string,
  language: Language,
  input: Readonly<Record<string, unknown>>,
): Promise<PackAnswer> {
  const asked = read(pack.input, { scope: input.scope, entity: input.entity, after: input.after, rows: input.rows })
  const of = packed.get(String(asked.entity))
  if (!of) throw new Refusal('bad_request')
  const size = (asked.rows as number | undefined) ?? PACK_ROWS
  const view = actor.settings.view(of)
  const slim = new Set(of.offline!.slim)
  const { fields } = select(view, slim)
  return snapshotAs(tools.pool, actor.tenantId, async (run) => {
    const [check, tasks, horizon, metaRows] = await run([
      checkQuery(actor.tenantId, hashToken(token)),
      tasksQuery(actor),
      { text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon' },
      markQuery(actor.tenantId, []),
    ])
    if (!stillHolds(actor, check)) throw new Refusal('busy')
    const held = scopesOf(actor, tasks!).find(({ name, entities: names }) => name === asked.scope && names.includes(of.name))
    if (!held) throw new Refusal('forbidden', { right: of })
    const [page] = await run([
      {
        // What the feed says belongs to the scope, so that both agree.
        text: `select entity_id as id from sync_change where tenant_id = $1 and scope_id = $2 and entity = $3 and ($4::uuid is null or entity_id > $4) and not deleted
          order by entity_id limit $5`,
        values: [actor.tenantId, held.scope, of.name, (asked.after as string | undefined) ?? null, size],
      },
    ])
    const ids = page!.rows.map((row) => String(row.id))
    const [found] = ids.length > 0 ? await run([rowsQuery(actor, of.name, ids)]) : []
    const finish = finisher(view, fields, language, null)
    const rows = (found?.rows ?? []).map(finish).sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    const meta = metaRows!.rows[0]
    return {
      epoch: String(meta?.epoch),
      // A number that a crash cannot give away again, where there is one; what is newer comes once more.
      horizon: String(meta?.mark_xid ?? horizon!.rows[0]?.horizon),
      serverTime: new Date().toISOString(),
      ids: idsOf(rows.map((row) => String(row.id))),
      versions: rows.map((row) => Number(row.version)),
      columns: fields.flatMap(([name, field]) => (slim.has(name) && !view.custom.has(name) ? [columnOf(rows, name, field)] : [])),
      next: ids.length === size ? ids.at(-1)! : null,
    }
  })
}
