import { devicePlan } from '#contract/entities/maintenance/device-plan.ts'
import { meterReading } from '#contract/entities/maintenance/meters/meter-reading.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** Devices with counters, by what their names hold: what is counted, what a plan is due by, and readings by days before today. */
const counted = [
  {
    of: '离心',
    kind: 'hours',
    every: 500,
    lead: 20,
    readings: [
      [80, 1210],
      [40, 1395],
      [2, 1588],
    ],
  },
  {
    of: '麻醉',
    kind: 'hours',
    every: 1000,
    lead: 50,
    readings: [
      [60, 3200],
      [1, 3710],
    ],
  },
  {
    of: '灭菌',
    kind: 'uses',
    every: 200,
    lead: 10,
    readings: [
      [50, 830],
      [20, 951],
      [1, 1022],
    ],
  },
] as const

/** Readings of some devices, and plans that are due by them. */
export async function demoMeters(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add } = demoActs(tx, ground)
  const today = homeDay(new Date())
  for (const { of, kind, every, lead, readings } of counted) {
    const { rows } = await tx.run({
      text: `select id from device where tenant_id = $1 and not is_deleted and eam_status = 'in_use' and device_name like '%' || $2 || '%' order by device_code desc limit 1`,
      values: [tx.tenantId, of],
    })
    for (const { id: deviceId } of rows) {
      const [[first, begins], ...later] = readings
      await add('engineer', meterReading, { deviceId, meterKind: kind, readOn: daysAfter(today, -first), reading: begins })
      await add('manager', devicePlan, {
        ...{ planName: `${of}按${kind === 'hours' ? '运行小时' : '使用次数'}保养`, deviceId, planBasis: 'meter', meterKind: kind },
        ...{ meterEvery: every, meterLead: lead, assigneeId: ground.users.get('engineer'), hoursExpected: '1.00' },
      })
      for (const [days, reading] of later)
        await add('engineer', meterReading, { deviceId, meterKind: kind, readOn: daysAfter(today, -days), reading })
    }
  }
}
