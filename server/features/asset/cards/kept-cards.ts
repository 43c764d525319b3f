import { device } from '#contract/entities/asset/device/device.ts'
import { cardHandOver } from '#contract/entities/asset/device/device-rules.ts'
import { moveAll, type OpenWork } from '#server/kit/steps/open-work.ts'

/** The cards that a person keeps. */
export const keptCards: OpenWork = {
  of: device,
  rule: cardHandOver,
  as: 'devices',
  states: device.fields.eamStatus.of,
  waitingSql: (_, tenant, users) => `
    select d.id, d.device_code || ' ' || d.device_name as title, d.eam_status as state, d.keeper_id as user_id from device d
    where d.tenant_id = ${tenant} and d.keeper_id = any(${users}::uuid[]) and not d.is_deleted`,
  handOver: async (given) => (await moveAll(given, device, 'keeper')).length,
}
