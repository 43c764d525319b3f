import * as calls from '#contract/calls/record/log.ts'
import { ofProgram } from '#contract/entities/record/access-log.ts'
import { allowsScopeRule } from '#contract/kit/access/scope-kind.ts'
import type { AnswerOf, PageOf } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, rightOf, urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Language } from '#contract/kit/words.ts'
import { logActs, logSubjects } from '#contract/log-words.ts'
import { calls as allCalls, entities } from '#contract/registry.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { hiddenRowsSql, hideBlindLinesSql, mayHide } from '#server/kit/access/blind-tasks.ts'
import { scopeEntityOf, unionOf } from '#server/kit/access/scope-of-roles.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type CountedLog, countedLogPlan, type LogFilter } from '#server/kit/counts/log-count.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { seesClosed } from '#server/kit/read/closed.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { textSql } from '#server/kit/read/search.ts'
import { read } from '#server/kit/refuse.ts'
import { ruleOf, wordsOf } from '#server/kit/steps/history.ts'
import { tableName } from '#server/kit/table.ts'
import { exportHistory } from './history-export.ts'

/** The columns of a log: of its list, and those that the detail has beside them. */
const api = {
  columns: 't.id, t.entity, t.entity_id as "entityId", t.verb, t.actor_name as "createUserName", t.at as "createTime", t.by_rule as rule',
  more: 't.field, t.from_state as "fromState", t.to_state as "toState", t.version, t.changes, t.occurred_at as "occurredTime", t.device_time as "deviceTime"',
} as const
const error = {
  columns: `t.id, t.entry ->> 'type' as type, t.entry ->> 'message' as message, t.entry ->> 'url' as url, u.real_name as "createUserName", t.created_at as "createTime"`,
  more: `t.entry ->> 'stack' as stack, t.entry ->> 'info' as info, t.entry ->> 'time' as time`,
} as const

const mayRead = calls.apiLog.may

/** The logs know no departments, so that they are for who sees all of them: by the roles that hold the right, not by others of the person. */
const readsLogs = ({ actor }: Context): boolean => unionOf(actor.roles.filter(({ rights }) => rights.has(mayRead))).isAll

/** Entities of whose rows the person does not see all: their events are left out. */
const limitedFor = ({ actor }: Context): readonly string[] =>
  entities.flatMap((of) => {
    const root = scopeEntityOf(of)
    return (allowsScopeRule(root) || root.scope?.every) && !actor.scopeOf(root).isAll ? [of.name] : []
  })

/** The address of the call by which an event came about; null where it is none of the declared ones. */
function addressOf(subject: string, verb: string, of: Entity | undefined): string | null {
  const named = allCalls.find(({ name }) => name === `${subject}.${verb}`)
  if (named) return `/api${pathsOf(named)[0]}`
  const through = verb === 'add' || verb === 'change' ? 'submit' : verb === 'remove' ? 'remove' : undefined
  const [url] = of && through && verbsOf(of).includes(through) ? urlsOf(of, through) : []
  return url ? `/api${url}` : null
}

const program = { serviceId: ofProgram.serviceId.is, env: ofProgram.env.is }

/** Entity, verb and rule of an event in words; an error as it is. Both also by the names of other front ends. */
function inWords(row: Row, language: Language): Row {
  const createBy = row.createUserName
  if (!('rule' in row)) {
    const { type, url, stack } = row
    return { ...row, ...program, createBy, requestUri: url, exceptionName: type, ...(stack !== undefined && { stackTrace: stack }) }
  }
  const of = entities.find(({ name }) => name === row.entity)
  const rule = ruleOf({ by_rule: row.rule, actor_name: row.createUserName }, language)
  const [subject, verb] = [String(row.entity), String(row.verb)]
  const act = of ? wordsOf(of, verb) : (logActs[verb] ?? allCalls.find(({ name }) => name === `${subject}.${verb}`))
  const about = of ?? logSubjects[subject]
  const [entityValue, verbValue] = [about?.[language] ?? subject, act?.[language] ?? verb]
  const theirs = { ...program, createBy, title: `${entityValue} ${verbValue}`, method: 'POST', requestUri: addressOf(subject, verb, of) }
  return { ...row, entityValue, verbValue, rule, ...theirs }
}

