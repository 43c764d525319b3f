import type { PageOf, ValueOf } from '#contract/kit/entity/answer.ts'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { changeSentence, type historyEvent, noValue, rowVerbs } from '#contract/kit/entity/history.ts'
import { ruleSentence } from '#contract/kit/entity/process-rule.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, type FieldMap, isInternal } from '#contract/kit/fields/field.ts'
import { homeTime } from '#contract/kit/time/moment.ts'
import { flagWords, type Language, type Words } from '#contract/kit/words.ts'
import { calls, entityNamed, machinesOf, processRules } from '#contract/registry.ts'
import { cursorAs } from '#server/db/cursor.ts'
import { Parameters, type Row, type Rows } from '#server/db/query.ts'
import { namingSql, scopeSql } from '../access/access.ts'
import type { Context, ReadPlan } from '../context.ts'
import { documentsSql } from '../files/files.ts'
import { describeLines } from '../lines/line-history.ts'
import { closedBy, openOnly } from '../read/closed.ts'
import { paged, pageOf } from '../read/list.ts'
import { tableName } from '../table.ts'
import type { LinesEvent } from './event.ts'
import { noteText, noteVerb } from './note-words.ts'

const verbs: Readonly<Record<string, Words>> = {
  ...rowVerbs,
  stop: { zh: '停用', en: 'Deactivated' },
  lines: { zh: '明细', en: 'Lines' },
  scan: { zh: '盘点', en: 'Counted' },
  inspect: { zh: '完成检查表', en: 'Checklist finished' },
  label: { zh: '打印标签', en: 'Label printed' },
  relabel: { zh: '补打标签', en: 'Label printed again' },
  // Steps of metrology in recorded events.
  failMeasure: { zh: '计量不合格', en: 'Metrology failed' },
  passMeasure: { zh: '计量合格', en: 'Metrology passed' },
  // How a maintenance order of a device ended.
  maintained: { zh: '保养完成', en: 'Maintained' },
  maintainSkipped: { zh: '保养跳过', en: 'Maintenance skipped' },
  maintainCancelled: { zh: '保养取消', en: 'Maintenance cancelled' },
  // What a quality control of a device found.
  controlPassed: { zh: '质控合格', en: 'Quality control passed' },
  controlFailed: { zh: '质控不合格', en: 'Quality control failed' },
  controlVoided: { zh: '质控作废', en: 'Quality control voided' },
  // What a statutory inspection of a device found.
  inspectionPassed: { zh: '法定检验合格', en: 'Statutory inspection passed' },
  inspectionFailed: { zh: '法定检验不合格', en: 'Statutory inspection failed' },
  inspectionVoided: { zh: '法定检验作废', en: 'Statutory inspection voided' },
  // Cards that came from one, and that one.
  split: { zh: '拆分为', en: 'Split into' },
  splitFrom: { zh: '拆分自', en: 'Split from' },
  unsplit: { zh: '撤销拆分', en: 'Undo the split' },
  // A repair of a device that was entered later.
  pastRepair: { zh: '已补录维修', en: 'Past repair entered' },
  pastRepairUndone: { zh: '已撤销补录的维修', en: 'Past repair taken back' },
  [noteVerb]: { zh: '离线操作未被接受，留作备注', en: 'Not accepted from a phone, kept as a note' },
}

interface Change {
  from: unknown
  to: unknown
  fromName?: string | null
  toName?: string | null
}

/** A value in words: the label of a choice, the name of a linked row, a dash for an empty value. */
export function shown(field: Field | undefined, value: unknown, name: string | null | undefined, language: Language): string {
  if (value === null || value === undefined || value === '') return noValue
  if (field?.kind === 'choice') return field.of[String(value)]?.[language] ?? String(value)
  if (field?.kind === 'choices' && Array.isArray(value)) {
    const words = value.map((key) => field.of[String(key)]?.[language] ?? String(key))
    return words.join(language === 'zh' ? '、' : ', ') || noValue
  }
  return name ?? String(value)
}

/** The same as a sentence says it: amounts with their currency, moments of the hospital, yes and no, and how many rows are chosen. */
export function valueInWords(field: Field | undefined, value: unknown, name: string | null | undefined, language: Language): string {
  const text = shown(field, value, name, language)
  if (!field || text === noValue) return text
  switch (field.kind) {
    case 'flag':
      return flagWords[Number(value) === 1 ? 1 : 0][language]
    case 'money':
      return `¥${text}`
    case 'time':
      return Number.isNaN(Date.parse(text)) ? text : homeTime(text).slice(0, 16)
    case 'ids':
      return rowCount(value, language)
    default:
      return text
  }
}

/** How many rows a list of ids names; the ids mean nothing to a reader. */
function rowCount(value: unknown, language: Language): string {
  const count = Array.isArray(value) ? value.length : 1
  if (count === 0) return noValue
  return { zh: `${count} 项`, en: `${count} ${count === 1 ? 'item' : 'items'}` }[language]
}

