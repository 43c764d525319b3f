import { device } from '#contract/entities/asset/device.ts'
import { moved, type OpenWork, recordMoves } from '#server/kit/open-work.ts'

/** The cards that a person keeps. */
export const keptCards: OpenWork = {
  of: device,
  as: 'devices',
  states: device.fields.eamStatus.of,
  waitingSql: (_, tenant, users) => `
    select d.id, d.device_code || ' ' || d.device_name as title, d.eam_status as state, d.keeper_id as user_id from device d
    where d.tenant_id = ${tenant} and d.keeper_id = any(${users}::uuid[]) and not d.is_deleted`,
  async handOver(given) {
    const { context, tx, from, to } = given
    const { rows } = await tx.run({
      text: `update device t set keeper_id = $3, ${moved} where t.tenant_id = $1 and t.keeper_id = $2 and not t.is_deleted returning t.id, t.version`,
      values: [tx.tenantId, from.id, to.id, context.actor.userId],
    })
    recordMoves(given, device, 'keeper', rows)
    return rows.length
  },
}
