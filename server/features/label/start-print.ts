import { v7 as uuid } from 'uuid'
import { labelPrintStart, mostLabels } from '#contract/calls/label/label.ts'
import { type LabelKind, labelTargets } from '#contract/entities/label/label-lines.ts'
import { labelTemplate } from '#contract/entities/label/label-template.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import { codeOf } from '#contract/label/label-content.ts'
import { isPreset, type LabelDesign, labelPresets } from '#contract/label/label-design.ts'
import { designTrouble, qrTextOf } from '#contract/label/label-layout.ts'
import { printedDesign } from '#contract/label/label-margin.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { siteOf } from '#server/kit/outbound/site.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { tableName } from '#server/kit/table.ts'
import { printedBefore, type Selection, selectedRows } from './selection.ts'
import { squaresOf } from './squares.ts'
import { troubleRefusal } from './trouble.ts'

interface Given extends Selection {
  readonly template: string
  readonly startAt?: number | null
  readonly copies?: number | null
  readonly output: string
  readonly reason?: string | null
}

/** A template of the hospital, or a preset, by its id or code. */
async function templateOf(
  context: Context,
  tx: Transaction,
  code: string,
  kind: LabelKind,
): Promise<{ name: string; design: LabelDesign }> {
  if (isPreset(code)) return { name: labelPresets[code][context.language], design: printedDesign(labelPresets[code].values, kind) }
  const { rows } = isId(code)
    ? await tx.run({
        text: 'select * from label_template where tenant_id = $1 and id = $2 and not is_deleted',
        values: [tx.tenantId, code],
      })
    : { rows: [] }
  const row = rows[0]
  if (!row || row.label_kind !== kind) throw new Refusal('not_found', { what: labelTemplate })
  const values = Object.fromEntries(Object.keys(labelTemplate.fields).map((name) => [name, row[snake(name)]]))
  return { name: String(row.template_name), design: printedDesign(values, kind) }
}

const column = (name: string): string => `t.${snake(name)}`

/** What a printed label is called on record, as SQL over the alias `t`. */
const nameSql: Readonly<Record<LabelKind, string>> = {
  device: `concat_ws(' ', t.device_name, t.device_code)`,
  room: column('fullName'),
  set: column('setName'),
}

const missing = (kind: LabelKind): Refusal =>
  kind === 'room'
    ? new Refusal('rule', {
        zh: '所选位置中有的不是房间，或不在您的范围内；只有房间有标签',
        en: 'Some of the selected locations are not rooms or are outside your scope. Only rooms have labels',
      })
    : new Refusal('not_found', { what: labelTargets[kind] })

/** The rows in their order, locked against being printed twice for the first time. */
async function rowsOf(context: Context, tx: Transaction, given: Given): Promise<Row[]> {
  const { of, where, into, order } = selectedRows(context, given)
  tx.later({ text: `select pg_advisory_xact_lock(hashtextextended('label print ' || $1, 0))`, values: [tx.tenantId] })
  const { rows } = await tx.run({
    text: `select t.id, ${nameSql[given.labelKind]} as name, ${printedBefore(given.labelKind)} as again from ${tableName(of)} t where ${where} order by ${order} limit ${mostLabels + 1}`,
    values: into.values,
  })
  if (rows.length === 0 || (given.ids?.length && rows.length !== new Set(given.ids).size)) throw missing(given.labelKind)
  if (rows.length * (given.copies ?? 1) > mostLabels)
    throw new Refusal('rule', {
      zh: `一次最多打印 ${mostLabels} 张标签，请缩小范围后分次打印`,
      en: `At most ${mostLabels} labels can be printed at a time. Narrow the selection and print in parts`,
    })
  return rows
}

function writeItems(context: Context, tx: Transaction, printId: string, given: Given, rows: readonly Row[]): void {
  const { userId, realName } = context.actor
  const of = labelTargets[given.labelKind].name
  const list = rows.map((row, index) => ({ id: uuid(), event: uuid(), target: row.id, name: row.name, again: row.again, seq: index + 1 }))
  const items = JSON.stringify(list)
  const shape = '(id uuid, event uuid, target uuid, name text, again boolean, seq int)'
  tx.later({
    text: `insert into label_item (tenant_id, id, created_by, updated_by, target_name, print_kind, copies, reason, user_id, print_id, ${snake(of)}_id, seq)
      select $1, e.id, $2, $2, coalesce(e.name, ''), case when e.again then 'reprint' else 'first' end, $3, case when e.again then $4 end, $2, $5, e.target, e.seq
      from jsonb_to_recordset($6::jsonb) e${shape}`,
    values: [tx.tenantId, userId, given.copies ?? 1, given.reason ?? null, printId, items],
  })
  tx.later({
    text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, input, actor_id, actor_name)
      select $1, e.event, $2, e.target, case when e.again then 'relabel' else 'label' end,
        case when e.again then jsonb_build_object('reason', $3::text) end, $4, $5
      from jsonb_to_recordset($6::jsonb) e${shape}`,
    values: [tx.tenantId, of, given.reason ?? null, userId, realName, items],
  })
}

/**
 * Records a printing before anything is printed: who, when, which template and rows, first or again. Refuses what the person does not see, more labels than a
 * printing holds, QR codes that cannot be read, and a reprint without a reason (its data says how many there are).
 */
export async function startPrint(context: Context, tx: Transaction): Promise<AnswerOf<typeof labelPrintStart>> {
  const given = read(labelPrintStart.input, context.input) as unknown as Given
  const base = siteOf(context.tools)
  const { name, design } = await templateOf(context, tx, given.template, given.labelKind)
  const trouble = designTrouble(design, squaresOf(qrTextOf(design, codeOf(base, 'a'.repeat(12)))).length)
  if (trouble) throw troubleRefusal(trouble)
  const rows = await rowsOf(context, tx, given)
  const reprints = rows.filter((row) => row.again).length
  if (reprints > 0 && !given.reason)
    throw new Refusal(
      'rule',
      {
        zh: `其中 ${reprints} 个的标签已打印过，补打请填写原因`,
        en: `${reprints} of them already have labels. Enter a reprint reason`,
      },
      { reprints },
    )
  const id = uuid()
  const [copies, startAt] = [given.copies ?? 1, given.startAt ?? 1]
  const labels = rows.length * copies
  const { userId, deptId } = context.actor
  tx.later({
    text: `insert into label_print (tenant_id, id, created_by, updated_by, template_name, label_kind, output, row_count, label_count, reprint_count, reason, copies, start_at, user_id, dept_id, base, design)
      values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $3, $13, $14, $15)`,
    values: [
      ...[tx.tenantId, id, userId, name, given.labelKind, given.output, rows.length, labels, reprints],
      ...[reprints > 0 ? given.reason : null, copies, startAt, deptId, base, JSON.stringify(design)],
    ],
  })
  writeItems(context, tx, id, given, rows)
  record(context, tx, { entity: 'labelPrint', entityId: id, verb: 'add', version: 1 })
  return { id, rows: rows.length, labels, reprints }
}
