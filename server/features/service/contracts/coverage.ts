import type { contractKinds, coverStates } from '#contract/entities/service/contracts/contract-states.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Rows, rowsAs } from '#server/db/query.ts'

/** By what a device is covered on a day. */
export interface Cover {
  readonly deviceId: string
  readonly coverState: keyof typeof coverStates | null
  readonly coveredUntil: string | null
  readonly providerId: string | null
  readonly providerName: string | null
  readonly isProviderTenant: boolean
  readonly contractId: string | null
  readonly contractNo: string | null
  readonly contractKind: keyof typeof contractKinds | null
  readonly responseHours: number | null
  readonly arrivalHours: number | null
  readonly contact: string | null
  readonly contactPhone: string | null
}

/** What of a contract counts on day `day`, over the aliases `l` of its devices and `k`: also of one that has ended since. */
export const coversOn = (day: string): string => `not k.is_deleted and k.valid_from <= ${day} and k.valid_until >= ${day}
  and (k.contract_state in ('active', 'ended') or (k.contract_state = 'terminated' and k.ended_on > ${day})) and coalesce(l.joined_on, k.valid_from) <= ${day} and (l.left_on is null or l.left_on > ${day})`

/**
 * The one answer to who covers devices on a day: the contract that does most for them, else the warranty of the card by its service provider or supplier, else
 * none. `where`: SQL over the alias `d` of the cards.
 */
export const coverSql = (where: string, day: string): string => `select d.id as "deviceId",
    case when k.id is not null then 'contract' when d.warranty_end >= ${day} then 'warranty' when d.warranty_end is not null or d.cover_state is not null then 'expired' end as "coverState",
    case when k.id is not null then k.valid_until when d.warranty_end >= ${day} then d.warranty_end else greatest(d.covered_until, d.warranty_end) end::text as "coveredUntil",
    s.id as "providerId", s.supplier_name as "providerName",
    (coalesce(s.is_inactive, 0) + coalesce(s.is_blacklisted, 0) = 0 and h.id is not null) as "isProviderTenant",
    k.id as "contractId", k.contract_no as "contractNo", k.contract_kind as "contractKind", k.response_hours::float8 as "responseHours", k.arrival_hours::float8 as "arrivalHours",
    coalesce(k.contact, s.contact) as contact, coalesce(k.contact_phone, s.phone) as "contactPhone"
  from device d
    left join lateral (select k.* from contract_device l join service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
      where l.tenant_id = d.tenant_id and l.device_id = d.id and ${coversOn(day)}
      order by array_position(array['full', 'partsExcluded', 'labour', 'visits'], k.contract_kind), k.valid_until desc, k.id limit 1) k on true
    left join supplier s on s.tenant_id = d.tenant_id and not s.is_deleted
      and s.id = case when k.id is not null then k.supplier_id when d.warranty_end >= ${day} then coalesce(d.provider_id, d.supplier_id) end
    left join tenant h on h.id = s.provider_tenant and h.kind = 'provider' and h.stopped_at is null
  where ${where}`

/** The rows of that query. */
export const coversOf = (rows: Rows | undefined): readonly Cover[] => rowsAs<Cover>(rows)

/** Who covers a device on a day of the hospital. */
export async function coverageOf(tx: Transaction, deviceId: unknown, day: string): Promise<Cover | undefined> {
  const into = new Parameters()
  const text = coverSql(
    `d.tenant_id = ${into.add(tx.tenantId)} and d.id = ${into.add(deviceId)} and not d.is_deleted`,
    `${into.add(day)}::date`,
  )
  return coversOf(await tx.run({ text, values: into.values }))[0]
}

/** Who covers devices, each on its own day of the hospital, in the order of the questions. */
export async function coverageOfMany(
  tx: Transaction,
  asked: readonly { readonly deviceId: unknown; readonly day: string }[],
): Promise<readonly (Cover | undefined)[]> {
  const { rows } = await tx.run({
    text: `select q.place, c.* from jsonb_to_recordset($2::jsonb) q(place int, device_id uuid, day date)
      cross join lateral (${coverSql('d.tenant_id = $1 and d.id = q.device_id and not d.is_deleted', 'q.day')}) c`,
    values: [tx.tenantId, JSON.stringify(asked.map(({ deviceId, day }, place) => ({ place, device_id: deviceId, day })))],
  })
  const found = new Map(rows.map((row) => [Number(row.place), row as unknown as Cover]))
  return asked.map((_, place) => found.get(place))
}
