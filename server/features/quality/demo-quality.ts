import { qualityCard } from '#contract/entities/quality/quality-card.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { loadReadyQuality } from './template-answers.ts'

/** What the names of devices hold, the key of their template, and the days until the next control. */
const due = [
  { of: '呼吸机', key: 'ventilator', days: -4 },
  { of: '输液泵', key: 'pump', days: 6 },
  { of: '病人监护仪', key: 'monitor', days: 20 },
] as const

/** The ready templates, schedules of some devices, and a control of each that is being measured. */
export async function demoQuality(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, as, settle } = demoActs(tx, ground)
  await loadReadyQuality({ ...(await as('manager')), input: {} }, tx)
  const today = homeDay(new Date())
  for (const { of, key, days } of due) {
    const { rows } = await tx.run({
      text: `select d.id as device, t.id as template from device d, quality_template t where d.tenant_id = $1 and t.tenant_id = $1 and t.ready_key = $3
          and not d.is_deleted and d.eam_status = 'in_use' and d.device_name like '%' || $2 || '%' order by d.device_code limit 1`,
      values: [tx.tenantId, of, key],
    })
    if (!rows[0]) continue
    const [deviceId, templateId] = [rows[0].device, rows[0].template]
    await add('manager', qualityCard, { deviceId, templateId, nextDue: daysAfter(today, days) })
    await add('engineer', qualityControl, { deviceId, templateId, controlledOn: today })
  }
  await settle()
}
