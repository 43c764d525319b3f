import { device } from '#contract/entities/asset/device/device.ts'
import { statutoryPosting } from '#contract/entities/quality/quality-rules.ts'
import { inspecting, statutoryInspection } from '#contract/entities/quality/statutory-inspection.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { tellStopped } from '#server/features/asset/public.ts'
import { notify } from '#server/features/notice/public.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { step } from '#server/kit/steps/step.ts'
import { lockControlled } from './quality-posting.ts'
import { postInspections } from './statutory-posting.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Refuses days that cannot be: an inspection in the future, or a certificate that ends before it. */
function refuseDays(context: Context, inspectedOn: unknown, validUntil: unknown): void {
  if (typeof inspectedOn !== 'string') return
  if (inspectedOn > homeDay(context.occurredAt)) throw rule('检验日期不能晚于今天', 'The inspection date cannot be in the future')
  if (typeof validUntil === 'string' && validUntil <= inspectedOn)
    throw rule('有效期须晚于检验日期', 'The expiry date must be after the inspection date')
}

function refuseDisposed(of: Row | undefined): void {
  if (of?.eam_status === 'disposed')
    throw rule(`设备“${of.device_name}”已报废，不能登记法定检验`, `“${of.device_name}” is disposed of and cannot be inspected`)
}

async function deptOf(tx: Transaction, deviceId: unknown): Promise<unknown> {
  const { rows } = await tx.run({
    text: 'select device_name, use_dept_id, eam_status from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, deviceId],
  })
  refuseDisposed(rows[0])
  return rows[0]?.use_dept_id ?? null
}

hook(statutoryInspection, {
  async beforeAdd(context, tx, { draft }) {
    refuseDays(context, draft.inspectedOn, draft.validUntil)
    return { use_dept_id: await deptOf(tx, draft.deviceId) }
  },
  async beforeChange(context, tx, { row, draft }) {
    const given = (name: 'inspectedOn' | 'validUntil', column: string) => (draft[name] === undefined ? row[column] : draft[name])
    refuseDays(context, given('inspectedOn', 'inspected_on'), given('validUntil', 'valid_until'))
    if (draft.deviceId === undefined || draft.deviceId === row.device_id) return undefined
    return { use_dept_id: await deptOf(tx, draft.deviceId) }
  },
})

step(inspecting, 'finish', async ({ context, tx, row }) => {
  const today = homeDay(context.occurredAt)
  refuseDays(context, row.inspected_on, row.valid_until)
  if (row.result === 'passed' && !row.valid_until)
    throw refusalOf([{ field: 'validUntil', label: statutoryInspection.fields.validUntil, rule: 'required' }])
  const by = asSystem(context, statutoryPosting)
  const of = await lockControlled(by, tx, row.device_id)
  refuseDisposed(of)
  const isFailed = row.result === 'failed'
  const { isStopped, isNewest } = await postInspections(by, tx, of, row.inspection_kind, today, { own: row })
  record(context, tx, {
    ...{ entity: device.name, entityId: String(of.id), verb: isFailed ? 'inspectionFailed' : 'inspectionPassed' },
    input: { inspection: row.inspection_no, kind: row.inspection_kind, certificateNo: row.certificate_no, validUntil: row.valid_until },
  })
  const detail = (row.certificate_no as string | null) ?? null
  if (isFailed && isNewest)
    notify(by, tx, {
      kind: 'statutory_failed',
      subject: `${of.device_name} ${of.device_code ?? ''}`.trim(),
      detail,
      target: 'statutoryInspection',
      targetId: String(row.id),
      to: {
        users: [of.keeper_id as string | null],
        holders: { right: 'statutoryInspection.work', deptId: (of.borrow_dept_id ?? of.use_dept_id) as string | null },
      },
    })
  if (isStopped) await tellStopped(by, tx, of, detail)
  return { recorded_by_id: context.actor.userId, finished_at: context.occurredAt }
})

step(inspecting, 'void', async ({ context, tx, row, input }) => {
  const by = asSystem(context, statutoryPosting)
  const of = await lockControlled(by, tx, row.device_id)
  await postInspections(by, tx, of, row.inspection_kind, homeDay(context.occurredAt), { gone: row.id })
  record(context, tx, {
    ...{ entity: device.name, entityId: String(of.id), verb: 'inspectionVoided' },
    input: { inspection: row.inspection_no, reason: input.voidReason },
  })
  return { void_reason: input.voidReason }
})
