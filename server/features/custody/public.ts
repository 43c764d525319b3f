import { applyKinds, type HoldingKind } from '#contract/entities/custody/apply-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'

/** An open application that keeps devices from every other one. */
export interface Holder {
  /** The entity of the application, such as `deviceApply`. */
  readonly entity: string
  readonly id: string
  /** The number that people know it by. */
  readonly no: string
  readonly kind: HoldingKind
}

/** Refuses with the first device that another application holds, and names that application. */
async function refuseHeld(tx: Transaction, holder: Holder, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select h.apply_id, h.apply_no, h.apply_kind, h.device_id, d.device_name, d.device_code from device_hold h
      join device d on d.tenant_id = h.tenant_id and d.id = h.device_id
      where h.tenant_id = $1 and h.device_id = any($2::uuid[]) and h.apply_id <> $3 order by h.device_id limit 1`,
    values: [tx.tenantId, ids, holder.id],
  })
  const held = rows[0]
  if (!held) return
  const { zh, en } = applyKinds[held.apply_kind as HoldingKind]
  const of = `${held.device_name} ${held.device_code}`
  throw new Refusal(
    'conflict',
    {
      zh: `设备“${of}”已在${zh}申请 ${held.apply_no} 中，请先结束该申请`,
      en: `“${of}” is on the open application ${held.apply_no} (${en}). End that one first`,
    },
    { deviceId: held.device_id, applyId: held.apply_id, applyNo: held.apply_no },
  )
}

/**
 * Puts devices on an open application until `releaseDevices`. A device that another open application holds is refused with a 409 that names it and changes
 * nothing; devices that this application holds already stay. Of two at once the second waits for the first one's transaction.
 */
export async function holdDevices(context: Context, tx: Transaction, holder: Holder, deviceIds: readonly string[]): Promise<void> {
  if (deviceIds.length === 0) return
  const ids = [...new Set(deviceIds)].sort()
  await tx.run({
    text: `insert into device_hold (tenant_id, device_id, entity, apply_id, apply_no, apply_kind, held_by)
      select $1, v.id, $3, $4, $5, $6, $7 from unnest($2::uuid[]) with ordinality v(id, place) order by v.place
      on conflict (tenant_id, device_id) do nothing`,
    values: [tx.tenantId, ids, holder.entity, holder.id, holder.no, holder.kind, context.actor.userId],
  })
  await refuseHeld(tx, holder, ids)
}

/** Frees the devices of an application: all of them, or those that are named. */
export function releaseDevices(tx: Transaction, holder: Pick<Holder, 'entity' | 'id'>, deviceIds?: readonly string[]): void {
  tx.later({
    text: `delete from device_hold where tenant_id = $1 and entity = $2 and apply_id = $3 and ($4::uuid[] is null or device_id = any($4::uuid[]))`,
    values: [tx.tenantId, holder.entity, holder.id, deviceIds ?? null],
  })
}

export { refuseUnauthorised } from './authorised.ts'
export { refuseClosedKind } from './event-config.ts'
