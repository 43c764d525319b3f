import { metrologyCard } from '#contract/entities/service/metrology-card.ts'
import { metrologyCatalog } from '#contract/entities/service/metrology-catalog.ts'
import { measuring, metrologyRecord } from '#contract/entities/service/metrology-record.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** The catalogue, with what the names of its devices hold. */
const catalogue = [
  {
    catalogName: '多参数监护仪',
    of: '病人监护仪',
    measureKind: 'verification',
    measureType: 'mandatory',
    measureCycle: 1,
    measureCycleUnit: 'year',
    regulation: 'JJG 1163-2019',
  },
  {
    catalogName: '心电图机',
    of: '心电图机',
    measureKind: 'verification',
    measureType: 'mandatory',
    measureCycle: 1,
    measureCycleUnit: 'year',
    regulation: 'JJG 543-2008',
  },
  {
    catalogName: '呼吸机',
    of: '呼吸机',
    measureKind: 'calibration',
    measureType: 'voluntary',
    measureCycle: 1,
    measureCycleUnit: 'year',
    regulation: 'JJF 1234-2018',
  },
  {
    catalogName: '输液泵',
    of: '输液泵',
    measureKind: 'calibration',
    measureType: 'voluntary',
    measureCycle: 1,
    measureCycleUnit: 'year',
    regulation: 'JJF 1259-2018',
  },
] as const

/** What was found so many days ago; none: planned only. */
const found: readonly { readonly days: number; readonly result: 'passed' | 'limited' }[] = [
  { days: 60, result: 'passed' },
  { days: 345, result: 'passed' },
  { days: 120, result: 'limited' },
  { days: 200, result: 'passed' },
]

/** Metrology of some devices: valid, due soon, of limited use, and sent out. */
export async function demoMeasures(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const today = homeDay(new Date())
  for (const [kind, { of, ...line }] of catalogue.entries()) {
    const catalogId = await add('manager', metrologyCatalog, line)
    const { rows } = await tx.run({
      text: `select id from device where tenant_id = $1 and not is_deleted and eam_status = 'in_use' and device_name like '%' || $2 || '%' order by device_code limit 3`,
      values: [tx.tenantId, of],
    })
    for (const [at, row] of rows.entries()) {
      const deviceId = String(row.id)
      await add('manager', metrologyCard, { deviceId, catalogId, body: '江城市计量检定测试所' })
      const { days, result } = found[(kind + at) % found.length]!
      const id = await add('manager', metrologyRecord, { deviceId, measureKind: line.measureKind, body: '江城市计量检定测试所' })
      await go('manager', measuring, 'finish', id, {
        ...{ result, measuredOn: daysAfter(today, -days), certificateNo: `JC-${today.slice(0, 4)}-${kind + 1}0${at + 1}`, cost: '180.00' },
        ...(result === 'limited' ? { readings: '仅限成人模式使用' } : {}),
      })
      if (at > 0) continue
      const next = await add('manager', metrologyRecord, { deviceId, measureKind: line.measureKind, dueDate: daysAfter(today, 365 - days) })
      await go('manager', measuring, 'send', next, { sentOn: daysAfter(today, -3), body: '江城市计量检定测试所' })
    }
  }
  await settle()
}
