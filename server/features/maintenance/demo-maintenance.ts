import { devicePlan } from '#contract/entities/maintenance/device-plan.ts'
import { maintaining } from '#contract/entities/maintenance/maintain-flow.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { dayStart, daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { demoMeters } from './meters/demo-meters.ts'
import { demoRisk } from './risk/demo-risk.ts'

/** Plans by what the names of their devices hold; each is for the first devices of its kind. */
const plans = [
  { of: '呼吸机', cycle: 3, hours: '1.50', days: [-84, 6] },
  { of: '输液泵', cycle: 6, hours: '0.50', days: [-60, -3, 9] },
  { of: '病人监护仪', cycle: 6, hours: '0.50', days: [-40, 0, 13] },
  { of: '除颤', cycle: 3, hours: '0.75', days: [-15, 2, 20] },
] as const

/** Plans of some kinds of devices with their orders: done, overdue, due today and in the next weeks. */
export async function demoMaintenance(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  const assigneeId = ground.users.get('engineer')
  const { rows: teams } = await tx.run({
    text: 'select id from service_team where tenant_id = $1 order by created_at, id limit 1',
    values: [tx.tenantId],
  })
  const teamId = teams[0]?.id as string | undefined
  for (const { of, cycle, hours, days } of plans) {
    const { rows } = await tx.run({
      text: `select id from device where tenant_id = $1 and not is_deleted and eam_status = 'in_use' and device_name like '%' || $2 || '%' order by device_code limit 2`,
      values: [tx.tenantId, of],
    })
    for (const [at, { id: deviceId }] of rows.entries()) {
      await add('manager', devicePlan, {
        ...{ planName: `${of}${cycle === 3 ? '季度' : '半年'}保养 ${at + 1}`, deviceId, planCycle: cycle, planCycleUnit: 'month' },
        ...{ firstDue: daysAfter(today, 30 + at * 7), leadDays: 7, assigneeId, hoursExpected: hours, movesRest: 1 },
      })
      for (const day of days) {
        const dueDate = daysAfter(today, day + at)
        const id = await add('manager', maintainOrder, { deviceId, dueDate, remark: `${of}例行保养` })
        // What is due in the next days waits for the team.
        await go('manager', maintaining, 'assign', id, teamId && day > 0 && day < 10 ? { teamId } : { assigneeId })
        if (dueDate >= daysAfter(today, -10)) continue
        const doneOn = daysAfter(dueDate, at - 1)
        const finding = {
          ...{ doneOn, result: at === 1 ? 'adjusted' : 'good', resultNote: '清洁、紧固、功能测试正常', hours },
          ...(at === 1 ? { cost: '65.00', parts: [{ partName: '进气滤网', quantity: 1, unitPrice: '35.00' }] } : {}),
        }
        await go('engineer', maintaining, 'finish', id, finding, new Date(Date.parse(dayStart(doneOn)) + 10 * 3_600_000))
      }
    }
  }
  await demoMeters(tx, ground)
  await demoRisk(tx, ground)
  await settle()
}
