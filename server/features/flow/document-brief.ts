import { photoKinds } from '#contract/entities/asset/parts/attach-kinds.ts'
import { type Brief, type BriefFact, type BriefLine, briefLines } from '#contract/entities/flow/brief.ts'
import type { Approval, Facts } from '#contract/kit/entity/approval.ts'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import type { ChoiceField, Field, FieldMap } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Words } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { storedLines } from '#server/kit/lines/lines.ts'
import { select } from '#server/kit/read/select.ts'
import { remembered } from '#server/kit/remembered.ts'
import { columnName, tableName, titleColumn } from '#server/kit/table.ts'

const yes: Words = { zh: '是', en: 'Yes' }
const no: Words = { zh: '否', en: 'No' }

const written = { date: 'date', time: 'time', money: 'money', integer: 'number', decimal: 'number' } as const satisfies Record<
  string,
  BriefFact['is']
>

/** A value with the label of its field; undefined for an empty one. `row`: with wire names. */
function factOf(name: string, field: Field, row: Row): BriefFact | undefined {
  const value = field.kind === 'link' || field.kind === 'ids' ? row[`${name}Name`] : row[wireName(name, field)]
  const isNothing = field.kind === 'money' && field.readOnly && Number(value) === 0
  if (value === null || value === undefined || value === '' || isNothing) return undefined
  const label = { zh: field.zh, en: field.en }
  const word = (key: unknown): Words | string => {
    const found = field.kind === 'choice' || field.kind === 'choices' ? field.of[String(key)] : undefined
    return found ? { zh: found.zh, en: found.en } : String(key)
  }
  if (field.kind === 'flag') return { ...label, value: Number(value) === 1 ? yes : no }
  if (field.kind === 'choices' && Array.isArray(value)) {
    const words = value.map(word)
    const say = (language: keyof Words) => words.map((one) => (typeof one === 'string' ? one : one[language]))
    return { ...label, value: { zh: say('zh').join('、'), en: say('en').join(', ') } }
  }
  if (field.kind === 'integer' && field.as === 'year') return { ...label, value: String(value) }
  const is = written[field.kind as keyof typeof written]
  const text = value instanceof Date ? value.toISOString() : word(value)
  return { ...label, value: text, ...(is ? { is } : {}) }
}

const unsaid: ReadonlySet<string> = new Set(['json', 'items'])

/** Of what the program writes: numbers, amounts and departments. Who asked, when, and how many lines stand beside the document. */
const isWritten = (field: Field): boolean =>
  field.readOnly === true && field.kind !== 'numbering' && field.kind !== 'money' && !(field.kind === 'link' && field.to === 'dept')

/** The fields of a document that say what is asked for: what a person wrote, its number and its amounts; not its state and its course. */
function telling({ entity: of, fields, custom }: View, { machine, nodeField }: Approval): ReadonlySet<string> {
  const names = Object.entries(fields).flatMap(([name, field]) => {
    const isOut =
      unsaid.has(field.kind) || field.computed || custom.has(name) || name === machine.field || name === nodeField || name === of.title
    if (isOut || (field.kind === 'ids' && field.to === 'file') || isWritten(field)) return []
    return [name]
  })
  return new Set(names)
}
const tellings = new WeakMap<View, Map<string, ReadonlySet<string>>>()

async function factsOfRow(context: Context, tx: Transaction, approval: Approval, doc: Row): Promise<BriefFact[]> {
  const of = entityNamed(approval.entity)
  const view = context.actor.settings.view(of)
  const names = remembered(
    remembered(tellings, view, () => new Map<string, ReadonlySet<string>>()),
    approval.kind,
    () => telling(view, approval),
  )
  const { columns, joins, fields } = select(view, names)
  const { rows } = await tx.run({
    text: `select ${columns} from ${tableName(of)} t${joins} where t.tenant_id = $1 and t.id = $2`,
    values: [tx.tenantId, doc.id],
  })
  const row = rows[0]
  return row ? fields.flatMap(([name, field]) => (names.has(name) ? (factOf(name, field, row) ?? []) : [])) : []
}

/** Facts that conditions look at and that are no field of the document, such as the value of all its devices. */
const moreFacts = (declared: FieldMap, facts: Facts, of: Entity): BriefFact[] =>
  Object.entries(declared).flatMap(([name, field]) =>
    field.kind === 'link' || name in of.fields || Array.isArray(facts[name])
      ? []
      : (factOf(name, field, { [wireName(name, field)]: facts[name] }) ?? []),
  )

const deviceField = ({ fields }: Entity): string | undefined =>
  Object.entries(fields).find(([, field]) => field.kind === 'link' && field.to === 'device')?.[0]

