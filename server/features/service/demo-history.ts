import { v7 } from 'uuid'
import { homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { homeOffset } from '#contract/kit/time/moment.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { numbers } from '#server/demo/demo-numbers.ts'
import { faultsOf } from './demo-faults.ts'
import { demoRanBefore } from './ran-before.ts'

const hour = 3_600_000
const weeks = 104
const notes = ['处理及时', '修复后使用正常', '服务态度好', '希望更快一些', null, null] as const

/** How busy the months are, from January: wards are full in winter, and the heat of July and August tries power supplies. */
const seasons = [1.5, 1.3, 1, 0.9, 0.8, 0.9, 1.2, 1.2, 0.8, 0.8, 1, 1.4] as const

interface Card {
  readonly id: string
  readonly common_name: string
  readonly use_dept_id: string
  readonly location_id: string | null
}

const insert = (tx: Transaction, table: string, rows: readonly object[]): void => {
  const names = Object.keys(rows[0]!).join(', ')
  tx.later({
    text: `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    values: [JSON.stringify(rows)],
  })
}

/** Two years of finished repairs with their parts, costs and events. Winters and Monday mornings are busy, and responses got shorter over time. */
export async function demoHistory(tx: Transaction, { users }: DemoGround): Promise<void> {
  const random = numbers(20_241_122)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const { rows: cards } = await tx.run({
    text: `select id, common_name, use_dept_id, location_id from device where tenant_id = $1 and filing_status = 'filed' and eam_status = 'in_use' order by device_code`,
    values: [tx.tenantId],
  })
  const [orders, parts, events]: object[][] = [[], [], []]
  const numbered = new Map<number, number>()
  const { rows: counters } = await tx.run({
    text: `select key, value from number_counter where tenant_id = $1 and key like 'repairOrder WX-%'`,
    values: [tx.tenantId],
  })
  for (const { key, value } of counters) numbered.set(Number(String(key).slice(15, 19)), Number(value))
  const monday = Date.parse(`${mondayOf(homeDay(new Date()))}T08:00:00${homeOffset}`)
  for (let week = weeks; week >= 1; week--) {
    const start = monday - week * 7 * 24 * hour
    const count = Math.round((3 + random() * 4) * seasons[Number(homeDay(new Date(start)).slice(5, 7)) - 1]!)
    // The week before this one is not over for everybody: what is not finished is among the open orders.
    const reports = Array.from({ length: count }, () => start + (random() ** 1.3 * 5 * 24 + random() * 9) * hour)
    for (const reported of reports.sort((one, other) => one - other)) {
      // Few cards break often.
      const card = cards[Math.floor(random() ** 1.7 * cards.length)] as unknown as Card
      const [kind, fault, diagnosis, measures, part] = pick(faultsOf(card.common_name))
      const urgency = random() < 0.06 ? 'critical' : random() < 0.25 ? 'urgent' : 'normal'
      const response = (urgency === 'normal' ? 12 + random() * 70 : 4 + random() * 25) * (0.6 + week / weeks)
      const worked = (0.5 + random() ** 2 * 30) * (part ? 1.6 : 1)
      const accepted = reported + (response / 60) * hour
      const arrived = accepted + (0.1 + random() * 0.6) * hour
      const finished = arrived + worked * hour
      const closed = finished + (0.2 + random() * 20) * hour
      if (closed > Date.now()) continue
      const year = Number(homeDay(new Date(reported)).slice(0, 4))
      const serial = (numbered.get(year) ?? 0) + 1
      numbered.set(year, serial)
      const [id, at] = [v7(), (moment: number) => new Date(moment).toISOString()]
      const quantity = 1 + Math.floor(random() * 2)
      const labour = 60 + 20 * Math.floor(random() * 10)
      const outside = random() < 0.04 ? 800 + 100 * Math.floor(random() * 60) : 0
      const partsCost = part ? part[1] * quantity : 0
      const engineer = random() < 0.8 ? 'engineer' : 'manager'
      orders!.push({
        tenant_id: tx.tenantId,
        id,
        version: 5,
        custom: {},
        is_deleted: false,
        created_by: users.get('keeper'),
        updated_by: users.get('keeper'),
        created_at: at(reported),
        updated_at: at(closed),
        order_no: `WX-${year}-${String(serial).padStart(6, '0')}`,
        repair_status: 'done',
        device_id: card.id,
        use_dept_id: card.use_dept_id,
        location_id: card.location_id,
        fault_description: fault,
        fault_kind: kind,
        urgency,
        is_stopped: random() < 0.3 ? 1 : 0,
        stop_requested: 0,
        stopped_card: 0,
        reporter_id: users.get('keeper'),
        reported_at: at(reported),
        engineer_id: users.get(engineer),
        accepted_at: at(accepted),
        arrived_at: at(arrived),
        waited_minutes: part && random() < 0.3 ? Math.floor(worked * 20) : 0,
        finished_at: at(finished),
        closed_at: at(closed),
        reminders: random() < 0.05 ? 1 : 0,
        diagnosis,
        measures,
        labour_hours: Math.max(0.5, Math.round(Math.min(worked, 8) * 2) / 2),
        labour_cost: labour.toFixed(2),
        parts_cost: partsCost.toFixed(2),
        outside_cost: outside > 0 ? outside.toFixed(2) : null,
        total_cost: (labour + partsCost + outside).toFixed(2),
        rating: random() < 0.7 ? 5 : random() < 0.8 ? 4 : 3,
        rating_note: pick(notes),
      })
      if (part)
        parts!.push({
          tenant_id: tx.tenantId,
          id: v7(),
          created_by: users.get(engineer),
          created_at: at(finished),
          repair_id: id,
          part_name: part[0],
          quantity,
          unit_price: part[1].toFixed(2),
          amount: (part[1] * quantity).toFixed(2),
        })
      const names: Readonly<Record<string, string>> = { keeper: '王护士', engineer: '李工', manager: '陈科长' }
      const steps = [
        ['add', 'keeper', reported, undefined, undefined, undefined],
        ['accept', engineer, accepted, 'reported', 'accepted', undefined],
        ['arrive', engineer, arrived, 'accepted', 'working', undefined],
        ['finish', engineer, finished, 'working', 'finished', { diagnosis, measures }],
        ['check', 'keeper', closed, 'finished', 'done', { rating: 5 }],
      ] as const
      for (const [index, [verb, who, moment, from, to, input]] of steps.entries())
        events!.push({
          tenant_id: tx.tenantId,
          id: v7(),
          entity: 'repairOrder',
          entity_id: id,
          verb,
          version: index + 1,
          actor_id: users.get(who),
          actor_name: names[who],
          at: at(moment),
          field: from ? 'repairStatus' : null,
          from_state: from ?? null,
          to_state: to ?? null,
          input: input ?? null,
        })
    }
  }
  insert(tx, 'repair_order', orders!)
  demoRanBefore(tx)
  insert(tx, 'repair_part', parts!)
  insert(tx, 'audit_event', events!)
  for (const [year, value] of numbered)
    tx.later({
      text: `insert into number_counter (tenant_id, key, value) values ($1, $2, $3) on conflict (tenant_id, key) do update set value = excluded.value`,
      values: [tx.tenantId, `repairOrder WX-${year}-000000`, value],
    })
}
