import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { sharing } from '#contract/entities/service/share-flow.ts'
import { providerActs } from '#contract/entities/service/share-rules.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { afterStep, step } from '#server/kit/steps/step.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { isPastRepair, pastTimes } from '../repair-history.ts'
import { refuseOtherSide } from '../repair-people.ts'
import { rule } from './contract-devices.ts'
import { type Cover, coverageOf, coverageOfMany } from './coverage.ts'

const hourMs = 3_600_000

const coverColumns = ({ coverState, providerId, contractId }: Cover) => ({
  cover_state: coverState,
  cover_provider_id: providerId,
  contract_id: contractId,
})

// A report keeps by what its device was covered on its day: a contract that ends in the middle of the work changes nothing of it.
hook(
  repairOrder,
  {
    async beforeAdd(context, tx, { draft, written }) {
      const reportedAt = new Date((written.reported_at as string | Date | undefined) ?? context.occurredAt)
      const cover = await coverageOf(tx, draft.deviceId, homeDay(reportedAt))
      if (!cover) return undefined
      const hours = cover.responseHours ?? 0
      return { ...coverColumns(cover), response_due: hours > 0 ? new Date(reportedAt.getTime() + hours * hourMs) : null }
    },
    // No provider is late for a repair of the past: a list says nothing of its response.
    async beforeAddMany(_context, tx, { drafts }) {
      if (!drafts.every(isPastRepair)) return undefined
      const asked = drafts.map((draft) => ({ deviceId: draft.deviceId, day: homeDay(pastTimes(draft).reported) }))
      return (await coverageOfMany(tx, asked)).map((cover) => cover && coverColumns(cover))
    },
  },
  10,
)

step(repairFlow, 'respond', async ({ context, row, input }) => {
  refuseOtherSide('respond', context, row)
  if (!row.contract_id) throw rule('报修时设备不在维保合同内', 'The device was under no contract when it was reported')
  if (Date.parse(String(input.respondedAt)) < Date.parse(String(row.reported_at)))
    throw rule('服务商响应时间不能早于报修时间', 'The provider cannot respond before the report', 'respondedAt')
  if (Date.parse(String(input.respondedAt)) > context.occurredAt.getTime())
    throw rule('服务商响应时间不能晚于现在', 'The response cannot be in the future', 'respondedAt')
  return { responded_at: input.respondedAt }
})

// A provider that takes the order has responded, if it is the one of the contract.
afterStep(sharing, 'accept', async ({ context, tx, row }) => {
  const by = asSystem(context, providerActs)
  const [order] = await lockByRule(repairOrder, by, tx, [row.repair_order_id])
  if (!order?.contract_id || order.responded_at || order.cover_provider_id !== row.provider_id) return
  await writeRows(repairOrder, by, tx, { verb: 'change' }, [
    {
      row: order,
      set: { responded_at: context.occurredAt },
      changes: { respondedAt: { from: null, to: context.occurredAt.toISOString() } },
    },
  ])
})
