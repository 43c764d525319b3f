import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { ranBefore } from './ran-before.ts'
import { isCardInScope, lockCard, refuseOutsider, releaseCard, stopCard } from './repair-card.ts'
import { isPastRepair, pastColumns, postPast, takeBackPast } from './repair-history.ts'
import { refuseOtherSide, takers, tell, tellStopAsked } from './repair-people.ts'

/** Requests whose report is repaired in the same transaction, so that no notice is sent. */
export const onTheSpot = new WeakSet<Context>()

/** Requests that enter a repair from before, with the time of its report: no notice is sent, and the card stays as it is. */
export const fromBefore = new WeakMap<Context, string>()

/** The columns of such a report. Refuses devices of other departments. */
async function pastReport(context: Context, tx: Transaction, card: Row, reportedAt: string): Promise<Record<string, unknown>> {
  await refuseOutsider(context, tx, { device_id: card.id })
  return {
    use_dept_id: card.use_dept_id,
    location_id: card.location_id,
    reporter_id: context.actor.userId,
    reported_at: reportedAt,
    waited_minutes: 0,
    ran_minutes: await ranBefore({ ...context, occurredAt: new Date(reportedAt) }, tx, card),
    reminders: 0,
  }
}

/** The card of a report, locked; refuses one that does not exist or is disposed of. */
async function reportedCard(context: Context, tx: Transaction, id: unknown): Promise<Row> {
  const card = await lockCard(context, tx, id)
  if (!card) throw refusalOf([{ field: 'deviceId', label: repairOrder.fields.device, rule: 'absent' }])
  if (card.eam_status === 'disposed')
    throw new Refusal('rule', {
      zh: `设备“${card.device_name}”${deviceStates.disposed.zh}，不能报修`,
      en: `“${card.device_name}” has been disposed of and cannot be reported`,
    })
  return card
}

/** The document that opens a report, and who reported it without an account, by the request that makes it. */
export const openedFrom = new WeakMap<Context, { readonly source: string; readonly labelReporter?: string | undefined }>()

hook(repairOrder, {
  async beforeAdd(context, tx, { draft }) {
    const card = await reportedCard(context, tx, draft.deviceId)
    const past = fromBefore.get(context)
    if (past !== undefined) return pastReport(context, tx, card, past)
    const asked = draft.isStopped === 1
    const mayStop = asked && (await isCardInScope(context, tx, card.id))
    const stopped = mayStop && (await stopCard(context, tx, card))
    return {
      use_dept_id: card.use_dept_id,
      location_id: card.location_id,
      is_stopped: mayStop ? 1 : 0,
      stop_requested: asked && !mayStop ? 1 : 0,
      reporter_id: context.actor.userId,
      reported_at: context.occurredAt,
      waited_minutes: 0,
      ran_minutes: await ranBefore(context, tx, card),
      reminders: 0,
      stopped_card: stopped ? 1 : 0,
      source: openedFrom.get(context)?.source ?? null,
      label_reporter: openedFrom.get(context)?.labelReporter ?? null,
    }
  },
  beforeAddMany: async (_context, tx, { drafts }) => (drafts.every(isPastRepair) ? pastColumns(tx, drafts) : undefined),
  afterImport: (context, tx, { ids }) => postPast(context, tx, ids),
  afterUndo: (context, tx, { ids }) => takeBackPast(context, tx, ids),
  async beforeChange(context, tx, { row, draft }) {
    refuseOtherSide('submit', context, row)
    if (draft.deviceId !== undefined && draft.deviceId !== row.device_id)
      throw new Refusal('rule', {
        zh: '不能更换设备，请取消后重新报修',
        en: 'The device cannot be changed. Cancel the report and make a new one',
      })
    const isStopped = draft.isStopped === undefined ? row.is_stopped : (draft.isStopped ?? 0)
    if (isStopped === row.is_stopped) return { is_stopped: isStopped }
    if (!(await isCardInScope(context, tx, row.device_id))) {
      if (isStopped === 0) await refuseOutsider(context, tx, row)
      return { is_stopped: 0, stop_requested: 1 }
    }
    if (isStopped === 1)
      return { stop_requested: 0, stopped_card: (await stopCard(context, tx, await reportedCard(context, tx, row.device_id))) ? 1 : 0 }
    await releaseCard(context, tx, row, 'cancelRepair')
    return { is_stopped: 0, stopped_card: 0 }
  },
  async afterSave(context, tx, { id, draft, isNew }) {
    if (!isNew || onTheSpot.has(context) || fromBefore.has(context) || isPastRepair(draft)) return
    const { rows } = await tx.run({ text: 'select * from repair_order where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
    const order = rows[0]!
    await tell(context, tx, order, 'repair_reported', { people: ['keeper'], holding: takers }, order.fault_description)
    if (order.stop_requested === 1) await tellStopAsked(context, tx, order)
  },
})
