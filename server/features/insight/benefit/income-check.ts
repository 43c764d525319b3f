import { deviceIncome } from '#contract/entities/insight/device-income.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'

const ahead: Words = { zh: '不能晚于本月', en: 'cannot be ahead' }
const twice: Words = { zh: '同一设备同一月份在文件中出现多次', en: 'is in the file more than once for the device' }
const there: Words = {
  zh: '该设备该月的收入已录入；请填当月 1 日以更新，或直接修改原记录',
  en: 'is already entered for the device. Write the first of the month to update it, or edit that record',
}

/** A device has one income for a month that is not ahead. */
export const incomeCheck: RowCheck = {
  of: deviceIncome,
  async check(rows, { actor, run, known }, wrong) {
    const standing = await known()
    const told = rows.filter(({ draft }) => draft.deviceId && draft.month)
    const { rows: found } = await run({
      text: "select device_id, to_char(month, 'YYYY-MM') as month from device_income where tenant_id = $1 and device_id = any($2::uuid[]) and not is_deleted",
      values: [actor.tenantId, told.map(({ draft }) => draft.deviceId)],
    })
    const taken = new Set(found.map((row) => `${row.device_id} ${row.month}`))
    const seen = new Set<string>()
    const now = homeDay(new Date()).slice(0, 7)
    for (const row of told) {
      const [day, month] = [String(row.draft.month), String(row.draft.month).slice(0, 7)]
      const key = `${row.draft.deviceId} ${month}`
      if (month > now) wrong(row, 'month', ahead, day)
      else if (seen.has(key)) wrong(row, 'month', twice, day)
      // The first of a month is matched with the row that is there, and updates it.
      else if (!day.endsWith('-01') && taken.has(key) && !standing.has(row)) wrong(row, 'month', there, day)
      seen.add(key)
    }
  },
}
