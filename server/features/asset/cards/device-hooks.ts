import { device } from '#contract/entities/asset/device/device.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { labelToken } from '#server/features/place/public.ts'
import { hook } from '#server/kit/hooks.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** An accessory belongs to a device that is no accessory itself, and a device with accessories is none. */
async function refuseDeepParent(tx: Transaction, id: string, parentId: unknown): Promise<void> {
  if (!parentId) return
  if (parentId === id) throw rule('设备不能是自己的主设备', 'A device cannot be its own parent')
  // The parent stays locked until the end: a concurrent binding of it waits, and then finds an accessory below it.
  const [parent, below] = await Promise.all([
    tx.run({ text: 'select parent_id from device where tenant_id = $1 and id = $2 for key share', values: [tx.tenantId, parentId] }),
    tx.run({
      text: 'select 1 from device where tenant_id = $1 and parent_id = $2 and not is_deleted limit 1',
      values: [tx.tenantId, id],
    }),
  ])
  if (parent.rows[0]?.parent_id) throw rule('所选主设备本身是附属设备', 'The selected parent is itself an attached device')
  if (below.rows.length > 0)
    throw rule('该设备已有附属设备，不能再挂到其他设备下', 'This device has attached devices, so it cannot be attached to another')
}

hook(device, {
  async beforeAdd(_, tx, { id, draft }) {
    await refuseDeepParent(tx, id, draft.parentId)
    return { qr_token: labelToken() }
  },
  async beforeChange(_, tx, { row, draft }) {
    await refuseDeepParent(tx, String(row.id), draft.parentId)
    return undefined
  },
})