/** Leaves out the events of rows that a running blind task hides from the person. */
const veiledSql = ({ actor }: Context, into: Parameters): string =>
  entities
    .filter((of) => mayHide(of, actor))
    .map((of) => {
      const veil = hideBlindLinesSql(of, actor, 'v', into)
      return ` and (t.entity <> '${of.name}' or not exists (select 1 from ${tableName(of)} v where v.tenant_id = t.tenant_id and v.id = t.entity_id and not (${veil})))`
    })
    .join('')

/** The rows that those events are of. */
const veiledRows = ({ actor }: Context, into: Parameters) =>
  entities.filter((of) => mayHide(of, actor)).map((of) => ({ kind: of.name, ids: hiddenRowsSql(of, actor, into) }))

/** The condition on a log that a person reads from, over the alias `t`. */
const openTo = (context: Context, into: Parameters): string =>
  `t.tenant_id = ${into.add(context.actor.tenantId)}${readsLogs(context) ? '' : ' and false'}`
const eventsOpenTo = (context: Context, into: Parameters): string =>
  `${openTo(context, into)} and t.entity <> all(${into.add(limitedFor(context))}::text[])${veiledSql(context, into)}`

/** Whether the person may read records of an entity, and with it what was changed in them. */
export function mayReadRows({ actor }: Context, name: string | undefined): boolean {
  const named = entities.find((one) => one.name === name)
  return named?.path === undefined || mayCall(actor, rightOf(named, 'detail'), `${named.name}.detail`)
}

/** What was changed, without the fields that the hospital hides and those that are closed to the person. */
function shownChanges({ actor }: Context, name: string | undefined, changes: unknown): unknown {
  const of = entities.find((one) => one.name === name)
  if (!of || typeof changes !== 'object' || changes === null) return changes ?? null
  const shown = actor.settings.view(of).fields
  const isShown = (field: string, { closed }: Field): boolean => field in shown && (!closed || seesClosed(closed, actor))
  const hidden = new Set(Object.entries(of.fields).flatMap(([field, facts]) => (isShown(field, facts) ? [] : [wireName(field, facts)])))
  return Object.fromEntries(Object.entries(changes).filter(([wire]) => !hidden.has(wire)))
}

/** One page of a log whose entries are counted by day: `textOf` reads the rows of these keys. */
function countedPage<R>(context: Context, log: CountedLog, filter: LogFilter, textOf: (keys: string) => string): ReadPlan<PageOf<R>> {
  const page = pageOf(context)
  const { total, keys } = countedLogPlan(log, context.actor.tenantId, filter)
  const { text, values } = keys(page.size, page.offset)
  return {
    queries: [{ text: textOf(text), values }, total],
    answer: ([found, count]) =>
      paged(
        found!.rows.map((row) => inWords(row, context.language) as R),
        Number(count!.rows[0]!.total),
        page,
      ),
  }
}

type Wire = Readonly<Record<'createTime_dategt' | 'createTime_datelt' | 'userId', string | null>>
const asked = <F extends string>(of: Call, { input }: Context) =>
  read(of.input, input, { beside: ['tenantId'] }) as unknown as Wire & Readonly<Record<F, string | null>>

type Event = AnswerOf<typeof calls.apiLog>['records'][number]
type Failure = AnswerOf<typeof calls.errorLog>['records'][number]

/** Events by kind, act and moments come from their counts, those of one person from their index. */
function apiList(context: Context): ReadPlan<AnswerOf<typeof calls.apiLog>> {
  const { createTime_dategt: since, createTime_datelt: until, userId, entity, verb } = asked<'entity' | 'verb'>(calls.apiLog, context)
  if (!userId && readsLogs(context))
    return countedPage(
      context,
      { table: 'audit_event', at: 'at', kinds: ['entity', 'verb'], row: 'entity_id' },
      {
        kinds: entity ? [entity] : undefined,
        acts: verb ? [verb] : undefined,
        except: limitedFor(context),
        since: since ?? undefined,
        until: until ?? undefined,
        hidden: (counted) => veiledRows(context, counted),
      },
      (keys) => `select ${api.columns} from audit_event t where (t.tenant_id, t.id, t.at) in (${keys}) order by t.at desc, t.id desc`,
    )
  const into = new Parameters()
  const where = [
    eventsOpenTo(context, into),
    ...(userId ? [`t.actor_id = ${into.add(userId)}::uuid`] : []),
    ...(entity ? [`t.entity = ${into.add(entity)}`] : []),
    ...(verb ? [`t.verb = ${into.add(verb)}`] : []),
    ...(since ? [`t.at >= ${into.add(since)}::timestamptz`] : []),
    ...(until ? [`t.at <= ${into.add(until)}::timestamptz`] : []),
  ]
  return pagePlan<Row, Event>(
    context,
    { columns: api.columns, from: `audit_event t where ${where.join(' and ')}`, order: 't.at desc, t.id desc', values: into.values },
    (row) => inWords(row, context.language) as unknown as Event,
  )
}

