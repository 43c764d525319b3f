import { v7 as uuid } from 'uuid'
import type { GivenLine } from '#contract/kit/entity/lines.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { refuseLeavingScope, refuseOutOfScope } from '../access/stay-in-scope.ts'
import type { Context } from '../context.ts'
import { bindFiles } from '../files/files.ts'
import { hooksOf } from '../hooks.ts'
import { hookLines, isChanged, keepLines, linesOf, totals } from '../lines/header-lines.ts'
import type { OpenLines } from '../lines/lines.ts'
import { linkNames } from '../read/links.ts'
import { refuseBeyond } from '../read/range.ts'
import { lockTree, moveSubtree } from '../read/tree.ts'
import { record } from '../steps/event.ts'
import { columnName, tableName } from '../table.ts'
import { assignments, changesOf, type Difference, differences, indexCustom, settleDraft, stored } from './draft-changes.ts'
import { lockRows, refuseClosed, refuseStale } from './lock.ts'
import { initials, ownDepartment } from './new-row.ts'
import { notBefore } from './not-before.ts'
import { refuseSealed } from './sealed.ts'
import { isOnce, refuseTaken, uniqueRefusal } from './unique.ts'

/** A parsed draft: the fields of the row, and its lines by name. */
export interface ReadDraft {
  readonly draft: Parsed
  /** The inputs that accompany the change (`told` of the entity). */
  readonly told?: Parsed
  readonly lines: ReadonlyMap<string, readonly GivenLine[]>
}

export interface Written {
  readonly id: string
  readonly version: number
  /** The lines before and after the save. */
  readonly open: readonly OpenLines[]
}

/**
 * Adds the columns from hooks and the totals of lines to those to write; returns the differences for the event. Throws for numbers that are
 * too large for their columns.
 */
function complete(
  view: View,
  set: Map<string, unknown>,
  found: readonly Difference[],
  given: { hooked: Readonly<Record<string, unknown>> | undefined; open: readonly OpenLines[]; row: Row | undefined },
): Difference[] {
  const { hooked = {}, open, row } = given
  for (const [column, value] of Object.entries(hooked)) set.set(column, value)
  const summed = totals(view.entity, open, row)
  for (const { name, field, to } of summed) set.set(columnName(name, field), to)
  refuseBeyond(view.entity, set)
  return [...stored(view, found, hooked, row), ...summed]
}

/** These inputs in the form of an event; empty if there are none. */
export const toldInput = (told: Parsed): { input?: Parsed } =>
  Object.values(told).some((value) => value !== null && value !== undefined) ? { input: told } : {}

/** Finishes the write of a row: data scope check, search index of custom fields, files, lines and event. */
async function follow(
  view: View,
  context: Context,
  tx: Transaction,
  { verb, id, version, open }: Written & { verb: 'add' | 'change' },
  {
    found,
    recorded,
    names,
    told,
  }: { found: readonly Difference[]; recorded: readonly Difference[]; names: ReadonlyMap<string, string>; told: Parsed },
): Promise<Written> {
  const { entity } = view
  await refuseLeavingScope(entity, context, tx, id, verb === 'add' || found.length > 0)
  indexCustom(view, tx, id, found)
  await bindFiles(context, tx, { entity: entity.name, id }, found)
  const changes = { ...changesOf(recorded, names), ...(await keepLines(open, context, tx, id)) }
  if (verb === 'add' || Object.keys(changes).length > 0)
    record(context, tx, { entity: entity.name, entityId: id, verb, version, changes, ...toldInput(told) })
  return { id, version, open }
}

/** Adds a row with its lines, under the given id or a new one. */
export async function add(view: View, context: Context, tx: Transaction, given: ReadDraft, givenId: string | undefined): Promise<Written> {
  const { entity } = view
  const { draft } = given
  const id = givenId ?? uuid()
  const open = await linesOf(entity, context, tx, undefined, given.lines)
  ownDepartment(entity, context, draft)
  settleDraft(view, draft, undefined)
  const found = differences(view, draft, undefined).filter(({ to }) => to !== null)
  refuseOutOfScope(view, context, found)
  refuseSealed(context, found)
  const set = assignments(view, found, undefined)
  const names = await linkNames(view, context, tx, found)
  await initials(entity, tx, id, draft, set)
  await refuseTaken(view, tx, draft)
  const hooked = await hooksOf(entity)?.beforeAdd?.(context, tx, { id, draft, lines: hookLines(open) })
  const recorded = complete(view, set, found, { hooked, open, row: undefined })
  const into = new Parameters()
  const columns = ['tenant_id', 'id', 'created_by', 'updated_by', ...set.keys()]
  const places = [tx.tenantId, id, context.actor.userId, context.actor.userId, ...set.values()].map((value) => into.add(value))
  await uniqueRefusal(view, draft, () =>
    tx.run({ text: `insert into ${tableName(entity)} (${columns.join(', ')}) values (${places.join(', ')})`, values: into.values }),
  )
  return follow(view, context, tx, { verb: 'add', id, version: 1, open }, { found, recorded, names, told: {} })
}

/** Changes a row. A change of its lines alone also gives it a new version. */
export async function change(
  view: View,
  asked: Context,
  tx: Transaction,
  given: ReadDraft & { id: string; version: unknown },
): Promise<Written> {
  const { id, draft, told = {} } = given
  const { entity } = view
  // A new name changes the paths below, like a move.
  if (entity.tree && (`${entity.tree}Id` in draft || (entity.nodeTitle && entity.nodeTitle in draft))) lockTree(entity, tx, 'move')
  const [row] = (await lockRows(entity, asked, tx, [id])) as [Row]
  const context = await notBefore(asked, tx, entity.name, row)
  await refuseStale(entity, context, tx, row, given.version)
  refuseClosed(entity, entity.editable, row)
  settleDraft(view, draft, row)
  const found = differences(view, draft, row)
  const hooks = hooksOf(entity)
  const open = given.lines.size > 0 || hooks ? await linesOf(entity, context, tx, id, given.lines) : []
  if (found.length === 0 && !open.some(isChanged)) return { id, version: Number(row.version), open }
  refuseOutOfScope(view, context, found)
  refuseSealed(context, found)
  const set = assignments(view, found, row)
  const names = await linkNames(view, context, tx, found)
  if (entity.tree && found.some(({ name }) => name === entity.tree))
    set.set('path', await moveSubtree(entity, tx, row, draft[`${entity.tree}Id`]))
  await refuseTaken(view, tx, draft, row)
  const hooked = await hooks?.beforeChange?.(context, tx, { row, draft, told, lines: hookLines(open) })
  const recorded = complete(view, set, found, { hooked, open, row })
  const into = new Parameters()
  const assigned = [...set].map(([column, value]) => `${column} = ${into.add(value)}`)
  const version = Number(row.version) + 1
  const write = {
    text: `update ${tableName(entity)} set ${[...assigned, `version = ${into.add(version)}`].join(', ')}, updated_by = ${into.add(context.actor.userId)}, updated_at = now() where tenant_id = ${into.add(tx.tenantId)} and id = ${into.add(id)}`,
    values: into.values,
  }
  if (found.some(({ name }) => isOnce(view, name))) await uniqueRefusal(view, draft, () => tx.run(write))
  else tx.later(write)
  return follow(view, context, tx, { verb: 'change', id, version, open }, { found, recorded, names, told })
}
