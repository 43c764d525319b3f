import { cardFieldUpdate } from '#contract/entities/asset/card-field-update.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type CountField, countsUnit, type Field } from '#contract/kit/fields/field.ts'
import { isId, parse } from '#contract/kit/fields/parse.ts'
import type { Problem } from '#contract/kit/fields/problem.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { linkedRows } from '#server/kit/read/links.ts'
import { offeredSql, retiredProblem } from '#server/kit/read/retired.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { valueInWords } from '#server/kit/steps/history.ts'
import { columnName, tableName, titleColumn } from '#server/kit/table.ts'
import { lockRows, refuseClosed } from '#server/kit/write/lock.ts'
import { countOfCard, saidCount, storedCount, typedCount } from './field-update-counts.ts'

type Line = HookLines[string]['after'][number]
type LinkField = Extract<Field, { kind: 'link' }>

const yes = new Set(['1', '是', 'yes', 'true'])
const no = new Set(['0', '否', 'no', 'false'])

/** The row that a typed name means, if exactly one of those that the person sees has it; rows that may be chosen come before retired ones. */
async function rowNamed(field: LinkField, name: string, context: Context, tx: Transaction): Promise<string | undefined> {
  const target = entityNamed(field.to)
  // Who may not list rows does not learn their names by trying.
  if (!mayList(context.actor, target)) return undefined
  const into = new Parameters()
  const where = [`t.tenant_id = ${into.add(tx.tenantId)}`, `t.${titleColumn(target)} = ${into.add(name)}`]
  if (target.softDelete) where.push('not t.is_deleted')
  const scope = field.anywhere ? '' : scopeSql(target, context.actor, 't', into)
  if (scope) where.push(scope)
  const { rows } = await tx.run({
    text: `select t.id, ${offeredSql(target, 't')} as is_offered from ${tableName(target)} t where ${where.join(' and ')} order by 2 desc limit 2`,
    values: into.values,
  })
  const [first, second] = rows
  return first && (!second || (first.is_offered && !second.is_offered)) ? String(first.id) : undefined
}

/** What a person typed as the field takes it: keys for words, ids for names. */
async function meant(field: Field, typed: string, context: Context, tx: Transaction): Promise<unknown> {
  if (field.kind === 'choice') return Object.entries(field.of).find(([key, { zh, en }]) => [key, zh, en].includes(typed))?.[0] ?? typed
  if (field.kind === 'flag') return yes.has(typed.toLowerCase()) ? 1 : no.has(typed.toLowerCase()) ? 0 : typed
  if (field.kind === 'money') return typed.replace(/^[¥￥]/, '')
  if (field.kind === 'link') return isId(typed) ? typed : await rowNamed(field, typed, context, tx)
  return typed
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

async function nameOf(
  field: Field,
  value: unknown,
  context: Context,
  tx: Transaction,
): Promise<{ name: string | null; isOpen: boolean; row?: Row }> {
  if (field.kind !== 'link' || !value) return { name: null, isOpen: true }
  const [row] = await linkedRows(field, context, tx, [String(value)])
  return { name: row ? String(row.name) : null, isOpen: row?.open === true, ...(row && { row }) }
}

/** The same for a number with its unit. */
function fillCount(
  view: View,
  context: Context,
  card: Row,
  line: Line,
  { name, field, typed, at }: { name: string; field: CountField; typed: string; at: number },
): readonly Problem[] {
  const of = { [name]: field, [field.unit.field]: view.fields[field.unit.field]! }
  const { value, problems } = parse(of, typedCount(name, field, typed, card))
  if (problems.length > 0) return problems.map((one) => ({ ...one, field: `lines.${at}.newText` }))
  const old = countOfCard(name, field, card)
  Object.assign(line, {
    oldValue: storedCount(name, field, old),
    oldText: saidCount(name, field, old, context.language),
    newValue: storedCount(name, field, value),
    newText: saidCount(name, field, value, context.language),
  })
  return []
}

/** Puts the value of the card beside what is asked for; answers what is wrong with it. */
async function fill(view: View, context: Context, tx: Transaction, card: Row, line: Line, at: number): Promise<readonly Problem[]> {
  const name = String(line.fieldCode)
  const field = view.fields[name]
  const label = field ?? cardFieldUpdate
  const wrong = (rule: Problem['rule'], where = 'newText'): readonly Problem[] => [{ field: `lines.${at}.${where}`, label, rule }]
  if (!field) return wrong('unknown', 'fieldCode')
  const typed = textOf(line.newText)?.trim() ?? ''
  if (countsUnit(field)) return fillCount(view, context, card, line, { name, field, typed, at })
  const raw = typed === '' ? null : await meant(field, typed, context, tx)
  if (raw === undefined) return wrong('absent')
  if (raw === null && field.required) return wrong('required')
  const wire = wireName(name, field)
  const { value, problems } = parse({ [name]: field }, { [wire]: raw }, { partial: true })
  if (problems.length > 0) return problems.map((one) => ({ ...one, field: `lines.${at}.newText` }))
  const [old, wanted] = [card[columnName(name, field)], value[wire]]
  const [before, after] = [await nameOf(field, old, context, tx), await nameOf(field, wanted, context, tx)]
  if (!after.isOpen) return wrong('absent')
  const retired = after.row && old !== wanted ? retiredProblem(after.row, `lines.${at}.newText`, label) : undefined
  if (retired) return [retired]
  Object.assign(line, {
    oldValue: textOf(old),
    oldText: textOf(old) === null ? null : valueInWords(field, old, before.name, context.language),
    newValue: textOf(wanted),
    newText: textOf(wanted) === null ? null : valueInWords(field, wanted, after.name, context.language),
  })
  return []
}

/** Fills the lines that are new or say something else than before. */
async function fillLines(context: Context, tx: Transaction, deviceId: unknown, lines: HookLines, isOther: boolean): Promise<void> {
  const open = lines.lines
  if (!open) return
  const known = new Map(open.before.map((line) => [line.id, line]))
  const said = ({ fieldCode, newText }: Line): string => JSON.stringify([fieldCode, newText])
  const stale = open.after.flatMap((line, at) => {
    const before = known.get(line.id)
    return !isOther && before && said(before) === said(line) ? [] : [{ line, at }]
  })
  if (stale.length === 0) return
  const view = context.actor.settings.view(device)
  const [card] = await lockRows(device, context, tx, [String(deviceId)])
  refuseClosed(device, device.editable, card!)
  const problems: Problem[] = []
  for (const { line, at } of stale) problems.push(...(await fill(view, context, tx, card!, line, at)))
  if (problems.length > 0) throw refusalOf(problems)
}

hook(cardFieldUpdate, {
  async beforeAdd(context, tx, { draft, lines }) {
    await fillLines(context, tx, draft.deviceId, lines, true)
    return undefined
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    const isOther = draft.deviceId !== undefined && draft.deviceId !== row.device_id
    await fillLines(context, tx, draft.deviceId ?? row.device_id, lines, isOther)
    return undefined
  },
})
