import { absenceWaiting } from '#contract/calls/flow/flow.ts'
import { flowAbsence } from '#contract/entities/flow/flow-comment.ts'
import { flowActing } from '#contract/entities/flow/flow-instance.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { eachTenant } from '#server/db/each-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { writeAs } from '#server/db/pool.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import type { Job, JobTools } from '#server/kit/jobs/job.ts'
import { read } from '#server/kit/refuse.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { firstAdministrator, timedContext } from '../course/late.ts'
import { followAbsence } from './follow-absence.ts'
import { askingDay } from './people.ts'
import { refuseOutsiders } from './staff.ts'

const mayManage = ({ actor }: Context): boolean => mayCall(actor, 'flowDefinition.submit', 'flowDefinition.submit')

function refuseOthers(context: Context, userId: unknown): void {
  if (userId !== context.actor.userId && !mayManage(context))
    throw new Refusal('forbidden', { right: { zh: '登记别人的审批代理', en: 'Enter another person’s absence' } })
}

function refuseAbsence(row: { userId: unknown; deputyId: unknown; beginDate: unknown; endDate: unknown }): void {
  if (row.userId === row.deputyId) throw new Refusal('rule', { zh: '代理人不能是本人', en: 'The deputy must be another person' })
  if (String(row.endDate) < String(row.beginDate))
    throw new Refusal('rule', { zh: '结束日期不能早于开始日期', en: 'The last day must not be before the first' })
}

/** Whose tasks a save has to look at, and whether it hands over what waits, by its transaction. */
const saves = new WeakMap<Transaction, { readonly people: readonly string[]; readonly moves: boolean }>()

/** Notes what a save has to do and answers when the hand-over was: once in an absence, from its first day on. */
function noted(context: Context, tx: Transaction, people: readonly unknown[], row: Parsed): { moved_at: unknown } {
  const day = askingDay(context)
  const isOn = Number(row.moveWaiting ?? 0) === 1 && String(row.beginDate) <= day && day <= String(row.endDate)
  saves.set(tx, { people: [...new Set(people.map(String))], moves: isOn && !row.movedAt })
  return { moved_at: isOn ? (row.movedAt ?? new Date().toISOString()) : null }
}

hook(flowAbsence, {
  async beforeAdd(context, tx, { draft }) {
    refuseOthers(context, draft.userId)
    refuseAbsence(draft as never)
    await refuseOutsiders(tx, 'deputyId', [String(draft.deputyId)])
    await refuseOutsiders(tx, 'userId', [String(draft.userId)])
    return noted(context, tx, [draft.userId], draft)
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseOthers(context, row.user_id)
    refuseOthers(context, draft.userId ?? row.user_id)
    refuseAbsence({ userId: row.user_id, deputyId: row.deputy_id, beginDate: row.begin_date, endDate: row.end_date, ...draft } as never)
    for (const [name, column] of [
      ['deputyId', 'deputy_id'],
      ['userId', 'user_id'],
    ] as const)
      if (draft[name] && draft[name] !== row[column]) await refuseOutsiders(tx, name, [String(draft[name])])
    const before = { beginDate: row.begin_date, endDate: row.end_date, moveWaiting: row.move_waiting, movedAt: row.moved_at }
    return noted(context, tx, [row.user_id, draft.userId ?? row.user_id], { ...before, ...draft })
  },
  async afterSave(context, tx) {
    const { people, moves } = saves.get(tx)!
    saves.delete(tx)
    for (const userId of people) await followAbsence(context, tx, userId, askingDay(context), { moves: moves && userId === people.at(-1) })
  },
  async beforeRemove(context, tx, { rows }) {
    for (const row of rows) refuseOthers(context, row.user_id)
    const without = rows.map((row) => String(row.id))
    for (const userId of new Set(rows.map((row) => String(row.user_id))))
      await followAbsence(context, tx, userId, askingDay(context), { without })
  },
})

/** How many approvals wait for a person who is about to be away: one's own, or of others for who may enter their absence. */
function waiting(context: Context): ReadPlan<AnswerOf<typeof absenceWaiting>> {
  const { userId } = read(absenceWaiting.input, context.input) as { userId: string }
  refuseOthers(context, userId)
  return {
    queries: [
      {
        text: `select count(*)::int as waiting from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running'
          where t.tenant_id = $1 and t.user_id = $2 and t.task_state in ('open', 'waiting')`,
        values: [context.actor.tenantId, userId],
      },
    ],
    answer: ([found]) => ({ waiting: Number(found!.rows[0]!.waiting) }),
  }
}
export const absenceAnswers: readonly Answer[] = [answer(absenceWaiting, { read: waiting })]

/** Whether an absence of a person that hands over what waits has begun, which is noted on it. */
async function begins(context: Context, tx: Transaction, userId: string, day: string): Promise<boolean> {
  const { rows } = await tx.run({
    text: `select id from flow_absence where tenant_id = $1 and user_id = $2 and not is_deleted and move_waiting = 1 and moved_at is null
      and $3::date between begin_date and end_date`,
    values: [tx.tenantId, userId, day],
  })
  const by = asSystem(context, flowActing)
  const locked = await lockByRule(
    flowAbsence,
    by,
    tx,
    rows.map(({ id }) => id),
  )
  const to = context.occurredAt.toISOString()
  await writeRows(
    flowAbsence,
    by,
    tx,
    { verb: 'change' },
    locked.map((row) => ({ row, set: { moved_at: to }, changes: { movedAt: { from: null, to } } })),
  )
  return locked.length > 0
}

/** Hands over what waits where an absence has begun, and brings back what deputies have not decided where one is over. One that fails keeps no other waiting. */
async function follow(tools: JobTools): Promise<void> {
  const day = homeDay(tools.now)
  const found: { tenantId: string; userId: string; admin: unknown }[] = []
  await eachTenant(tools.pool, async (tx) => {
    const { rows } = await tx.run({
      text: `select distinct x.user_id, ${firstAdministrator} as admin from (
          select a.user_id from flow_absence a where a.tenant_id = $1 and not a.is_deleted and a.move_waiting = 1 and a.moved_at is null and $2::date between a.begin_date and a.end_date
          union all select t.instead_of_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.instance_status = 'running'
            where t.tenant_id = $1 and t.instead_of_id is not null and t.task_state in ('open', 'waiting')) x`,
      values: [tx.tenantId, day],
    })
    for (const row of rows) found.push({ tenantId: tx.tenantId, userId: String(row.user_id), admin: row.admin })
  })
  const failed: unknown[] = []
  for (const { tenantId, userId, admin } of found)
    try {
      const context = await timedContext(tools, tenantId, userId, admin)
      await writeAs(tools.pool, tenantId, async (tx) =>
        followAbsence(context, tx, userId, day, { moves: await begins(context, tx, userId, day) }),
      )
    } catch (error) {
      failed.push(error)
    }
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, `${failed.length} absences failed`)
}

export const absences: Job = { name: 'absences', zh: '审批代理移交', en: 'Absences', cron: '*/10 * * * *', run: follow }
