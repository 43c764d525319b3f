import { v7 as uuid } from 'uuid'
import type { Entity } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import { type GivenLine, totalsOf } from '#contract/kit/lines.ts'
import { snake } from '#contract/kit/names.ts'
import { isId, type Parsed, parse, type Raw } from '#contract/kit/parse.ts'
import { reaches } from '#contract/kit/process-rule.ts'
import { takesRule } from '#contract/kit/reach-kind.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import { entityNamed, machinesOf } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { deptsOnly, limitedTo, scopeSql, seesAll } from './access.ts'
import type { Context } from './context.ts'
import { type Change, type LinesEvent, record } from './event.ts'
import { bindFiles } from './files.ts'
import { type HookLines, hooksOf } from './hooks.ts'
import { changesOfLines, eventOfLines, isReordered, lineNames } from './line-changes.ts'
import { type OpenLines, openLines, readLines, writtenLines } from './lines.ts'
import { linkNames } from './links.ts'
import { lockRows, refuseClosed, refuseStale } from './lock.ts'
import { nextNumber } from './numbering.ts'
import { refuseBeyond } from './range.ts'
import { refusalOf } from './refuse.ts'
import { same } from './same.ts'
import { refuseSealed } from './sealed.ts'
import { columnName, tableName } from './table.ts'
import { lockTree, moveSubtree, pathBelow, refuseWithChildren } from './tree.ts'
import { uniqueRefusal } from './unique.ts'
import { refuseUsed } from './used.ts'
import { writeLines } from './write-lines.ts'

export interface Saved {
  readonly id: string
  readonly version: number
}

/** One field of a draft beside what the row holds now. */
interface Difference {
  readonly name: string
  readonly field: Field
  readonly from: unknown
  readonly to: unknown
}

function differences(view: View, draft: Parsed, row: Row | undefined): Difference[] {
  const own = (row?.custom ?? {}) as Row
  return Object.entries(view.fields).flatMap(([name, field]) => {
    const wire = wireName(name, field)
    if (!(wire in draft)) return []
    const from = row ? (view.custom.has(name) ? own[name] : row[columnName(name, field)]) : undefined
    return same(field, from, draft[wire]) ? [] : [{ name, field, from: from ?? null, to: draft[wire] }]
  })
}

const changesOf = (found: readonly Difference[], names: ReadonlyMap<string, string>): Record<string, Change> =>
  Object.fromEntries(
    found.map(({ name, field, from, to }) => [
      wireName(name, field),
      field.kind === 'link' ? { from, to, fromName: names.get(String(from)) ?? null, toName: names.get(String(to)) ?? null } : { from, to },
    ]),
  )

/** What the event tells: a hook may store another flag than the draft asked for, and set flags that no draft may. */
function stored(view: View, found: readonly Difference[], hooked: Readonly<Record<string, unknown>>, row: Row | undefined): Difference[] {
  const flags = Object.entries(view.fields).flatMap(([name, field]) => {
    const column = columnName(name, field)
    if (field.kind !== 'flag' || view.custom.has(name) || !(column in hooked)) return []
    return [{ name, field, from: row?.[column] ?? null, to: hooked[column] }]
  })
  const others = found.filter(({ name }) => !flags.some((flag) => flag.name === name))
  return [...others, ...flags.filter(({ from, to }) => Number(from ?? 0) !== Number(to ?? 0))]
}

/** Columns and values that a set of differences writes; a tenant's own fields go into one jsonb column. */
function assignments(view: View, found: readonly Difference[], row: Row | undefined): Map<string, unknown> {
  const set = new Map<string, unknown>()
  const own = found.filter(({ name }) => view.custom.has(name))
  for (const { name, field, to } of found) if (!view.custom.has(name)) set.set(columnName(name, field), to)
  if (own.length > 0)
    set.set('custom', JSON.stringify({ ...((row?.custom ?? {}) as Row), ...Object.fromEntries(own.map(({ name, to }) => [name, to])) }))
  return set
}

function indexCustom(view: View, tx: Transaction, id: string, found: readonly Difference[]): void {
  for (const { name, field, to } of found) {
    if (!view.custom.has(name) || !field.search) continue
    tx.later({
      text: 'delete from custom_value where tenant_id = $1 and entity = $2 and id = $3 and code = $4',
      values: [tx.tenantId, view.entity.name, id, name],
    })
    if (to !== null)
      tx.later({
        text: 'insert into custom_value (tenant_id, entity, code, value, id) values ($1, $2, $3, $4, $5)',
        values: [tx.tenantId, view.entity.name, name, String(to), id],
      })
  }
}

