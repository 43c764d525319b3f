import { deviceAttach } from '#contract/entities/asset/parts/device-attach.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'

/** Warns of a metrology certificate from before the purchase of its device, which is often that of another one. */
export const certificateCheck: RowCheck = {
  of: deviceAttach,
  async check(rows, { actor, run }, wrong) {
    const told = rows.filter(({ draft }) => draft.attachType === 'metrology' && draft.deviceId && draft.issuedOn)
    if (told.length === 0) return
    const { rows: found } = await run({
      text: 'select id, purchase_date as bought from device where tenant_id = $1 and id = any($2::uuid[]) and purchase_date is not null',
      values: [actor.tenantId, [...new Set(told.map(({ draft }) => String(draft.deviceId)))]],
    })
    const bought = new Map(found.map((row) => [row.id, String(row.bought)]))
    for (const row of told) {
      const [day, issued] = [bought.get(row.draft.deviceId), String(row.draft.issuedOn)]
      if (day === undefined || issued >= day) continue
      const cause = { zh: '早于设备的购置日期', en: 'is before the device’s purchase date' }
      wrong(row, 'issuedOn', { zh: `${cause.zh} ${day}`, en: `${cause.en} on ${day}`, cause }, issued, 'warning')
    }
  },
}
