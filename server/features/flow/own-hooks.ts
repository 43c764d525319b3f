import { applyApproval } from '#contract/entities/custody/apply-approval.ts'
import { flowBinding } from '#contract/entities/flow/flow-binding.ts'
import { flowComment } from '#contract/entities/flow/flow-comment.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'

const notYours = (zh: string, en: string): Refusal => new Refusal('forbidden', { right: { zh, en } })

/** Refuses a rule whose flow is for other documents or not published, and amounts that leave nothing. */
async function refuseBinding(tx: Transaction, row: Row): Promise<void> {
  const { rows } = await tx.run({
    text: 'select approval_kind, version_number from flow_definition where tenant_id = $1 and id = $2 and not is_deleted',
    values: [tx.tenantId, row.definitionId],
  })
  if (!rows[0]) return
  if (rows[0].approval_kind !== row.approvalKind)
    throw new Refusal('rule', { zh: '流程定义不适用于这类单据', en: 'The flow does not apply to these documents' })
  if (row.eventType && row.approvalKind !== applyApproval.kind)
    throw new Refusal('rule', { zh: '只有使用申请分申请类型', en: 'Only applications have types' })
  if (rows[0].version_number === null) throw new Refusal('rule', { zh: '流程定义尚未发布', en: 'The flow is not published' })
  if (row.minAmount && row.maxAmount && Number(row.minAmount) >= Number(row.maxAmount))
    throw new Refusal('rule', { zh: '金额下限应小于上限', en: 'The lower amount must be less than the upper one' })
}

hook(flowBinding, {
  async beforeAdd(_context, tx, { draft }) {
    await refuseBinding(tx, draft)
    return undefined
  },
  async beforeChange(_context, tx, { row, draft }) {
    const now = {
      definitionId: row.definition_id,
      approvalKind: row.approval_kind,
      eventType: row.event_type,
      minAmount: row.min_amount,
      maxAmount: row.max_amount,
    }
    await refuseBinding(tx, { ...now, ...draft })
    return undefined
  },
})

const refuseForeign = (context: Context, rows: readonly Row[]): void => {
  if (rows.some((row) => row.created_by !== context.actor.userId)) throw notYours('修改别人的评论', 'Edit another person’s comment')
}

hook(flowComment, {
  async beforeChange(context, _tx, { row, draft }) {
    refuseForeign(context, [row])
    if (draft.instanceId !== undefined && draft.instanceId !== row.instance_id)
      throw new Refusal('rule', { zh: '评论不能移到其他审批单', en: 'A comment cannot move to another approval' })
    return undefined
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseForeign(context, rows)
  },
  async afterSave(context, tx, { draft, isNew }) {
    if (!isNew) return
    const { rows } = await tx.run({
      text: `select i.instance_title, array(select distinct t.user_id from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state in ('open', 'agreed')) || i.applicant_id as people
        from flow_instance i where i.tenant_id = $1 and i.id = $2`,
      values: [tx.tenantId, draft.instanceId],
    })
    if (!rows[0]) return
    notify(context, tx, {
      kind: 'flow_commented',
      subject: String(rows[0].instance_title),
      detail: String(draft.content),
      target: 'flowInstance',
      targetId: String(draft.instanceId),
      to: { users: rows[0].people as string[] },
    })
  },
})
