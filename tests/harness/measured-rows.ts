import { v7 } from 'uuid'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import type { TestApp } from './app-for-test.ts'
import { sampleOf } from './factories.ts'
import { type Hospital, home } from './hospitals.ts'
import { numbers } from './numbers.ts'

/** A row as the database holds it, by column. */
export type Stored = Readonly<Record<string, unknown>> & { readonly id: string }

type Random = (below: number) => number

const generators = new WeakMap<TestApp, Random>()
/** The random numbers of a program: files of one worker share this module, and rows must not depend on which ran before. */
function randomOf(app: TestApp): Random {
  const random = generators.get(app) ?? numbers(20_261_122)
  generators.set(app, random)
  return random
}

const oneOf = <T>(random: Random, many: readonly T[]): T => many[random(many.length)]!
const day = (random: Random): string => new Date(Date.UTC(2012 + random(14), random(12), 1 + random(28))).toISOString().slice(0, 10)
const moment = (random: Random): string => new Date(Date.UTC(2026, random(6), 1 + random(28), random(24), random(60))).toISOString()

/** Every row of an entity in a tenant, past rights and scopes. */
export async function storedRows(app: TestApp, of: Entity, tenant = home.tenant): Promise<Stored[]> {
  const live = of.softDelete ? ' and not is_deleted' : ''
  const rows = await app.sql(`select to_jsonb(t) as row from ${tableName(of)} t where tenant_id = $1${live} order by id`, [tenant])
  return rows.map(({ row }) => row as Stored)
}

/** A value as a column holds it; empty in a quarter of the rows where a field may be. */
async function cellOf(app: TestApp, name: string, field: Field, seed: number): Promise<unknown> {
  const random = randomOf(app)
  const isEmpty = field.required !== true && random(4) === 0
  if (field.kind === 'ids' || field.kind === 'choices') return field.required ? [] : null
  if (field.kind === 'numbering' || (field.unique && field.kind === 'text')) return `${seed}${name}`.slice(0, 12)
  if (isEmpty) return null
  if (field.kind === 'link') {
    const rows = await app.sql(`select id from ${tableName(entityNamed(field.to))} where tenant_id = $1 order by id limit 5`, [home.tenant])
    return rows.length > 0 ? oneOf(random, rows).id : null
  }
  if (field.kind === 'choice') return oneOf(random, Object.keys(field.of))
  if (field.kind === 'flag') return random(2)
  if (field.kind === 'date') return day(random)
  if (field.kind === 'time') return moment(random)
  if (field.kind === 'money') return oneOf(random, ['0.00', '9999.99', '10000.00', '49999.99', '73000.25', '1000000.00', '2500000.50'])
  if (field.kind === 'integer') return random(60)
  return sampleOf(name, field, seed)
}

/** Columns that the database works out of others. */
const generatedColumns = async (app: TestApp, of: Entity): Promise<ReadonlySet<unknown>> => {
  const found = await app.sql(`select attname from pg_attribute where attrelid = $1::regclass and attgenerated <> ''`, [tableName(of)])
  return new Set(found.map((row) => row.attname))
}

/** Columns of the first and the last moment of a stretch of time. */
export const stretches = [
  ['from_time', 'to_time'],
  ['valid_from', 'valid_until'],
  ['quoted_on', 'valid_until'],
] as const

/** Rows of any entity with values of every kind, some of them empty or removed; written past the API, as states that only steps reach are needed too. */
export async function fillRows(app: TestApp, of: Entity, count: number, at: Hospital = home): Promise<void> {
  for (let seed = 1; seed <= count; seed++) {
    const id = v7()
    const row: Record<string, unknown> = { tenant_id: at.tenant, id, created_by: oneOf(randomOf(app), Object.values(at.users)) }
    if (of.softDelete) row.is_deleted = seed % 11 === 0
    if (of.tree) row.path = `${id}/`
    for (const [name, field] of Object.entries(of.fields))
      if (!field.computed && name !== of.tree) row[columnName(name, field)] = await cellOf(app, name, field, seed)
    // The database refuses more pieces kept aside than there are.
    if ('reserved' in row) row.reserved = Math.min(Number(row.reserved ?? 0), Number(row.quantity ?? 0))
    // The database refuses more reserved and spent than a budget has.
    if ('spent_total' in row) Object.assign(row, { reserved_total: '0.00', spent_total: row.amount })
    // The database refuses bands of a cost that do not add up to it.
    if ('sharp_cost' in row) {
      const rest = row.energy_cost === null ? null : 0
      Object.assign(row, { sharp_cost: row.energy_cost, peak_cost: rest, flat_cost: rest, valley_cost: rest })
    }
    // The database refuses a stretch of time that ends before it begins.
    for (const [from, to] of stretches) if (from in row && String(row[from]) > String(row[to])) [row[from], row[to]] = [row[to], row[from]]
    const reckoned = await generatedColumns(app, of)
    const columns = Object.keys(row).filter((column) => !reckoned.has(column))
    await app.sql(
      `insert into ${tableName(of)} (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')}) on conflict do nothing`,
      columns.map((column) => row[column]),
    )
  }
}

/** Rows of what an entity links to, where the hospital has none yet. */
export async function fillLinked(app: TestApp, of: Entity): Promise<void> {
  for (const field of Object.values(of.fields)) {
    if (field.kind !== 'link') continue
    const to = entityNamed(field.to)
    if (to.name !== of.name && (await storedRows(app, to)).length === 0) {
      await fillLinked(app, to)
      await fillRows(app, to, 4)
    }
  }
}
