import { deviceIncome } from '#contract/entities/insight/device-income.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

/** The first of a month that is not ahead, for a device that has no other row for it. */
async function monthOf(tx: Transaction, now: Date, deviceId: unknown, day: unknown, id: unknown): Promise<string> {
  const month = `${String(day).slice(0, 7)}-01`
  if (month > homeDay(now))
    throw new Refusal('rule', { zh: `月份不能晚于本月：${month.slice(0, 7)}`, en: `The month cannot be ahead: ${month.slice(0, 7)}` })
  // Of two people at once the second finds the row of the first.
  takeNamedLock(tx, `deviceIncome ${tx.tenantId} ${deviceId} ${month}`)
  const { rows } = await tx.run({
    text: 'select d.device_name as name from device_income i join device d on d.tenant_id = i.tenant_id and d.id = i.device_id where i.tenant_id = $1 and i.device_id = $2 and i.month = $3 and not i.is_deleted and i.id is distinct from $4::uuid',
    values: [tx.tenantId, deviceId, month, id ?? null],
  })
  if (rows[0])
    throw new Refusal('rule', {
      zh: `设备“${rows[0].name}”${month.slice(0, 7)} 月的收入已录入，请修改原记录`,
      en: `The income of “${rows[0].name}” in ${month.slice(0, 7)} is already entered. Change that record`,
    })
  return month
}

hook(deviceIncome, {
  async beforeAdd(context, tx, { draft }) {
    return { month: await monthOf(tx, context.occurredAt, draft.deviceId, draft.month, null) }
  },
  async beforeChange(context, tx, { row, draft }) {
    if (!('month' in draft) && !('deviceId' in draft)) return undefined
    const [deviceId, month] = [draft.deviceId ?? row.device_id, draft.month ?? row.month]
    return { month: await monthOf(tx, context.occurredAt, deviceId, month, row.id) }
  },
})
