import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { oneOf, Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '../access/access.ts'
import type { Context } from '../context.ts'
import { refusalOf } from '../refuse.ts'
import { tableName, titleColumn } from '../table.ts'
import { retiredColumns, retiredProblem } from './retired.ts'

type Link = Extract<Field, { kind: 'link' | 'ids' }>

/** Whether a field links to rows with titles. File fields do not count: files are attached to their record instead. */
export const isLink = (field: Field | undefined): field is Link =>
  field?.kind === 'link' || (field?.kind === 'ids' && field.to !== undefined && field.to !== 'file')

/** The ids in the value of a link. */
export const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value ? [String(value)] : [])

/** The ids that a change adds: for a list, those that it did not contain before. */
export function newlyChosen(field: Field, from: unknown, to: unknown): readonly string[] {
  const had = field.kind === 'ids' ? new Set(idsIn(from)) : new Set()
  return idsIn(to).filter((id) => !had.has(id))
}

/**
 * The linked rows with `id`, `name` and `open` (whether the person may link to them), and why one can no longer be chosen; ids
 * without a row are left out.
 */
export async function linkedRows(field: Link, context: Context, tx: Transaction, ids: readonly string[]): Promise<Row[]> {
  const target = entityNamed(field.to!)
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id ${oneOf(ids, into)}`
  const scope = field.kind === 'link' && field.anywhere ? '' : scopeSql(target, context.actor, 't', into)
  const open = [target.softDelete ? 'not t.is_deleted' : '', scope].filter(Boolean).join(' and ') || 'true'
  const columns = `t.${titleColumn(target)} as name, (${open}) as open${field.past ? '' : retiredColumns(target, 't')}`
  // Locked, so that a row which is being removed at this moment is not linked to.
  const { rows } = await tx.run({
    text: `select t.id, ${columns} from ${tableName(target)} t where ${where} for key share of t`,
    values: into.values,
  })
  return rows
}

/**
 * The titles of the rows that links referred to and refer to, by id. Throws if a link refers to a row that does not exist, is deleted, is
 * outside the person's scope or is retired; the previous target is not checked.
 */
export async function linkNames(
  view: View,
  context: Context,
  tx: Transaction,
  changes: readonly { name: string; from: unknown; to: unknown }[],
): Promise<ReadonlyMap<string, string>> {
  const links = changes.flatMap((change) => {
    const field = view.fields[change.name]
    return isLink(field) ? [{ ...change, field }] : []
  })
  const found = await Promise.all(
    links.map(async ({ field, from, to, name }) => {
      const rows = await linkedRows(field, context, tx, [...idsIn(from), ...idsIn(to)])
      if (!idsIn(to).every((id) => rows.some((row) => row.id === id && row.open)))
        throw refusalOf([{ field: wireName(name, field), label: field, rule: 'absent' }])
      if (!context.carries) {
        const chosen = newlyChosen(field, from, to)
        const retired = rows.flatMap((row) =>
          chosen.includes(String(row.id)) ? (retiredProblem(row, wireName(name, field), field) ?? []) : [],
        )
        if (retired.length > 0) throw refusalOf(retired)
      }
      return rows.map((row): [string, string] => [String(row.id), String(row.name)])
    }),
  )
  return new Map(found.flat())
}

/** SQL of the title of a linked row. `id`: SQL of the link. */
export const titleSql = (to: Entity, tenant: string, id: string): string =>
  `(select x.${titleColumn(to)} from ${tableName(to)} x where x.tenant_id = ${tenant} and x.id = ${id})`
