import { maintainPosting } from '#contract/entities/maintenance/maintain-rules.ts'
import { meterReading } from '#contract/entities/maintenance/meters/meter-reading.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { lockSchedules } from '../lock-schedules.ts'
import { makeDueOrders } from '../make-orders.ts'
import { followMeters, lastReading, refreshMeter } from './meter-rows.ts'

const { fields } = meterReading
const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

hook(meterReading, {
  given: (input) => (input.id ? input : { meterKind: fields.meterKind.initial, ...input }),
  async beforeAdd(context, tx, { draft }) {
    lockSchedules(tx)
    if (String(draft.readOn) > homeDay(context.occurredAt)) throw rule('读数日期不能晚于今天', 'The reading cannot be in the future')
    const last = await lastReading(tx, draft.deviceId, draft.meterKind)
    const isReplaced = draft.isReplaced === 1
    if (isReplaced && !draft.reason) throw refusalOf([{ field: 'reason', label: fields.reason, rule: 'required' }])
    if (!last) {
      if (isReplaced) throw rule('没有上次读数，不能登记更换', 'There is no reading of a counter that could have been replaced')
      return { total: draft.reading, reason: null, source: 'hand' }
    }
    if (String(draft.readOn) < String(last.read_on))
      throw rule(`读数日期不能早于上次读数 ${last.read_on}`, `The reading cannot be before the last one, ${last.read_on}`)
    const more = Number(draft.reading) - Number(last.reading)
    if (!isReplaced && more < 0)
      throw rule(
        `读数不能小于上次读数 ${Number(last.reading)}；已更换计数器时请选择“计数器已更换”并填写原因`,
        `The reading cannot be less than the last one, ${Number(last.reading)}. If the counter was replaced, say so with the reason`,
      )
    // A new counter begins with what it shows; what the device has done in all goes on.
    const total = (Number(last.total) + (isReplaced ? 0 : more)).toFixed(2)
    return { total, source: 'hand', ...(isReplaced ? {} : { reason: null }) }
  },
  async beforeChange(_context, _tx, { row, draft }) {
    if (Object.keys(draft).some((name) => name !== 'remark'))
      throw rule(
        `“${row.reading_title}”的读数不能修改，请删除最新读数后重新登记`,
        `Readings of “${row.reading_title}” do not change. Delete the newest one and enter it again`,
      )
    return undefined
  },
  async afterSave(context, tx, { draft, isNew }) {
    if (!isNew) return
    const by = asSystem(context, maintainPosting)
    const today = homeDay(context.occurredAt)
    await refreshMeter(by, tx, draft.deviceId, draft.meterKind)
    await followMeters(by, tx, { deviceIds: [draft.deviceId] }, today)
    await makeDueOrders(by, tx, today, [draft.deviceId])
  },
  async beforeRemove(context, tx, { rows }) {
    lockSchedules(tx)
    const ids = rows.map((row) => row.id)
    const { rows: later } = await tx.run({
      text: `select r.reading_title from meter_reading r join meter_reading n on n.tenant_id = r.tenant_id and n.device_id = r.device_id and n.meter_kind = r.meter_kind
        where r.tenant_id = $1 and r.id = any($2::uuid[]) and not n.is_deleted and n.id <> all($2::uuid[]) and (n.read_on, n.id) > (r.read_on, r.id) limit 1`,
      values: [tx.tenantId, ids],
    })
    if (later[0])
      throw rule(`“${later[0].reading_title}”只能删除最新的读数`, `Only the newest reading of “${later[0].reading_title}” can be deleted`)
    const by = asSystem(context, maintainPosting)
    for (const row of rows) await refreshMeter(by, tx, row.device_id, row.meter_kind, ids)
    await followMeters(by, tx, { deviceIds: rows.map((row) => row.device_id) }, homeDay(context.occurredAt))
  },
})
