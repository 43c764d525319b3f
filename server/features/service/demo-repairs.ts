import { v7 } from 'uuid'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'

type Step = readonly [verb: string, hoursLater: number, said?: Readonly<Record<string, unknown>>]

interface DemoOrder {
  readonly fault: string
  readonly kind: string
  readonly urgency: string
  readonly hoursAgo: number
  readonly isStopped?: boolean
  readonly steps: readonly Step[]
}

const names: Readonly<Record<string, string>> = { keeper: '王护士', engineer: '李工', manager: '陈科长' }
/** The state each step leads to. */
const leadsTo: Readonly<Record<string, string>> = {
  accept: 'accepted',
  assign: 'assigned',
  arrive: 'working',
  wait: 'waiting',
  resume: 'working',
  finish: 'finished',
  check: 'done',
  sendBack: 'returned',
  cancel: 'cancelled',
}
const byWhom = (verb: string): string =>
  verb === 'assign' ? 'manager' : ['check', 'sendBack', 'cancel'].includes(verb) ? 'keeper' : 'engineer'

const taken: readonly Step[] = [
  ['accept', 0.3],
  ['arrive', 0.8],
]
const done = (diagnosis: string, measures: string, labourCost = '120.00'): Step => [
  'finish',
  3,
  { diagnosis, measures, labourHours: 1.5, labourCost },
]

const orders: readonly DemoOrder[] = [
  { fault: '开机无反应，指示灯不亮', kind: 'power', urgency: 'critical', hoursAgo: 0.6, isStopped: true, steps: [] },
  { fault: '屏幕有一条竖线', kind: 'display', urgency: 'normal', hoursAgo: 2, steps: [] },
  { fault: '推车轮子松动', kind: 'mechanical', urgency: 'normal', hoursAgo: 26, steps: [] },
  { fault: '自检报错，无法进入主界面', kind: 'software', urgency: 'urgent', hoursAgo: 5, steps: [['accept', 0.4]] },
  { fault: '报警音无法关闭', kind: 'software', urgency: 'normal', hoursAgo: 8, steps: [['assign', 1]] },
  { fault: '运行中自动重启', kind: 'electronic', urgency: 'urgent', hoursAgo: 6, isStopped: true, steps: taken },
  {
    fault: '显示数值偏差大，传感器报警',
    kind: 'electronic',
    urgency: 'urgent',
    hoursAgo: 30,
    isStopped: true,
    steps: [...taken, ['wait', 2, { reason: '等待传感器到货' }]],
  },
  {
    fault: '散热风扇异响',
    kind: 'mechanical',
    urgency: 'normal',
    hoursAgo: 28,
    steps: [...taken, done('风扇轴承磨损', '更换散热风扇，运行一小时无异响')],
  },
  {
    fault: '移动后即断电',
    kind: 'power',
    urgency: 'normal',
    hoursAgo: 50,
    steps: [...taken, done('电源线接触不良', '更换电源线'), ['sendBack', 6, { reason: '推动时仍会断电' }]],
  },
  {
    fault: '按键失灵',
    kind: 'accessory',
    urgency: 'normal',
    hoursAgo: 120,
    steps: [...taken, done('按键面板进水', '更换按键面板'), ['check', 5, { rating: 5, ratingNote: '处理及时' }]],
  },
  {
    fault: '支架升降失灵',
    kind: 'mechanical',
    urgency: 'urgent',
    hoursAgo: 200,
    steps: [...taken, done('丝杆卡滞', '清洁并润滑丝杆', '200.00'), ['check', 8, { rating: 4 }]],
  },
  { fault: '误报，电源线未插紧', kind: 'operation', urgency: 'normal', hoursAgo: 72, steps: [['cancel', 0.2]] },
]

const columns =
  'tenant_id, id, version, created_by, updated_by, created_at, updated_at, order_no, repair_status, device_id, use_dept_id, location_id, fault_description, fault_kind, urgency, is_stopped, reporter_id, reported_at, engineer_id, accepted_at, arrived_at, waiting_for, waiting_since, waited_minutes, finished_at, closed_at, reminders, diagnosis, measures, labour_hours, labour_cost, parts_cost, total_cost, rating, rating_note, stopped_card'

