import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { countsUnit } from '#contract/kit/fields/field.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { writtenLines } from '#server/kit/lines/lines.ts'
import type { Change } from '#server/kit/steps/event.ts'
import { type ChangedRow, changeMany } from '#server/kit/write/change-many.ts'
import { differences } from '#server/kit/write/draft-changes.ts'
import { lockSeen, refuseStale } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { refusalWords } from './compare-rows.ts'
import type { RowUpdate } from './row-update.ts'

/** An update that a person accepted. `seq`: its position in the list that they saw; `version`: of the row when they saw it. */
export interface TakenUpdate extends Pick<RowUpdate, 'id' | 'draft'> {
  readonly seq: number
  readonly version: number
  /** Hash of the file's row; null if only a part of it was accepted. */
  readonly hash: Buffer | null
}

/** The outcome of an update. */
export type UpdateOutcome =
  | { readonly seq: number; readonly outcome: 'left'; readonly words: Words }
  | {
      readonly seq: number
      readonly outcome: 'written'
      readonly version: number
      readonly changes: Readonly<Record<string, Change>>
      readonly told: Parsed
    }

const perStatement = 1000

const gone: Words = { zh: '已被删除，或不在您的数据范围内', en: 'is deleted or outside your data scope' }

/** The accepted part of a draft; a unit goes with its number. */
export function takenDraft(view: View, { draft }: Pick<RowUpdate, 'draft'>, takes: (field: string) => boolean): Parsed {
  const taken: Parsed = {}
  for (const [name, field] of Object.entries(view.fields)) {
    if (!takes(name)) continue
    for (const wire of [wireName(name, field), ...(countsUnit(field) ? [field.unit.field] : [])])
      if (wire in draft) taken[wire] = draft[wire]
  }
  return taken
}

/** Whether the rows of an entity are saved one by one: saving a row of a tree or with lines affects other rows. */
export const isSingly = ({ entity }: View): boolean => entity.tree !== undefined || writtenLines(entity).length > 0

/** Changes one row through the normal save; a refusal undoes only this row. */
async function changeOne(view: View, context: Context, tx: Transaction, update: TakenUpdate, told: Parsed): Promise<UpdateOutcome> {
  const { entity } = view
  const [row] = await lockSeen(entity, context, tx, [update.id])
  if (!row) return { seq: update.seq, outcome: 'left', words: gone }
  await tx.run({ text: 'savepoint import_update' })
  try {
    const found = differences(view, update.draft, row)
    const input = { id: update.id, version: update.version, ...update.draft, ...told }
    const { version } = await submit(view, { ...context, input }, tx)
    await tx.run({ text: 'release savepoint import_update' })
    const changes = Object.fromEntries(found.map(({ name, field, from, to }) => [wireName(name, field), { from, to }]))
    return { seq: update.seq, outcome: 'written', version, changes, told }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await tx.run({ text: 'rollback to savepoint import_update' })
    return { seq: update.seq, outcome: 'left', words: refusalWords(error) }
  }
}

/** The reason why a row differs from what the person saw; undefined if it does not. */
async function staleWords(
  view: View,
  context: Context,
  tx: Transaction,
  row: ChangedRow['row'],
  version: number,
): Promise<Words | undefined> {
  try {
    await refuseStale(view.entity, context, tx, row, version)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return refusalWords(error)
    throw error
  }
}

/**
 * Writes updates of rows with the same checks, hooks and history as saving one of them. A row that changed since the person saw it, or
 * whose change is refused, stays as it is with a message. `told`: inputs that accompany every change.
 */
