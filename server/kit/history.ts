import type { PageOf, ValueOf } from '#contract/kit/answer.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Field, FieldMap } from '#contract/kit/field.ts'
import type { historyEvent } from '#contract/kit/history.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { View } from '#contract/kit/view.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import { calls, machinesOf } from '#contract/registry.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import { scopeSql } from './access.ts'
import type { Context, ReadPlan } from './context.ts'
import { pageOf } from './list.ts'
import { tableName } from './table.ts'

const verbs: Readonly<Record<string, Words>> = {
  add: { zh: '新增', en: 'Added' },
  change: { zh: '修改', en: 'Changed' },
  remove: { zh: '删除', en: 'Removed' },
  lines: { zh: '明细', en: 'Lines' },
  scan: { zh: '盘点', en: 'Counted' },
  label: { zh: '打印标签', en: 'Label printed' },
  relabel: { zh: '补打标签', en: 'Label printed again' },
}

interface Change {
  from: unknown
  to: unknown
  fromName?: string | null
  toName?: string | null
}

function shown(field: Field | undefined, value: unknown, name: string | null | undefined, language: Language): string {
  if (value === null || value === undefined || value === '') return '—'
  if (field?.kind === 'choice') return field.of[String(value)]?.[language] ?? String(value)
  return name ?? String(value)
}

const isFiles = (field: Field | undefined): boolean => field?.kind === 'ids' && field.to === 'file'

const stepOf = (of: Entity, verb: string) => machinesOf(of).find((on) => on.steps[verb])?.steps[verb]
const callOf = (of: Entity, verb: string) => calls.find(({ name }) => name === `${of.name}.${verb}`)
const wordsOf = (of: Entity, verb: string): Words | undefined => verbs[verb] ?? stepOf(of, verb) ?? callOf(of, verb)

/** What was said with a step: texts as they are, everything else beside its label, links by the names kept with them. */
function saidWith(input: FieldMap, given: Row, language: Language): string[] {
  return Object.entries(input).flatMap(([name, field]) => {
    const value = field.kind === 'link' ? given[`${name}Name`] : given[name]
    if (value === null || value === undefined || typeof value === 'object') return []
    if (field.kind === 'text') return [String(value)]
    return [`${field[language]} ${field.kind === 'money' ? '¥' : ''}${shown(field, value, null, language)}`]
  })
}

/** The pictures and documents that a step or a change brought, by id. */
function filesOf(fields: FieldMap, given: Row): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'ids' && field.to === 'file' && Array.isArray(given[name]) ? (given[name] as string[]) : [],
  )
}

type HistoryEvent = ValueOf<{ readonly is: 'object'; readonly fields: typeof historyEvent }>

/** An event of a row in the words of the person, under the field names of event timeline and operation history alike. */
function eventAnswer(view: View, language: Language, row: Row): HistoryEvent {
  const fields = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), field]))
  const changes = Object.entries((row.changes ?? {}) as Record<string, Change>).flatMap(([field, change]) => {
    const facts = fields.get(field)
    if (!facts) return []
    const [from, to] = [shown(facts, change.from, change.fromName, language), shown(facts, change.to, change.toName, language)]
    return [{ field, label: facts[language], from, to }]
  })
  const states = row.field ? view.entity.fields[String(row.field)] : undefined
  const move =
    row.field && row.from_state !== row.to_state
      ? `${shown(states, row.from_state, null, language)} → ${shown(states, row.to_state, null, language)}`
      : ''
  const verb = String(row.verb)
  const input = (row.input ?? {}) as Row
  const step = stepOf(view.entity, verb)
  const said = step ? saidWith(step.input, input, language) : Object.values(input).filter((value) => typeof value === 'string')
  const added = Object.fromEntries(Object.entries((row.changes ?? {}) as Record<string, Change>).map(([name, change]) => [name, change.to]))
  const content = [move, ...changes.map((one) => `${one.label}: ${one.from} → ${one.to}`), said.join(' ')].filter(Boolean).join('；')
  const word = wordsOf(view.entity, verb)?.[language] ?? verb
  return {
    id: String(row.id),
    rowId: String(row.entity_id),
    operationType: verb,
    operationTypeValue: word,
    eventType: word,
    operationTime: String(row.at),
    time: String(row.at),
    contact: row.actor_name as string | null,
    showContent: content,
    changes: changes.filter((one) => !isFiles(fields.get(one.field))),
    images: [...filesOf(step?.input ?? {}, input), ...filesOf(view.fields, added)],
    version: row.version as number | null,
  }
}

export interface HistoryPlan extends ReadPlan<PageOf<HistoryEvent>> {
  answer(results: Rows[]): PageOf<HistoryEvent>
}

/** Which events of a history are asked for; all where nothing is said. */
export interface HistoryLimits {
  readonly events?: readonly string[] | undefined
  readonly rows?: readonly string[] | undefined
  readonly personId?: string | null | undefined
}

/** What happened to a row, or to all rows the person sees, the newest first. */
export function historyPlan(view: View, context: Context, id: unknown, limits: HistoryLimits = {}): HistoryPlan {
  const of = view.entity
  const { current, size, offset } = pageOf(context)
  const into = new Parameters()
  const conditions = [`e.tenant_id = ${into.add(context.actor.tenantId)}`, `e.entity = ${into.add(of.name)}`]
  if (id) conditions.push(`e.entity_id = ${into.add(id)}`)
  if (limits.rows) conditions.push(`e.entity_id = any(${into.add(limits.rows)}::uuid[])`)
  if (limits.events) conditions.push(`e.verb = any(${into.add(limits.events)}::text[])`)
  if (limits.personId) conditions.push(`e.actor_id = ${into.add(limits.personId)}`)
  const live = of.softDelete ? ' and not t.is_deleted' : ''
  const scope = scopeSql(of, context.actor, 't', into)
  conditions.push(
    `exists (select 1 from ${tableName(of)} t where t.tenant_id = e.tenant_id and t.id = e.entity_id${live}${scope ? ` and ${scope}` : ''})`,
  )
  const where = conditions.join(' and ')
  const counted = [...into.values]
  const page = `select e.* from audit_event e where ${where} order by e.id desc limit ${into.add(size)} offset ${into.add(offset)}`
  return {
    queries: [
      { text: page, values: into.values },
      { text: `select count(*) as total from audit_event e where ${where}`, values: counted },
    ],
    answer([rows, count]: Rows[]) {
      const total = Number(count!.rows[0]!.total)
      const records = rows!.rows.map((row) => eventAnswer(view, context.language, row))
      return { records, total, size, current, pages: Math.ceil(total / size) }
    },
  }
}