const insert = (tx: Transaction, table: string, names: string, rows: readonly object[]): void =>
  tx.later({
    text: `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })

/** Devices that can have all these faults, by common name: on a stand, with a screen, an alarm and a sensor. */
const bedside = ['多参数监护仪', '有创呼吸机']

/** A dozen repair orders in all states with their events, the cards that they stopped, and the notices about the open ones. */
export async function demoRepairs(tx: Transaction, { depts, users }: DemoGround): Promise<void> {
  const now = Date.now()
  const year = Number(homeDay(new Date(now)).slice(0, 4))
  const { rows: cards } = await tx.run({
    text: `select id, device_name, device_code, use_dept_id, location_id, version from device
      where tenant_id = $1 and eam_status = 'in_use' and filing_status = 'filed' and use_dept_id = $2 and common_name = any($4) order by device_code limit $3`,
    values: [tx.tenantId, depts.get('重症医学科'), orders.length, bedside],
  })
  const [rows, events, notices]: Record<string, unknown>[][] = [[], [], []]
  // The oldest report has the first number.
  for (const [index, order] of [...orders]
    .sort((one, other) => other.hoursAgo - one.hoursAgo)
    .slice(0, cards.length)
    .entries()) {
    const card = cards[index]!
    const [id, reported] = [v7(), now - order.hoursAgo * 3_600_000]
    const at = (hours: number): string => new Date(reported + hours * 3_600_000).toISOString()
    const when = (verb: string): string | null => {
      const found = order.steps.find(([name]) => name === verb)
      return found ? at(found[1]) : null
    }
    const said = Object.assign({}, ...order.steps.map(([, , input]) => input)) as Record<string, unknown>
    const state = order.steps.reduce((_, [verb]) => leadsTo[verb]!, 'reported')
    const orderNo = `WX-${year}-${String(index + 1).padStart(6, '0')}`
    const isTaken = order.steps.some(([verb]) => verb === 'accept' || verb === 'assign')
    const last = order.steps.at(-1)?.[1] ?? 0
    rows!.push({
      tenant_id: tx.tenantId,
      id,
      version: 1 + order.steps.length,
      created_by: users.get('keeper'),
      updated_by: users.get('keeper'),
      created_at: at(0),
      updated_at: at(last),
      order_no: orderNo,
      repair_status: state,
      device_id: card.id,
      use_dept_id: card.use_dept_id,
      location_id: card.location_id,
      fault_description: order.fault,
      fault_kind: order.kind,
      urgency: order.urgency,
      is_stopped: order.isStopped ? 1 : 0,
      reporter_id: users.get('keeper'),
      reported_at: at(0),
      engineer_id: isTaken ? users.get('engineer') : null,
      accepted_at: when('accept') ?? when('assign'),
      arrived_at: when('arrive'),
      waiting_for: state === 'waiting' ? said.reason : null,
      waiting_since: state === 'waiting' ? when('wait') : null,
      waited_minutes: 0,
      finished_at: when('finish'),
      closed_at: when('check') ?? when('cancel'),
      reminders: 0,
      diagnosis: said.diagnosis ?? null,
      measures: said.measures ?? null,
      labour_hours: said.labourHours ?? null,
      labour_cost: said.labourCost ?? null,
      parts_cost: said.diagnosis ? '0.00' : null,
      total_cost: said.labourCost ?? null,
      rating: said.rating ?? null,
      rating_note: said.ratingNote ?? null,
      stopped_card: order.isStopped ? 1 : 0,
    })
    const event = (entity: string, entityId: unknown, who: string, more: object) =>
      events!.push({
        tenant_id: tx.tenantId,
        id: v7(),
        entity,
        entity_id: entityId,
        actor_id: users.get(who),
        actor_name: names[who],
        version: 1,
        ...more,
      })
    event('repairOrder', id, 'keeper', { verb: 'add', at: at(0) })
    let from = 'reported'
    order.steps.forEach(([verb, hours, input], step) => {
      const to = leadsTo[verb]!
      const move = { verb, at: at(hours), version: step + 2, field: 'repairStatus', from_state: from, to_state: to }
      event('repairOrder', id, byWhom(verb), { ...move, input: verb === 'assign' ? { engineerName: names.engineer } : (input ?? null) })
      from = to
    })
    if (order.isStopped) {
      const version = Number(card.version) + 1
      const move = { field: 'eamStatus', from_state: 'in_use', to_state: 'repairing' }
      event('device', card.id, 'keeper', { verb: 'breakDown', at: at(0), version, ...move })
      tx.later({
        text: `update device set eam_status = 'repairing', version = $3, updated_by = $4, updated_at = $5 where tenant_id = $1 and id = $2`,
        values: [tx.tenantId, card.id, version, users.get('keeper'), at(0)],
      })
    }
    const tell = (kind: string, who: string, by: string, hours: number, isRead: boolean) =>
      notices!.push({
        tenant_id: tx.tenantId,
        id: v7(),
        version: 1,
        created_by: users.get(by),
        updated_by: users.get(by),
        created_at: at(hours),
        updated_at: at(hours),
        kind,
        subject: `${card.device_name} ${card.device_code} · 重症医学科`,
        detail: `${orderNo} ${order.fault}`,
        user_id: users.get(who),
        target: 'repairOrder',
        target_id: id,
        is_read: isRead ? 1 : 0,
        read_at: isRead ? at(hours + 0.1) : null,
        sent_at: at(hours),
      })
    for (const who of ['admin', 'manager', 'engineer']) tell('repair_reported', who, 'keeper', 0, order.steps.length > 0)
    if (state === 'assigned') tell('repair_assigned', 'engineer', 'manager', last, false)
    if (state === 'waiting') tell('repair_waiting', 'keeper', 'engineer', last, false)
    if (state === 'finished') tell('repair_finished', 'keeper', 'engineer', last, false)
    if (state === 'returned') tell('repair_returned', 'engineer', 'keeper', last, false)
  }
  insert(tx, 'repair_order', columns, rows!)
  insert(
    tx,
    'audit_event',
    'tenant_id, id, entity, entity_id, verb, field, from_state, to_state, version, input, actor_id, actor_name, at',
    events!,
  )
  insert(
    tx,
    'notice',
    'tenant_id, id, version, created_by, updated_by, created_at, updated_at, kind, subject, detail, user_id, target, target_id, is_read, read_at, sent_at',
    notices!,
  )
  tx.later({
    text: 'insert into number_counter (tenant_id, key, value) values ($1, $2, $3)',
    values: [tx.tenantId, `repairOrder WX-${year}-000000`, rows!.length],
  })
}