const isFiles = (field: Field | undefined): boolean => field?.kind === 'ids' && field.to === 'file'

const stepOf = (of: Entity, verb: string) => machinesOf(of).find((on) => on.steps[verb])?.steps[verb]
const callOf = (of: Entity, verb: string) => calls.find(({ name }) => name === `${of.name}.${verb}`)
/** The label of an event; undefined for a verb that is declared nowhere. */
export const wordsOf = (of: Entity, verb: string): Words | undefined =>
  stepOf(of, verb) ?? of.events?.[verb] ?? (verb === 'add' ? of.added : undefined) ?? verbs[verb] ?? callOf(of, verb)

/** The input of a step in words: texts unchanged, other values after their label, links by the names stored with them. */
function saidWith(input: FieldMap, given: Row, language: Language): string[] {
  return Object.entries(input).flatMap(([name, field]) => {
    const value = field.kind === 'link' ? given[`${name}Name`] : given[name]
    if (value === null || value === undefined || typeof value === 'object') return []
    if (field.kind === 'text') return [String(value)]
    return [`${field[language]} ${valueInWords(field, value, null, language)}`]
  })
}

/** Ids of the pictures and documents in the input of a step or in a change. */
function filesOf(fields: FieldMap, given: Row): string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.kind === 'ids' && field.to === 'file' && Array.isArray(given[name]) ? (given[name] as string[]) : [],
  )
}

/**
 * A sentence about the rule of a system write; null if a person made the change. A rule that is no longer declared appears under its stored
 * name.
 */
export function ruleOf(row: Row, language: Language): string | null {
  if (!row.by_rule) return null
  const name = String(row.by_rule)
  return ruleSentence(
    processRules.find((rule) => rule.name === name) ?? { zh: name, en: name },
    (row.actor_name as string | null) ?? null,
    language,
  )
}

/** Times that differ by less are shown as one, in milliseconds. */
const sameMs = 60_000

/**
 * A sentence about the times of an operation queued on a phone; null if its time, receipt and the phone's clock agree, and for the desk.
 */
function offlineOf(row: Row, language: Language): string | null {
  if (!row.occurred_at) return null
  const [happened, received] = [String(row.occurred_at), String(row.at)]
  const onPhone = String(row.device_time ?? happened)
  const differs = (moment: string): boolean => Math.abs(Date.parse(moment) - Date.parse(happened)) > sameMs
  if (!differs(received) && !differs(onPhone)) return null
  return {
    zh: `离线操作，发生于 ${homeTime(happened)}（手机时间 ${homeTime(onPhone)}）`,
    en: `Done offline at ${homeTime(happened)} (time on the phone ${homeTime(onPhone)})`,
  }[language]
}

/** The maximum number of changes that the sentence of an event lists. */
const mostSaid = 20

function inShort(changes: readonly { label: string; from: string; to: string }[], language: Language): string[] {
  const said = changes.slice(0, mostSaid).map((one) => changeSentence(one, language))
  const left = changes.length - said.length
  return left === 0 ? said : [...said, language === 'zh' ? `等，另有 ${left} 项` : `and ${left} more`]
}

type HistoryEvent = ValueOf<{ readonly is: 'object'; readonly fields: typeof historyEvent }>

