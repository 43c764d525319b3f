import { deviceTips, deviceTipsCount } from '#contract/calls/insight/device-tips.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceStop } from '#contract/entities/asset/stops/device-stop.ts'
import { type StopFacts, stopSentence } from '#contract/entities/asset/stops/stop-sentence.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { maintainStates, openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates, repairStates } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysAfter, daysBetween, homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import { Parameters, type Query, type Row } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { paged, pageOf } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'

type Tip = AnswerOf<typeof deviceTips>['records'][number]
type Tone = Tip['tone']

/** How many days ahead something due is told. */
const dueDays = 30
const warrantyDays = 60

/** SQL of the hospital, of the device, and of the days until which something due and a warranty are told. */
interface At {
  readonly tenant: string
  readonly device: string
  readonly until: string
  readonly far: string
}

interface Source {
  readonly kind: Tip['kind']
  readonly of: Entity
  readonly page: string
  /** SQL of its rows `t`, without those outside the person's scope; ends in its conditions. */
  sql(at: At): string
  readonly order: string
  tip(row: Row, today: string): readonly [tone: Tone, words: Words]
}

/** How far a day is: overdue, today or to come. */
function dueIn(day: string, today: string): readonly [Tone, Words] {
  const left = daysBetween(today, day)
  if (left < 0) return ['bad', { zh: `已逾期 ${-left} 天`, en: left === -1 ? '1 day overdue' : `${-left} days overdue` }]
  if (left === 0) return ['warn', { zh: '今天到期', en: 'due today' }]
  return ['warn', { zh: `${left} 天后到期`, en: left === 1 ? 'due in 1 day' : `due in ${left} days` }]
}

const text = (value: unknown): string => String(value ?? '')
const wordsOf = (states: Readonly<Record<string, Words>>, state: unknown): Words =>
  states[text(state)] ?? { zh: text(state), en: text(state) }
const anyOf = (states: readonly string[]): string => `any(array['${states.join("','")}'])`

const sources: readonly Source[] = [
  {
    kind: 'stop',
    of: deviceStop,
    page: '/eam/device-stops',
    sql: ({ tenant, device: card }) =>
      `select t.stop_kind as "stopKind", t.cause, t.reason, t.certificate_no as "certificateNo", t.valid_until::text as "validUntil" from device_stop t where t.tenant_id = ${tenant} and t.device_id = ${card} and t.lifted_at is null`,
    order: 'since, id',
    tip(row) {
      const { zh, en } = stopSentence(row as unknown as StopFacts)
      return ['bad', { zh: `设备${zh}`, en: `The device is ${en}` }]
    },
  },
  {
    kind: 'repair',
    of: repairOrder,
    page: '/eam/repair',
    sql: ({ tenant, device: card }) =>
      `select t.order_no as no, t.repair_status as state, t.is_stopped as stopped from repair_order t where t.tenant_id = ${tenant} and not t.is_deleted and t.device_id = ${card} and t.repair_status = ${anyOf(openRepairStates)}`,
    order: 'reported_at, id',
    tip({ no, state, stopped }) {
      const { zh, en } = wordsOf(repairStates, state)
      return [stopped === 1 ? 'bad' : 'busy', { zh: `维修工单 ${no} 未完成（${zh}）`, en: `Repair order ${no} is open (${en})` }]
    },
  },
  {
    kind: 'maintenance',
    of: maintainOrder,
    page: '/eam/maintain-order',
    sql: ({ tenant, device: card }) =>
      `select t.order_no as no, t.order_state as state, t.due_date::text as day from maintain_order t where t.tenant_id = ${tenant} and not t.is_deleted and t.device_id = ${card} and t.order_state = ${anyOf(openMaintainStates)}`,
    order: 'due_date, id',
    tip({ no, state, day }, today) {
      const [tone, left] = dueIn(text(day), today)
      const { zh, en } = wordsOf(maintainStates, state)
      return [
        tone === 'bad' ? 'bad' : 'busy',
        {
          zh: `保养工单 ${no} 未完成（${zh}），应于 ${day} 保养，${left.zh}`,
          en: `Maintenance order ${no} is open (${en}), due on ${day}: ${left.en}`,
        },
      ]
    },
  },
  {
    kind: 'maintenance',
    of: maintainCard,
    page: '/eam/maintain-card',
    // One with an open order is told with its order.
    sql: ({ tenant, device: card, until }) =>
      `select t.next_due::text as day from maintain_card t where t.tenant_id = ${tenant} and not t.is_deleted and t.device_id = ${card} and t.next_due <= ${until} and t.pause is null and t.open_order_id is null`,
    order: 'next_due, id',
    tip({ day }, today) {
      const [tone, left] = dueIn(text(day), today)
      return [tone, { zh: `下次保养 ${day}，${left.zh}`, en: `Next maintenance on ${day}: ${left.en}` }]
    },
  },
  {
    kind: 'metrology',
    of: metrologyCard,
    page: '/eam/measure-card',
    sql: ({ tenant, device: card, until }) =>
      `select t.due_date::text as day, t.certificate_no as no, t.unverified_since as unverified from measure_card t where t.tenant_id = ${tenant} and t.device_id = ${card} and t.due_date <= ${until} and t.pause is null`,
    order: 'due_date, id',
    tip({ day, no, unverified }, today) {
      const [tone, left] = dueIn(text(day), today)
      if (unverified) return ['bad', { zh: '强检设备尚未检定', en: 'The mandatory verification is missing' }]
      const named = no ? ` ${no}` : ''
      return [
        tone,
        {
          zh: `计量证书${named} 应于 ${day} 前续检，${left.zh}`,
          en: `Metrology certificate${named} is to be renewed by ${day}: ${left.en}`,
        },
      ]
    },
  },
  {
    kind: 'loan',
    of: deviceUse,
    page: '/eam/device-use',
    sql: ({ tenant, device: card }) =>
      `select p.dept_name as name, ${homeDaySql('t.return_time')}::text as day from device_use t left join dept p on p.tenant_id = t.tenant_id and p.id = t.to_dept_id where t.tenant_id = ${tenant} and not t.is_deleted and t.card_id = ${card} and t.event_type = 'borrow' and t.status in ('received', 'returning')`,
    order: 'received_at',
    tip({ name, day }, today) {
      if (!day) return ['busy', { zh: `已借给${name}`, en: `On loan to ${name}` }]
      const [tone, left] = dueIn(text(day), today)
      return [
        tone === 'bad' ? 'bad' : 'busy',
        { zh: `已借给${name}，应于 ${day} 归还，${left.zh}`, en: `On loan to ${name}, to return on ${day}: ${left.en}` },
      ]
    },
  },
  {
    kind: 'warranty',
    of: device,
    page: '/eam/device',
    sql: ({ tenant, device: card, far }) =>
      `select c.day::text as day, t.cover_state as cover from device t cross join lateral (select case when t.cover_state = 'contract' then t.covered_until else t.warranty_end end as day) c
        where t.tenant_id = ${tenant} and not t.is_deleted and t.id = ${card} and c.day <= ${far} and t.eam_status <> 'disposed'`,
    order: 'id',
    tip({ day, cover }, today) {
      const left = daysBetween(today, text(day))
      if (cover === 'contract' && left >= 0)
        return ['warn', { zh: `维保合同至 ${day}，还有 ${left} 天`, en: `The service contract ends on ${day}, in ${left} days` }]
      if (left < 0) return ['warn', { zh: `保修已于 ${day} 到期`, en: `The warranty ended on ${day}` }]
      return ['warn', { zh: `保修至 ${day}，还有 ${left} 天`, en: `The warranty ends on ${day}, in ${left} days` }]
    },
  },
]

