import { serviceContract } from '#contract/entities/service/contracts/service-contract.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Row } from '#server/db/query.ts'
import { settleInstalments } from '#server/features/supply/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { fillDevices, rule, type Term } from './contract-devices.ts'

/** The contract that a new one goes on after, by the request that makes it. */
export const renewalOf = new WeakMap<Context, string>()

/** What the instalments of a contract are held against. */
export const contractPrice = { zh: '合同金额', en: 'contract price' } as const

function refuseReversed({ validFrom, validUntil }: Term): void {
  if (validFrom && validUntil && String(validUntil) < String(validFrom))
    throw rule('截止日不能早于开始日期', 'The last day cannot be before the start date', 'validUntil')
}

const settle = ({ instalments }: HookLines, price: unknown, supplierId: unknown): void =>
  settleInstalments(instalments!, cents(price), supplierId, contractPrice)

hook(serviceContract, {
  async beforeAdd(context, tx, { draft, lines }) {
    const { supplierId, validFrom, validUntil } = draft
    refuseReversed({ supplierId, validFrom, validUntil })
    settle(lines, draft.price, supplierId)
    await fillDevices(context, tx, lines.devices!.after as unknown as Row[], { supplierId, validFrom, validUntil })
    return { dept_id: draft.deptId ?? context.actor.deptId, renews_id: renewalOf.get(context) ?? null }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    const term = {
      supplierId: draft.supplierId ?? row.supplier_id,
      validFrom: draft.validFrom ?? row.valid_from,
      validUntil: draft.validUntil ?? row.valid_until,
    }
    refuseReversed(term)
    settle(lines, draft.price ?? row.price, term.supplierId)
    await fillDevices(context, tx, lines.devices!.after as unknown as Row[], term)
    return undefined
  },
})