export async function updateRows(
  view: View,
  context: Context,
  tx: Transaction,
  updates: readonly TakenUpdate[],
  told: Parsed,
  onDone: (outcomes: readonly UpdateOutcome[], of: readonly TakenUpdate[]) => Promise<void>,
): Promise<void> {
  if (isSingly(view)) {
    for (const update of updates) await onDone([await changeOne(view, context, tx, update, told)], [update])
    return
  }
  const sorted = [...updates].sort((one, other) => (one.id < other.id ? -1 : 1))
  for (let at = 0; at < sorted.length; at += perStatement) {
    const some = sorted.slice(at, at + perStatement)
    const rows = await lockSeen(
      view.entity,
      context,
      tx,
      some.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    const seqOf = new Map(some.map(({ id, seq }) => [id, seq]))
    const outcomes: UpdateOutcome[] = []
    const leave = (seq: number, words: Words): void => void outcomes.push({ seq, outcome: 'left', words })
    const drafts = []
    for (const { id, seq, version, draft } of some) {
      const row = byId.get(id)
      const words = row ? await staleWords(view, context, tx, row, version) : gone
      if (words) leave(seq, words)
      else drafts.push({ row: row!, draft, told })
    }
    const changed = await changeMany(view, context, tx, { verb: 'change' }, drafts, (row, refusal) =>
      leave(seqOf.get(String(row.id))!, refusalWords(refusal)),
    )
    for (const { row, changes, told: said } of changed)
      outcomes.push({ seq: seqOf.get(String(row.id))!, outcome: 'written', version: Number(row.version), changes, told: said })
    await onDone(outcomes, some)
  }
}

/** A written update. */
export interface WrittenUpdate {
  readonly seq: number
  readonly id: string
  readonly changes: Readonly<Record<string, Change>>
  readonly told: Parsed
}

const later: Words = { zh: '后来又被修改，未还原', en: 'was changed since and is not restored' }
const partly: Words = { zh: '部分内容后来又被修改，这部分未还原', en: 'was changed in part since; that part is not restored' }

/** The outcome of reverting an update; without words it succeeded. */
export interface RestoreOutcome {
  readonly seq: number
  readonly words?: Words
}

/** Restores the values that updates replaced, unless they changed since. */
export async function restoreRows(
  view: View,
  asked: Context,
  tx: Transaction,
  updates: readonly WrittenUpdate[],
  onDone: (outcomes: readonly RestoreOutcome[]) => void,
): Promise<void> {
  // A former value may be retired by now.
  const context: Context = { ...asked, carries: true }
  const fields = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), { name, field }]))
  for (let at = 0; at < updates.length; at += perStatement) {
    const some = updates.slice(at, at + perStatement)
    const rows = await lockSeen(
      view.entity,
      context,
      tx,
      some.map(({ id }) => id),
    )
    const byId = new Map(rows.map((row) => [String(row.id), row]))
    const outcomes: RestoreOutcome[] = []
    const taken: TakenUpdate[] = []
    const partial = new Set<number>()
    const said = new Map<number, Parsed>()
    for (const { seq, id, changes, told } of some) {
      const row = byId.get(id)
      const draft: Parsed = {}
      for (const [wire, { from, to }] of Object.entries(changes)) {
        const known = fields.get(wire)
        const isStill = row && known && differences(view, { [wire]: to }, row).length === 0
        if (isStill) draft[wire] = from
        else partial.add(seq)
      }
      if (!row || Object.keys(draft).length === 0) outcomes.push({ seq, words: row ? later : gone })
      else {
        taken.push({ seq, id, draft, version: Number(row.version), hash: null })
        said.set(seq, { ...(told.changeKind ? { changeKind: told.changeKind } : {}) })
      }
    }
    const note = async (done: readonly UpdateOutcome[]): Promise<void> => {
      for (const one of done)
        outcomes.push({ seq: one.seq, ...(one.outcome === 'left' ? { words: one.words } : partial.has(one.seq) ? { words: partly } : {}) })
    }
    // The inputs that accompanied a change also accompany its reversal.
    const kinds = new Map<string, TakenUpdate[]>()
    for (const one of taken) {
      const kind = JSON.stringify(said.get(one.seq))
      kinds.set(kind, [...(kinds.get(kind) ?? []), one])
    }
    for (const [kind, all] of kinds) await updateRows(view, context, tx, all, JSON.parse(kind) as Parsed, note)
    onDone(outcomes)
  }
}
