import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { type DevicePause, devicePauses } from '#contract/entities/asset/device/device-pause.ts'
import { maintainCard } from '#contract/entities/maintenance/maintain-card.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { type Pause, pauses } from '#contract/entities/maintenance/maintain-pauses.ts'
import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { openMaintainStates } from '#contract/entities/maintenance/maintain-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import { cancelChecklists } from '#server/features/checklist/public.ts'
import { releaseParts } from '#server/features/place/public.ts'
import { type Acting, asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { record } from '#server/kit/steps/event.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'

/** Orders that end with their device. Work that has begun on a device is finished before it is sealed. */
const ending = (pause: Pause): readonly string[] => (pause === 'idle' ? ['due', 'assigned'] : openMaintainStates)

/** Cancels these orders, if they are still open, with their checklists. */
async function cancelOrders(by: Acting, tx: Transaction, ids: readonly unknown[], pause: Pause): Promise<void> {
  const orders = (await lockByRule(maintainOrder, by, tx, ids)).filter(
    (row) => !row.is_deleted && ending(pause).includes(String(row.order_state)),
  )
  if (orders.length === 0) return
  const reason = pauses[pause].zh
  const checklists = orders.map((row) => row.checklist_id).filter(Boolean)
  await cancelChecklists(by, tx, checklists, reason)
  await writeRows(
    maintainOrder,
    by,
    tx,
    { verb: 'change' },
    orders.map((row) => ({
      row,
      set: { order_state: 'cancelled', reason },
      changes: { orderState: { from: row.order_state, to: 'cancelled' }, reason: { from: row.reason ?? null, to: reason } },
    })),
  )
  await releaseParts(
    by,
    tx,
    'maintenance',
    orders.map((row) => row.id),
  )
  for (const row of orders)
    record(by, tx, {
      entity: device.name,
      entityId: String(row.device_id),
      verb: 'maintainCancelled',
      input: { order: row.order_no, said: reason },
    })
}

/** The schedules of devices wait; what a disposal or a removal ends is due no more. An order that goes on keeps its schedule. */
async function pauseSchedules(by: Acting, tx: Transaction, deviceIds: readonly unknown[], pause: Pause): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from maintain_card where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted',
    values: [tx.tenantId, deviceIds],
  })
  const cards = await lockByRule(
    maintainCard,
    by,
    tx,
    rows.map((row) => row.id),
  )
  const { rows: open } = await tx.run({
    text: 'select id from maintain_order where tenant_id = $1 and id = any($2::uuid[]) and order_state = any($3::text[])',
    values: [tx.tenantId, cards.map((card) => card.open_order_id).filter(Boolean), [...openMaintainStates]],
  })
  const isOpen = new Set(open.map((row) => row.id))
  const isOver = pause === 'disposed' || pause === 'removed'
  await writeRows(
    maintainCard,
    by,
    tx,
    { verb: 'change' },
    cards.map((row) => {
      const order = isOpen.has(row.open_order_id) ? row.open_order_id : null
      const due = isOver ? null : row.next_due
      return {
        row,
        set: { pause, next_due: due, open_order_id: order },
        changes: {
          ...(row.pause === pause ? {} : { pause: { from: row.pause, to: pause } }),
          ...(row.next_due === due ? {} : { nextDue: { from: row.next_due, to: due } }),
          ...(row.open_order_id === order ? {} : { openOrderId: { from: row.open_order_id, to: order } }),
        },
      }
    }),
  )
}

/** Ends or pauses the maintenance of devices, each by what became of it. */
async function endMaintenance(by: Acting, tx: Transaction, deviceIds: readonly unknown[], pause: Pause): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from maintain_order where tenant_id = $1 and device_id = any($2::uuid[]) and order_state = any($3::text[]) and not is_deleted order by id',
    values: [tx.tenantId, deviceIds, [...ending(pause)]],
  })
  await cancelOrders(
    by,
    tx,
    rows.map((row) => row.id),
    pause,
  )
  await pauseSchedules(by, tx, deviceIds, pause)
}

const gone = { dispose: 'disposed', miss: 'missing', seal: 'idle' } as const

for (const name of Object.keys(gone) as (keyof typeof gone)[])
  afterStep(deviceState, name, ({ context, tx, row }) => endMaintenance(asSystem(context, maintainPosting), tx, [row.id], gone[name]))

hook(
  device,
  {
    async beforeRemove(context, tx, { rows }) {
      const ids = rows.map((row) => row.id)
      await endMaintenance(asSystem(context, maintainPosting), tx, ids, 'removed')
    },
  },
  40,
)

/** Open orders of devices that are gone. */
const orphans = `select distinct o.device_id, case when d.is_deleted then 'removed' else d.eam_status end as pause from maintain_order o
    join device d on d.tenant_id = o.tenant_id and d.id = o.device_id and (d.is_deleted or d.eam_status in ('disposed', 'missing'))
  where o.tenant_id = $1 and o.order_state = any($2::text[]) and not o.is_deleted `

/** Cancels orders that stayed open when their device went, such as those made in the same moment. */
export async function endOrphans(by: Acting, tx: Transaction): Promise<void> {
  const { rows } = await tx.run({ text: orphans, values: [tx.tenantId, [...openMaintainStates]] })
  for (const pause of Object.keys(devicePauses) as DevicePause[]) {
    const ids = rows.filter((row) => row.pause === pause).map((row) => row.device_id)
    await endMaintenance(by, tx, ids, pause)
  }
}
