import { type Machine, type Step, sourcesOf } from '#contract/kit/entity/machine.ts'
import { namedInput } from '#contract/kit/entity/step-input.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { listedWords } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { bindFilesOfStep } from '../files/files.ts'
import { refuseBeyond } from '../read/range.ts'
import { idOf, idsOf, read, versionIn } from '../refuse.ts'
import { tableName } from '../table.ts'
import { type Ordered, placed } from '../write/in-order.ts'
import { lockRows, refuseStale } from '../write/lock.ts'
import { notBefore } from '../write/not-before.ts'
import { refuseRetired } from '../write/refuse-retired.ts'
import { refuseSealed } from '../write/sealed.ts'
import { writeRows } from '../write/write-rows.ts'
import { type Change, type LinesEvent, record } from './event.ts'

export interface StepGiven {
  readonly context: Context
  readonly tx: Transaction
  readonly row: Row
  readonly input: Parsed
  /** Changes of the row and its lines that the event stores besides the input; an effect may add to it. */
  readonly changes: Record<string, Change | LinesEvent>
  /** Columns that `sets` of the step and earlier effects wrote. */
  readonly written: Readonly<Record<string, unknown>>
}
/** What a step does besides changing the state; returns additional columns of the row to write. */
export type Effect = (given: StepGiven) => Promise<Record<string, unknown> | undefined>

const effects = new Map<string, readonly Ordered<Effect>[]>()
const keyOf = (on: Machine, name: string): string => `${on.entity}.${on.field}.${name}`

/**
 * Registers an effect for a step; a step without effects needs no registration. Several effects run by `order`, that of the entity's own
 * module at 0, and an error in any of them rolls the step back. Throws if two have the same order.
 */
export function step<M extends Machine>(on: M, name: keyof M['steps'] & string, effect: Effect, order = 0): void {
  const key = keyOf(on, name)
  effects.set(key, placed(effects.get(key) ?? [], effect, order, `effects of ${key}`))
}

/** A condition checked before the state, so that its refusal comes first. */
type Before = (given: Pick<StepGiven, 'context' | 'tx' | 'row'>) => Promise<void>
const befores = new Map<string, readonly Before[]>()

/** Registers such a condition; it throws a Refusal, or brings the row into a state that the step may start from. */
export function beforeStep<M extends Machine>(on: M, name: keyof M['steps'] & string, before: Before): void {
  const key = keyOf(on, name)
  befores.set(key, [...(befores.get(key) ?? []), before])
}

/** Follow-up work of a step in its transaction, for code that needs the row in its new state. */
type After = (given: Pick<StepGiven, 'context' | 'tx' | 'row' | 'input'>) => Promise<void>
const afters = new Map<string, readonly After[]>()

/** Registers follow-up work for a step, in its transaction; an error rolls the step back. */
export function afterStep<M extends Machine>(on: M, name: keyof M['steps'] & string, after: After): void {
  const key = keyOf(on, name)
  afters.set(key, [...(afters.get(key) ?? []), after])
}

/** Follow-up work of a step on any number of rows at once, for a step that is taken by many rows together. */
type AfterAll = (given: Pick<StepGiven, 'context' | 'tx'> & { readonly rows: readonly Row[] }) => Promise<void>
const aftersOfAll = new Map<string, readonly AfterAll[]>()

/** Registers such work for a step; a row that takes the step alone is given alone. */
export function afterSteps<M extends Machine>(on: M, name: keyof M['steps'] & string, after: AfterAll): void {
  const key = keyOf(on, name)
  aftersOfAll.set(key, [...(aftersOfAll.get(key) ?? []), after])
}

/** Handles the route of a step instead of running the step; the step runs later, when the decision about it is made. */
type Instead = (context: Context, tx: Transaction) => Promise<unknown>
const insteads = new Map<string, Instead>()

/** Registers the handler that replaces the route of a step. */
export const overrideStepRoute = (on: Machine, name: string, writer: Instead): void => void insteads.set(keyOf(on, name), writer)

/** Work of the route of a step before its transaction, such as copying contents in a file store; its result is `asked` of the context. */
type Ask = (context: Context) => Promise<unknown>
const asks = new Map<string, Ask>()

/** Registers such work for a step. */
export const askBeforeStep = <M extends Machine>(on: M, name: keyof M['steps'] & string, ask: Ask): void =>
  void asks.set(keyOf(on, name), ask)

