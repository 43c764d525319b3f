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
import { mayHide, veilSql } from '#server/kit/blind-tasks.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { ruleOf } from '#server/kit/history.ts'
import { pagePlan } from '#server/kit/page-plan.ts'
import { read } from '#server/kit/refuse.ts'
import { scopedBy, unionOf } from '#server/kit/scope-of-roles.ts'
import { tableName } from '#server/kit/table.ts'
import { exportHistory } from './history-export.ts'

interface Log {
  /** Whether its rows are about records of entities. */
  readonly isOfRows: boolean
  readonly from: string
  /** The newest first by the server's time. */
  readonly order: string
  /** Columns of the list, and those that the detail has beside them. */
  readonly columns: string
  readonly more: string
}

const api: Log = {
  isOfRows: true,
  from: 'audit_event t',
  order: 't.at desc, t.id desc',
  columns: 't.id, t.entity, t.entity_id as "entityId", t.verb, t.actor_name as "createUserName", t.at as "createTime", t.by_rule as rule',
  more: 't.field, t.from_state as "fromState", t.to_state as "toState", t.version, t.changes, t.occurred_at as "occurredTime"',
}
const error: Log = {
  isOfRows: false,
  from: 'client_log t left join app_user u on u.tenant_id = t.tenant_id and u.id = t.user_id',
  order: 't.id desc',
  columns: `t.id, t.entry ->> 'type' as type, t.entry ->> 'message' as message, t.entry ->> 'url' as url, u.real_name as "createUserName", t.created_at as "createTime"`,
  more: `t.entry ->> 'stack' as stack, t.entry ->> 'info' as info, t.entry ->> 'time' as time`,
}

const mayRead = calls.apiLog.may

/** The logs know no departments, so that they are for who sees all of them: by the roles that hold the right, not by others of the person. */
const whereOf = ({ actor }: Context): string =>
  `t.tenant_id = $1${unionOf(actor.roles.filter(({ rights }) => rights.has(mayRead))).isAll ? '' : ' and false'}`

/** Entities of whose rows the person does not see all: their events are left out. */
const limitedFor = ({ actor }: Context): readonly string[] =>
  entities.flatMap((of) => (takesRule(scopedBy(of)) && !actor.scopeOf(scopedBy(of)).isAll ? [of.name] : []))

/** The rule of an event as a sentence. */
const inWords = (row: Row, language: Language): Row =>
  'rule' in row ? { ...row, rule: ruleOf({ by_rule: row.rule, actor_name: row.createUserName }, language) } : row

/** Leaves out the events of rows that a running blind task hides from the person. */
const veiledSql = ({ actor }: Context, into: Parameters): string =>
  entities
    .filter((of) => mayHide(of, actor))
    .map((of) => {
      const veil = veilSql(of, actor, 'v', into)
      return ` and (t.entity <> '${of.name}' or not exists (select 1 from ${tableName(of)} v where v.tenant_id = t.tenant_id and v.id = t.entity_id and not (${veil})))`
    })
    .join('')

function conditionOf(log: Log, context: Context): { where: string; values: unknown[] } {
  const into = new Parameters()
  into.add(context.actor.tenantId)
  if (!log.isOfRows) return { where: whereOf(context), values: into.values }
  const limited = into.add(limitedFor(context))
  return { where: `${whereOf(context)} and t.entity <> all(${limited}::text[])${veiledSql(context, into)}`, values: into.values }
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

const list =
  <R>(log: Log) =>
  (context: Context): ReadPlan<PageOf<R>> => {
    const { where, values } = conditionOf(log, context)
    return pagePlan(
      context,
      { columns: log.columns, from: `${log.from} where ${where}`, order: log.order, values },
      (row) => inWords(row, context.language) as R,
    )
  }

const detail =
  <C extends Call>(of: C, log: Log) =>
  (context: Context): ReadPlan<AnswerOf<C>> => {
    const { id } = read(of.input, context.input) as { id: string }
    const { where, values } = conditionOf(log, context)
    return {
      queries: [
        {
          text: `select ${log.columns}, ${log.more} from ${log.from} where ${where} and t.id = $${values.length + 1}::uuid`,
          values: [...values, id],
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
  answer(calls.apiLog, { read: list(api) }),
  answer(calls.apiLogDetail, { read: detail(calls.apiLogDetail, api) }),
  answer(calls.errorLog, { read: list(error) }),
  answer(calls.historyExport, { read: exportHistory }),
  answer(calls.errorLogDetail, { read: detail(calls.errorLogDetail, error) }),
]