/** An event of a row in the person's language. The field names serve both the event timeline and the operation history. */
function eventAnswer(whole: View, { language, actor }: Context, row: Row, documents: ReadonlySet<string> = new Set()): HistoryEvent {
  const isOpen = row.is_open !== false
  const view = isOpen ? whole : { ...whole, fields: openOnly(whole.fields) }
  const lineView = (line: LineFacts): View => actor.settings.view(entityNamed(line.entity))
  const fields = new Map(Object.entries(view.fields).map(([name, field]) => [wireName(name, field), field]))
  const changes = Object.entries((row.changes ?? {}) as Record<string, Change & Partial<LinesEvent>>).flatMap(([field, change]) => {
    const facts = fields.get(field)
    const line = facts ? undefined : view.entity.lines?.find((one) => one.as === field)
    if (line && change.lines) return describeLines(line, lineView(line), { lines: change.lines, order: change.order }, language, shown)
    if (!facts || facts.kind === 'json' || isInternal(facts)) return []
    const say = facts.kind === 'ids' ? valueInWords : shown
    const [from, to] = [say(facts, change.from, change.fromName, language), say(facts, change.to, change.toName, language)]
    return [{ field, label: facts[language], from, to }]
  })
  /** The same as sentences say it. */
  const said = changes.map((one) => {
    const change = ((row.changes ?? {}) as Record<string, Change>)[one.field]
    const facts = fields.get(one.field)
    if (!change || !facts) return one
    return {
      ...one,
      from: valueInWords(facts, change.from, change.fromName, language),
      to: valueInWords(facts, change.to, change.toName, language),
    }
  })
  const states = row.field ? view.entity.fields[String(row.field)] : undefined
  const move =
    row.field && row.from_state !== row.to_state
      ? changeSentence(
          {
            label: states?.[language] ?? '',
            from: shown(states, row.from_state, null, language),
            to: shown(states, row.to_state, null, language),
          },
          language,
        )
      : ''
  const verb = String(row.verb)
  const input = (row.input ?? {}) as Row
  const step = stepOf(view.entity, verb)
  const told = step?.input ?? view.entity.events?.[verb]?.input ?? (verb === 'change' ? view.entity.told : undefined)
  const asked = told && (isOpen ? told : openOnly(told))
  const spoken =
    verb === noteVerb
      ? [noteText(input, language)]
      : asked
        ? saidWith(asked, input, language)
        : Object.values(input).filter((value) => typeof value === 'string')
  const added = Object.fromEntries(Object.entries((row.changes ?? {}) as Record<string, Change>).map(([name, change]) => [name, change.to]))
  const content = [move, ...(step ? [] : inShort(said, language)), spoken.join(' ')].filter(Boolean).join(language === 'zh' ? '；' : '; ')
  const word = wordsOf(view.entity, verb)?.[language] ?? verb
  const files = [
    ...(verb === noteVerb ? ((input.photos as string[] | undefined) ?? []) : filesOf(asked ?? {}, input)),
    ...filesOf(view.fields, added),
  ]
  return {
    id: String(row.id),
    rowId: String(row.entity_id),
    operationType: verb,
    operationTypeValue: word,
    eventType: word,
    operationTime: String(row.at),
    time: String(row.at),
    contact: row.actor_name as string | null,
    rule: ruleOf(row, language),
    offline: offlineOf(row, language),
    showContent: content,
    changes: changes.filter((one) => !isFiles(fields.get(one.field))),
    images: files.filter((id) => !documents.has(id)),
    attachments: files.filter((id) => documents.has(id)),
    version: row.version as number | null,
  }
}

export interface HistoryPlan extends ReadPlan<PageOf<HistoryEvent>> {
  answer(results: Rows[]): PageOf<HistoryEvent>
}

/** Restricts the events of a history; no restriction if absent. */
export interface HistoryLimits {
  readonly events?: readonly string[] | undefined
  readonly rows?: readonly string[] | undefined
  readonly personId?: string | null | undefined
}

/** SQL condition on the events `e` of one row (`id`), or of all rows that the person sees. */
export function eventsOf(of: Entity, context: Context, id: unknown, into: Parameters, limits: HistoryLimits = {}): string {
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
  return conditions.join(' and ')
}

/** SQL over the event `e`, with a leading comma: whether the person sees the closed values of its record. */
function openSql(of: Entity, { actor }: Context, into: Parameters): string {
  const by = closedBy(of)
  return by ? `, ${namingSql(by, actor, 'e', into, 'entity_id')} as is_open` : ''
}

/** Whether the events of an entity may name files. */
const hasFiles = (of: Entity): boolean =>
  [of.fields, ...machinesOf(of).flatMap(({ steps }) => Object.values(steps).map(({ input }) => input))].some((fields) =>
    Object.values(fields as FieldMap).some(isFiles),
  )

/** All events of a row that the person sees, newest first, in the person's language; read through a cursor. */
export async function* historyRows(view: View, context: Context, id: string): AsyncGenerator<HistoryEvent> {
  const into = new Parameters()
  const open = openSql(view.entity, context, into)
  const text = `select e.*${open} from audit_event e where ${eventsOf(view.entity, context, id, into)} order by e.id desc`
  for await (const row of cursorAs(context.tools.pool, context.actor.tenantId, { text, values: into.values }))
    yield eventAnswer(view, context, row)
}

/** Page of the history of one row, or of all rows that the person sees, newest first. */
export function historyPlan(view: View, context: Context, id: unknown, limits: HistoryLimits = {}): HistoryPlan {
  const asked = pageOf(context)
  const into = new Parameters()
  const where = eventsOf(view.entity, context, id, into, limits)
  const counted = [...into.values]
  const page = `select e.*${openSql(view.entity, context, into)} from audit_event e where ${where} order by e.id desc limit ${into.add(asked.size)} offset ${into.add(asked.offset)}`
  return {
    queries: [
      { text: page, values: into.values },
      { text: `select count(*) as total from audit_event e where ${where}`, values: counted },
      ...(hasFiles(view.entity) ? [{ text: documentsSql(page), values: into.values }] : []),
    ],
    answer([rows, count, files]: Rows[]) {
      const documents = new Set(files?.rows.map(({ id }) => String(id)))
      const records = rows!.rows.map((row) => eventAnswer(view, context, row, documents))
      return paged(records, Number(count!.rows[0]!.total), asked)
    },
  }
}