/** Errors by moments come from their counts. */
function errorList(context: Context): ReadPlan<AnswerOf<typeof calls.errorLog>> {
  const { createTime_dategt: since, createTime_datelt: until, userId, keyword, type } = asked<'keyword' | 'type'>(calls.errorLog, context)
  // The texts of logs are kept in small letters alone.
  const typed = String(keyword ?? '')
    .toLowerCase()
    .replaceAll('|', ' ')
    .trim()
  if (!userId && !type && !typed && readsLogs(context))
    return countedPage(
      context,
      { table: 'client_log', at: 'created_at' },
      { since: since ?? undefined, until: until ?? undefined },
      (keys) => `select ${error.columns} from client_log t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
        where (t.tenant_id, t.id, t.created_at) in (${keys}) order by t.created_at desc, t.id desc`,
    )
  const into = new Parameters()
  const where = [
    openTo(context, into),
    ...(userId ? [`t.user_id = ${into.add(userId)}::uuid`] : []),
    ...(type ? [`t.entry ->> 'type' = ${into.add(type)}`] : []),
    ...(typed ? [textSql(typed, context.tools.searchMode, into)] : []),
    ...(since ? [`t.created_at >= ${into.add(since)}::timestamptz`] : []),
    ...(until ? [`t.created_at <= ${into.add(until)}::timestamptz`] : []),
  ]
  return pagePlan<Failure>(
    context,
    {
      columns: error.columns,
      from: `client_log t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id where ${where.join(' and ')}`,
      order: 't.created_at desc, t.id desc',
      values: into.values,
    },
    (row) => inWords(row as unknown as Row, context.language) as unknown as Failure,
  )
}

const idIn = (of: Call, { input }: Context): string => (read(of.input, input) as { id: string }).id

function apiDetail(context: Context): ReadPlan<AnswerOf<typeof calls.apiLogDetail>> {
  const into = new Parameters()
  const where = eventsOpenTo(context, into)
  const id = into.add(idIn(calls.apiLogDetail, context))
  return {
    queries: [{ text: `select ${api.columns}, ${api.more} from audit_event t where ${where} and t.id = ${id}::uuid`, values: into.values }],
    answer([found]) {
      if (!found!.rows[0]) throw new Refusal('not_found', { what: calls.apiLogDetail })
      const row = inWords(found!.rows[0], context.language) as AnswerOf<typeof calls.apiLogDetail>
      const changes = mayReadRows(context, row.entity) ? shownChanges(context, row.entity, row.changes) : null
      return { ...row, changes, params: changes === null ? null : JSON.stringify(changes) }
    },
  }
}

function errorDetail(context: Context): ReadPlan<AnswerOf<typeof calls.errorLogDetail>> {
  const into = new Parameters()
  const where = openTo(context, into)
  const id = into.add(idIn(calls.errorLogDetail, context))
  return {
    queries: [
      {
        text: `select ${error.columns}, ${error.more} from client_log t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id
          where ${where} and t.id = ${id}::uuid`,
        values: into.values,
      },
    ],
    answer([found]) {
      if (!found!.rows[0]) throw new Refusal('not_found', { what: calls.errorLogDetail })
      return inWords(found!.rows[0], context.language) as AnswerOf<typeof calls.errorLogDetail>
    },
  }
}

/** The logs of what was written and of what failed in pages. */
export const logAnswers: readonly Answer[] = [
  answer(calls.apiLog, { read: apiList }),
  answer(calls.apiLogDetail, { read: apiDetail }),
  answer(calls.errorLog, { read: errorList }),
  answer(calls.historyExport, { read: exportHistory }),
  answer(calls.errorLogDetail, { read: errorDetail }),
]
