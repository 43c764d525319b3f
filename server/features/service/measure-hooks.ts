import { measureCard } from '#contract/entities/service/measure-card.ts'
import { measureRecord } from '#contract/entities/service/measure-record.ts'
import { daysAfter, homeDay } from '#contract/kit/day.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { takeNamedLock } from '#server/kit/named-lock.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { summaryOf, unverifiedSince } from './measure-label.ts'

/** Days between two verifications where neither the device nor the catalogue says otherwise. */
export const usualCycle = 365

/** Records that are entered with their certificate. */
export const supplements = new WeakSet<Context>()

/** What the card of a device and a line of the catalogue say of its metrology. */
async function usual(tx: Transaction, deviceId: unknown, catalogId: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: `select d.use_dept_id, coalesce(c.measure_kind, 'verification') as measure_kind, coalesce(c.measure_type, d.measure_type) as measure_type,
        coalesce(c.cycle_days, d.measure_cycle) as cycle_days
      from device d left join measure_catalog c on c.tenant_id = d.tenant_id and c.id = $3::uuid where d.tenant_id = $1 and d.id = $2`,
    values: [tx.tenantId, deviceId, catalogId ?? null],
  })
  return rows[0] ?? {}
}

const given = (drafted: unknown, stored: unknown): unknown => (drafted === undefined ? stored : drafted)

/** A compulsory device without a verification is overdue at once: its last day was the one before. */
const dayBefore = ({ occurredAt }: Context): string => daysAfter(homeDay(occurredAt), -1)

/** A device has one metrology card. */
async function refuseSecond(tx: Transaction, deviceId: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `measure_card ${tx.tenantId} ${deviceId}`)
  const { rows } = await tx.run({
    text: 'select card_title from measure_card where tenant_id = $1 and device_id = $2 and not is_deleted',
    values: [tx.tenantId, deviceId],
  })
  if (rows[0]) throw new Refusal('taken', { label: measureCard, value: String(rows[0].card_title) })
}

hook(measureCard, {
  async beforeAdd(context, tx, { draft }) {
    await refuseSecond(tx, draft.deviceId)
    const known = await usual(tx, draft.deviceId, draft.catalogId)
    const terms = { measure_kind: draft.measureKind ?? known.measure_kind, measure_type: draft.measureType ?? known.measure_type ?? null }
    return {
      ...terms,
      unverified_since: unverifiedSince(terms, dayBefore(context)),
      cycle_days: draft.cycleDays ?? known.cycle_days ?? usualCycle,
    }
  },
  async beforeChange(context, _tx, { row, draft }) {
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw new Refusal('rule', {
        zh: `计量台账“${row.card_title}”不能换设备`,
        en: `The metrology card “${row.card_title}” stays with its device`,
      })
    const emptied = (['measureKind', 'cycleDays'] as const).find((name) => draft[name] === null)
    if (emptied) throw refusalOf([{ field: emptied, label: measureCard.fields[emptied], rule: 'required' }])
    if (draft.measureType === undefined && draft.measureKind === undefined) return undefined
    const next = { ...row, measure_kind: draft.measureKind ?? row.measure_kind, measure_type: given(draft.measureType, row.measure_type) }
    return { ...summaryOf(next), unverified_since: unverifiedSince(next, dayBefore(context)) }
  },
  async beforeRemove(_context, tx, { rows }) {
    const { rows: open } = await tx.run({
      text: `select device_id from device_stop where tenant_id = $1 and device_id = any($2::uuid[]) and stop_kind = 'metrology' and lifted_at is null`,
      values: [tx.tenantId, rows.map((row) => row.device_id)],
    })
    const stopped = rows.find((row) => open.some(({ device_id }) => device_id === row.device_id))
    if (stopped)
      throw new Refusal('rule', {
        zh: `设备“${stopped.card_title}”因计量停用，请先登记合格结果`,
        en: `Metrology stopped the device “${stopped.card_title}”. Record a result that passes first`,
      })
  },
})

hook(measureRecord, {
  async beforeAdd(context, tx, { draft }) {
    const { use_dept_id } = await usual(tx, draft.deviceId, null)
    return { use_dept_id: use_dept_id ?? null, is_supplement: supplements.has(context) ? 1 : 0 }
  },
  async beforeChange(_context, tx, { row, draft }) {
    if (draft.deviceId === undefined || draft.deviceId === row.device_id) return undefined
    return { use_dept_id: (await usual(tx, draft.deviceId, null)).use_dept_id ?? null }
  },
})
