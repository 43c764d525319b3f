import { rightOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { isId, type Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { mayCall, scopeSql } from '../access/access.ts'
import { fromOtherForm, inOtherForm } from '../access/other-form.ts'
import type { Context } from '../context.ts'
import { writtenLines } from '../lines/lines.ts'
import { closedSql } from '../read/closed.ts'
import { finisher, select } from '../read/select.ts'
import { remembered } from '../remembered.ts'
import { tableName } from '../table.ts'

const isEmpty = (value: unknown): boolean => value === '' || (Array.isArray(value) && value.length === 0)

/** Whether a sent value equals the shown one: an empty text means null, and a list may come comma-separated. */
const isSame = (shown: unknown, sent: unknown): boolean => {
  if (shown === null || shown === undefined) return sent === null || isEmpty(sent)
  if (Array.isArray(shown) && typeof sent === 'string') return shown.join() === sent
  return JSON.stringify(shown) === JSON.stringify(sent)
}

/** The row as its detail shows it; undefined if the person may not read it. */
async function shownRow(view: View, context: Context, tx: Transaction, id: string): Promise<Raw | undefined> {
  const { entity } = view
  if (!mayCall(context.actor, rightOf(entity, 'detail'), `${entity.name}.detail`)) return undefined
  const into = new Parameters()
  const selection = select(view)
  const scope = scopeSql(entity, context.actor, 't', into)
  const where = [`t.tenant_id = ${into.add(context.actor.tenantId)}`, `t.id = ${into.add(id)}`, ...(scope ? [scope] : [])]
  const { rows } = await tx.run({
    text: `select ${selection.columns}${closedSql(selection.closed, context.actor, into)} from ${tableName(entity)} t${selection.joins} where ${where.join(' and ')}`,
    values: into.values,
  })
  return rows[0] && inOtherForm(entity, context, finisher(view, selection.fields, context.language, context.actor))(rows[0])
}

const writtenNames = ({ entity, fields }: View): ReadonlySet<string> =>
  new Set([
    ...Object.entries(fields).flatMap(([name, field]) => (field.readOnly ? [] : [wireName(name, field)])),
    ...writtenLines(entity).map((line) => line.as),
    ...Object.keys(entity.told ?? {}),
    'id',
    'version',
  ])
/** The fields that a draft of a view may contain. */
const written = new WeakMap<View, ReadonlySet<string>>()

/**
 * Removes from a draft what changes nothing: front ends of other vendors send back the whole row of a detail, every empty field of their
 * form, and the person's tenant. A value that differs from the row stays in the draft and is refused if no field takes it, so no change is
 * lost or ignored.
 */
export async function dropUnchangedFields(view: View, context: Context, tx: Transaction, given: Raw): Promise<Raw> {
  const { entity } = view
  if (context.op) return given
  let found: Promise<Raw | undefined> | undefined
  const { id } = given
  const shownOnce = () => (found ??= isId(id) ? shownRow(view, context, tx, id) : Promise.resolve(undefined))
  const input = await fromOtherForm(entity, context, given, shownOnce)
  const taken = remembered(written, view, () => writtenNames(view))
  const beside = Object.keys(input).filter((name) => !taken.has(name))
  if (beside.length === 0) return input
  // Trees of such front ends store in the row whether it can be expanded.
  const saysNothing = (name: string): boolean =>
    isEmpty(input[name]) ||
    (name === 'tenantId' && input[name] === context.actor.tenantId) ||
    (name === 'hasChildren' && entity.tree !== undefined)
  const dropped = new Set(beside.filter(saysNothing))
  if (dropped.size < beside.length && isId(input.id)) {
    const shown = await shownOnce()
    const isOverTaken = shown && input.version !== undefined && String(shown.version) !== String(input.version)
    // For an outdated version, the version check reports the error.
    for (const name of beside)
      if (shown && Object.hasOwn(shown, name) && (isOverTaken || isSame(shown[name], input[name]))) dropped.add(name)
  }
  return dropped.size === 0 ? input : Object.fromEntries(Object.entries(input).filter(([name]) => !dropped.has(name)))
}
