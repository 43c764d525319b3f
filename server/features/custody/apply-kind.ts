import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { belongsTo, calledOf, kindIn, startsOf } from '#contract/kit/entity/form-of-kind.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import { isEmpty, same } from '#contract/kit/fields/same.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { columnName } from '#server/kit/table.ts'
import { readSeen } from '#server/kit/write/lock.ts'

type Values = Readonly<Record<string, unknown>>

/** The fields that applications of a kind do not have. */
const foreignTo = (kind: unknown) => {
  const belongs = belongsTo(deviceApply.forms, kind)
  return Object.entries(deviceApply.fields).filter(([name, field]) => !belongs(name, field))
}

/** Fields of the documented interface, kept as a client sends them with every kind. */
const taken: ReadonlySet<string> = new Set(deviceApply.forms?.taken)

/** Refuses values that have no place on applications of a kind: maintenance gives a device no new keeper. */
function refuseForeign(context: Context, kind: unknown, draft: Values): void {
  const called = calledOf(context.actor.settings.view(deviceApply), String(kind))[context.language]
  const problems = foreignTo(kind).flatMap(([name, field]) => {
    const wire = wireName(name, field)
    return taken.has(name) || isEmpty(draft[wire]) ? [] : [{ field: wire, label: field, rule: 'not_of_kind' as const, limit: called }]
  })
  if (problems.length > 0) throw refusalOf(problems)
}

/** The values of a draft that differ from those of the row. */
const changedIn = (row: Row, draft: Values): Values =>
  Object.fromEntries(
    Object.entries(deviceApply.fields).flatMap(([name, field]) => {
      const wire = wireName(name, field)
      return same(field, row[columnName(name, field)], draft[wire]) ? [] : [[wire, draft[wire]]]
    }),
  )

/** The values that a stored application has and that one of this kind has not, as names and columns. */
const leftBehind = (kind: unknown, row: Row) =>
  foreignTo(kind)
    .map(([name, field]) => ({ name, wire: wireName(name, field), column: columnName(name, field) }))
    .filter(({ column }) => !isEmpty(row[column]))

/** Empties what the former kind of an application had and the new one has not, unless the draft names a new value. */
const emptied = (kind: unknown, row: Row, draft: Values): Values =>
  Object.fromEntries(leftBehind(kind, row).flatMap(({ wire, column }) => (draft[wire] === undefined ? [[column, null]] : [])))

/** A draft that changes the kind says what it clears, so that the history tells it. */
async function cleared(input: Raw, context: Context, tx: Transaction): Promise<Raw> {
  if (!isId(input.id) || isEmpty(input.type)) return input
  const row = await readSeen(deviceApply, context, tx, input.id)
  if (!row || row.type === input.type) return input
  const { fields } = context.actor.settings.view(deviceApply)
  const absent = leftBehind(input.type, row).filter(({ name, wire }) => name in fields && input[wire] === undefined)
  return { ...input, ...Object.fromEntries(absent.map(({ wire }) => [wire, null])) }
}

/**
 * What the form of a kind begins with where a draft says nothing of it: the department, and the present moment. A return is never guessed for a client that
 * did not show it.
 */
function begun(input: Raw, context: Context): Raw {
  const { actor } = context
  const view = actor.settings.view(deviceApply)
  const starts = startsOf(view, String(kindIn(view, input)), {
    dept: actor.deptId ? { id: actor.deptId } : undefined,
    now: context.occurredAt,
  })
  const { deptId, ...more } = starts
  const absent = (['useDeptId', 'borrowTime'] as const).filter((wire) => input[wire] === undefined && more[wire] !== undefined)
  return {
    ...input,
    ...Object.fromEntries(absent.map((wire) => [wire, more[wire]])),
    ...(isEmpty(input.deptId) && deptId ? { deptId } : {}),
  }
}

hook(
  deviceApply,
  {
    given: (input, context, tx) => (isEmpty(input.id) || input.id === '0' ? begun(input, context) : cleared(input, context, tx)),
    async beforeAdd(context, _tx, { draft }) {
      refuseForeign(context, draft.type ?? deviceApply.fields.type.initial, draft)
      return undefined
    },
    async beforeChange(context, _tx, { row, draft }) {
      const isOfNewKind = draft.type !== undefined && draft.type !== row.type
      // An application from before kinds had forms may hold such values: sent back as they are, they change nothing.
      refuseForeign(context, draft.type ?? row.type, isOfNewKind ? draft : changedIn(row, draft))
      return isOfNewKind ? emptied(draft.type, row, draft) : undefined
    },
  },
  -10,
)
