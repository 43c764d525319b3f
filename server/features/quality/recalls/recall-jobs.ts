import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { devicePauses } from '#contract/entities/asset/device/device-pause.ts'
import { recallPosting } from '#contract/entities/quality/quality-rules.ts'
import { recall } from '#contract/entities/quality/recall.ts'
import { recallDevice } from '#contract/entities/quality/recall-device.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { addFound, endCases } from './recall-posting.ts'

/** Ends the rows of devices that are gone. Their stops end with them. A row that a person writes just now is left to the job. */
async function endGone(by: Acting, tx: Transaction, deviceIds: readonly unknown[], pause: 'disposed' | 'removed'): Promise<void> {
  const { rows } = await tx.run({
    text: `select id from recall_device where tenant_id = $1 and device_id = any($2::uuid[]) and (case_state = 'waiting' or is_held = 1)`,
    values: [tx.tenantId, deviceIds],
  })
  const ids = rows.map((row) => row.id)
  await endCases(by, tx, await lockByRule(recallDevice, by, tx, ids, { free: true }), devicePauses[pause].zh)
}

afterStep(deviceState, 'dispose', ({ context, tx, row }) => endGone(asSystem(context, recallPosting), tx, [row.id], 'disposed'))

hook(
  device,
  {
    async beforeRemove(context, tx, { rows }) {
      const ids = rows.map((row) => row.id)
      await endGone(asSystem(context, recallPosting), tx, ids, 'removed')
    },
  },
  60,
)

/** Devices that are gone and still followed. */
const orphans = `select distinct r.device_id, d.is_deleted from recall_device r join device d on d.tenant_id = r.tenant_id and d.id = r.device_id
  where r.tenant_id = $1 and (r.case_state = 'waiting' or r.is_held = 1) and (d.is_deleted or d.eam_status = 'disposed')`

/** Brings open recalls in line with the register: devices that were added or corrected since come along, those that are gone end. */
export const recallMatches: Job = {
  name: 'recallMatches',
  zh: '匹配召回设备',
  en: 'Recalled device matching',
  cron: '*/10 * * * *',
  run: (tools) =>
    daily(recallPosting, 'recall matches', tools, async (by, tx) => {
      const { rows: gone } = await tx.run({ text: orphans, values: [tx.tenantId] })
      for (const [pause, isDeleted] of [
        ['removed', true],
        ['disposed', false],
      ] as const) {
        const ids = gone.filter((row) => row.is_deleted === isDeleted).map((row) => row.device_id)
        await endGone(by, tx, ids, pause)
      }
      const { rows } = await tx.run({
        text: `select id from recall where tenant_id = $1 and recall_state = 'open' and not is_deleted order by id`,
        values: [tx.tenantId],
      })
      const ids = rows.map((row) => row.id)
      for (const of of await lockByRule(recall, by, tx, ids)) if (of.recall_state === 'open') await addFound(by, tx, of)
    }),
}
