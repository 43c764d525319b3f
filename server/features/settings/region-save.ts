import { regionLevels, regionRemove, regionSubmit } from '#contract/calls/settings/region.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { type Change, record } from '#server/kit/steps/event.ts'
import { refuseElsewhere } from './public.ts'

export const regionWords = { zh: '行政区划', en: 'Division' }

/** The division above; null at the top, which front ends of the given calls name 00 or 0. */
export const topOr = (code: string | null | undefined): string | null => (!code || /^0+$/.test(code) ? null : code)

/** What forms of this family of clients send back with a row; nothing of it is stored. */
const beside = [
  'subCode',
  'parentName',
  'hasChildren',
  'regionLevelValue',
  'ancestors',
  'tenantId',
  'children',
  'title',
  'key',
  'value',
  'parentId',
]

interface Draft {
  readonly code?: string
  readonly name?: string
  readonly parentCode?: string | null
  readonly regionLevel?: string | null
  readonly sort?: number | null
  readonly remark?: string | null
}

/** Divisions from one up to the top. Refuses one that is not there. */
async function chain(tx: Transaction, code: string): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `with recursive up as (select *, 1 as step from region where code = $1
      union all select r.*, up.step + 1 from region r join up on r.code = up.parent_code where up.step < 10) select * from up order by step`,
    values: [code],
  })
  if (rows.length === 0) throw refusalOf([{ field: 'parentCode', label: regionSubmit.input.parentCode, rule: 'absent' }])
  return rows
}

async function placeOf(tx: Transaction, code: string, above: string | null, level: string | null | undefined): Promise<number> {
  const up = above === null ? [] : await chain(tx, above)
  if (up.some((row) => row.code === code)) throw new Refusal('cycle')
  const over = Number(up[0]?.region_level ?? 0)
  const at = level ? Number(level) : over + 1
  if (at <= over || at > Object.keys(regionLevels).length)
    throw new Refusal('rule', { zh: '区划级别须低于上级区划', en: 'The level must be lower than the parent division’s' }, [
      { field: 'regionLevel' },
    ])
  return at
}

/** Changes of one division follow one another, and none moves below itself while another moves. */
const alone = (tx: Transaction): void =>
  tx.later({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', values: ['tree region'] })

/** Adds a division, or changes the one whose code is given as `id`. */
export async function saveRegion(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const id = context.input.id === '' ? undefined : context.input.id
  const draft = read(regionSubmit.input, context.input, { partial: id !== undefined && id !== null, beside }) as Draft & {
    id?: string | null
    version?: number | null
  }
  alone(tx)
  const { rows } = await tx.run({ text: 'select * from region where code = $1 for update', values: [draft.id ?? draft.code] })
  const row = rows[0]
  if (draft.id && !row) throw new Refusal('not_found', { what: regionWords })
  if (!draft.id && row) throw new Refusal('taken', { label: regionSubmit.input.code, value: String(draft.code) })
  if (row && draft.version && draft.version !== row.version)
    throw new Refusal('stale', { what: String(row.name), who: { zh: '他人', en: 'another person' }, when: String(row.updated_at) })
  if (row && draft.code && draft.code !== row.code)
    throw new Refusal('rule', { zh: '区划编号不能更改', en: 'A division’s code cannot be changed' }, [{ field: 'code' }])
  const code = String(row?.code ?? draft.code)
  const above = draft.parentCode === undefined && row ? ((row.parent_code as string | null) ?? null) : topOr(draft.parentCode)
  const kept = draft.regionLevel === undefined && row && above === row.parent_code ? String(row.region_level) : draft.regionLevel
  const values = {
    parent_code: above,
    name: draft.name ?? row?.name,
    region_level: await placeOf(tx, code, above, kept),
    sort: draft.sort === undefined ? (row?.sort ?? null) : draft.sort,
    remark: draft.remark === undefined ? (row?.remark ?? null) : draft.remark,
  }
  const saved = await tx.run({
    text: `insert into region as r (code, parent_code, name, region_level, sort, remark) values ($1, $2, $3, $4, $5, $6)
      on conflict (code) do update set parent_code = excluded.parent_code, name = excluded.name, region_level = excluded.region_level,
        sort = excluded.sort, remark = excluded.remark, version = r.version + 1, updated_at = now() returning id, version`,
    values: [code, ...Object.values(values)],
  })
  const changes = Object.fromEntries(
    Object.entries(values).flatMap(([name, to]): [string, Change][] =>
      row && row[name] !== to ? [[name, { from: row[name] ?? null, to: to ?? null }]] : [],
    ),
  )
  const { id: entityId, version } = saved.rows[0]!
  record(context, tx, { entity: 'region', entityId: String(entityId), verb: row ? 'change' : 'add', version: Number(version), changes })
  return { id: code, version: Number(version) }
}

/** Removes a division that has none below it. */
export async function removeRegion(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { id } = read(regionRemove.input, context.input) as { id: string }
  alone(tx)
  const { rows } = await tx.run({ text: 'select id from region where parent_code = $1 limit 1', values: [id] })
  if (rows.length > 0) throw new Refusal('in_use', { what: regionWords, instead: '' })
  const gone = await tx.run({ text: 'delete from region where code = $1 returning id, version', values: [id] })
  const row = gone.rows[0]
  if (!row) throw new Refusal('not_found', { what: regionWords })
  record(context, tx, { entity: 'region', entityId: String(row.id), verb: 'remove', version: Number(row.version) + 1 })
  return { removed: 1 }
}
