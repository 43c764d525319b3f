import { device } from '#contract/entities/asset/device/device.ts'
import type { Words } from '#contract/kit/words.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'

const deep: Words = { zh: '本身是附属设备，不能再作主设备', en: 'is itself an attached device' }

/** A tree of devices is one level deep. */
export const accessoryCheck: RowCheck = {
  of: device,
  async check(rows, { actor, run }, wrong) {
    const ids = [...new Set(rows.flatMap((row) => (row.draft.parentId ? [String(row.draft.parentId)] : [])))]
    if (ids.length === 0) return
    const found = await run({
      text: 'select id from device where tenant_id = $1 and id = any($2::uuid[]) and parent_id is not null',
      values: [actor.tenantId, ids],
    })
    const accessories = new Set(found.rows.map((row) => row.id))
    for (const row of rows) if (accessories.has(row.draft.parentId)) wrong(row, 'parent', deep, row.names.parent ?? '')
  },
}
