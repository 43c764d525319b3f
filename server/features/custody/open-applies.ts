import { openApplyStates } from '#contract/entities/custody/apply-states.ts'
import { applyHandOver } from '#contract/entities/custody/custody-rules.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { moveAll, type OpenWork } from '#server/kit/open-work.ts'

const unfinished: readonly string[] = ['rejected', ...openApplyStates]
const lent: readonly string[] = ['received', 'returning']

/** The applications of a person that are not closed. */
export const openApplies: OpenWork = {
  of: deviceApply,
  rule: applyHandOver,
  as: 'applications',
  states: deviceApply.fields.status.of,
  waitingSql: (into, tenant, users) => `
    select o.id, concat_ws(' ', o.apply_no, o.apply_title) as title, o.status as state, o.applicant_id as user_id from device_apply o
    where o.tenant_id = ${tenant} and o.applicant_id = any(${users}::uuid[]) and not o.is_deleted and o.status = any(${into.add(unfinished)}::text[])`,
  handOver: async (given) => (await moveAll(given, deviceApply, 'applicant', ({ status }) => unfinished.includes(String(status)))).length,
}

/** The borrowed devices that a person has received and not given back. */
export const heldLoans: OpenWork = {
  of: deviceUse,
  rule: applyHandOver,
  as: 'loans',
  states: deviceUse.fields.status.of,
  waitingSql: (into, tenant, users) => `
    select o.id, concat_ws(' ', o.use_no, d.device_name) as title, o.status as state, o.receiver_id as user_id
    from device_use o left join device d on d.tenant_id = o.tenant_id and d.id = o.card_id
    where o.tenant_id = ${tenant} and o.receiver_id = any(${users}::uuid[]) and not o.is_deleted and o.event_type = 'borrow' and o.status = any(${into.add(lent)}::text[])`,
  handOver: async (given) =>
    (await moveAll(given, deviceUse, 'receiver', (row) => row.event_type === 'borrow' && lent.includes(String(row.status)))).length,
}
