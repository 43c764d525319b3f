import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dayStart, daysAfter, daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Parameters } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'

const mostDays = 366
const usualDays = 30

/** Days from the first to the last, both included. */
export interface Days {
  readonly first: string
  readonly last: string
  readonly today: string
}

/** The name of the range of days in a request. */
const range = 'day'

/** The days of a request: the last 30 until today when none are named. Refuses more than a year, and an end before the start. */
export function daysOf({ occurredAt }: Context, asked: Readonly<Record<string, unknown>>): Days {
  const today = homeDay(occurredAt)
  const last = String(asked[`${range}_le`] ?? today)
  const first = String(asked[`${range}_ge`] ?? daysAfter(last, 1 - usualDays))
  const count = daysBetween(first, last) + 1
  if (count < 1) throw new Refusal('rule', { zh: '结束日期早于开始日期', en: 'The last day is before the first day' })
  if (count > mostDays)
    throw new Refusal('rule', { zh: `一次最多查询 ${mostDays} 天`, en: `At most ${mostDays} days can be shown at once` })
  return { first, last, today }
}

/** One day as a request. */
export const dayAsked = (day: string): Readonly<Record<string, unknown>> => ({ [`${range}_ge`]: day, [`${range}_le`]: day })

/** What counts as an event of a day: rows of an entity at a moment or on a day. */
export interface EventSource {
  readonly of: Entity
  /** SQL of the events, before the person's data scope: `day`, `dept_id`, `device_id` of rows `t`; ends in its conditions. */
  sql(within: Within): string
}

/** SQL conditions that a column of rows `t` lies within the days. */
interface Within {
  /** The placeholder of the hospital. */
  readonly tenant: string
  moment(column: string): string
  day(column: string): string
  /** As `day`; nothing is overdue before its day has ended. */
  due(column: string): string
}

const received = homeDaySql('t.received_at')

/** What happened to devices in a day, by the name of its count. */
export const deviceEvents = {
  added: {
    of: device,
    sql: ({ moment, tenant }) =>
      `select ${homeDaySql('t.created_at')} as day, t.use_dept_id as dept_id, t.id as device_id from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${moment('created_at')}`,
  },
  moved: {
    of: deviceUse,
    sql: ({ moment, tenant }) =>
      `select ${received} as day, t.to_dept_id as dept_id, t.card_id as device_id from device_use t where t.tenant_id = ${tenant} and not t.is_deleted and t.event_type <> 'borrow' and ${moment('received_at')}`,
  },
  reported: {
    of: repairOrder,
    sql: ({ moment, tenant }) =>
      `select ${homeDaySql('t.reported_at')} as day, t.use_dept_id as dept_id, t.device_id from repair_order t where t.tenant_id = ${tenant} and not t.is_deleted and t.repair_status <> 'cancelled' and ${moment('reported_at')}`,
  },
  repaired: {
    of: repairOrder,
    sql: ({ moment, tenant }) =>
      `select ${homeDaySql('t.finished_at')} as day, t.use_dept_id as dept_id, t.device_id from repair_order t where t.tenant_id = ${tenant} and not t.is_deleted and t.repair_status <> 'cancelled' and ${moment('finished_at')}`,
  },
  stopped: {
    of: deviceStop,
    sql: ({ moment, tenant }) =>
      `select ${homeDaySql('t.since')} as day, (select d.use_dept_id from device d where d.tenant_id = t.tenant_id and d.id = t.device_id) as dept_id, t.device_id
        from device_stop t where t.tenant_id = ${tenant} and ${moment('since')}`,
  },
  lent: {
    of: deviceUse,
    sql: ({ moment, tenant }) =>
      `select ${received} as day, t.from_dept_id as dept_id, t.card_id as device_id from device_use t where t.tenant_id = ${tenant} and not t.is_deleted and t.event_type = 'borrow' and ${moment('received_at')}`,
  },
} as const satisfies Readonly<Record<string, EventSource>>

/** Finished checklists of a use with any of these results. */
const checked = (useKind: string, results: string): EventSource => ({
  of: checklistTask,
  sql: ({ moment, tenant }) =>
    `select ${homeDaySql('t.finished_at')} as day, t.use_dept_id as dept_id, t.device_id from checklist_task t
      where t.tenant_id = ${tenant} and not t.is_deleted and t.use_kind = '${useKind}' and t.task_status = 'finished' and t.result = any('{${results}}') and ${moment('finished_at')}`,
})

/** Checklists of a use that were due on a day and not finished by its end. */
const overdueChecks = (useKind: string): EventSource => ({
  of: checklistTask,
  sql: ({ due, tenant }) =>
    `select t.due_date as day, t.use_dept_id as dept_id, t.device_id from checklist_task t where t.tenant_id = ${tenant} and not t.is_deleted and t.use_kind = '${useKind}' and t.task_status <> 'cancelled'
      and (t.finished_at is null or ${homeDaySql('t.finished_at')} > t.due_date) and ${due('due_date')}`,
})