/** The work before the transaction of a step, if any. */
export const askOfStep = (on: Machine, name: string): Ask | undefined => asks.get(keyOf(on, name))

/** Throws that the step cannot start from this state. */
export function refuseState(on: Machine, step: Step, state: string): never {
  const words = on.states[state] ?? { zh: state, en: state }
  const from = sourcesOf(on, step).map((name) => on.states[name]!)
  throw new Refusal('wrong_state', { state: words, step: { zh: step.zh, en: step.en }, from: listedWords(from) })
}

function refuseBefore(on: Machine, step: Step, names: readonly string[], state: string): never {
  const steps = names.map((name) => on.steps[name]!)
  throw new Refusal('wrong_before', { state: on.states[state] ?? state, before: listedWords(steps), step: { zh: step.zh, en: step.en } })
}

/**
 * The newest event of the machine on each of these rows that was not undone. Ordered by version, because ids depend on the clock of a process,
 * which may be set back or differ between machines.
 */
export async function newestEvents(on: Machine, tx: Transaction, ids: readonly unknown[]): Promise<Map<unknown, Row>> {
  if (ids.length === 0) return new Map()
  const { rows } = await tx.run({
    text: `select distinct on (e.entity_id) e.entity_id, e.id, e.verb, e.from_state from audit_event e
      where e.tenant_id = $1 and e.entity = $2 and e.entity_id = any($3) and e.field = $4 and e.undoes is null
        and not exists (select 1 from audit_event u where u.tenant_id = e.tenant_id and u.undoes = e.id)
      order by e.entity_id, e.version desc nulls last, e.id desc`,
    values: [tx.tenantId, on.entity, ids, on.field],
  })
  return new Map(rows.map((row) => [row.entity_id, row]))
}

/** That event of one row. */
export const newestEvent = async (on: Machine, tx: Transaction, id: string): Promise<Row | undefined> =>
  (await newestEvents(on, tx, [id])).get(id)

async function target(on: Machine, step: Step, tx: Transaction, row: Row): Promise<{ to: string; undoes?: string }> {
  if (typeof step.to === 'string') return { to: step.to }
  if ('same' in step.to) return { to: String(row[snake(on.field)]) }
  const event = await newestEvent(on, tx, String(row.id))
  if (!event || !step.to.before.includes(String(event.verb))) refuseBefore(on, step, step.to.before, String(row[snake(on.field)]))
  return { to: String(event.from_state), undoes: String(event.id) }
}

/** The columns that a step writes by its `sets`; what was not said is empty. */
const setBy = ({ sets = {} }: Step, { occurredAt, actor }: Context, input: Parsed): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(sets).map(([name, set]) => [
      snake(name),
      set === 'now'
        ? occurredAt
        : set === 'me'
          ? actor.userId
          : set === 'none'
            ? null
            : typeof set === 'number'
              ? set
              : (input[set.slice('said.'.length)] ?? null),
    ]),
  )

const held = new WeakMap<Row, Record<string, unknown>>()

/**
 * Runs one step on a locked row: state check, effects, event, version. Also used by steps that raise an inner step in their transaction.
 * All that the step writes has one time, not before the row was created or the step before it. `isHeld`: another step of the row follows
 * immediately and writes the columns of both.
 */
