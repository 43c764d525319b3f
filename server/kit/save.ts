import type { FieldMap } from '#contract/kit/field.ts'
import { isId, parse, type Raw } from '#contract/kit/parse.ts'
import type { View } from '#contract/kit/view.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from './context.ts'
import { hookLines } from './header-lines.ts'
import { hooksOf } from './hooks.ts'
import { readLines, writtenLines } from './lines.ts'
import { refusalOf, versionIn } from './refuse.ts'
import { withoutSentBack } from './sent-back.ts'
import { add, change, type Written } from './write-row.ts'

export interface Saved {
  readonly id: string
  readonly version: number
}

/** The fields of a view, of which only those are required that the declaration requires. */
const withOptionalOwn = ({ fields, entity }: View): FieldMap =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required && !entity.fields[name]?.required ? { ...field, required: false } : field,
    ]),
  )

/** The row that a draft names, if any, and the version that its person saw. Refuses what is no id and no version. */
export function namedRow(input: Raw): { id: string | undefined; version: unknown } {
  const id = input.id === null || input.id === '' || input.id === '0' ? undefined : input.id
  if (id !== undefined && !isId(id)) throw refusalOf([{ field: 'id', label: { zh: '编号', en: 'Id' }, rule: 'not_id' }])
  return { id, version: versionIn(input) }
}

/** Saves the draft that a request brings, and answers its lines before and after too. See `submit`. */
export async function save(view: View, context: Context, tx: Transaction): Promise<Written> {
  const { entity } = view
  const hooks = hooksOf(entity)
  const given = (await hooks?.given(context.input, context, tx)) ?? context.input
  const { id, version } = namedRow(given)
  const input = await withoutSentBack(view, context, tx, given)
  // A hospital may have made a field required after a phone queued the operation.
  const fields = context.op ? withOptionalOwn(view) : view.fields
  const parsed = parse(fields, input, {
    partial: id !== undefined,
    beside: ['id', 'version', ...(context.op ? ['newId'] : []), ...writtenLines(entity).map((line) => line.as)],
  })
  const read = readLines(entity, context, input, id === undefined)
  const problems = [...parsed.problems, ...read.problems]
  if (problems.length > 0) throw refusalOf(problems)
  const [draft, lines] = [parsed.value, read.given]
  if (id && Object.keys(draft).length === 0 && lines.size === 0) throw refusalOf([{ field: '', label: entity, rule: 'required' }])
  const newId = isId(input.newId) ? input.newId : undefined
  const written = id
    ? await change(view, context, tx, { id, version, draft, lines })
    : await add(view, context, tx, { draft, lines }, newId)
  await hooks?.afterSave?.(context, tx, { id: written.id, draft, isNew: !id, lines: hookLines(written.open) })
  return written
}

/**
 * Adds a row, or changes the one whose `id` is given: an absent field stays, null clears it, `version` refuses a row that another person
 * changed meanwhile. Lines given with a parent are saved in the same transaction. Refuses unknown and read-only fields.
 * A phone chooses the id of a new row itself, as `newId`.
 */
export async function submit(view: View, context: Context, tx: Transaction): Promise<Saved> {
  const { id, version } = await save(view, context, tx)
  return { id, version }
}
