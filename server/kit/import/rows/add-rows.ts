import { v7 as uuid } from 'uuid'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed, machinesOf } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hooksOf } from '#server/kit/hooks.ts'
import { columnName, namesSql } from '#server/kit/table.ts'
import { insertRows } from '#server/kit/write/insert-rows.ts'
import { advanceCounter, nextNumbers } from '#server/kit/write/numbering.ts'
import { submit } from '#server/kit/write/save.ts'
import { sayRow } from '../cells/cell.ts'
import type { GradedRow } from '../grading.ts'
import { refusalWords } from './compare-rows.ts'

/** Records which row of a file created which row of the register, or updated it (`isUpdate`). */
export function rememberRows(
  tx: Transaction,
  jobId: string,
  rows: readonly { entity: string; id: string; hash: Buffer | null }[],
  isUpdate = false,
): void {
  tx.later({
    text: `insert into import_row (tenant_id, job_id, entity, entity_id, hash, is_update) select $1, $2, r.entity, r.id, decode(r.hash, 'hex'), $4
      from jsonb_to_recordset($3::jsonb) r(entity text, id uuid, hash text)`,
    values: [tx.tenantId, jobId, JSON.stringify(rows.map((row) => ({ ...row, hash: row.hash?.toString('hex') ?? null }))), isUpdate],
  })
}

/** Names the row whose adding is refused: the person has a file before them, and one sentence for all of it. */
async function inRow<T>({ number }: GradedRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const [row, why] = [sayRow(number), refusalWords(error)]
    throw new Refusal('rule', { zh: `${row.zh}：${why.zh}`, en: `${row.en[0]!.toUpperCase()}${row.en.slice(1)}: ${why.en}` })
  }
}

/** Adds rows one by one through the normal save, parents before children. Returns their ids. */
export async function addOneByOne(
  view: View,
  context: Context,
  tx: Transaction,
  jobId: string,
  all: readonly GradedRow[],
  chosen: ReadonlySet<GradedRow>,
  onAdded: (added: number) => Promise<void>,
): Promise<ReadonlyMap<GradedRow, string>> {
  const ids = new Map<GradedRow, string>()
  const add = async (row: GradedRow): Promise<string> => {
    const known = ids.get(row)
    if (known) return known
    const above = row.below === undefined ? undefined : all[row.below]
    const draft = above ? { ...row.draft, [`${view.entity.tree}Id`]: await add(above) } : row.draft
    const { id } = await inRow(row, () => submit(view, { ...context, input: draft }, tx))
    ids.set(row, id)
    rememberRows(tx, jobId, [{ entity: view.entity.name, id, hash: row.hash }])
    await onAdded(ids.size)
    return id
  }
  for (const row of chosen) await add(row)
  await hooksOf(view.entity)?.afterImport?.(context, tx, { ids: [...ids.values()] })
  return ids
}

const perStatement = 1000

interface Linked {
  readonly names: ReadonlyMap<string, string>
}

/** The titles of linked rows, for the history. */
async function titlesOf(view: View, tx: Transaction, rows: readonly GradedRow[]): Promise<Linked> {
  const names = new Map<string, string>()
  for (const [name, field] of Object.entries(view.fields)) {
    if (field.kind !== 'link') continue
    const ids = [...new Set(rows.flatMap((row) => (row.draft[`${name}Id`] ? [String(row.draft[`${name}Id`])] : [])))]
    if (ids.length === 0) continue
    const to = entityNamed(field.to)
    const found = await tx.run({
      text: namesSql(to),
      values: [tx.tenantId, ids],
    })
    for (const row of found.rows) names.set(String(row.id), String(row.name))
  }
  return { names }
}

const changesOf = (filled: readonly (readonly [string, Field, unknown])[], { names }: Linked) =>
  Object.fromEntries(
    filled.map(([name, field, value]) => [
      wireName(name, field),
      field.kind === 'link'
        ? { from: null, to: value, fromName: null, toName: names.get(String(value)) ?? null }
        : { from: null, to: value },
    ]),
  )

/** The default columns of every new row of an entity. */
const startOf = (view: View): Row => {
  const states = new Set(machinesOf(view.entity).map((on) => on.field))
  return Object.fromEntries(
    Object.entries(view.entity.fields).flatMap(([name, field]) =>
      field.kind === 'choice' && field.initial && (states.has(name) || field.readOnly) ? [[columnName(name, field), field.initial]] : [],
    ),
  )
}

/** The initial states of a row if they differ from the defaults. `by`: the steps that led to one of them, the earliest first. */
export type OpeningStates = (row: GradedRow) => {
  readonly states: Readonly<Record<string, string>>
  readonly by?: readonly { readonly field: string; readonly verb: string; readonly from: string; readonly to: string }[]
}

/**
 * `statesOf`: initial states that differ from the defaults. `apart`: runs work in another transaction, so that the number counters are not
 * locked meanwhile.
 */
interface BulkOptions {
  readonly statesOf?: OpeningStates | undefined
  readonly apart?: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}

