import { v7 as uuid } from 'uuid'
import * as calls from '#contract/calls/flow/flow.ts'
import { approvalKinds } from '#contract/entities/flow/approval-kinds.ts'
import { flowActing, flowInstance } from '#contract/entities/flow/flow-instance.ts'
import { user } from '#contract/entities/identity/user.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { isId } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { pagePlan } from '#server/kit/read/page-plan.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import type { OpenWork } from '#server/kit/steps/open-work.ts'
import { lockRows, lockSeen } from '#server/kit/write/lock.ts'
import { handOver } from './hand-over.ts'
import { refuseOutsiders } from './staff.ts'
import { withNodeName } from './work-answers.ts'

const most = 500
const openSql = (
  more = '',
): string => `flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running' ${more}
  where t.tenant_id = $1 and t.user_id = $2 and t.task_state in ('open', 'waiting')`

/** Moves tasks of a person to another in their approvals, in the order of ids. Those that the other one cannot decide, or is asked about already, stay. */
async function move(context: Context, tx: Transaction, from: string, to: string, id: string, only?: readonly string[]): Promise<number> {
  const { rows } = await tx.run({
    text: `select distinct t.instance_id from ${openSql()}${only ? ' and t.id = any($3::uuid[])' : ''} order by t.instance_id limit ${most}`,
    values: only ? [tx.tenantId, from, only] : [tx.tenantId, from],
  })
  if (rows.length > 0) await refuseOutsiders(tx, 'toUserId', [to])
  let moved = 0
  for (const { instance_id } of rows)
    moved += await handOver(context, tx, String(instance_id), to, {
      which: ({ id: task, user_id }) => user_id === from && (!only || only.includes(String(task))),
      undo: { transfer: id, from },
    })
  return moved
}

async function transfer(context: Context, tx: Transaction): Promise<AnswerOf<typeof calls.transferFlow>> {
  const { input } = calls.transferFlow
  const given = read(input, context.input) as { userId?: string | null; toUserId?: string | null; undo?: string | null }
  const id = uuid()
  if (given.undo) {
    if (!isId(given.undo)) throw refusalOf([{ field: 'undo', label: input.undo, rule: 'not_id' }])
    const { rows } = await tx.run({
      text: `select r.task_id, r.to_user_id, r.undo ->> 'from' as back from flow_record r where r.tenant_id = $1 and r.act = 'handOver' and r.undo ->> 'transfer' = $2`,
      values: [tx.tenantId, given.undo],
    })
    const first = rows[0]
    if (!first) throw new Refusal('not_found', { what: input.undo })
    await lockRows(user, context, tx, [String(first.back)])
    const tasks = rows.map((row) => String(row.task_id))
    return { id, moved: await move(context, tx, String(first.to_user_id), String(first.back), id, tasks) }
  }
  for (const [name, value] of [
    ['user', given.userId],
    ['toUser', given.toUserId],
  ] as const)
    if (!value) throw refusalOf([{ field: `${name}Id`, label: input[name], rule: 'required' }])
  // Whose approvals they are is for those to say who see the person.
  if ((await lockSeen(user, context, tx, [given.userId!])).length === 0) throw refusalOf([{ field: 'userId', label: user, rule: 'absent' }])
  const { rows } = await tx.run({
    text: 'select 1 from app_user where tenant_id = $1 and id = $2 and not is_deleted',
    values: [tx.tenantId, given.userId],
  })
  if (rows.length === 0) throw refusalOf([{ field: 'userId', label: user, rule: 'absent' }])
  if (given.userId === given.toUserId) throw refusalOf([{ field: 'toUserId', label: user, rule: 'absent' }])
  await refuseOutsiders(tx, 'toUserId', [given.toUserId!])
  return { id, moved: await move(context, tx, given.userId!, given.toUserId!, id) }
}

function preview(context: Context): ReadPlan<AnswerOf<typeof calls.transferFlowList>> {
  const { userId } = read(calls.transferFlowList.input, context.input) as { userId: string }
  const into = new Parameters()
  const [tenant, person] = [into.add(context.actor.tenantId), into.add(userId)]
  const scope = scopeSql(user, context.actor, 'p', into)
  const seen = `exists (select 1 from app_user p where p.tenant_id = ${tenant} and p.id = ${person}${scope ? ` and ${scope}` : ''})`
  // Who hands over without taking part is told the kind of each document and no more.
  const open = scopeSql(flowInstance, context.actor, 'i', into) || 'true'
  return pagePlan(
    context,
    {
      columns: `t.id, i.id as "instanceId", i.approval_kind as kind, t.node_name as "nodeName", t.opened_at as "openedAt", s.title as "instanceTitle",
        (select a.real_name from app_user a where a.tenant_id = i.tenant_id and a.id = i.applicant_id and s.title is not null) as "applicantName"`,
      from: `${openSql(`cross join lateral (select case when ${open} then i.instance_title end as title) s`)} and ${seen}`,
      order: 't.opened_at, t.id',
      values: into.values,
    },
    ({ kind, ...row }: Row) =>
      ({
        ...row,
        instanceTitle: row.instanceTitle ?? approvalKinds[String(kind)]?.[context.language] ?? '',
        ...withNodeName(row, context.language),
      }) as never,
  )
}

/** What waits for a person who leaves. */
export const openApprovals: OpenWork = {
  of: flowInstance,
  rule: flowActing,
  as: 'approvals',
  states: flowInstance.fields.instanceStatus.of,
  waitingSql: (_into, tenant, users) => `
    select distinct i.id, i.instance_title as title, i.instance_status as state, t.user_id from flow_task t
    join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running'
    where t.tenant_id = ${tenant} and t.user_id = any(${users}::uuid[]) and t.task_state in ('open', 'waiting')`,
  handOver: ({ context, tx, from, to }) => move(context, tx, String(from.id), String(to.id), uuid()),
}

export const transferAnswers: readonly Answer[] = [
  answer(calls.transferFlow, { write: transfer }),
  answer(calls.transferFlowList, { read: preview }),
]
