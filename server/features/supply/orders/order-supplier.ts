import { supplierQualification } from '#contract/entities/supply/supplier-qualification.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Parameters } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { rule } from './refusals.ts'

/** Kinds of qualifications without which a supplier may not deliver, once it has one. Those of single products are not among them. */
const required = ['business', 'distribution', 'filing', 'production', 'authorisation']

/** The last day of each kind of qualification of a supplier, where all of that kind have expired. */
const expired = `select q.qualification_kind as kind, max(q.valid_until)::text as until from supplier_qualification q
  where q.tenant_id = $1 and q.supplier_id = $2 and not q.is_deleted and q.qualification_kind = any($3::text[])
  group by 1 having bool_and(q.valid_until is not null and q.valid_until < $4::date) order by 2, 1 limit 1`

/** SQL of the kinds of qualifications of a supplier that have all ended by a day. `supplier`, `tenant`: SQL. */
export const endedLicences = (tenant: string, supplier: string, today: string, into: Parameters): string =>
  `select 1 from supplier_qualification q where q.tenant_id = ${tenant} and q.supplier_id = ${supplier} and not q.is_deleted
    and q.qualification_kind = any(${into.add(required)}::text[])
  group by q.qualification_kind having bool_and(q.valid_until is not null and q.valid_until < ${into.add(today)}::date)`

/** Refuses a supplier that is black-listed, retired or removed, or of which a qualification has expired. */
export async function refuseSupplier({ occurredAt }: Pick<Context, 'occurredAt'>, tx: Transaction, supplierId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select supplier_name, is_inactive, is_blacklisted, is_deleted from supplier where tenant_id = $1 and id = $2 for share',
    values: [tx.tenantId, supplierId],
  })
  const { supplier_name: name, is_inactive: isInactive, is_blacklisted: isBlacklisted, is_deleted: isDeleted } = rows[0]!
  if (Number(isBlacklisted) === 1) throw rule(`供应商“${name}”在黑名单中，不能下单`, `“${name}” is blacklisted and cannot be ordered from`)
  if (Number(isInactive) === 1 || isDeleted === true)
    throw rule(`供应商“${name}”已停用，不能下单`, `“${name}” is inactive and cannot be ordered from`)
  const { rows: ended } = await tx.run({ text: expired, values: [tx.tenantId, supplierId, required, homeDay(occurredAt)] })
  if (!ended[0]) return
  const kinds: Readonly<Record<string, { readonly zh: string; readonly en: string }>> = supplierQualification.fields.qualificationKind.of
  const kind = kinds[String(ended[0].kind)]!
  throw rule(
    `供应商“${name}”的${kind.zh}已于 ${ended[0].until} 到期，不能下单`,
    `The ${kind.en} of “${name}” expired on ${ended[0].until}, so it cannot be ordered from`,
  )
}
