import { roundRoute } from '#contract/entities/checklist/rounds/round-route.ts'
import { roundPosting } from '#contract/entities/checklist/rounds/round-rules.ts'
import { roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { assignChecklists } from '../public.ts'
import { publishedVersion } from '../versions.ts'
import { lastDay, makeRoundOfToday, makeStops, nextOf } from './make-rounds.ts'
import { refuseIdle, tellRound } from './round-people.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Refuses stops without a label: a visit could not be proven. */
async function refuseUnlabelled(tx: Transaction, { stops }: HookLines): Promise<void> {
  if (!stops) return
  const { rows } = await tx.run({
    text: 'select full_name from location where tenant_id = $1 and id = any($2::uuid[]) and qr_token is null order by full_name limit 1',
    values: [tx.tenantId, stops.after.map(({ locationId }) => locationId)],
  })
  if (rows[0])
    throw rule(`“${rows[0].full_name}”没有房间标签，巡检站点只能选房间`, `“${rows[0].full_name}” has no room label. Stops are rooms`)
}

/** The first day of a route, tomorrow if it names none, and the next day for the job: a round of today is made as the route is saved. */
function daysOf(route: Row, today: string): { readonly first_due: unknown; readonly next_due: string | null } {
  const tomorrow = daysAfter(today, 1)
  const first = route.first_due ?? (route.cycle ? tomorrow : null)
  return { first_due: first, next_due: nextOf({ ...route, first_due: first }, tomorrow) }
}

hook(roundRoute, {
  async beforeAdd(context, tx, { draft, lines }) {
    await refuseIdle(context, tx, draft)
    await refuseUnlabelled(tx, lines)
    if (draft.templateId) await publishedVersion(tx, draft.templateId)
    return daysOf({ cycle: draft.cycle, cycle_unit: draft.cycleUnit, first_due: draft.firstDue }, homeDay(context.occurredAt))
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    await refuseIdle(context, tx, draft, row)
    await refuseUnlabelled(tx, lines)
    if (draft.templateId && draft.templateId !== row.template_id) await publishedVersion(tx, draft.templateId)
    const after = (name: 'cycle' | 'cycleUnit' | 'firstDue', column: string) => (draft[name] === undefined ? row[column] : draft[name])
    const route: Row = {
      cycle: after('cycle', 'cycle'),
      cycle_unit: after('cycleUnit', 'cycle_unit'),
      first_due: after('firstDue', 'first_due'),
    }
    const isSame = ['cycle', 'cycle_unit', 'first_due'].every((name) => (route[name] ?? null) === (row[name] ?? null))
    if (isSame) return undefined
    return daysOf(route, homeDay(context.occurredAt))
  },
  async afterSave(context, tx, { id }) {
    await makeRoundOfToday(asSystem(context, roundPosting), tx, id, homeDay(context.occurredAt))
  },
})

async function routeOf(tx: Transaction, id: unknown): Promise<Row> {
  const { rows } = await tx.run({
    text: `select r.*, (select count(*)::int from round_route_stop s where s.tenant_id = r.tenant_id and s.route_id = r.id) as stops
      from round_route r where r.tenant_id = $1 and r.id = $2`,
    values: [tx.tenantId, id],
  })
  return rows[0]!
}

function refuseDays(startsOn: unknown, dueDate: unknown): void {
  if (typeof startsOn === 'string' && typeof dueDate === 'string' && dueDate < startsOn)
    throw rule('完成期限不能早于开始日期', 'The last day cannot be before the round begins')
}

hook(roundTask, {
  async beforeAdd(context, tx, { draft }) {
    await refuseIdle(context, tx, draft)
    const route = await routeOf(tx, draft.routeId)
    const startsOn = (draft.startsOn as string | null | undefined) ?? homeDay(context.occurredAt)
    const dueDate = draft.dueDate ?? lastDay(startsOn, route.window_days)
    refuseDays(startsOn, dueDate)
    // Without people of its own a round has those of its route.
    const isOwn = draft.assigneeId || draft.partnerId || draft.teamId
    const people = isOwn ? {} : { assignee_id: route.assignee_id, partner_id: route.partner_id, team_id: route.team_id }
    return {
      ...people,
      ...{ dept_id: route.dept_id, starts_on: startsOn, due_date: dueDate },
      ...{ stop_count: route.stops, done_count: 0, skipped_count: 0, broken_count: 0 },
    }
  },
  async beforeChange(context, tx, { row, draft }) {
    if (draft.routeId !== undefined && draft.routeId !== row.route_id)
      throw rule('巡检任务不能更换路线，请取消后重新发起', 'The route of a round cannot be changed. Cancel it and start another one')
    await refuseIdle(context, tx, draft, row)
    const after = (name: 'startsOn' | 'dueDate', column: string) => (draft[name] === undefined ? row[column] : (draft[name] ?? row[column]))
    const [startsOn, dueDate] = [after('startsOn', 'starts_on'), after('dueDate', 'due_date')]
    refuseDays(startsOn, dueDate)
    if (draft.assigneeId !== undefined && draft.assigneeId !== row.assignee_id) {
      const { rows } = await tx.run({
        text: 'select unnest(checklists) as id from round_stop where tenant_id = $1 and task_id = $2',
        values: [tx.tenantId, row.id],
      })
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0)
        await assignChecklists(asSystem(context, roundPosting), tx, ids, (draft.assigneeId as string | null | undefined) ?? null)
    }
    const isNew = (['assigneeId', 'partnerId', 'teamId'] as const).some(
      (name, at) => draft[name] && draft[name] !== row[['assignee_id', 'partner_id', 'team_id'][at]!],
    )
    if (isNew) {
      const route = await routeOf(tx, row.route_id)
      const people = { assignee_id: draft.assigneeId, partner_id: draft.partnerId, team_id: draft.teamId }
      await tellRound(context, tx, { ...row, ...people, due_date: dueDate }, String(route.route_name))
    }
    return { starts_on: startsOn, due_date: dueDate }
  },
  async afterSave(context, tx, { id, isNew }) {
    if (!isNew) return
    const { rows } = await tx.run({ text: 'select * from round_task where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })
    const task = rows[0]!
    await makeStops(asSystem(context, roundPosting), tx, task)
    await tellRound(context, tx, task, String((await routeOf(tx, task.route_id)).route_name))
  },
})
