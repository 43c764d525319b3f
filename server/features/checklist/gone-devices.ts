import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { type DevicePause, devicePauses } from '#contract/entities/asset/device/device-pause.ts'
import { checklistEnding } from '#contract/entities/checklist/checklist-rules.ts'
import type { Transaction } from '#server/db/pool.ts'
import { type Acting, asSystem } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { cancelChecklists } from './public.ts'

/** Cancels the open checklists of devices that are gone. */
async function endChecklists(by: Acting, tx: Transaction, deviceIds: readonly unknown[], pause: DevicePause): Promise<void> {
  const { rows } = await tx.run({
    text: `select id from checklist_task where tenant_id = $1 and device_id = any($2::uuid[]) and task_status in ('todo', 'filling') and not is_deleted`,
    values: [tx.tenantId, deviceIds],
  })
  const ids = rows.map((row) => row.id)
  await cancelChecklists(by, tx, ids, devicePauses[pause].zh)
}

afterStep(deviceState, 'dispose', ({ context, tx, row }) => endChecklists(asSystem(context, checklistEnding), tx, [row.id], 'disposed'))
afterStep(deviceState, 'miss', ({ context, tx, row }) => endChecklists(asSystem(context, checklistEnding), tx, [row.id], 'missing'))

hook(
  device,
  {
    async beforeRemove(context, tx, { rows }) {
      const ids = rows.map((row) => row.id)
      await endChecklists(asSystem(context, checklistEnding), tx, ids, 'removed')
    },
  },
  50,
)

/** Open checklists of devices that are gone. */
const orphans = `select t.id, case when d.is_deleted then 'removed' else d.eam_status end as pause from checklist_task t
    join device d on d.tenant_id = t.tenant_id and d.id = t.device_id and (d.is_deleted or d.eam_status in ('disposed', 'missing'))
  where t.tenant_id = $1 and t.task_status in ('todo', 'filling') and not t.is_deleted`

/** Cancels checklists that stayed open when their device went, such as those made in the same moment. */
export const checklistEnds: Job = {
  name: 'checklistEnds',
  zh: '取消已报废、盘亏或删除设备的检查表',
  en: 'Checklists of devices that are gone',
  cron: '12 0 * * *',
  run: (tools) =>
    daily(checklistEnding, 'checklist ends', tools, async (by, tx) => {
      const { rows } = await tx.run({ text: orphans, values: [tx.tenantId] })
      for (const pause of Object.keys(devicePauses) as DevicePause[]) {
        const ids = rows.filter((row) => row.pause === pause).map((row) => row.id)
        await cancelChecklists(by, tx, ids, devicePauses[pause].zh)
      }
    }),
}
