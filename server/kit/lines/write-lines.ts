import { v7 as uuid } from 'uuid'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { lineNamed, lineWords, mostLines, totalsOf } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { bindFiles } from '../files/files.ts'
import type { LinesEvent } from '../steps/event.ts'
import { columnName, tableName } from '../table.ts'
import { refuseUsed } from '../write/used.ts'
import { changesOfLines, eventOfLines, type LineChange, lineNames } from './line-changes.ts'
import { fieldsOf, type Line, lineEntity, type OpenLines, storedLines } from './lines.ts'

/** The lines to write: new and changed ones, and those whose position has changed. */
function touched({ line, before, after }: OpenLines, changes: readonly LineChange[], others: number): { line: Line; place: number }[] {
  const changed = new Set(changes.map((one) => one.line.id))
  const order = line.order
  const places = new Map(before.map((one) => [one.id, order ? Number(one[order]) : 0]))
  return after.flatMap((one, index) =>
    changed.has(one.id) || (order && places.get(one.id) !== index + 1) ? [{ line: one, place: others + index + 1 }] : [],
  )
}

/**
 * Writes the lines of an existing header, in its transaction. Throws if a line belongs to another header. `others`: the number of lines
 * before them.
 */
export async function writeLines(
  open: OpenLines,
  changes: readonly LineChange[],
  context: Context,
  tx: Transaction,
  headerId: string,
  others = 0,
): Promise<void> {
  const { line, of } = open
  const table = tableName(of)
  const by = `${snake(line.by)}_id`
  const gone = changes.flatMap((one) => (one.act === 'removed' ? [one.line.id] : []))
  if (gone.length > 0) {
    await refuseUsed(of, tx, gone)
    await tx.run({
      text: `delete from ${table} where tenant_id = $1 and ${by} = $2 and id = any($3::uuid[])`,
      values: [tx.tenantId, headerId, gone],
    })
  }
  const rows = touched(open, changes, others)
  if (rows.length === 0) return
  const fields = fieldsOf(line, of)
  const columns = fields.map(([, field, name]) => columnName(name, field))
  const into = new Parameters()
  const [tenant, header, actor] = [into.add(tx.tenantId), into.add(headerId), into.add(context.actor.userId)]
  const given = into.add(
    JSON.stringify(
      rows.map(({ line: one, place }) => ({
        id: one.id,
        ...Object.fromEntries(
          fields.map(([wire, field, name]) => [columnName(name, field), name === line.order ? place : (one[wire] ?? null)]),
        ),
      })),
    ),
  )
  const written = await tx
    .run({
      text: `insert into ${table} (tenant_id, id, created_by, updated_by, ${[by, ...columns].join(', ')})
        select ${tenant}, r.id, ${actor}, ${actor}, ${header}, ${columns.map((column) => `r.${column}`).join(', ')}
        from jsonb_populate_recordset(null::${table}, ${given}::jsonb) r
        on conflict (tenant_id, id) do update set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}, version = ${table}.version + 1, updated_by = excluded.updated_by, updated_at = now()
        where ${table}.${by} = excluded.${by}`,
      values: into.values,
    })
    .catch((error: { code?: string }) => {
      if (error.code === '23505') throw new Refusal('taken', { label: lineWords(line, of), value: '' })
      throw error
    })
  // A line of another header is not overwritten.
  if (written.rowCount !== rows.length) throw new Refusal('not_found', { what: lineWords(line, of) })
  for (const one of changes) if (one.act !== 'removed') await bindFiles(context, tx, { entity: of.name, id: one.line.id }, one.fields)
}

/**
 * Adds lines that only steps write to the existing lines of a header. `drafts`: values by wire name. Returns the totals of all lines by
 * field of the header (null if too large) and the lines' part of the step's event.
 */
export async function addLines(
  header: Entity,
  as: string,
  context: Context,
  tx: Transaction,
  headerId: string,
  drafts: readonly Parsed[],
): Promise<{ totals: Record<string, string | number | null>; told: Record<string, LinesEvent> }> {
  const line = lineNamed(header, as)
  const of = lineEntity(line, context)
  const there = await storedLines(line, of, tx, headerId)
  const after = drafts.map((draft): Line => ({ ...draft, id: uuid() }))
  const [label, most] = [lineWords(line, of), mostLines(line)]
  if (there.length + after.length > most)
    throw new Refusal('rule', { zh: `${label.zh}不能超过 ${most} 行`, en: `${label.en}: not more than ${most} lines` })
  const totals = totalsOf(line, header.fields, [...there, ...after])
  if (after.length === 0) return { totals, told: {} }
  const open: OpenLines = { line, of, before: [], after, isGiven: true }
  const changes = changesOfLines(open)
  const names = await lineNames(open, changes, context, tx)
  await writeLines(open, changes, context, tx, headerId, there.length)
  return { totals, told: { [as]: eventOfLines(open, changes, names)! } }
}

/**
 * Changes lines that only steps write. `next`: the values of a line to change, by wire name; undefined leaves it as it is. Returns all
 * lines after it and the lines' part of the step's event.
 */
export async function changeLines(
  header: Entity,
  as: string,
  context: Context,
  tx: Transaction,
  headerId: string,
  next: (line: Line) => Parsed | undefined,
): Promise<{ lines: readonly Line[]; told: Record<string, LinesEvent> }> {
  const line = lineNamed(header, as)
  const of = lineEntity(line, context)
  const before = await storedLines(line, of, tx, headerId)
  const after = before.map((one): Line => ({ ...one, ...next(one), id: one.id }))
  const open: OpenLines = { line, of, before, after, isGiven: true }
  const changes = changesOfLines(open)
  if (changes.length === 0) return { lines: after, told: {} }
  const names = await lineNames(open, changes, context, tx)
  await writeLines(open, changes, context, tx, headerId)
  return { lines: after, told: { [as]: eventOfLines(open, changes, names)! } }
}