const text = (value: unknown): string | undefined => (value === null || value === undefined || value === '' ? undefined : String(value))

const lineOf = (row: Row): BriefLine =>
  Object.fromEntries(
    Object.entries({
      title: text(row.device_name) ?? text(row.title) ?? '',
      model: text(row.device_model),
      quantity: Number(row.quantity) > 1 ? Number(row.quantity) : undefined,
      deviceId: text(row.device_id),
      deviceCode: text(row.device_code),
      deptName: text(row.dept_name),
      photo: text(row.photo),
    }).filter(([, value]) => value !== undefined),
  ) as unknown as BriefLine

/** The lines of a document that ask for changes of one row: each is titled by the field that it changes. */
const changingLines = ({ lines: [facts] = [] }: Entity): LineFacts | undefined =>
  facts && entityNamed(facts.entity).fields[entityNamed(facts.entity).title]?.kind === 'choice' ? facts : undefined

/** What such lines ask for, as facts: the label of the field, its value now and the one asked for. */
async function changesOf(tx: Transaction, of: Entity, doc: Row): Promise<BriefFact[]> {
  const facts = changingLines(of)
  if (!facts) return []
  const line = entityNamed(facts.entity)
  const { of: labels } = line.fields[line.title] as ChoiceField
  const values = Object.keys(line.fields).filter((name) => line.fields[name]!.kind === 'text' && line.fields[name]!.list)
  const rows = await storedLines(facts, line, tx, String(doc.id))
  // All of them: an approval writes all of them.
  return rows.flatMap((row) => {
    const label = labels[String(row[line.title])]
    const [before, after] = values.map((name) => text(row[name]))
    return label ? [{ zh: label.zh, en: label.en, value: changeAsked(before, after) }] : []
  })
}

/** What is asked for of a value. */
function changeAsked(before: string | undefined, after: string | undefined): Words {
  if (before === undefined) return { zh: `设为 ${after}`, en: `Set to ${after}` }
  if (after === undefined) return { zh: `清除（原为 ${before}）`, en: `Clear (was ${before})` }
  return { zh: `从 ${before} 改为 ${after}`, en: `From ${before} to ${after}` }
}

/** What the lines of a document name, or the device that the document itself is about. */
async function linesOf(tx: Transaction, approval: Approval, doc: Row): Promise<{ lines: BriefLine[]; lineCount: number }> {
  const of = entityNamed(approval.entity)
  const facts = changingLines(of) ? undefined : of.lines?.[0]
  const line = facts ? entityNamed(facts.entity) : of
  const device = deviceField(line)
  if (!facts && !device) return { lines: [], lineCount: 0 }
  const by = facts ? `${snake(facts.by)}_id` : 'id'
  const deviceId = device ? `l.${columnName(device, line.fields[device]!)}` : 'null::uuid'
  const { rows } = await tx.run({
    text: `select l.${titleColumn(line)} as title, ${'quantity' in line.fields ? 'l.quantity' : 'null'} as quantity, d.id as device_id, d.device_name, d.device_model, d.device_code, p.dept_name,
        (select a.files[1] from device_attach a where a.tenant_id = d.tenant_id and a.device_id = d.id and a.attach_type = any($3::text[]) and not a.is_deleted and a.files is not null
          order by a.created_at desc limit 1) as photo, count(*) over ()::int as n
      from ${tableName(line)} l left join device d on d.tenant_id = l.tenant_id and d.id = ${deviceId} left join dept p on p.tenant_id = d.tenant_id and p.id = d.use_dept_id
      where l.tenant_id = $1 and l.${by} = $2 order by ${facts?.order ? `l.${snake(facts.order)}` : 'l.id'} limit ${briefLines}`,
    values: [tx.tenantId, doc.id, photoKinds],
  })
  return { lines: rows.map(lineOf), lineCount: Number(rows[0]?.n ?? 0) }
}

/** What approvers read of a document, as it is now. `facts`: what conditions look at. */
export async function documentBrief(
  context: Context,
  tx: Transaction,
  approval: Approval,
  doc: Row,
  facts: Facts,
): Promise<Pick<Brief, 'facts' | 'lines' | 'lineCount'>> {
  const said = await factsOfRow(context, tx, approval, doc)
  // A condition may look at a field of the document under a name of its own: what is said once is not said again.
  const more = moreFacts(approval.facts, facts, entityNamed(approval.entity)).filter(({ zh }) => !said.some((fact) => fact.zh === zh))
  return { facts: [...(await changesOf(tx, entityNamed(approval.entity), doc)), ...said, ...more], ...(await linesOf(tx, approval, doc)) }
}
