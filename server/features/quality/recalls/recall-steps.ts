import type { MatchKind } from '#contract/codes/match-keys.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { recallPosting } from '#contract/entities/quality/quality-rules.ts'
import { recall, recalling } from '#contract/entities/quality/recall.ts'
import { followingUp, recallDevice } from '#contract/entities/quality/recall-device.ts'
import { takesOutOfService } from '#contract/entities/quality/recall-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { step } from '#server/kit/steps/step.ts'
import { refuseEmpty } from './find-devices.ts'
import { addFound, endCases, endHolds, holdAgain } from './recall-posting.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Refuses a notice from the future, by the calendar of the hospital, and lines that can find nothing. */
function refuseDraft({ occurredAt }: Context, noticeDate: unknown, { items }: HookLines): void {
  if (typeof noticeDate === 'string' && noticeDate > homeDay(occurredAt))
    throw rule('通知日期不能晚于今天', 'The notice date cannot be in the future')
  refuseEmpty((items?.after ?? []) as unknown as readonly { matchKind: MatchKind; matchValue: string }[])
}

hook(recall, {
  async beforeAdd(context, _tx, { draft, lines }) {
    refuseDraft(context, draft.noticeDate, lines)
    return undefined
  },
  async beforeChange(context, _tx, { draft, lines }) {
    refuseDraft(context, draft.noticeDate, lines)
    return undefined
  },
})

/** Refuses to stop, or give back, devices of a recall that the person does not see: it acts on all of them. */
async function refuseUnseen({ actor }: Context, tx: Transaction, of: Row): Promise<void> {
  const into = new Parameters()
  const [tenant, id] = [into.add(tx.tenantId), into.add(of.id)]
  const scope = scopeSql(device, actor, 'd', into)
  if (!scope) return
  const { rows } = await tx.run({
    text: `select 1 from recall_device r where r.tenant_id = ${tenant} and r.recall_id = ${id} and (r.case_state = 'waiting' or r.is_held = 1)
      and not exists (select 1 from device d where d.tenant_id = r.tenant_id and d.id = r.device_id and ${scope}) limit 1`,
    values: into.values,
  })
  if (rows[0])
    throw rule(
      `召回“${of.recall_no}”涉及您数据范围以外的设备，请由能看到这些设备的人员办理`,
      `“${of.recall_no}” concerns devices outside your data scope. A person who sees them has to do this`,
    )
}

step(recalling, 'start', async ({ context, tx, row }) => {
  await addFound(asSystem(context, recallPosting), tx, row)
  await refuseUnseen(context, tx, row)
  return { started_at: context.occurredAt, started_by_id: context.actor.userId }
})

/** Locks the devices of a recall that are open or held. */
async function lockOpen(by: Context, tx: Transaction, recallId: unknown): Promise<Row[]> {
  const { rows } = await tx.run({
    text: `select id from recall_device where tenant_id = $1 and recall_id = $2 and (case_state = 'waiting' or is_held = 1)`,
    values: [tx.tenantId, recallId],
  })
  const ids = rows.map((row) => row.id)
  return lockByRule(recallDevice, by, tx, ids)
}

step(recalling, 'close', async ({ context, tx, row, input }) => {
  // All are locked, so that none is opened again meanwhile.
  const { rows } = await tx.run({
    text: 'select id from recall_device where tenant_id = $1 and recall_id = $2',
    values: [tx.tenantId, row.id],
  })
  const ids = rows.map(({ id }) => id)
  const cases = await lockByRule(recallDevice, asSystem(context, recallPosting), tx, ids)
  const open = cases.filter((one) => one.case_state === 'waiting').length
  if (open > 0)
    throw rule(
      `召回“${row.recall_no}”还有 ${open} 台设备未处理，不能关闭`,
      `${open} ${open === 1 ? 'device' : 'devices'} of “${row.recall_no}” still to be handled`,
    )
  return { closed_at: context.occurredAt, closed_by_id: context.actor.userId, close_note: input.closeNote ?? null }
})

step(recalling, 'cancel', async ({ context, tx, row, input }) => {
  await refuseUnseen(context, tx, row)
  const by = asSystem(context, recallPosting)
  const open = await lockOpen(by, tx, row.id)
  const held = open.filter(({ is_held }) => is_held === 1).map((one) => one.device_id)
  await endCases(by, tx, open, '召回已取消')
  await endHolds(by, tx, row, held, String(input.cancelReason))
  return { closed_at: context.occurredAt, closed_by_id: context.actor.userId, cancel_reason: input.cancelReason }
})

/** The recall of a row; refuses one that is over. */
async function recallOf(tx: Transaction, row: Row, isOpen = true): Promise<Row> {
  const { rows } = await tx.run({ text: 'select * from recall where tenant_id = $1 and id = $2', values: [tx.tenantId, row.recall_id] })
  const of = rows[0]!
  if (isOpen && of.recall_state !== 'open') throw rule(`召回“${of.recall_no}”已结束`, `“${of.recall_no}” is over`)
  return of
}

/** Who recorded it, and when. */
const recorded = ({ actor, occurredAt }: Context) => ({ handled_by_id: actor.userId, handled_at: occurredAt })

step(followingUp, 'finish', async ({ context, tx, row, input }) => {
  if (String(input.doneOn) > homeDay(context.occurredAt)) throw rule('处理日期不能晚于今天', 'The date of handling cannot be in the future')
  const of = await recallOf(tx, row)
  // A device at its manufacturer comes back by a step of its own, or is disposed of.
  const isHeld = row.is_held === 1 && input.outcome === 'returned'
  if (row.is_held === 1 && !isHeld) await endHolds(asSystem(context, recallPosting), tx, of, [row.device_id], String(of.recall_no))
  const { outcome, doneOn: done_on, note = null, files = null } = input
  return { outcome, done_on, note, files, reason: null, is_held: isHeld ? 1 : 0, ...recorded(context) }
})

step(followingUp, 'exempt', async ({ context, tx, row, input }) => {
  const of = await recallOf(tx, row)
  if (row.is_held === 1) await endHolds(asSystem(context, recallPosting), tx, of, [row.device_id], String(input.reason))
  return { reason: input.reason, is_held: 0, ...recorded(context) }
})

step(followingUp, 'takeBack', async ({ context, tx, row, input }) => {
  if (row.outcome !== 'returned' || row.is_held !== 1)
    throw rule(`“${row.case_title}”没有因退回厂家而停用`, `“${row.case_title}” is not held as returned to its manufacturer`)
  const of = await recallOf(tx, row, false)
  await endHolds(asSystem(context, recallPosting), tx, of, [row.device_id], String(input.reason))
  return { reason: input.reason, is_held: 0 }
})

step(followingUp, 'reopen', async ({ context, tx, row, input }) => {
  const of = await recallOf(tx, row)
  const { rows } = await tx.run({
    text: `select 1 from device where tenant_id = $1 and id = $2 and (is_deleted or eam_status = 'disposed')`,
    values: [tx.tenantId, row.device_id],
  })
  if (rows[0]) throw rule(`设备“${row.case_title}”已报废或删除`, `“${row.case_title}” is disposed of or deleted`)
  const isHeld = takesOutOfService(of)
  if (isHeld) await holdAgain(asSystem(context, recallPosting), tx, of, row.device_id)
  return { reason: input.reason, is_held: isHeld ? 1 : 0, outcome: null, done_on: null, note: null, files: null, ...recorded(context) }
})
