import { v7 as uuid } from 'uuid'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { type GivenLine, lineWords, parseLines, repeatedLines } from '#contract/kit/entity/lines.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { isId, parse, type Raw } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { same } from '#contract/kit/fields/same.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { columnName, tableName } from '../table.ts'

/** A line by wire names, with its id. */
export type Line = Record<string, unknown> & { readonly id: string }

/** The lines of a header that are being saved. */
export interface OpenLines {
  readonly line: LineFacts
  /** The entity of the lines. */
  readonly of: Entity
  /** The stored lines, in order. */
  readonly before: readonly Line[]
  /** The lines after saving, in order; a hook may change their values. */
  readonly after: readonly Line[]
  /** Whether the draft contains them. */
  readonly isGiven: boolean
}

/** Lines that drafts may write. */
export const writtenLines = (of: Entity): readonly LineFacts[] => (of.lines ?? []).filter((line) => !line.readOnly)

/** The fields of a line with their wire names, without the link to its header and without computed fields. */
export const fieldsOf = (line: LineFacts, of: Entity): [wire: string, field: Field, name: string][] =>
  Object.entries(of.fields).flatMap(([name, field]): [string, Field, string][] =>
    name === line.by || field.computed ? [] : [[wireName(name, field), field, name]],
  )

/** The entity of the lines, including the tenant's own choices. */
export function lineEntity(line: LineFacts, { actor }: Pick<Context, 'actor'>): Entity {
  const of = entityNamed(line.entity)
  return { ...of, fields: actor.settings.inputs(of.fields) }
}

/** Parses the lines of a draft; problems are reported by line and field. */
export function readLines(
  of: Entity,
  context: Context,
  input: Raw,
  isNew: boolean,
): { given: ReadonlyMap<string, readonly GivenLine[]>; problems: readonly Problem[] } {
  const given = new Map<string, readonly GivenLine[]>()
  const problems: Problem[] = []
  for (const line of writtenLines(of)) {
    if (!(line.as in input) && !(isNew && line.required)) continue
    const target = lineEntity(line, context)
    const found = parseLines(line, target.fields, lineWords(line, target), input[line.as] ?? null)
    given.set(line.as, found.lines)
    problems.push(...found.problems)
  }
  return { given, problems }
}

const lineOf = (line: LineFacts, of: Entity, row: Row): Line => ({
  ...Object.fromEntries(fieldsOf(line, of).map(([wire, field, name]) => [wire, row[columnName(name, field)] ?? null])),
  id: String(row.id),
})

/** SQL order of lines over the alias `t`. */
export const orderSql = (line: LineFacts): string => (line.order ? `t.${snake(line.order)}, t.id` : 't.created_at, t.id')

/** The stored lines of a header, in order, locked. */
export async function storedLines(line: LineFacts, of: Entity, tx: Transaction, headerId: string): Promise<Line[]> {
  const { rows } = await tx.run({
    text: `select t.* from ${tableName(of)} t where t.tenant_id = $1 and t.${snake(line.by)}_id = $2 order by ${orderSql(line)} for update of t`,
    values: [tx.tenantId, headerId],
  })
  return rows.map((row) => lineOf(line, of, row))
}

/** Default values of a new line. */
const initials = (line: LineFacts, of: Entity): Record<string, unknown> =>
  Object.fromEntries(fieldsOf(line, of).map(([wire, field]) => [wire, field.kind === 'choice' ? (field.initial ?? null) : null]))

/** The stored line of each given one: by id, else a stored line with the same content that no other given line matches. */
function matched(line: LineFacts, of: Entity, stored: readonly Line[], given: readonly GivenLine[]): (Line | undefined)[] {
  const byId = new Map(stored.map((one) => [one.id, one]))
  const claimed = new Set(given.flatMap(({ id }) => (id ? [id.toLowerCase()] : [])))
  const fields = fieldsOf(line, of).filter(([, field]) => !field.readOnly)
  const start = initials(line, of)
  return given.map(({ id, value }) => {
    if (id) return byId.get(id.toLowerCase())
    const found = stored.find(
      (one) => !claimed.has(one.id) && fields.every(([wire, field]) => same(field, one[wire], value[wire] ?? start[wire])),
    )
    if (found) claimed.add(found.id)
    return found
  })
}

function problemsOf(
  line: LineFacts,
  of: Entity,
  given: readonly GivenLine[],
  found: readonly (Line | undefined)[],
  isOp: boolean,
): Problem[] {
  const label = lineWords(line, of)
  const seen = new Set<string>()
  return given.flatMap(({ id, value }, index): readonly Problem[] => {
    if (!id) return []
    const at = `${line.as}.${index}.`
    const wrong = (rule: Problem['rule']): Problem[] => [{ field: `${at}id`, label, rule }]
    if (!isId(id)) return wrong('not_id')
    if (seen.has(id.toLowerCase())) return wrong('twice')
    seen.add(id.toLowerCase())
    if (found[index]) return []
    // Only phones may choose the id of a new line; then its required fields must be present.
    return isOp ? parse(of.fields, value, { at }).problems.filter(({ rule }) => rule === 'required') : wrong('absent')
  })
}

/**
 * The lines of a header before and after a draft. `headerId`: absent for a new header. Kinds of lines that the draft does not contain are
 * returned unchanged. Problems: lines of another header, and duplicates.
 */
export async function openLines(
  header: Entity,
  context: Context,
  tx: Transaction,
  headerId: string | undefined,
  given: ReadonlyMap<string, readonly GivenLine[]>,
): Promise<{ open: readonly OpenLines[]; problems: readonly Problem[] }> {
  const open: OpenLines[] = []
  const problems: Problem[] = []
  for (const line of writtenLines(header)) {
    const of = lineEntity(line, context)
    const before = headerId ? await storedLines(line, of, tx, headerId) : []
    const named = given.get(line.as)
    const found = named ? matched(line, of, before, named) : before
    const after = named
      ? named.map(({ id, value }, index): Line => {
          const stored = found[index]
          return stored ? { ...stored, ...value } : { ...initials(line, of), ...value, id: id?.toLowerCase() ?? uuid() }
        })
      : before.map((one) => ({ ...one }))
    if (named) problems.push(...problemsOf(line, of, named, found, context.op !== undefined), ...repeatedLines(line, of.fields, after))
    open.push({ line, of, before, after, isGiven: named !== undefined })
  }
  return { open, problems }
}
