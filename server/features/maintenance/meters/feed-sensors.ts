import { v7 as uuid } from 'uuid'
import { meterReading } from '#contract/entities/maintenance/meters/meter-reading.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { runningAfter } from '#server/features/iot/public.ts'
import type { Acting } from '#server/kit/access/as-system.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { refreshMeter } from './meter-rows.ts'

/** Devices whose running hours count: those with a counter, and those in a plan by running hours. */
const counted = `select d.id, m.reading, m.total, m.read_on from device d
    left join device_meter m on m.tenant_id = d.tenant_id and m.device_id = d.id and m.meter_kind = 'hours'
  where d.tenant_id = $1 and not d.is_deleted and d.eam_status <> 'disposed' and (m.id is not null or exists (
    select 1 from maintain_card c join device_plan p on p.tenant_id = c.tenant_id and p.id = c.plan_id
    where c.tenant_id = d.tenant_id and c.device_id = d.id and not c.is_deleted and p.meter_kind = 'hours')) order by d.id`

/** Adds what sensors said until yesterday to the running hours of devices, as one reading each. */
export async function feedSensors(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({ text: counted, values: [tx.tenantId] })
  const running = await runningAfter(
    tx,
    rows.map((row) => ({ deviceId: row.id, after: row.read_on as string | null })),
    today,
  )
  const readings = rows.flatMap((row): Row[] => {
    const ran = running.get(row.id)
    if (!ran) return []
    const hours = ran.seconds / 3600
    return [
      {
        ...{ id: uuid(), reading_title: '', device_id: row.id, meter_kind: 'hours', read_on: ran.lastDay, source: 'sensor' },
        ...{ reading: (Number(row.reading ?? 0) + hours).toFixed(2), total: (Number(row.total ?? 0) + hours).toFixed(2) },
        ...{ created_by: by.actor.userId, updated_by: by.actor.userId },
      },
    ]
  })
  if (readings.length === 0) return
  await tx.run(insertAll('meter_reading', tx.tenantId, readings))
  recordMany(
    by,
    tx,
    { entity: meterReading.name, verb: 'add' },
    readings.map((row) => ({ entityId: String(row.id), version: 1, changes: { reading: { from: null, to: row.reading } } })),
  )
  for (const row of readings) await refreshMeter(by, tx, row.device_id, 'hours')
}
