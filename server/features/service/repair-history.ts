import { collectRepair } from '#contract/calls/service/repair.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairFlow } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { cents } from '#contract/kit/fields/amount.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { dayStart, homeDay } from '#contract/kit/time/day.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { costText } from '#server/features/place/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import type { RowCheck } from '#server/kit/import/rows/row-checks.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { renewRanBefore } from './ran-before.ts'

// Old repairs that an import brings: orders that are finished from the start. They cause no notice and leave the card as it is.

/** Whether a draft is a row of such an import: no form can give an end with a new report. */
export const isPastRepair = (draft: Parsed): boolean => Boolean(draft.finishedAt)

/** A day without a time of day begins with the moment that it follows on the same day. */
function notBefore(moment: Date, earlier: Date): Date {
  const isDayOnly = moment.getTime() === Date.parse(dayStart(homeDay(moment)))
  return isDayOnly && moment < earlier && homeDay(moment) === homeDay(earlier) ? earlier : moment
}

/** When such a repair was reported, started and finished. */
export function pastTimes(draft: Parsed): { readonly reported: Date; readonly started: Date | null; readonly finished: Date } {
  const reported = new Date(String(draft.reportedAt))
  const started = draft.arrivedAt ? notBefore(new Date(String(draft.arrivedAt)), reported) : null
  return { reported, started, finished: notBefore(new Date(String(draft.finishedAt)), started ?? reported) }
}

/** The columns of orders that begin with their end. */
export async function pastColumns(tx: Transaction, drafts: readonly Parsed[]): Promise<readonly Record<string, unknown>[]> {
  const { rows } = await tx.run({
    text: 'select id, use_dept_id, location_id from device where tenant_id = $1 and id = any($2::uuid[])',
    values: [tx.tenantId, drafts.map(({ deviceId }) => deviceId)],
  })
  const cards = new Map(rows.map((row) => [row.id, row]))
  return drafts.map((draft) => {
    const card = cards.get(draft.deviceId)
    const { started, finished } = pastTimes(draft)
    const costs = [draft.labourCost, draft.partsCost, draft.outsideCost]
    return {
      repair_status: 'done',
      use_dept_id: card?.use_dept_id ?? null,
      location_id: card?.location_id ?? null,
      arrived_at: started,
      finished_at: finished,
      closed_at: finished,
      waited_minutes: 0,
      reminders: 0,
      stop_requested: 0,
      stopped_card: 0,
      total_cost: costs.every((cost) => cost === null || cost === undefined)
        ? null
        : costText(costs.reduce((sum: bigint, cost) => sum + cents(cost), 0n)),
    }
  })
}

/** Says in the histories of orders and devices that the orders were entered later, and how long their devices had run. */
export async function postPast(context: Context, tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: `select id, device_id, order_no, finished_at, coalesce(measures, fault_description) as said from repair_order
      where tenant_id = $1 and id = any($2::uuid[]) order by finished_at, id`,
    values: [tx.tenantId, ids],
  })
  const { enterPast } = repairFlow.steps
  recordMany(
    context,
    tx,
    { entity: repairOrder.name, verb: 'enterPast', field: repairFlow.field },
    rows.map(({ id }) => ({ entityId: id, version: 1, changes: { [repairFlow.field]: { from: enterPast.from[0], to: enterPast.to } } })),
  )
  recordMany(
    context,
    tx,
    { entity: device.name, verb: 'pastRepair' },
    rows.map((row) => ({
      entityId: row.device_id,
      version: undefined,
      changes: {},
      input: { order: row.order_no, day: homeDay(new Date(String(row.finished_at))), said: row.said },
    })),
  )
  await renewRanBefore(tx, [...new Set(rows.map((row) => row.device_id))])
}

/** After an import was undone: the histories of the devices say so, and later repairs look back to what is left. */
export async function takeBackPast(context: Context, tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.run({
    text: 'select device_id, order_no from repair_order where tenant_id = $1 and id = any($2::uuid[]) order by finished_at, id',
    values: [tx.tenantId, ids],
  })
  const devices = [...new Set(rows.map((row) => row.device_id))]
  const { rows: told } = await tx.run({
    text: `select id, input->>'order' as order_no from audit_event where tenant_id = $1 and entity = $2 and entity_id = any($3::uuid[]) and verb = 'pastRepair'`,
    values: [tx.tenantId, device.name, devices],
  })
  const eventOf = new Map(told.map((row) => [row.order_no, String(row.id)]))
  recordMany(
    context,
    tx,
    { entity: device.name, verb: 'pastRepairUndone' },
    rows.flatMap((row) => {
      const undoes = eventOf.get(row.order_no)
      return undoes ? [{ entityId: row.device_id, version: undefined, changes: {}, input: { order: row.order_no }, undoes }] : []
    }),
  )
  await renewRanBefore(tx, devices)
}

const noRight: Words = { zh: '需要“办理维修”权限才能导入', en: 'can only be imported with the right to work on repairs' }
const outside: Words = { zh: '不属于您的科室，不能补录其维修', en: 'does not belong to your departments, so its repairs cannot be entered' }
const lacking: Words = { zh: '不能为空', en: 'is required' }
const future: Words = { zh: '晚于现在：只能导入已完工的维修', en: 'is in the future: only finished repairs can be imported' }
const beforeReport: Words = { zh: '早于报修时间', en: 'is before the report' }
const beforeStart: Words = { zh: '早于到场时间', en: 'is before the arrival' }
const early: Words = { zh: '早于设备的启用日期，请核对', en: 'is before the device was put into use. Please check' }

/** Old repairs are finished ones, with their dates in order, of devices that the person may enter repairs for. */
export const pastRepairCheck: RowCheck = {
  of: repairOrder,
  async check(rows, { actor, run }, wrong) {
    const into = new Parameters()
    const where = `t.tenant_id = ${into.add(actor.tenantId)} and t.id = any(${into.add(rows.flatMap(({ draft }) => draft.deviceId ?? []))}::uuid[])`
    const { rows: found } = await run({
      text: `select t.id, t.use_dept_id, coalesce(t.enable_date, t.purchase_date)::text as used_from, (${scopeSql(device, actor, 't', into) || 'true'}) as is_seen
        from device t where ${where}`,
      values: into.values,
    })
    const cards = new Map(found.map((row) => [row.id, row]))
    const now = new Date()
    for (const row of rows) {
      const { draft } = row
      if (!actor.rights.has(collectRepair.may)) wrong(row, 'finishedAt', noRight, '')
      const card = cards.get(draft.deviceId)
      if (card && card.is_seen !== true) wrong(row, 'device', outside, row.names.device ?? '')
      const missing = (['reportedAt', 'finishedAt'] as const).filter((name) => !draft[name])
      for (const name of missing) wrong(row, name, lacking, '')
      if (missing.length > 0) continue
      const { reported, started, finished } = pastTimes(draft)
      if (finished > now) wrong(row, 'finishedAt', future, String(draft.finishedAt))
      else if (reported > finished) wrong(row, 'finishedAt', beforeReport, String(draft.finishedAt))
      else if (started && started < reported) wrong(row, 'arrivedAt', beforeReport, String(draft.arrivedAt))
      else if (started && started > finished) wrong(row, 'finishedAt', beforeStart, String(draft.finishedAt))
      if (card?.used_from && homeDay(reported) < String(card.used_from))
        wrong(row, 'reportedAt', early, String(draft.reportedAt), 'warning')
    }
  },
}
