import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { disposalHandOver } from '#contract/entities/disposal/disposal-rules.ts'
import { openDisposalStates } from '#contract/entities/disposal/disposal-states.ts'
import { moveAll, type OpenWork } from '#server/kit/open-work.ts'

const unfinished: readonly string[] = ['rejected', ...openDisposalStates, 'executed']

/** The disposals that a person declared and that are not closed. */
export const openDisposals: OpenWork = {
  of: deviceDisposal,
  rule: disposalHandOver,
  as: 'disposals',
  states: deviceDisposal.fields.disposalStatus.of,
  waitingSql: (into, tenant, users) => `
    select o.id, concat_ws(' ', o.disposal_no, o.apply_title) as title, o.disposal_status as state, o.applicant_id as user_id from device_disposal o
    where o.tenant_id = ${tenant} and o.applicant_id = any(${users}::uuid[]) and not o.is_deleted and o.disposal_status = any(${into.add(unfinished)}::text[])`,
  handOver: async (given) =>
    (await moveAll(given, deviceDisposal, 'applicant', (row) => unfinished.includes(String(row.disposal_status)))).length,
}