/** The numbers of rows by column: numbers that the rows bring advance the counter, the others are issued in row order. */
async function numbersOf(
  { entity }: View,
  tx: Transaction,
  chosen: readonly GradedRow[],
  { apart }: BulkOptions,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind !== 'numbering' || chosen.length === 0) continue
    const given = chosen.flatMap(({ draft }) => (draft[name] ? [String(draft[name])] : []))
    const take = async (by: Transaction): Promise<string[]> => {
      advanceCounter(by, entity.name, field.rule, given)
      return given.length < chosen.length ? nextNumbers(by, entity.name, field.rule, chosen.length - given.length) : []
    }
    found.set(columnName(name, field), await (apart ? apart(take) : take(tx)))
  }
  return found
}

/**
 * Adds many rows of an entity without a tree, a thousand per statement, with the same hooks, numbers, search values and history as saving
 * one row.
 */
export async function addInBulk(
  view: View,
  context: Context,
  tx: Transaction,
  jobId: string,
  chosen: readonly GradedRow[],
  onAdded: (added: number) => Promise<void>,
  options: BulkOptions = {},
): Promise<void> {
  const statesOf: OpeningStates = options.statesOf ?? (() => ({ states: {} }))
  const { entity } = view
  const hooks = hooksOf(entity)
  const linked = await titlesOf(view, tx, chosen)
  const start = startOf(view)
  const numbers = await numbersOf(view, tx, chosen, options)
  const used = new Map<string, number>()
  const added: string[] = []
  for (let at = 0; at < chosen.length; at += perStatement) {
    const some = chosen.slice(at, at + perStatement)
    const rows: Row[] = []
    const events: Row[] = []
    const values: Row[] = []
    const opened: Row[] = []
    const ready = await hooks?.beforeAddMany(
      context,
      tx,
      some.map(({ draft }) => draft),
    )
    for (const [index, one] of some.entries()) {
      const { draft } = one
      const id = uuid()
      const filled = Object.entries(view.fields).flatMap(([name, field]): (readonly [string, Field, unknown])[] => {
        const value = draft[wireName(name, field)]
        return value === null || value === undefined ? [] : [[name, field, value]]
      })
      const own = filled.filter(([name]) => view.custom.has(name))
      const { states: begun, by = [] } = statesOf(one)
      const states = Object.entries(begun).map(([name, state]) => [name, entity.fields[name]!, state] as const)
      rows.push({
        ...start,
        ...Object.fromEntries(states.map(([name, field, state]) => [columnName(name, field), state])),
        ...Object.fromEntries(filled.flatMap(([name, field, value]) => (view.custom.has(name) ? [] : [[columnName(name, field), value]]))),
        ...(entity.custom ? { custom: Object.fromEntries(own.map(([name, , value]) => [name, value])) } : {}),
        ...(await inRow(one, async () => hooks?.beforeAdd(context, tx, { id, draft, lines: {} }, ready?.[index]))),
        id,
      })
      for (const [name, field, value] of own) if (field.search) values.push({ id, code: name, value: String(value) })
      events.push({ id: uuid(), entity_id: id, changes: changesOf([...filled, ...states], linked) })
      for (const { verb, field, from, to } of by) opened.push({ id: uuid(), entity_id: id, verb, field, from_state: from, to_state: to })
    }
    for (const [column, all] of numbers)
      for (const row of rows.filter((one) => !one[column])) {
        const place = used.get(column) ?? 0
        row[column] = all[place]
        used.set(column, place + 1)
      }
    await insertRows(view, context, tx, rows)
    recordAll(entity.name, context, tx, 'add', events)
    if (opened.length > 0) recordOpened(entity.name, context, tx, opened)
    if (values.length > 0)
      tx.later({
        text: `insert into custom_value (tenant_id, entity, code, value, id) select $1, $2, v.code, v.value, v.id from jsonb_to_recordset($3::jsonb) v(code text, value text, id uuid)`,
        values: [tx.tenantId, entity.name, JSON.stringify(values)],
      })
    rememberRows(
      tx,
      jobId,
      some.map((row, index) => ({ entity: entity.name, id: String(rows[index]!.id), hash: row.hash })),
    )
    for (const [index, { draft }] of some.entries())
      await hooks?.afterSave?.(context, tx, { id: String(rows[index]!.id), draft, isNew: true, lines: {} })
    added.push(...rows.map(({ id }) => String(id)))
    await onAdded(at + some.length)
  }
  await hooks?.afterImport?.(context, tx, { ids: added })
}

/** Queues the events of the steps that led to initial states. */
function recordOpened(entity: string, context: Context, tx: Transaction, events: readonly Row[]): void {
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, field, from_state, to_state, version, actor_id, actor_name)
      select $1, e.id, $2, e.entity_id, e.verb, e.field, e.from_state, e.to_state, 1, $3, $4
      from jsonb_to_recordset($5::jsonb) e(id uuid, entity_id uuid, verb text, field text, from_state text, to_state text)`,
    values: [tx.tenantId, entity, context.actor.userId, context.actor.realName, JSON.stringify(events)],
  })
}

/** Queues the events of many rows of one entity: `id`, `entity_id` and, for added rows, `changes`. */
export function recordAll(entity: string, context: Context, tx: Transaction, verb: string, events: readonly Row[], version = 1): void {
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes, actor_id, actor_name)
      select $1, e.id, $2, e.entity_id, $3, $4, e.changes, $5, $6 from jsonb_to_recordset($7::jsonb) e(id uuid, entity_id uuid, changes jsonb)`,
    values: [tx.tenantId, entity, verb, version, context.actor.userId, context.actor.realName, JSON.stringify(events)],
  })
}
