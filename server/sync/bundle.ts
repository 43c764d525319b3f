import { bundle } from '#contract/calls/tooling/sync.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { customPrefix, type View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { BUNDLE_ROWS, type BundleAnswer, type BundleColumn, type BundleIds } from '#contract/sync/sync-bundle.ts'
import { snapshotAs } from '#server/db/pool.ts'
import { Parameters, type Query, type Rows } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { type Actor, checkQuery, hashToken, stillHolds } from '#server/kit/access/actor.ts'
import type { Tools } from '#server/kit/context.ts'
import { select } from '#server/kit/read/select.ts'
import { read } from '#server/kit/refuse.ts'
import { columnName, namesSql, tableName } from '#server/kit/table.ts'
import { markQuery } from './marks.ts'
import { isPartly } from './scope-families.ts'
import { scopesOf, tasksQuery } from './scopes.ts'

const bundled = new Map(entities.filter((of) => of.offline?.packs).map((of) => [of.name, of]))

const hex = (id: string): string => id.replaceAll('-', '')

/** Ids in ascending order as they travel. */
function idsOf(ids: readonly string[]): BundleIds {
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

/** Values as the database writes them in JSON; several words of choices are an array. */
type Values = readonly (string | string[] | null)[]

/** An index per row into the distinct values, in order of their first row. */
function distinct(values: Values): { at: number[]; found: (string | string[])[] } {
  const places = new Map<string, number>()
  const found: (string | string[])[] = []
  const at = values.map((value) => {
    if (value === null) return -1
    const key = String(value)
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, found.length)
    return found.push(value) - 1
  })
  return { at, found }
}

/** Kinds of few different values. */
const wordKinds = new Set<Field['kind']>(['choice', 'choices', 'flag'])

function plainColumn(name: string, field: Field, values: Values): BundleColumn {
  const { at, found } = distinct(values)
  const isText = !wordKinds.has(field.kind)
  return isText && found.length * 2 > values.length
    ? { name, kind: 'text', values: [...values] as (string | null)[] }
    : { name, kind: 'few', values: found, at }
}

function linkColumn(name: string, values: Values, names: ReadonlyMap<unknown, unknown>): BundleColumn {
  const { at, found } = distinct(values)
  const ids = found.map(String).sort()
  const places = new Map(ids.map((id, index) => [id, index]))
  const moved = found.map((id) => places.get(String(id))!)
  const titles = ids.map((id) => (names.get(id) as string | undefined) ?? null)
  return { name, kind: 'link', ids: idsOf(ids), names: titles, at: at.map((place) => (place < 0 ? -1 : moved[place]!)) }
}

/** What a pack may hold of a row. */
const bundleKinds = new Set<Field['kind']>(['text', 'numbering', 'choice', 'choices', 'link', 'flag', 'date', 'time'])
/** Kinds of a hospital's own fields; their values are texts in a pack. */
const ownKinds = new Set<Field['kind']>(['text', 'choice', 'integer', 'decimal', 'date'])
type OfflineField = readonly [string, Field]

/** The fields of a pack as a tenant sees them. */
function fieldsOf(view: View): OfflineField[] {
  const offline = new Set(view.entity.offline!.offlineFields)
  const found = select(view, offline).fields.filter(([name]) => offline.has(name) && !view.custom.has(name))
  for (const [name, { kind, closed }] of found)
    if (closed || !bundleKinds.has(kind))
      throw new Error(`${view.entity.name}.${name}: packs do not hold ${closed ? 'closed fields' : kind}`)
  const own = [...view.custom].map((name) => [name, view.fields[name]!] as const)
  return [...found, ...own.filter(([, { kind }]) => ownKinds.has(kind))]
}

/** A value over the alias `t` as it travels in JSON, where the database would write it in another way. Codes of a hospital's own fields are parameters. */
function valueSql([name, field]: OfflineField, into: Parameters): string {
  if (name.startsWith(customPrefix)) return `t.custom ->> ${into.add(name)}::text`
  const column = `t.${columnName(name, field)}`
  return field.kind === 'time' ? `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')` : column
}

