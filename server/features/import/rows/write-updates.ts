import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import type { GradedRow } from '#server/kit/import/grading.ts'
import { rememberRows } from '#server/kit/import/rows/add-rows.ts'
import { type TakenUpdate, takenDraft, type UpdateOutcome, updateRows } from '#server/kit/import/rows/update-rows.ts'
import type { TakenChanges, Task } from '../work/task.ts'
import { offeredChanges, settleChanges } from './change-list.ts'

/** Whether a person takes a record of the list of differences. */
const isTaken = ({ only, except }: TakenChanges): ((seq: number) => boolean) => {
  const [some, none] = [only && new Set(only), new Set(except)]
  return (seq) => (some ? some.has(seq) : !none.has(seq))
}

const nothingLeft: Words = { zh: '登记中已是这些值', en: 'The register already has these values' }

interface Given {
  readonly view: View
  readonly all: readonly GradedRow[]
  /** The rows whose differences may be taken. */
  readonly changed: readonly GradedRow[]
  /** The ids of rows that this import added. */
  readonly added: ReadonlyMap<GradedRow, string>
}

/** Writes the updates that the person takes; what they did not see is not written. Answers how many were written and how many could not be. */
export async function writeUpdates(
  task: Extract<Task, { kind: 'write' }>,
  context: Context,
  tx: Transaction,
  { view, all, changed, added }: Given,
  onDone: (done: number) => Promise<void>,
): Promise<{ written: number; left: number }> {
  const { updates: taken, jobId } = task
  if (!taken) return { written: 0, left: 0 }
  const offered = await offeredChanges(tx, jobId)
  const isWanted = isTaken(taken)
  const updates = new Map<string, TakenUpdate>()
  for (const row of changed) {
    const { id, draft, found } = row.update!
    const seen = offered.get(id)
    if (!seen || !isWanted(seen.seq)) continue
    const above = row.below === undefined ? undefined : added.get(all[row.below]!)
    const whole = above ? { ...draft, [wireName(view.entity.tree!, view.fields[view.entity.tree!]!)]: above } : draft
    const part = takenDraft(view, { draft: whole }, (field) => taken.fields?.includes(field) ?? true)
    if (Object.keys(part).length === 0) continue
    const isWhole = found.every(({ name, field }) => wireName(name, field) in part)
    updates.set(id, { id, seq: seen.seq, version: seen.version, draft: part, hash: isWhole ? row.hash : null })
  }
  let [written, left] = [0, 0]
  const note = async (outcomes: readonly UpdateOutcome[], of: readonly TakenUpdate[]): Promise<void> => {
    settleChanges(tx, jobId, outcomes)
    const done = new Set(outcomes.flatMap((one) => (one.outcome === 'written' ? [one.seq] : [])))
    written += done.size
    left += outcomes.length - done.size
    const rows = of.filter(({ seq }) => done.has(seq)).map(({ id, hash }) => ({ entity: view.entity.name, id, hash }))
    if (rows.length > 0) rememberRows(tx, jobId, rows, true)
    await onDone(written + left)
  }
  await updateRows(view, context, tx, [...updates.values()], taken.told, note)
  const known = new Set(changed.map((row) => row.update!.id))
  const equal = [...offered].flatMap(([id, { seq }]) => (isWanted(seq) && !known.has(id) ? [seq] : []))
  if (equal.length > 0)
    settleChanges(
      tx,
      jobId,
      equal.map((seq) => ({ seq, outcome: 'left', words: nothingLeft })),
    )
  return { written, left }
}