/** Metrology records that are done, with any of these results. */
const measured = (results: string): EventSource => ({
  of: metrologyRecord,
  sql: ({ day, tenant }) =>
    `select t.measured_on as day, t.use_dept_id as dept_id, t.device_id from measure_record t
      where t.tenant_id = ${tenant} and t.record_status = 'done' and t.result = any('{${results}}') and ${day('measured_on')}`,
})

/** Quality controls that are finished, with any of these results. */
const controlled = (results: string): EventSource => ({
  of: qualityControl,
  sql: ({ day, tenant }) =>
    `select t.controlled_on as day, t.use_dept_id as dept_id, t.device_id from quality_control t
      where t.tenant_id = ${tenant} and not t.is_deleted and t.control_state = 'finished' and t.result = any('{${results}}') and ${day('controlled_on')}`,
})

/** Days on which a device was due for a control, by its control before or by its schedule if it has none, without a control from then until that day. */
const overdueControls: EventSource = {
  of: qualityControl,
  sql: ({ due, tenant }) =>
    `select t.next_due as day, t.use_dept_id as dept_id, t.device_id from (
        select q.tenant_id, q.next_due, q.use_dept_id, q.device_id from quality_control q where q.tenant_id = ${tenant} and not q.is_deleted and q.control_state = 'finished'
          and not exists (select 1 from quality_control n where n.tenant_id = q.tenant_id and n.device_id = q.device_id and n.template_id = q.template_id
            and not n.is_deleted and n.control_state = 'finished' and n.id <> q.id and (n.controlled_on, n.finished_at) > (q.controlled_on, q.finished_at) and n.controlled_on <= q.next_due)
          and exists (select 1 from device d where d.tenant_id = q.tenant_id and d.id = q.device_id and device_pause(d.tenant_id, d.id) is null)
        union all
        select c.tenant_id, c.next_due, d.use_dept_id, c.device_id from quality_card c join device d on d.tenant_id = c.tenant_id and d.id = c.device_id
          where c.tenant_id = ${tenant} and not c.is_deleted and c.pause is null and c.last_control_id is null
      ) t where t.tenant_id = ${tenant} and ${due('next_due')}`,
}

/** How checks of a day ended, by source and outcome. An overdue one was due on the day and not done by its end. */
export const qualityEvents = {
  inspection: {
    done: [checked('inspection', 'normal,abnormal')],
    passed: [checked('inspection', 'normal')],
    failed: [checked('inspection', 'abnormal')],
    overdue: [overdueChecks('inspection')],
  },
  quality: {
    done: [checked('quality', 'normal,abnormal'), controlled('passed,failed')],
    passed: [checked('quality', 'normal'), controlled('passed')],
    failed: [checked('quality', 'abnormal'), controlled('failed')],
    overdue: [overdueChecks('quality'), overdueControls],
  },
  measure: {
    done: [measured('passed,limited,failed')],
    passed: [measured('passed')],
    failed: [measured('failed')],
    overdue: [
      {
        of: metrologyRecord,
        sql: ({ due, tenant }) =>
          `select t.due_date as day, t.use_dept_id as dept_id, t.device_id from measure_record t where t.tenant_id = ${tenant} and t.record_status <> 'cancelled'
          and (t.record_status <> 'done' or t.measured_on > t.due_date) and ${due('due_date')}`,
      },
    ],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly EventSource[]>>>>

/** SQL of the events of a source within the person's data scope: `kind`, `day`, `dept_id`, `device_id`. Undefined without the right to list them. */
export function eventsSql(
  kind: string,
  { of, sql }: EventSource,
  context: Context,
  { first, last, today }: Days,
  into: Parameters,
): string | undefined {
  if (!mayList(context.actor, of)) return undefined
  const between = (column: string, until: string): string => `${column} between ${into.add(first)}::date and ${into.add(until)}::date`
  const events = sql({
    tenant: into.add(context.actor.tenantId),
    moment: (column) =>
      `${column} >= ${into.add(dayStart(first))}::timestamptz and ${column} < ${into.add(dayStart(daysAfter(last, 1)))}::timestamptz`,
    day: (column) => between(column, last),
    due: (column) => between(column, last >= today ? daysAfter(today, -1) : last),
  })
  const scope = scopeSql(of, context.actor, 't', into)
  return `select '${kind}' as kind, x.* from (${events}${scope ? ` and ${scope}` : ''}) x`
}

/** SQL of no events, for people who may list none of the sources. */
export const noEvents = ({ first }: Days, into: Parameters): string =>
  `select '' as kind, ${into.add(first)}::date as day, null::uuid as dept_id, null::uuid as device_id where false`
