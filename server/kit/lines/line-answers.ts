import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { isLineCall, type LineCall } from '#contract/kit/entity/line-calls.ts'
import { lineNamed } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { calls, entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseCall } from '../access/access.ts'
import type { Context, Writer } from '../context.ts'
import type { Answer } from '../family.ts'
import { idsOf, read, refusalOf } from '../refuse.ts'
import { tableName } from '../table.ts'
import { lockSeen, refuseStale } from '../write/lock.ts'
import { namedRow, save } from '../write/save.ts'
import { orderSql } from './lines.ts'

interface Lines {
  readonly header: Entity
  readonly line: LineFacts
  /** The entity of the lines. */
  readonly of: Entity
}

function linesOf({ header: name, as }: LineCall): Lines {
  const header = entityNamed(name)
  const line = lineNamed(header, as)
  return { header, line, of: entityNamed(line.entity) }
}

/** Throws unless the person may also call the header's submit, because saving a line saves its header. */
function refuseClosedCall({ header }: Lines, { actor }: Context): void {
  const name = `${header.name}.submit`
  refuseCall(actor, name, name)
}

/** Locks and returns the headers of lines by line id. Throws if a line does not exist or its header is outside the person's scope. */
async function headersOf({ header, line, of }: Lines, context: Context, tx: Transaction, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select distinct t.${snake(line.by)}_id as header, count(*) over () as n from ${tableName(of)} t where t.tenant_id = $1 and t.id = any($2::uuid[])`,
    values: [tx.tenantId, ids],
  })
  const headers = await lockSeen(
    header,
    context,
    tx,
    rows.map((row) => String(row.header)),
  )
  if (Number(rows[0]?.n ?? 0) !== ids.length || headers.length !== rows.length) throw new Refusal('not_found', { what: of })
  return headers
}

/** The current lines of a locked header, in order. */
async function linesNow({ line, of }: Lines, tx: Transaction, headerId: unknown): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select t.id, t.version, t.updated_at from ${tableName(of)} t where t.tenant_id = $1 and t.${snake(line.by)}_id = $2 order by ${orderSql(line)}`,
    values: [tx.tenantId, headerId],
  })
  return rows
}

/** Saves a header with these lines. Problems are reported under the field names of the single line, as its call names them. */
async function saveHeader({ header, line }: Lines, context: Context, tx: Transaction, id: unknown, lines: readonly Raw[]) {
  try {
    return await save(context.actor.settings.view(header), { ...context, input: { id, [line.as]: lines } }, tx)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'bad_input') throw error
    const problems = error.data as readonly { readonly field: string; readonly rule: string }[]
    const own = problems.map(({ field, rule }) => ({ field: field.replace(/^\w+\.\d+\./, ''), rule }))
    throw new Refusal('bad_input', error.parameters, own)
  }
}

/** Adds a line at the end of its header, or changes the line with the given `id`. `version`: the version of the line. */
function submitLine(of: LineCall): Writer {
  const lines = linesOf(of)
  const { header, line } = lines
  const by = `${line.by}Id`
  const absent = () => refusalOf([{ field: by, label: of.input[line.by]!, rule: 'absent' }])
  return async (context, tx) => {
    refuseClosedCall(lines, context)
    const given = read(context.actor.settings.inputs(of.input), context.input)[by]
    const { id, version } = namedRow(context.input)
    if (!id && !given) throw refusalOf([{ field: by, label: of.input[line.by]!, rule: 'required' }])
    const { [by]: _, version: __, ...values } = context.input
    const [row] = id ? await headersOf(lines, context, tx, [id]) : await lockSeen(header, context, tx, [String(given)])
    if (!row || (given && given !== row.id)) throw absent()
    const now = await linesNow(lines, tx, row.id)
    const saved = now.find((one) => one.id === id?.toLowerCase())
    if (id && !saved) throw new Refusal('not_found', { what: lines.of })
    if (saved) await refuseStale(header, context, tx, row, version, saved)
    const drafts = now.map((one) => (one === saved ? { ...values, id: one.id } : { id: one.id }))
    const { open } = await saveHeader(lines, context, tx, row.id, saved ? drafts : [...drafts, values])
    const lineId = saved?.id ?? open.find((one) => one.line === line)!.after.at(-1)!.id
    const written = (await linesNow(lines, tx, row.id)).find((one) => one.id === lineId)!
    return { id: String(lineId), version: Number(written.version) }
  }
}

/** Removes lines by `ids`, of one or several headers; all or nothing. */
function removeLines(of: LineCall): Writer {
  const lines = linesOf(of)
  return async (context, tx) => {
    refuseClosedCall(lines, context)
    read(of.input, context.input)
    const ids = idsOf(context)
    const gone = new Set(ids)
    let removed = 0
    for (const row of await headersOf(lines, context, tx, ids)) {
      const now = await linesNow(lines, tx, row.id)
      const left = now.filter(({ id }) => !gone.has(String(id)))
      removed += now.length - left.length
      await saveHeader(
        lines,
        context,
        tx,
        row.id,
        left.map(({ id }) => ({ id })),
      )
    }
    if (removed !== ids.length) throw new Refusal('not_found', { what: lines.of })
    return { removed }
  }
}

/** The handler of a call on single lines, for use under another address. */
export const answerOfLine = (of: LineCall): Writer => (of.acts === 'submit' ? submitLine(of) : removeLines(of))

/** The answers of the calls on single lines. */
export const lineAnswers = (): readonly Answer[] => calls.filter(isLineCall).map((of) => ({ of, write: answerOfLine(of) }))
