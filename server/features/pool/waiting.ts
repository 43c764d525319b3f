import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { poolWaiting, waitingFlow } from '#contract/entities/pool/pool-waiting.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { stopKindsOf } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { afterSteps, apply } from '#server/kit/steps/step.ts'
import { lending } from './pool-card.ts'

hook(poolWaiting, {
  async beforeAdd(context, tx, { draft }) {
    refuseAmbiguous(draft.deviceId, draft.deviceClassId)
    return { person_id: context.actor.userId, waiting_title: await titleOf(tx, draft.deviceId, draft.deviceClassId) }
  },
  async beforeChange(_context, tx, { row, draft }) {
    const given = (wire: string, column: string): unknown => (draft[wire] === undefined ? row[column] : draft[wire])
    const [deviceId, classId] = [given('deviceId', 'device_id'), given('deviceClassId', 'device_class_id')]
    refuseAmbiguous(deviceId, classId)
    return { waiting_title: await titleOf(tx, deviceId, classId) }
  },
})

/** What an entry is called: the device or the class that it waits for. */
async function titleOf(tx: Transaction, deviceId: unknown, classId: unknown): Promise<string> {
  const { rows } = await tx.run({
    text: `select coalesce((select concat_ws(' ', device_name, device_code) from device where tenant_id = $1 and id = $2),
      (select class_name from device_class where tenant_id = $1 and id = $3), '') as title`,
    values: [tx.tenantId, deviceId ?? null, classId ?? null],
  })
  return cutText(String(rows[0]!.title), poolWaiting.fields.waitingTitle.max)
}

/** Who waits names a device or a class. */
function refuseAmbiguous(device: unknown, deviceClass: unknown): void {
  if (Boolean(device) === Boolean(deviceClass))
    throw refusalOf([
      { field: 'deviceClassId', label: { zh: '指定设备或一类设备（二选一）', en: 'Choose either a device or a class' }, rule: 'required' },
    ])
}

/** Those who wait for a device, or for any of its class, the first one first; locked. */
async function waitingFor(context: Context, tx: Transaction, deviceId: unknown, more: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select w.id from pool_waiting w join device d on d.tenant_id = w.tenant_id and d.id = $2
      where w.tenant_id = $1 and not w.is_deleted and (w.device_id = d.id or w.device_class_id = d.classify_id) and ${more} order by w.created_at, w.id`,
    values: [tx.tenantId, deviceId, ...values],
  })
  const ids = rows.map((row) => String(row.id))
  const locked = await lockByRule(poolWaiting, lending(context), tx, ids)
  return locked.sort((a, b) => ids.indexOf(String(a.id)) - ids.indexOf(String(b.id)))
}

/** A device is free: the first who waits for it, or for its class, is told. A stopped device is not free. */
export async function tellFirst(context: Context, tx: Transaction, card: Row): Promise<void> {
  if (stopKindsOf(card).length > 0) return
  const found = await waitingFor(
    context,
    tx,
    card.id,
    "w.waiting_status = 'waiting' and w.borrow_dept_id is distinct from d.use_dept_id",
    [],
  )
  const first = found.find((row) => row.waiting_status === 'waiting')
  if (!first) return
  await apply(waitingFlow, 'tell', lending(context), tx, first)
  notify(context, tx, {
    kind: 'pool_free',
    subject: `${card.device_name} ${card.device_code ?? ''}`,
    target: 'poolWaiting',
    targetId: String(first.id),
    to: { users: [first.person_id as string | null] },
  })
}

// The last stop of a device is lifted: unless a repair holds it, it is free again.
afterSteps(deviceState, 'resumeUse', async ({ context, tx, rows }) => {
  for (const row of rows) if (row.is_shared === 1 && row.eam_status !== 'repairing') await tellFirst(context, tx, row)
})

/** The person reserved a device: their own waiting for it, or for its class, is served. */
export async function serveWaiting(context: Context, tx: Transaction, deviceId: unknown): Promise<void> {
  const found = await waitingFor(context, tx, deviceId, "w.waiting_status in ('waiting', 'noticed') and w.person_id = $3", [
    context.actor.userId,
  ])
  for (const row of found)
    if (row.waiting_status === 'waiting' || row.waiting_status === 'noticed') await apply(waitingFlow, 'serve', lending(context), tx, row)
}