/** What a new row gets without being asked: states, numbers, and the column of a tree. */
async function initials(of: Entity, tx: Transaction, id: string, draft: Parsed, set: Map<string, unknown>): Promise<void> {
  const states = new Set(machinesOf(of).map((on) => on.field))
  for (const [name, field] of Object.entries(of.fields)) {
    const column = columnName(name, field)
    if (field.kind === 'choice' && field.initial && (states.has(name) || !set.has(column))) set.set(column, field.initial)
    if (field.kind === 'numbering') set.set(column, await nextNumber(tx, of.name, field.rule))
  }
  if (!of.tree) return
  const parentId = draft[`${of.tree}Id`]
  if (parentId) lockTree(of, tx, 'grow')
  set.set('path', await pathBelow(of, tx, id, parentId))
}

/** What a person limited to departments adds without naming one belongs to their own. */
function ownDepartment(of: Entity, { actor }: Context, draft: Parsed): void {
  const wire = of.scope?.dept && !of.fields[of.scope.dept]?.readOnly ? `${of.scope.dept}Id` : undefined
  if (wire && actor.deptId && limitedTo(of, actor)) draft[wire] ??= actor.deptId
}

/** Refuses to put a row where the person could not see it, for then it was not theirs to put there. */
function refuseOutOfScope(view: View, { actor, rule }: Context, found: readonly Difference[]): void {
  const field = view.entity.scope?.dept
  const allowed = reaches(rule, view.entity) ? undefined : deptsOnly(view.entity, actor)
  const moved = allowed && found.find(({ name }) => name === field)
  if (moved && !allowed.includes(String(moved.to))) throw refusalOf([{ field: `${field}Id`, label: moved.field, rule: 'absent' }])
}

/**
 * The same where more than departments decides: asks the database for the row as it is stored now. What a person made is their own to place, and a row that
 * stays where it was is not asked about, for a step may have taken it out of sight of all but its process.
 */
