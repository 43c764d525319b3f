import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { maintainOrder } from '#contract/entities/maintenance/maintain-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { hook } from '#server/kit/hooks.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

hook(maintainOrder, {
  async beforeAdd(_context, tx, { draft }) {
    const { rows } = await tx.run({
      text: 'select use_dept_id, eam_status, device_name from device where tenant_id = $1 and id = $2',
      values: [tx.tenantId, draft.deviceId],
    })
    const card = rows[0]
    if (card?.eam_status === 'disposed')
      throw rule(
        `设备“${card.device_name}”${deviceStates.disposed.zh}，不能保养`,
        `“${card.device_name}” has been disposed of and cannot be maintained`,
      )
    return { use_dept_id: card?.use_dept_id ?? null, missed_count: 0, ...(draft.scheduledOn ? {} : { scheduled_on: draft.dueDate }) }
  },
  async beforeChange(_context, _tx, { row, draft }) {
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw rule('不能更换设备，请取消后重新登记', 'The device cannot be changed. Cancel the order and make a new one')
    if (row.plan_id && draft.dueDate !== undefined && String(draft.dueDate) !== String(row.due_date))
      throw rule('此工单由保养计划生成，日期以计划为准', 'A plan made this order. Its date follows the plan')
    // A day that was not chosen by a person follows the due day.
    const follows = draft.dueDate !== undefined && draft.scheduledOn === undefined && String(row.scheduled_on) === String(row.due_date)
    return follows ? { scheduled_on: draft.dueDate } : undefined
  },
})
