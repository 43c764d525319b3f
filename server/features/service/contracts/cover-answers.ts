import { deviceCover } from '#contract/calls/service/cover.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { contractKinds, coverStates } from '#contract/entities/service/contracts/contract-states.ts'
import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { Parameters } from '#server/db/query.ts'
import { mayList, scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { coverSql, coversOf } from './coverage.ts'

/** Who covers a device today. Who may report repairs sees it of any device, others of those in their scope. */
function coverOf(context: Context): ReadPlan<AnswerOf<typeof deviceCover>> {
  const { actor, language } = context
  const { deviceId } = read(deviceCover.input, context.input)
  const into = new Parameters()
  const where = `d.tenant_id = ${into.add(actor.tenantId)} and d.id = ${into.add(deviceId)} and not d.is_deleted`
  const scope = actor.rights.has('repairOrder.submit') ? '' : scopeSql(device, actor, 'd', into)
  const day = `${into.add(homeDay(context.occurredAt))}::date`
  const text = coverSql(scope ? `${where} and ${scope}` : where, day)
  const seen = new Parameters()
  const contracts = mayList(actor, serviceContract) && scopeSql(serviceContract, actor, 'k', seen)
  const named =
    contracts === false
      ? 'false'
      : `k.tenant_id = ${seen.add(actor.tenantId)} and exists (select 1 from contract_device l where l.tenant_id = k.tenant_id and l.contract_id = k.id and l.device_id = ${seen.add(deviceId)})${contracts ? ` and ${contracts}` : ''}`
  return {
    queries: [
      { text, values: into.values },
      { text: `select k.id from service_contract k where ${named}`, values: seen.values },
    ],
    answer([found, open]) {
      const [cover] = coversOf(found)
      if (!cover) throw new Refusal('not_found', { what: device })
      const { deviceId: _, contractId, contractNo, ...rest } = cover
      const isOpen = open!.rows.some(({ id }) => id === contractId)
      return {
        ...rest,
        coverStateValue: cover.coverState && coverStates[cover.coverState][language],
        contractKindValue: cover.contractKind && contractKinds[cover.contractKind][language],
        contractId: isOpen ? contractId : null,
        contractNo: isOpen ? contractNo : null,
      }
    },
  }
}

export const coverAnswers: readonly Answer[] = [answer(deviceCover, { read: coverOf })]
