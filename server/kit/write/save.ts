import type { Entity } from '#contract/kit/entity/entity.ts'
import { belongsTo, kindIn } from '#contract/kit/entity/form-of-kind.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { countsUnit, type FieldMap, usualUnit } from '#contract/kit/fields/field.ts'
import { isId, type Parsed, parse, type Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '../context.ts'
import { hooksOf } from '../hooks.ts'
import { hookLines } from '../lines/header-lines.ts'
import { readLines, writtenLines } from '../lines/lines.ts'
import { refusalOf, versionIn } from '../refuse.ts'
import { columnName } from '../table.ts'
import { dropUnchangedFields } from './drop-unchanged-fields.ts'
import { readSeen } from './lock.ts'
import { add, change, type Written } from './write-row.ts'

export interface Saved {
  readonly id: string
  readonly version: number
}

/** The fields of a view; fields that only the tenant requires become optional. */
const withOptionalOwn = ({ fields, entity }: View): FieldMap =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required && !entity.fields[name]?.required ? { ...field, required: false } : field,
    ]),
  )

/** The kind of the row that a draft is about: the one that it says, that of the stored row, or that of a new row. */
async function kindOf(view: View, context: Context, tx: Transaction, id: string | undefined, input: Raw): Promise<unknown> {
  const { entity } = view
  const by = entity.forms!.by
  if (!id || input[by] !== undefined) return kindIn(view, input)
  return (await readSeen(entity, context, tx, id))?.[columnName(by, entity.fields[by]!)]
}

/** Fields that rows of this kind do not have are not asked for, though the hospital requires them. */
const withoutForeign = (view: View, fields: FieldMap, kind: unknown): FieldMap => {
  const belongs = belongsTo(view.entity.forms, kind)
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, belongs(name, field) ? field : { ...field, required: false }]),
  )
}

/** Parses the inputs that accompany a change (`told` of the entity). */
export const readTold = ({ told = {} }: Entity, input: Raw): ReturnType<typeof parse> =>
  parse(told, Object.fromEntries(Object.keys(told).flatMap((name) => (name in input ? [[name, input[name]]] : []))), { partial: true })

/** Phones send a number with its unit; an operation queued by a program without units means the usual one. */
function nameUnits(fields: FieldMap, draft: Parsed): void {
  for (const [name, field] of Object.entries(fields))
    if (countsUnit(field) && typeof draft[name] === 'number') draft[field.unit.field] ??= usualUnit(field.unit)
}

/** The id of the row in a draft, if any, and the version that the person saw. Throws if either is invalid. */
export function namedRow(input: Raw): { id: string | undefined; version: unknown } {
  const id = input.id === null || input.id === '' || input.id === '0' ? undefined : input.id
  if (id !== undefined && !isId(id)) throw refusalOf([{ field: 'id', label: { zh: '编号', en: 'ID' }, rule: 'not_id' }])
  return { id, version: versionIn(input) }
}

/** Saves the draft of a request; also returns its lines before and after. See `submit`. */
export async function save(view: View, context: Context, tx: Transaction): Promise<Written> {
  const { entity } = view
  const hooks = hooksOf(entity)
  const given = (await hooks?.given(context.input, context, tx)) ?? context.input
  const { id, version } = namedRow(given)
  const input = await dropUnchangedFields(view, context, tx, given)
  // The hospital may have made a field required after a phone queued the operation.
  const own = context.op ? withOptionalOwn(view) : view.fields
  const fields = entity.forms ? withoutForeign(view, own, await kindOf(view, context, tx, id, input)) : own
  const told = readTold(entity, input)
  const parsed = parse(fields, input, {
    partial: id !== undefined,
    beside: [
      'id',
      'version',
      ...(context.op ? ['newId'] : []),
      ...writtenLines(entity).map((line) => line.as),
      ...Object.keys(entity.told ?? {}),
    ],
  })
  const read = readLines(entity, context, input, id === undefined)
  const problems = [...parsed.problems, ...told.problems, ...read.problems]
  if (problems.length > 0) throw refusalOf(problems)
  const [draft, lines] = [parsed.value, read.given]
  if (context.op) nameUnits(fields, draft)
  if (id && Object.keys(draft).length === 0 && lines.size === 0) throw refusalOf([{ field: '', label: entity, rule: 'required' }])
  const newId = isId(input.newId) ? input.newId : undefined
  const written = id
    ? await change(view, context, tx, { id, version, draft, told: told.value, lines })
    : await add(view, context, tx, { draft, lines }, newId)
  await hooks?.afterSave?.(context, tx, { id: written.id, draft, isNew: !id, lines: hookLines(written.open) })
  return written
}

/**
 * Adds a row, or changes the one with the given `id`: an absent field stays, null clears it. Throws `stale` if `version` is given and
 * another person changed the row in the meantime. Lines in the draft are saved in the same transaction. Throws for unknown and read-only
 * fields. A phone chooses the id of a new row itself, as `newId`.
 */
export async function submit(view: View, context: Context, tx: Transaction): Promise<Saved> {
  const { id, version } = await save(view, context, tx)
  return { id, version }
}
