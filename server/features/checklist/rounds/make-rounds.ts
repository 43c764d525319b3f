import { v7 as uuid } from 'uuid'
import { roundRoute } from '#contract/entities/checklist/rounds/round-route.ts'
import { roundPosting } from '#contract/entities/checklist/rounds/round-rules.ts'
import { roundStop } from '#contract/entities/checklist/rounds/round-stop.ts'
import { roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { cycleOf } from '#contract/kit/fields/cycle.ts'
import { daysAfter } from '#contract/kit/time/day.ts'
import { type DueTerms, dueAfter, dueFrom } from '#contract/kit/time/due-day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { holdsRight } from '#server/features/identity/public.ts'
import { isTeamOpen } from '#server/features/service/public.ts'
import { type Acting, lockByRule } from '#server/kit/access/as-system.ts'
import { daily } from '#server/kit/jobs/daily.ts'
import type { Job } from '#server/kit/jobs/job.ts'
import { recordMany } from '#server/kit/steps/event.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'
import { nextNumbers } from '#server/kit/write/numbering.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { openChecklists } from '../public.ts'
import { tellRound } from './round-people.ts'

/** The devices of one room for which a round brings checklists. */
const mostChecklists = roundStop.fields.checklists.max

const termsOf = (route: Row): DueTerms | undefined => {
  const cycle = cycleOf(route.cycle, route.cycle_unit)
  return cycle && { cycle, season: [] }
}

/** The next day of a route on or after a day; null without a cycle. */
export function nextOf(route: Row, from: string): string | null {
  const terms = termsOf(route)
  return terms ? dueFrom(String(route.first_due ?? from), terms, from) : null
}

/** The last day of a round that begins on a day. */
export const lastDay = (startsOn: string, windowDays: unknown): string => daysAfter(startsOn, Number(windowDays ?? 0))

/** The last day of a round that is made on a day: one that is made after its day is not late at once. */
const lastDayMade = (startsOn: string, windowDays: unknown, today: string): string => {
  const last = lastDay(startsOn, windowDays)
  return last < today ? today : last
}

/** The devices of rooms that are there, without one open checklist by the template, in the order of rooms. */
const toCheck = `select d.location_id, d.id as device_id, d.use_dept_id from device d
  where d.tenant_id = $1 and d.location_id = any($2::uuid[]) and not d.is_deleted and d.eam_status not in ('disposed', 'missing', 'sealed')
    and not exists (select 1 from checklist_task k where k.tenant_id = d.tenant_id and k.device_id = d.id and k.template_id = $3
      and k.task_status in ('todo', 'filling') and not k.is_deleted)
  order by d.location_id, d.id`

/** The checklists that a round brings, by room. `by` acts under the rule of rounds. */
async function checklistsOf(by: Acting, tx: Transaction, task: Row, templateId: unknown, rooms: readonly unknown[]) {
  const found = new Map<unknown, unknown[]>()
  if (!templateId) return found
  const { rows } = await tx.run({ text: toCheck, values: [tx.tenantId, [...rooms], templateId] })
  const wanted = rooms.flatMap((room) => rows.filter((row) => row.location_id === room).slice(0, mostChecklists))
  const made = await openChecklists(
    by,
    tx,
    wanted.map(({ device_id, use_dept_id }) => ({
      ...{ device_id, use_dept_id, template_id: templateId },
      ...{ assignee_id: task.assignee_id ?? null, due_date: task.due_date },
    })),
  )
  for (const [at, { location_id: room }] of wanted.entries()) if (made[at]) found.set(room, [...(found.get(room) ?? []), made[at]])
  return found
}

/** Makes the stops of a round from its route, with the checklists of their devices. `by` acts under the rule of rounds. */
export async function makeStops(by: Acting, tx: Transaction, task: Row): Promise<void> {
  const { rows } = await tx.run({
    text: `select s.place, s.location_id, s.note, l.full_name as stop_name, r.template_id,
        (select count(*)::int from device d where d.tenant_id = s.tenant_id and d.location_id = s.location_id and not d.is_deleted
          and d.eam_status not in ('disposed', 'missing')) as device_count
      from round_route_stop s join location l on l.tenant_id = s.tenant_id and l.id = s.location_id
        join round_route r on r.tenant_id = s.tenant_id and r.id = s.route_id
      where s.tenant_id = $1 and s.route_id = $2 order by s.place`,
    values: [tx.tenantId, task.route_id],
  })
  const rooms = rows.map((row) => row.location_id)
  const checklists = await checklistsOf(by, tx, task, rows[0]?.template_id, rooms)
  const who = by.actor.userId
  await tx.run(
    insertAll(
      'round_stop',
      tx.tenantId,
      rows.map(({ template_id: _, ...stop }) => ({
        ...stop,
        ...{ id: uuid(), task_id: task.id, stop_status: 'open', broken_count: 0, checklists: checklists.get(stop.location_id) ?? null },
        ...{ created_by: who, updated_by: who },
      })),
    ),
  )
}

/** The people of routes; who left or may not walk rounds any more is none. */
const peopleOfRoutes = `select r.id,
    (select t.id from app_user t where t.tenant_id = r.tenant_id and t.id = r.assignee_id and ${holdsRight('roundTask.work')}) as assignee_id,
    (select t.id from app_user t where t.tenant_id = r.tenant_id and t.id = r.partner_id and ${holdsRight('roundTask.work')}) as partner_id,
    (select g.id from service_team g where g.tenant_id = r.tenant_id and g.id = r.team_id and ${isTeamOpen}) as team_id
  from round_route r where r.tenant_id = $1 and not r.is_deleted and coalesce(r.is_inactive, 0) = 0`

/** Routes that are due on day $2. */
const dueRoutes = `${peopleOfRoutes} and r.next_due <= $2::date order by r.id`

/** Makes the round of a route for its day. */
async function makeRound(
  by: Acting,
  tx: Transaction,
  route: Row,
  { id: _, ...people }: Row,
  startsOn: string,
  today: string,
): Promise<void> {
  const [taskNo] = await nextNumbers(tx, roundTask.name, roundTask.fields.taskNo.rule, 1)
  const task: Row = {
    ...people,
    ...{ id: uuid(), task_no: taskNo, round_status: 'todo', route_id: route.id, dept_id: route.dept_id, stop_count: route.stop_count },
    ...{ starts_on: startsOn, due_date: lastDayMade(startsOn, route.window_days, today), done_count: 0, skipped_count: 0, broken_count: 0 },
  }
  await tx.run(insertAll('round_task', tx.tenantId, [task]))
  recordMany(by, tx, { entity: roundTask.name, verb: 'add' }, [
    { entityId: task.id, version: 1, changes: { dueDate: { from: null, to: task.due_date } } },
  ])
  await makeStops(by, tx, task)
  await tellRound(by, tx, task, String(route.route_name))
}

/** Makes the round of today for a route that was saved with today among its days: the rounds of today were made in the night. */
export async function makeRoundOfToday(by: Acting, tx: Transaction, routeId: string, today: string): Promise<void> {
  const { rows } = await tx.run({ text: 'select * from round_route where tenant_id = $1 and id = $2', values: [tx.tenantId, routeId] })
  const route = rows[0]!
  const terms = termsOf(route)
  if (!terms || route.first_due === null || route.next_due === null || String(route.next_due) <= today) return
  if (dueFrom(String(route.first_due), terms, today) !== today) return
  // One that was made and removed is not made again.
  const { rows: same } = await tx.run({
    text: 'select 1 from round_task where tenant_id = $1 and route_id = $2 and starts_on = $3::date limit 1',
    values: [tx.tenantId, routeId, today],
  })
  if (same.length > 0) return
  const { rows: people } = await tx.run({ text: `${peopleOfRoutes} and r.id = $2`, values: [tx.tenantId, routeId] })
  if (people[0]) await makeRound(by, tx, route, people[0], today, today)
}

/** Makes the rounds that are due on a day: of days that were missed, the last one. */
export async function makeDueRounds(by: Acting, tx: Transaction, today: string): Promise<void> {
  const { rows } = await tx.run({ text: dueRoutes, values: [tx.tenantId, today] })
  const given = new Map(rows.map((row) => [row.id, row]))
  // A person may have changed or retired a route before it was locked.
  const isDue = (row: Row): boolean => !row.is_deleted && row.is_inactive !== 1 && row.next_due !== null && String(row.next_due) <= today
  const routes = (await lockByRule(roundRoute, by, tx, [...given.keys()])).filter(isDue)
  for (const route of routes) {
    const terms = termsOf(route)
    if (!terms) continue
    const anchor = String(route.first_due ?? route.next_due)
    let startsOn = String(route.next_due)
    for (let next = dueAfter(anchor, terms, startsOn); next <= today; next = dueAfter(anchor, terms, next)) startsOn = next
    const to = dueAfter(anchor, terms, today)
    const { rows: same } = await tx.run({
      text: 'select 1 from round_task where tenant_id = $1 and route_id = $2 and starts_on = $3::date and not is_deleted limit 1',
      values: [tx.tenantId, route.id, startsOn],
    })
    if (same.length === 0) await makeRound(by, tx, route, given.get(route.id)!, startsOn, today)
    await writeRows(roundRoute, by, tx, { verb: 'change' }, [
      { row: route, set: { next_due: to }, changes: { nextDue: { from: route.next_due, to } } },
    ])
  }
}

/** Makes the rounds of a day in its first minutes. */
export const roundOrders: Job = {
  name: 'roundOrders',
  zh: '巡检派发',
  en: 'Due rounds',
  cron: '25 0 * * *',
  run: (tools) => daily(roundPosting, 'rounds', tools, makeDueRounds),
}
