import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { checklistTask } from '#contract/entities/checklist/checklist-task.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { dayStart, daysAfter, daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Parameters } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { tableName } from '#server/kit/table.ts'

const mostDays = 366
const usualDays = 30

/** Days from the first to the last, both included. */
export interface Days {
  readonly first: string
  readonly last: string
  readonly today: string
}

/** The days of a request: the last 30 until today when none are named. Refuses more than a year, and an end before the start. */
export function daysOf({ occurredAt }: Context, asked: { readonly day_ge?: unknown; readonly day_le?: unknown }): Days {
  const today = homeDay(occurredAt)
  const last = String(asked.day_le ?? today)
  const first = String(asked.day_ge ?? daysAfter(last, 1 - usualDays))
  const count = daysBetween(first, last) + 1
  if (count < 1) throw new Refusal('rule', { zh: '结束日期早于开始日期', en: 'The last day is before the first day' })
  if (count > mostDays)
    throw new Refusal('rule', { zh: `一次最多查询 ${mostDays} 天`, en: `At most ${mostDays} days can be shown at once` })
  return { first, last, today }
}

/** What counts as an event of a day: rows of an entity at a moment or on a day. */
export interface EventSource {
  readonly of: Entity
  /** The column of the moment, or of the day if `isDay`. */
  readonly at: string
  readonly isDay?: true
  readonly where?: string
  readonly device?: string
  /** SQL of the department; that of the row if absent. */
  readonly dept?: string
}

/** What happened to devices in a day, by the name of its count. */
export const deviceEvents = {
  added: { of: device, at: 'created_at', device: 'id' },
  moved: { of: deviceUse, at: 'received_at', where: `t.event_type <> 'borrow'`, device: 'card_id', dept: 't.to_dept_id' },
  reported: { of: repairOrder, at: 'reported_at', where: `t.repair_status <> 'cancelled'` },
  repaired: { of: repairOrder, at: 'finished_at', where: `t.repair_status <> 'cancelled'` },
  stopped: {
    of: deviceStop,
    at: 'since',
    dept: '(select d.use_dept_id from device d where d.tenant_id = t.tenant_id and d.id = t.device_id)',
  },
  lent: { of: deviceUse, at: 'received_at', where: `t.event_type = 'borrow'`, device: 'card_id', dept: 't.from_dept_id' },
} as const satisfies Readonly<Record<string, EventSource>>

const checklist = (useKind: string) => {
  const of = { of: checklistTask, at: 'finished_at' } as const
  const finished = `t.use_kind = '${useKind}' and t.task_status = 'finished'`
  return {
    done: { ...of, where: finished },
    passed: { ...of, where: `${finished} and t.result = 'normal'` },
    failed: { ...of, where: `${finished} and t.result = 'abnormal'` },
    overdue: {
      of: checklistTask,
      at: 'due_date',
      isDay: true,
      where: `t.use_kind = '${useKind}' and t.task_status <> 'cancelled' and (t.finished_at is null or ${homeDaySql('t.finished_at')} > t.due_date)`,
    },
  } as const
}
const measured = { of: metrologyRecord, at: 'measured_on', isDay: true } as const

/** How checks of a day ended, by source and outcome. An overdue one was due on the day and not done by its end. */
export const qualityEvents = {
  inspection: checklist('inspection'),
  quality: checklist('quality'),
  measure: {
    done: { ...measured, where: `t.record_status = 'done'` },
    passed: { ...measured, where: `t.record_status = 'done' and t.result = 'passed'` },
    failed: { ...measured, where: `t.record_status = 'done' and t.result = 'failed'` },
    overdue: {
      of: metrologyRecord,
      at: 'due_date',
      isDay: true,
      where: `t.record_status <> 'cancelled' and (t.record_status <> 'done' or t.measured_on > t.due_date)`,
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, EventSource>>>>

/** SQL of the events of a source within the person's data scope: `kind`, `day`, `dept_id`, `device_id`. Undefined without the right to list them. */
export function eventsSql(
  kind: string,
  source: EventSource,
  context: Context,
  { first, last, today }: Days,
  into: Parameters,
): string | undefined {
  const { of, at, isDay, where, device: card = 'device_id', dept = 't.use_dept_id' } = source
  if (!mayList(context.actor, of)) return undefined
  const column = `t.${at}`
  // Nothing is overdue before its day has ended.
  const until = at === 'due_date' && last >= today ? daysAfter(today, -1) : last
  const range = isDay
    ? `${column} between ${into.add(first)}::date and ${into.add(until)}::date`
    : `${column} >= ${into.add(dayStart(first))}::timestamptz and ${column} < ${into.add(dayStart(daysAfter(last, 1)))}::timestamptz`
  const scope = scopeSql(of, context.actor, 't', into)
  const conditions = [`t.tenant_id = ${into.add(context.actor.tenantId)}`, range, where, of.softDelete && 'not t.is_deleted', scope]
  return `select '${kind}' as kind, ${isDay ? column : homeDaySql(column)} as day, ${dept} as dept_id, t.${card} as device_id
    from ${tableName(of)} t where ${conditions.filter(Boolean).join(' and ')}`
}

/** SQL of no events, for people who may list none of the sources. */
export const noEvents = ({ first }: Days, into: Parameters): string =>
  `select '' as kind, ${into.add(first)}::date as day, null::uuid as dept_id, null::uuid as device_id where false`
