import * as calls from '#contract/calls/log.ts'
import type { AnswerOf, PageOf } from '#contract/kit/answer.ts'
import type { Call } from '#contract/kit/call.ts'
import { rightOf } from '#contract/kit/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { takesRule } from '#contract/kit/scope-kind.ts'
import { wireName } from '#contract/kit/shape.ts'
import type { Language } from '#contract/kit/words.ts'
import { entities } from '#contract/registry.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayCall } from '#server/kit/access.ts'
import { mayHide, veiledRowsSql, veilSql } from '#server/kit/blind-tasks.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { ruleOf, wordsOf } from '#server/kit/history.ts'
import { paged, pageOf } from '#server/kit/list.ts'
import { type CountedLog, countedLogPlan } from '#server/kit/log-count.ts'
import { pagePlan } from '#server/kit/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { scopedBy, unionOf } from '#server/kit/scope-of-roles.ts'
import { keywordOf, textSql } from '#server/kit/search.ts'
import { tableName } from '#server/kit/table.ts'
import { exportHistory } from './history-export.ts'

/** The columns of a log: of its list, and those that the detail has beside them. */
interface Log {
  /** Whether its rows are about records of entities. */
  readonly isOfRows: boolean
  readonly counted: CountedLog
  /** Joins beside the table, over the alias `t`. */
  readonly joins: string
  readonly columns: string
  readonly more: string
}

const api: Log = {
  isOfRows: true,
  counted: { table: 'audit_event', at: 'at', kinds: ['entity', 'verb'], row: 'entity_id' },
  joins: '',
  columns: 't.id, t.entity, t.entity_id as "entityId", t.verb, t.actor_name as "createUserName", t.at as "createTime", t.by_rule as rule',
  more: 't.field, t.from_state as "fromState", t.to_state as "toState", t.version, t.changes, t.occurred_at as "occurredTime"',
}
const error: Log = {
  isOfRows: false,
  counted: { table: 'client_log', at: 'created_at' },
  joins: ' left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id',
  columns: `t.id, t.entry ->> 'type' as type, t.entry ->> 'message' as message, t.entry ->> 'url' as url, u.real_name as "createUserName", t.created_at as "createTime"`,
  more: `t.entry ->> 'stack' as stack, t.entry ->> 'info' as info, t.entry ->> 'time' as time`,
}

const mayRead = calls.apiLog.may

/** The logs know no departments, so that they are for who sees all of them: by the roles that hold the right, not by others of the person. */
const readsLogs = ({ actor }: Context): boolean => unionOf(actor.roles.filter(({ rights }) => rights.has(mayRead))).isAll

/** Entities of whose rows the person does not see all: their events are left out. */
const limitedFor = ({ actor }: Context): readonly string[] =>
  entities.flatMap((of) => (takesRule(scopedBy(of)) && !actor.scopeOf(scopedBy(of)).isAll ? [of.name] : []))

/** Entity, verb and rule of an event in words. */
function inWords(row: Row, language: Language): Row {
  if (!('rule' in row)) return row
  const of = entities.find(({ name }) => name === row.entity)
  const rule = ruleOf({ by_rule: row.rule, actor_name: row.createUserName }, language)
  const verb = (of && wordsOf(of, String(row.verb))?.[language]) ?? row.verb
  return { ...row, entityValue: of?.[language] ?? row.entity, verbValue: verb, rule }
}

/** Leaves out the events of rows that a running blind task hides from the person. */
const veiledSql = ({ actor }: Context, into: Parameters): string =>
  entities
    .filter((of) => mayHide(of, actor))
    .map((of) => {
      const veil = veilSql(of, actor, 'v', into)
      return ` and (t.entity <> '${of.name}' or not exists (select 1 from ${tableName(of)} v where v.tenant_id = t.tenant_id and v.id = t.entity_id and not (${veil})))`
    })
    .join('')

/** The rows that those events are of. */
const veiledRows = ({ actor }: Context, into: Parameters) =>
  entities.filter((of) => mayHide(of, actor)).map((of) => ({ kind: of.name, ids: veiledRowsSql(of, actor, into) }))

