import { purchasePlan } from '#contract/entities/supply/purchase-plan.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Saved, submit } from '#server/kit/write/save.ts'

/** A line of a plan that replaces a device. */
export interface Replacement {
  readonly deviceName: unknown
  readonly model: unknown
  readonly maker: unknown
  readonly replacesId: string
  readonly purpose: string
}

/** Drafts a purchase plan of these replacements, one piece each. */
export function draftReplacementPlan(
  context: Context,
  tx: Transaction,
  plan: { readonly planYear: number; readonly deptId: string; readonly reason: string; readonly lines: readonly Replacement[] },
): Promise<Saved> {
  const input = { ...plan, lines: plan.lines.map((line) => ({ ...line, quantity: 1 })) } as unknown as Raw
  return submit(context.actor.settings.view(purchasePlan), { ...context, input }, tx)
}

/** A join of the latest plan that replaces each device `t` and is not cancelled, as `planned` with `id` and `title`. */
export const plannedJoin = (
  tenant: string,
): string => ` left join (select distinct on (l.replaces_id) l.replaces_id, o.id, o.plan_title as title
    from purchase_plan_line l join purchase_plan o on o.tenant_id = l.tenant_id and o.id = l.plan_id
    where l.tenant_id = ${tenant} and l.replaces_id is not null and not o.is_deleted and o.plan_status <> 'cancelled'
    order by l.replaces_id, o.created_at desc, o.id) planned on planned.replaces_id = t.id`

/** Instalments of any document with a price. */
export { instalmentEffects, instalmentTotal, settleInstalments } from './instalments.ts'

/** What invoices of any kind share. */
export {
  invoiceEffects,
  oneInvoiceAtATime,
  paidByInvoice,
  payInstalments,
  refuseFuturePayment,
  refuseWrongInvoice,
  takeBackInstalments,
} from './invoices/any-invoice.ts'
