import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { seesAll } from '../access/access.ts'
import { refuseOutOfScope } from '../access/stay-in-scope.ts'
import type { Context } from '../context.ts'
import { hooksOf } from '../hooks.ts'
import { linkNames } from '../read/links.ts'
import { refuseBeyond } from '../read/range.ts'
import type { Change } from '../steps/event.ts'
import { assignments, changesOf, type Difference, differences, settleDraft, stored } from './draft-changes.ts'
import { lockSeen, refuseClosed } from './lock.ts'
import { notBefore } from './not-before.ts'
import { refuseSealed } from './sealed.ts'
import { batchCodes, refuseTaken, uniqueRefusal } from './unique.ts'
import { toldInput } from './write-row.ts'
import { writeRows } from './write-rows.ts'

/** A locked row with its draft. */
export interface RowDraft {
  readonly row: Row
  readonly draft: Parsed
  /** The inputs that accompany the change (`told` of the entity). */
  readonly told?: Parsed
}

/** A row that was changed; `row` has the new version. */
export interface ChangedRow {
  readonly row: Row
  readonly changes: Readonly<Record<string, Change>>
  readonly told: Parsed
}

interface Found extends RowDraft {
  readonly found: readonly Difference[]
}

/** Old and new titles of the links of all rows, with one query per link field. */
function namesOf(view: View, context: Context, tx: Transaction, changed: readonly Found[]): Promise<ReadonlyMap<string, string>> {
  const links = new Map<string, { from: Set<unknown>; to: Set<unknown> }>()
  for (const { found } of changed)
    for (const { name, from, to, field } of found) {
      if (field.kind !== 'link') continue
      const both = links.get(name) ?? { from: new Set(), to: new Set() }
      if (from) both.from.add(from)
      if (to) both.to.add(to)
      links.set(name, both)
    }
  return linkNames(
    view,
    context,
    tx,
    [...links].map(([name, { from, to }]) => ({ name, from: [...from], to: [...to] })),
  )
}

/** Adds the custom fields of all rows to the search index. */
function indexOwn(view: View, tx: Transaction, changed: readonly Found[]): void {
  const own = changed.flatMap(({ row, found }) =>
    found.flatMap(({ name, field, to }) => (view.custom.has(name) && field.search ? [{ id: row.id, code: name, value: to }] : [])),
  )
  if (own.length === 0) return
  const values = [tx.tenantId, view.entity.name, JSON.stringify(own)]
  tx.later({
    text: `delete from custom_value c using jsonb_to_recordset($3::jsonb) v(id uuid, code text)
      where c.tenant_id = $1 and c.entity = $2 and c.id = v.id and c.code = v.code`,
    values,
    once: true,
  })
  tx.later({
    text: `insert into custom_value (tenant_id, entity, code, value, id) select $1, $2, v.code, v.value, v.id
      from jsonb_to_recordset($3::jsonb) v(id uuid, code text, value text) where v.value is not null`,
    values,
    once: true,
  })
}

/** Called for each refused row; without it, one refusal refuses all rows. */
type OnRefused = ((row: Row, refusal: Refusal) => void) | undefined

/** Runs work on one row; undefined if it was refused. */
async function tried<T>(row: Row, onRefused: OnRefused, work: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!onRefused || !(error instanceof Refusal)) throw error
    onRefused(row, error)
    return undefined
  }
}

/** The columns to write for a row, from its draft and the hooks. */
async function writtenOf(view: View, context: Context, tx: Transaction, { row, draft, found, told: said }: Found) {
  const told = { ...said }
  const set = assignments(view, found, row)
  await refuseTaken(view, tx, draft, row)
  const hooked = (await hooksOf(view.entity)?.beforeChange?.(context, tx, { row, draft, told, lines: {} })) ?? {}
  for (const [column, value] of Object.entries(hooked)) set.set(column, value)
  refuseBeyond(view.entity, set)
  // Saving a single row writes this as text; here it must be a value.
  if (typeof set.get('custom') === 'string') set.set('custom', JSON.parse(String(set.get('custom'))))
  return { row, draft, found, set, kept: stored(view, found, hooked, row), told }
}

type Written = Awaited<ReturnType<typeof writtenOf>>

/**
 * Changes many locked rows of an entity without tree and lines by parsed drafts: the same checks and hooks as saving one row, but one
 * statement for all, with one event per row. Returns the rows that changed. `act`: the verb of the events. All or nothing, unless
 * `onRefused` receives the refusals of single rows; their hooks then run concurrently, so that their queries share round trips.
 */
export async function changeMany(
  view: View,
  asked: Context,
  tx: Transaction,
  act: { readonly verb: string; readonly input?: unknown },
  drafts: readonly RowDraft[],
  onRefused?: OnRefused,
): Promise<ChangedRow[]> {
  const { entity } = view
  const changed: Found[] = []
  for (const { row, draft: given, told } of drafts) {
    // One draft may apply to many rows with different units.
    const draft = { ...given }
    const isOpen = await tried(row, onRefused, () => {
      refuseClosed(entity, entity.editable, row)
      settleDraft(view, draft, row)
      return true
    })
    const found = isOpen ? differences(view, draft, row) : []
    if (found.length > 0) changed.push({ row, draft, ...(told ? { told } : {}), found })
  }
  if (changed.length === 0) return []
  const context = await notBefore(asked, tx, entity.name, ...changed.map(({ row }) => row))
  const open: Found[] = []
  const refuseTwice = batchCodes(view)
  for (const one of changed)
    await tried(one.row, onRefused, () => {
      refuseOutOfScope(view, context, one.found)
      refuseSealed(context, one.found)
      refuseTwice(one.draft, one.row)
      open.push(one)
    })
  const names = await namesOf(view, context, tx, open)
  const written: Written[] = []
  const ask = async (one: Found): Promise<void> => {
    const done = await tried(one.row, onRefused, () => writtenOf(view, context, tx, one))
    if (done) written.push(done)
  }
  if (onRefused) await Promise.all(open.map(ask))
  else for (const one of open) await ask(one)
  if (written.length === 0) return []
  const columns = [...new Set(written.flatMap(({ set }) => [...set.keys()]))]
  const rows = written.map(({ row, set, kept, told }) => ({
    row,
    ...toldInput(told),
    set: Object.fromEntries(columns.map((column) => [column, set.has(column) ? set.get(column) : row[column]])),
    changes: changesOf(kept, names),
  }))
  await uniqueRefusal(view, {}, () => writeRows(entity, context, tx, act, rows))
  indexOwn(view, tx, written)
  await refuseLostRows(view, context, tx, written)
  const hooks = hooksOf(entity)
  for (const { row, draft } of written) await hooks?.afterSave?.(context, tx, { id: String(row.id), draft, isNew: false, lines: {} })
  return written.map(({ row, told }, index) => ({ row, told, changes: rows[index]!.changes }))
}

/** Throws if a change would move a row out of the person's scope. */
async function refuseLostRows({ entity }: View, context: Context, tx: Transaction, changed: readonly Found[]): Promise<void> {
  if (seesAll(entity, context.actor)) return
  const ids = changed.map(({ row }) => String(row.id))
  if ((await lockSeen(entity, context, tx, ids)).length === ids.length) return
  throw new Refusal('rule', {
    zh: `保存后有${entity.zh}将不在您的数据范围内`,
    en: `After saving, some records (${entity.en}) would be outside your data scope`,
  })
}