function conditionOf(log: Log, context: Context): { where: string; into: Parameters } {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(context.actor.tenantId)}${readsLogs(context) ? '' : ' and false'}`
  if (!log.isOfRows) return { where, into }
  const limited = into.add(limitedFor(context))
  return { where: `${where} and t.entity <> all(${limited}::text[])${veiledSql(context, into)}`, into }
}

/** Whether the person may read records of an entity, and with it what was changed in them. */
export function mayReadRows({ actor }: Context, name: string | undefined): boolean {
  const named = entities.find((one) => one.name === name)
  return named?.path === undefined || mayCall(actor, rightOf(named, 'detail'), `${named.name}.detail`)
}

/** What was changed, without the fields that the hospital hides. */
function shownChanges({ actor }: Context, name: string | undefined, changes: unknown): unknown {
  const of = entities.find((one) => one.name === name)
  if (!of || typeof changes !== 'object' || changes === null) return changes ?? null
  const shown = actor.settings.view(of).fields
  const hidden = new Set(Object.entries(of.fields).flatMap(([field, facts]) => (field in shown ? [] : [wireName(field, facts)])))
  return Object.fromEntries(Object.entries(changes).filter(([wire]) => !hidden.has(wire)))
}

interface Search {
  readonly createTime_dategt: string | null
  readonly createTime_datelt: string | null
  readonly userId: string | null
  readonly entity?: string | null
  readonly verb?: string | null
  readonly keyword?: string | null
  readonly type?: string | null
}

/** The conditions of a search that its counts by day do not know, over the alias `t`. */
function beyondCounts(context: Context, { userId, keyword, type }: Search, of: Log, into: Parameters): string[] {
  const typed = keywordOf(keyword)
  return [
    ...(userId ? [`t.${of.isOfRows ? 'actor_id' : 'user_id'} = ${into.add(userId)}::uuid`] : []),
    ...(type ? [`t.entry ->> 'type' = ${into.add(type)}`] : []),
    ...(typed ? [textSql(typed, context.tools.searchMode, into)] : []),
  ]
}

const list =
  <C extends Call, R>(of: C, log: Log) =>
  (context: Context): ReadPlan<PageOf<R>> => {
    const asked = read(of.input, context.input, { beside: ['tenantId'] }) as unknown as Search
    const { createTime_dategt: since, createTime_datelt: until, entity, verb } = asked
    const { table, at } = log.counted
    const order = `t.${at} desc, t.id desc`
    const { where, into } = conditionOf(log, context)
    const beyond = beyondCounts(context, asked, log, into)
    const worded = (row: Row) => inWords(row, context.language) as R
    if (beyond.length > 0 || !readsLogs(context)) {
      const all = [where, ...beyond]
      if (entity) all.push(`t.entity = ${into.add(entity)}`)
      if (verb) all.push(`t.verb = ${into.add(verb)}`)
      if (since) all.push(`t.${at} >= ${into.add(since)}::timestamptz`)
      if (until) all.push(`t.${at} <= ${into.add(until)}::timestamptz`)
      const counted = `${table} t where ${all.join(' and ')}`
      const from = `${table} t${log.joins} where ${all.join(' and ')}`
      return pagePlan<Row, R>(context, { columns: log.columns, from, counted, order, values: into.values }, worded)
    }
    const page = pageOf(context)
    const { total, keys } = countedLogPlan(log.counted, context.actor.tenantId, {
      kinds: entity ? [entity] : undefined,
      acts: verb ? [verb] : undefined,
      except: log.isOfRows ? limitedFor(context) : undefined,
      since: since ?? undefined,
      until: until ?? undefined,
      hidden: (counted) => (log.isOfRows ? veiledRows(context, counted) : []),
    })
    const { text, values } = keys(page.size, page.offset)
    return {
      queries: [
        {
          text: `with p as materialized (${text}) select ${log.columns} from p join ${table} t on t.tenant_id = p.tenant_id and t.id = p.id and t.${at} = p.at${log.joins} order by ${order}`,
          values,
        },
        total,
      ],
      answer: ([found, count]) => paged(found!.rows.map(worded), Number(count!.rows[0]!.total), page),
    }
  }

const detail =
  <C extends Call>(of: C, log: Log) =>
  (context: Context): ReadPlan<AnswerOf<C>> => {
    const { id } = read(of.input, context.input) as { id: string }
    const { where, into } = conditionOf(log, context)
    return {
      queries: [
        {
          text: `select ${log.columns}, ${log.more} from ${log.counted.table} t${log.joins} where ${where} and t.id = ${into.add(id)}::uuid`,
          values: into.values,
        },
      ],
      answer([found]) {
        if (!found!.rows[0]) throw new Refusal('not_found', { what: of })
        const row = inWords(found!.rows[0], context.language) as AnswerOf<C> & { entity?: string; changes?: unknown }
        if (!log.isOfRows) return row
        return { ...row, changes: mayReadRows(context, row.entity) ? shownChanges(context, row.entity, row.changes) : null }
      },
    }
  }

/** The logs of what was written and of what failed in pages. */
export const logAnswers: readonly Answer[] = [
  answer(calls.apiLog, { read: list(calls.apiLog, api) }),
  answer(calls.apiLogDetail, { read: detail(calls.apiLogDetail, api) }),
  answer(calls.errorLog, { read: list(calls.errorLog, error) }),
  answer(calls.historyExport, { read: exportHistory }),
  answer(calls.errorLogDetail, { read: detail(calls.errorLogDetail, error) }),
]
