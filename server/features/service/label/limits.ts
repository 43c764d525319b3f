import { createHmac } from 'node:crypto'
import type { Transaction } from '#server/db/pool.ts'
import { networkOf } from '#server/kit/access/network-of.ts'
import type { Tools } from '#server/kit/context.ts'

/** Reports that are taken: of one address in an hour and a day, of one device, and of a hospital. */
export const labelLimits = {
  addressHour: 10,
  addressDay: 30,
  deviceWaiting: 5,
  deviceDay: 20,
  hospitalHour: 200,
  hospitalWaiting: 1000,
} as const

/** What is kept of the address that a report came from: a keyed hash, so that reports of one address are known as such and the address is not. */
export const originOfReport = ({ secrets }: Pick<Tools, 'secrets'>, tenantId: string, address: string): string =>
  createHmac('sha256', secrets.current()[0]!.bytes)
    .update(`label ${tenantId} ${networkOf(address)}`)
    .digest('base64url')
    .slice(0, 32)

/** Whether an address, a device or the hospital has had its share of reports, or the address is refused. The reports of the hospital are locked. */
export async function isOverLimit(tx: Transaction, deviceId: string, origin: string): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select exists (select 1 from label_block b where b.tenant_id = $1 and b.origin = $3 and b.until > now()) as blocked,
      (select count(*) filter (where r.reported_at > now() - interval '1 hour') >= $4 or count(*) >= $5
        from label_report r where r.tenant_id = $1 and r.origin = $3 and r.reported_at > now() - interval '1 day') as address,
      (select count(*) filter (where r.report_state = 'waiting') >= $6 or count(*) filter (where r.reported_at > now() - interval '1 day') >= $7
        from label_report r where r.tenant_id = $1 and r.device_id = $2) as device,
      (select count(*) >= $8 from label_report r where r.tenant_id = $1 and r.reported_at > now() - interval '1 hour') as hour,
      (select count(*) >= $9 from label_report r where r.tenant_id = $1 and r.report_state = 'waiting') as waiting`,
    values: [
      ...[tx.tenantId, deviceId, origin, labelLimits.addressHour, labelLimits.addressDay, labelLimits.deviceWaiting],
      ...[labelLimits.deviceDay, labelLimits.hospitalHour, labelLimits.hospitalWaiting],
    ],
  })
  const { blocked, address, device, hour, waiting } = rows[0]!
  return Boolean(blocked || address || device || hour || waiting)
}