async function refuseLost(of: Entity, { actor, rule }: Context, tx: Transaction, id: string, isChanged: boolean): Promise<void> {
  if (!isChanged || reaches(rule, of) || !takesRule(of) || seesAll(of, actor) || deptsOnly(of, actor)) return
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(id)}`
  const scope = scopeSql(of, actor, 't', into)
  const { rows } = await tx.run({ text: `select 1 from ${tableName(of)} t where ${where} and ${scope}`, values: into.values })
  if (rows.length === 0)
    throw new Refusal('rule', {
      zh: `保存后该${of.zh}将不在您的数据范围内`,
      en: `Saved like this the row (${of.en}) would be outside your data scope`,
    })
}

const hookLines = (open: readonly OpenLines[]): HookLines => Object.fromEntries(open.map((one) => [one.line.as, one]))

/** What the header keeps of its lines, beside what it holds now. Refuses a total that cannot be stored. */
function totals(entity: Entity, open: readonly OpenLines[], row: Row | undefined): Difference[] {
  return open.flatMap(({ line, after }) =>
    Object.entries(totalsOf(line, entity.fields, after)).flatMap(([name, to]): Difference[] => {
      const field = entity.fields[name]!
      const from = row?.[columnName(name, field)] ?? null
      if (to === null) throw refusalOf([{ field: line.as, label: field, rule: 'too_large' }])
      return same(field, from, to) ? [] : [{ name, field, from, to }]
    }),
  )
}

/** Writes what became of the lines of a header; answers what its event keeps of them. */
async function keepLines(open: readonly OpenLines[], context: Context, tx: Transaction, id: string): Promise<Record<string, LinesEvent>> {
  const events: [string, LinesEvent][] = []
  for (const one of open) {
    const changes = changesOfLines(one)
    if (changes.length === 0 && !isReordered(one)) continue
    const names = await lineNames(one, changes, context, tx)
    await writeLines(one, changes, context, tx, id)
    const event = eventOfLines(one, changes, names)
    if (event) events.push([one.line.as, event])
  }
  return Object.fromEntries(events)
}

interface Given {
  readonly draft: Parsed
  readonly lines: ReadonlyMap<string, readonly GivenLine[]>
}

async function linesOf(
  view: View,
  context: Context,
  tx: Transaction,
  id: string | undefined,
  { lines }: Given,
): Promise<readonly OpenLines[]> {
  const { open, problems } = await openLines(view.entity, context, tx, id, lines)
  if (problems.length > 0) throw refusalOf(problems)
  return open
}

async function add(
  view: View,
  context: Context,
  tx: Transaction,
  given: Given,
  givenId: string | undefined,
): Promise<Saved & { open: readonly OpenLines[] }> {
  const { entity } = view
  const { draft } = given
  const id = givenId ?? uuid()
  const open = await linesOf(view, context, tx, undefined, given)
  ownDepartment(entity, context, draft)
  const found = differences(view, draft, undefined).filter(({ to }) => to !== null)
  refuseOutOfScope(view, context, found)
  refuseSealed(context, found)
  const set = assignments(view, found, undefined)
  const names = await linkNames(view, context, tx, found)
  await initials(entity, tx, id, draft, set)
  const hooked = (await hooksOf(entity)?.beforeAdd?.(context, tx, { id, draft, lines: hookLines(open) })) ?? {}
  for (const [column, value] of Object.entries(hooked)) set.set(column, value)
  const summed = totals(entity, open, undefined)
  for (const { name, field, to } of summed) set.set(columnName(name, field), to)
  refuseBeyond(entity, set)
  const into = new Parameters()
  const columns = ['tenant_id', 'id', 'created_by', 'updated_by', ...set.keys()]
  const places = [tx.tenantId, id, context.actor.userId, context.actor.userId, ...set.values()].map((value) => into.add(value))
  await uniqueRefusal(view, draft, () =>
    tx.run({ text: `insert into ${tableName(entity)} (${columns.join(', ')}) values (${places.join(', ')})`, values: into.values }),
  )
  await refuseLost(entity, context, tx, id, true)
  indexCustom(view, tx, id, found)
  await bindFiles(context, tx, { entity: entity.name, id }, found)
  const lines = await keepLines(open, context, tx, id)
  record(context, tx, {
    entity: entity.name,
    entityId: id,
    verb: 'add',
    version: 1,
    changes: { ...changesOf([...stored(view, found, hooked, undefined), ...summed], names), ...lines },
  })
  return { id, version: 1, open }
}

/** Lines that change give the row a new version even when its own fields stay. */
async function change(
  view: View,
  context: Context,
  tx: Transaction,
  given: Given & { id: string; version: unknown },
): Promise<Saved & { open: readonly OpenLines[] }> {
  const { id, version, draft } = given
  const { entity } = view
  // A new name reaches the rows below as a move does.
  if (entity.tree && (`${entity.tree}Id` in draft || (entity.nodeTitle && entity.nodeTitle in draft))) lockTree(entity, tx, 'move')
  const [row] = await lockRows(entity, context, tx, [id])
  await refuseStale(entity, context, tx, row!, version)
  refuseClosed(entity, entity.editable, row!)
  const found = differences(view, draft, row)
  const hooks = hooksOf(entity)
  const open = given.lines.size > 0 || hooks ? await linesOf(view, context, tx, id, given) : []
  const hasLines = open.some((one) => changesOfLines(one).length > 0 || isReordered(one))
  if (found.length === 0 && !hasLines) return { id, version: Number(row!.version), open }
  refuseOutOfScope(view, context, found)
  refuseSealed(context, found)
  const set = assignments(view, found, row)
  const names = found.some(({ field }) => field.kind === 'link' || field.kind === 'ids')
    ? await linkNames(view, context, tx, found)
    : new Map<string, string>()
  if (entity.tree && found.some(({ name }) => name === entity.tree))
    set.set('path', await moveSubtree(entity, tx, row!, draft[`${entity.tree}Id`]))
  const hooked = (await hooks?.beforeChange?.(context, tx, { row: row!, draft, lines: hookLines(open) })) ?? {}
  for (const [column, value] of Object.entries(hooked)) set.set(column, value)
  const summed = totals(entity, open, row)
  for (const { name, field, to } of summed) set.set(columnName(name, field), to)
  refuseBeyond(entity, set)
  const into = new Parameters()
  const assigned = [...set].map(([column, value]) => `${column} = ${into.add(value)}`)
  const next = Number(row!.version) + 1
  const write = {
    text: `update ${tableName(entity)} set ${[...assigned, `version = ${into.add(next)}`].join(', ')}, updated_by = ${into.add(context.actor.userId)}, updated_at = now() where tenant_id = ${into.add(tx.tenantId)} and id = ${into.add(id)}`,
    values: into.values,
  }
  if (found.some(({ field }) => field.unique)) await uniqueRefusal(view, draft, () => tx.run(write))
  else tx.later(write)
  await refuseLost(entity, context, tx, id, found.length > 0)
  indexCustom(view, tx, id, found)
  await bindFiles(context, tx, { entity: entity.name, id }, found)
  const lines = await keepLines(open, context, tx, id)
  const changed = [...stored(view, found, hooked, row), ...summed]
  if (changed.length > 0 || Object.keys(lines).length > 0)
    record(context, tx, {
      entity: entity.name,
      entityId: id,
      verb: 'change',
      version: next,
      changes: { ...changesOf(changed, names), ...lines },
    })
  return { id, version: next, open }
}

const withOptionalOwn = ({ fields, entity }: View): FieldMap =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required && !entity.fields[name]?.required ? { ...field, required: false } : field,
    ]),
  )

/**
 * Adds a row, or changes the one whose `id` is given: an absent field stays, null clears it, `version` refuses a row that another person
 * changed meanwhile. Lines given with a parent are saved in the same transaction. Refuses unknown and read-only fields.
 * A phone chooses the id of a new row itself, as `newId`.
 */
export async function submit(view: View, context: Context, tx: Transaction): Promise<Saved> {
  const { entity } = view
  const input: Raw = hooksOf(entity)?.given(context.input) ?? context.input
  const given = typeof input.id === 'string' && input.id !== '' && input.id !== '0' ? input.id : undefined
  if (input.id !== undefined && input.id !== null && typeof input.id !== 'string')
    throw refusalOf([{ field: 'id', label: { zh: '编号', en: 'Id' }, rule: 'not_id' }])
  if (given && !isId(given)) throw refusalOf([{ field: 'id', label: { zh: '编号', en: 'Id' }, rule: 'not_id' }])
  const version = input.version
  if (version !== undefined && version !== null && !/^\d{1,9}$/.test(String(version)))
    throw refusalOf([{ field: 'version', label: { zh: '版本', en: 'Version' }, rule: 'not_integer' }])
  const newId = given === undefined && context.op && isId(input.newId) ? input.newId : undefined
  // A hospital may have made a field required after a phone queued the operation.
  const fields = context.op ? withOptionalOwn(view) : view.fields
  const parsed = parse(fields, input, {
    partial: given !== undefined,
    beside: ['id', 'version', ...(context.op ? ['newId'] : []), ...writtenLines(entity).map((line) => line.as)],
  })
  const lines = readLines(entity, input, given === undefined)
  const problems = [...parsed.problems, ...lines.problems]
  if (problems.length > 0) throw refusalOf(problems)
  const draft = parsed.value
  if (given && Object.keys(draft).length === 0 && lines.given.size === 0) throw refusalOf([{ field: '', label: entity, rule: 'required' }])
  const { open, ...saved } = given
    ? await change(view, context, tx, { id: given, version, draft, lines: lines.given })
    : await add(view, context, tx, { draft, lines: lines.given }, newId)
  await hooksOf(entity)?.afterSave?.(context, tx, { id: saved.id, draft, isNew: !given, lines: hookLines(open) })
  return saved
}

/** Removes rows by `ids`, all or nothing. Refuses rows whose state closes it, that others need, or that are outside the person's scope. */
export async function remove(view: View, context: Context, tx: Transaction, ids: readonly string[]): Promise<{ removed: number }> {
  const { entity } = view
  const rows = await lockRows(entity, context, tx, ids)
  for (const row of rows) refuseClosed(entity, entity.removable, row)
  if (entity.tree) await refuseWithChildren(entity, tx, ids)
  await refuseUsed(entity, tx, ids)
  await hooksOf(entity)?.beforeRemove?.(context, tx, { rows })
  if (entity.softDelete)
    tx.later({
      text: `update ${tableName(entity)} set is_deleted = true, version = version + 1, updated_by = $3, updated_at = now() where tenant_id = $1 and id = any($2::uuid[])`,
      values: [tx.tenantId, ids, context.actor.userId],
    })
  else tx.later({ text: `delete from ${tableName(entity)} where tenant_id = $1 and id = any($2::uuid[])`, values: [tx.tenantId, ids] })
  for (const line of writtenLines(entity))
    tx.later({
      text: `delete from ${tableName(entityNamed(line.entity))} where tenant_id = $1 and ${snake(line.by)}_id = any($2::uuid[])`,
      values: [tx.tenantId, ids],
    })
  tx.later({
    text: 'delete from custom_value where tenant_id = $1 and entity = $2 and id = any($3::uuid[])',
    values: [tx.tenantId, entity.name, ids],
  })
  for (const row of rows)
    record(context, tx, { entity: entity.name, entityId: String(row.id), verb: 'remove', version: Number(row.version) + 1 })
  return { removed: rows.length }
}