function sourceQuery({ of, sql, order }: Source, context: Context, id: string): Query {
  const into = new Parameters()
  const today = homeDay(context.occurredAt)
  const scope = scopeSql(of, context.actor, 't', into)
  const day = (days: number): string => `${into.add(daysAfter(today, days))}::date`
  // A text names only the parameters that it uses.
  const rows = sql({
    tenant: into.add(context.actor.tenantId),
    device: `${into.add(id)}::uuid`,
    get until() {
      return day(dueDays)
    },
    get far() {
      return day(warrantyDays)
    },
  })
  return {
    text: `${rows}${scope ? ` and ${scope}` : ''} order by ${order} limit 50`,
    values: into.values,
  }
}

/** All tips of a device that the person sees, of rows that the person may list; most urgent first. */
function allTips(context: Context, id: string): ReadPlan<Tip[]> {
  const { actor, language } = context
  const today = homeDay(context.occurredAt)
  const shown = sources.filter(({ of }) => mayList(actor, of))
  const into = new Parameters()
  const scope = scopeSql(device, actor, 't', into)
  const seen: Query = {
    text: `select 1 from device t where t.tenant_id = ${into.add(actor.tenantId)} and t.id = ${into.add(id)} and not t.is_deleted${scope ? ` and ${scope}` : ''}`,
    values: into.values,
  }
  const rank: Readonly<Record<Tone, number>> = { bad: 0, warn: 1, busy: 2 }
  return {
    queries: [seen, ...shown.map((source) => sourceQuery(source, context, id))],
    answer([card, ...results]) {
      if (card!.rows.length === 0) throw new Refusal('not_found', { what: device })
      const tips = shown.flatMap(({ kind, page, tip }, index) =>
        results[index]!.rows.map((row): Tip => {
          const [tone, words] = tip(row, today)
          return { kind, sentence: words[language], tone, page }
        }),
      )
      return tips.sort((one, other) => rank[one.tone] - rank[other.tone])
    },
  }
}

/** A page of the tips of a device. */
export function tipsOf(context: Context): ReadPlan<AnswerOf<typeof deviceTips>> {
  const { deviceId } = read(deviceTips.input, context.input) as { deviceId: string }
  const { current, size, offset } = pageOf(context)
  const { queries, answer } = allTips(context, deviceId)
  return {
    queries,
    async answer(results) {
      const tips = await answer(results)
      return paged(tips.slice(offset, offset + size), tips.length, { current, size })
    },
  }
}

/** Their number. */
export function tipsCount(context: Context): ReadPlan<AnswerOf<typeof deviceTipsCount>> {
  const { deviceId } = read(deviceTipsCount.input, context.input) as { deviceId: string }
  const { queries, answer } = allTips(context, deviceId)
  return { queries, answer: async (results) => ({ count: (await answer(results)).length }) }
}