export async function apply(
  on: Machine,
  name: string,
  asked: Context,
  tx: Transaction,
  row: Row,
  input: Parsed = {},
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<{ id: string; version: number }> {
  const declared = on.steps[name]
  if (!declared) throw new Error(`${on.entity} has no step ${name}`)
  const of = entityNamed(on.entity)
  const context = await notBefore(asked, tx, of.name, row)
  for (const before of befores.get(keyOf(on, name)) ?? []) await before({ context: asked, tx, row })
  const column = snake(on.field)
  const state = String(row[column])
  if (!sourcesOf(on, declared).includes(state)) refuseState(on, declared, state)
  const { to, undoes } = await target(on, declared, tx, row)
  await bindFilesOfStep(
    context,
    tx,
    { entity: of.name, id: String(row.id) },
    Object.entries(declared.input).map(([key, field]) => ({ field, to: input[key] })),
  )
  const changes: StepGiven['changes'] = {}
  const extra = setBy(declared, context, input)
  for (const { is: effect } of effects.get(keyOf(on, name)) ?? [])
    Object.assign(extra, await effect({ context, tx, row, input, changes, written: extra }))
  refuseBeyond(of, Object.entries(extra))
  const version = Number(row.version) + 1
  const columns = { ...extra, [column]: to, version, updated_by: context.actor.userId }
  const written = { ...held.get(row), ...columns }
  if (isHeld) held.set(row, written)
  else {
    held.delete(row)
    tx.later({
      text: `update ${tableName(of)} set ${Object.keys(written)
        .map((key, index) => `${key} = $${index + 3}`)
        .join(', ')}, updated_at = now() where tenant_id = $1 and id = $2`,
      values: [tx.tenantId, row.id, ...Object.values(written)],
    })
  }
  record(context, tx, {
    entity: of.name,
    entityId: String(row.id),
    verb: name,
    field: on.field,
    from: state,
    to,
    undoes,
    version,
    changes: Object.keys(changes).length > 0 ? changes : undefined,
    input: Object.keys(input).length > 0 ? input : undefined,
  })
  Object.assign(row, columns)
  for (const after of afters.get(keyOf(on, name)) ?? []) await after({ context, tx, row, input })
  for (const after of aftersOfAll.get(keyOf(on, name)) ?? []) await after({ context, tx, rows: [row] })
  return { id: String(row.id), version: Number(row.version) }
}

/**
 * Runs a step without input, conditions or effects on many locked rows that are in one of its states, as `apply` does on each, in a few
 * statements for all. `newest`: the newest event of each row, for a step that takes another one back.
 */
export async function applyToAll(
  on: Machine,
  name: string,
  asked: Context,
  tx: Transaction,
  rows: readonly Row[],
  newest: ReadonlyMap<unknown, Row> = new Map(),
): Promise<void> {
  if (rows.length === 0) return
  const [declared, key, column] = [on.steps[name]!, keyOf(on, name), snake(on.field)]
  if (befores.has(key) || effects.has(key) || afters.has(key)) throw new Error(`${key} is for single rows`)
  const of = entityNamed(on.entity)
  const context = await notBefore(asked, tx, of.name, ...rows)
  const set = setBy(declared, context, {})
  const moves = rows.map((row) => {
    const state = String(row[column])
    if (!sourcesOf(on, declared).includes(state)) refuseState(on, declared, state)
    if (typeof declared.to === 'string') return { row, from: state, to: declared.to }
    const event = newest.get(row.id)
    if (!('before' in declared.to) || !event || !declared.to.before.includes(String(event.verb)))
      throw new Error(`${key} has nothing to take back`)
    return { row, from: state, to: String(event.from_state), undoes: String(event.id) }
  })
  await writeRows(
    of,
    context,
    tx,
    { verb: name, field: on.field },
    moves.map(({ row, from, to, undoes }) => ({ row, set: { ...set, [column]: to }, changes: { [on.field]: { from, to } }, undoes })),
  )
  for (const after of aftersOfAll.get(key) ?? []) await after({ context, tx, rows })
}

/** Runs a step that a client requested, or what replaces its route. */
export const runStep: typeof takeStep = (on, name, context, tx) =>
  insteads.get(keyOf(on, name))?.(context, tx) ?? takeStep(on, name, context, tx)

/** Locks the rows, refuses an outdated version, and runs the step on each row, all or nothing. */
export async function takeStep(on: Machine, name: string, context: Context, tx: Transaction): Promise<unknown> {
  const of = entityNamed(on.entity)
  const declared = on.steps[name]!
  const many = declared.many === true && context.input.ids !== undefined
  const ids = many ? idsOf(context) : [idOf(context)]
  const { settings } = context.actor
  const fields = namedInput(settings.view(of), settings.inputs(declared.input))
  const input = read(fields, context.input, { beside: ['id', 'ids', 'version'] })
  refuseSealed(
    context,
    Object.entries(fields).map(([key, field]) => ({ name: key, field, to: input[key] })),
  )
  const rows = await lockRows(of, context, tx, ids)
  const version = versionIn(context.input)
  if (!many && !declared.byState) await refuseStale(of, context, tx, rows[0]!, version)
  await refuseRetired(context, tx, fields, input, rows)
  const done: { id: string; version: number }[] = []
  for (const row of rows) done.push(await apply(on, name, context, tx, row, input))
  return many ? done : done[0]
}