/** All columns of some rows in one row, each as one JSON array: thousands of values cost the driver nothing. */
function columnsQuery(actor: Actor, of: Entity, fields: readonly OfflineField[], ids: readonly string[]): Query {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(actor.tenantId)} and t.id = any(${into.add(ids)}::uuid[])${of.softDelete ? ' and not t.is_deleted' : ''}`
  const scope = isPartly(of, actor) ? ` and ${scopeSql(of, actor, 't', into)}` : ''
  return {
    text: `select json_agg(x.id) as id, json_agg(x.version) as version${fields.map((_, index) => `, json_agg(x.v${index}) as c${index}`).join('')}
      from (select t.id, t.version${fields.map((field, index) => `, ${valueSql(field, into)} as v${index}`).join('')} from ${tableName(of)} t
        where ${where}${scope} order by t.id) x`,
    values: into.values,
  }
}

function namesQuery(actor: Actor, to: string, ids: Values): Query {
  const of = entityNamed(to)
  return {
    text: namesSql(of),
    values: [actor.tenantId, [...new Set(ids)].filter((id) => id !== null)],
  }
}

/** Rows by id in the columns of a pack. */
async function columnsOf(
  run: (queries: readonly Query[]) => Promise<Rows[]>,
  actor: Actor,
  of: Entity,
  ids: readonly string[],
): Promise<Pick<BundleAnswer, 'ids' | 'versions' | 'columns'>> {
  const fields = fieldsOf(actor.settings.view(of))
  const [found] = await run([columnsQuery(actor, of, fields, ids)])
  const row = found!.rows[0] as Record<string, unknown[] | null>
  const values = (index: number): Values => (row[`c${index}`] as (string | null)[] | null) ?? []
  const links = fields.flatMap(([, field], index) => (field.kind === 'link' ? [{ index, to: field.to }] : []))
  const named = links.length > 0 ? await run(links.map(({ index, to }) => namesQuery(actor, to, values(index)))) : []
  const names = new Map(links.map(({ index }, at) => [index, new Map(named[at]!.rows.map(({ id, name }) => [id, name]))]))
  return {
    ids: idsOf((row.id as string[] | null) ?? []),
    versions: (row.version as number[] | null) ?? [],
    columns: fields.map(([name, field], index) => {
      const titles = names.get(index)
      return titles ? linkColumn(name, values(index), titles) : plainColumn(name, field, values(index))
    }),
  }
}

/** The next rows of one large entity of a scope, by id. Every pack is a short separate read; the horizon of the first says what the pull has to send again. */
export async function readBundle(
  tools: Tools,
  actor: Actor,
  token: string,
  _language: Language,
  input: Readonly<Record<string, unknown>>,
): Promise<BundleAnswer> {
  const asked = read(bundle.input, { scope: input.scope, entity: input.entity, after: input.after, rows: input.rows })
  const of = bundled.get(String(asked.entity))
  if (!of) throw new Refusal('bad_request')
  const size = (asked.rows as number | undefined) ?? BUNDLE_ROWS
  return snapshotAs(tools.pool, actor.tenantId, async (run) => {
    const [check, tasks, horizon, metaRows] = await run([
      checkQuery(actor.tenantId, hashToken(token)),
      tasksQuery(actor),
      { text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as horizon' },
      markQuery(actor.tenantId, []),
    ])
    if (!stillHolds(actor, check)) throw new Refusal('busy')
    const held = scopesOf(actor, tasks!).find(
      ({ name, entities: names, isBlind }) => name === asked.scope && names.includes(of.name) && !isBlind,
    )
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
    const columns = await columnsOf(run, actor, of, ids)
    const meta = metaRows!.rows[0]
    return {
      epoch: String(meta?.epoch),
      // A number that a crash cannot give away again, where there is one; what is newer comes once more.
      horizon: String(meta?.mark_xid ?? horizon!.rows[0]?.horizon),
      serverTime: new Date().toISOString(),
      ...columns,
      next: ids.length === size ? ids.at(-1)! : null,
    }
  })
}
