import { roundRoute } from '#contract/entities/checklist/rounds/round-route.ts'
import { visiting } from '#contract/entities/checklist/rounds/round-stop.ts'
import { roundTask } from '#contract/entities/checklist/rounds/round-task.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { demoActs } from '#server/kit/demo-acts.ts'

/** A weekly route with a finished round, one under way with a skipped stop, and one that is late. */
export async function demoRounds(tx: Transaction, ground: DemoGround): Promise<void> {
  const { add, go, settle } = demoActs(tx, ground)
  const { rows: rooms } = await tx.run({
    text: `select l.id, l.qr_token, l.dept_id from location l where l.tenant_id = $1 and l.level = 'room' and l.qr_token is not null and not l.is_deleted
      and exists (select 1 from device d where d.tenant_id = l.tenant_id and d.location_id = l.id and not d.is_deleted) order by l.path limit 4`,
    values: [tx.tenantId],
  })
  const { rows: depts } = await tx.run({
    text: 'select u.dept_id from app_user u where u.tenant_id = $1 and u.id = $2',
    values: [tx.tenantId, ground.users.get('manager')],
  })
  if (rooms.length < 2 || !depts[0]?.dept_id) return
  const today = homeDay(new Date())
  const routeId = await add('manager', roundRoute, {
    ...{
      routeName: '生命支持设备日常巡检',
      deptId: depts[0].dept_id,
      cycle: 7,
      cycleUnit: 'day',
      firstDue: daysAfter(today, 3),
      windowDays: 1,
    },
    ...{ assigneeId: ground.users.get('engineer'), partnerId: ground.users.get('manager') },
    stops: rooms.map(({ id }) => ({ locationId: id, note: '查看电源、报警和附件' })),
  })
  const tokens = new Map(rooms.map((room) => [room.id, room.qr_token]))
  for (const [starts, done, skipped] of [
    [-8, rooms.length, 0],
    [0, 1, 1],
    [-4, 0, 0],
  ] as const) {
    const startsOn = daysAfter(today, starts)
    const id = await add('manager', roundTask, { routeId, startsOn, dueDate: starts === -8 ? today : daysAfter(startsOn, 1) })
    const { rows: stops } = await tx.run({
      text: 'select id, location_id from round_stop where tenant_id = $1 and task_id = $2 order by place',
      values: [tx.tenantId, id],
    })
    for (const stop of stops.slice(0, done))
      await go('engineer', visiting, 'done', String(stop.id), {
        labelCode: tokens.get(stop.location_id),
        checkedCount: 2,
        finding: '外观完好，工作正常',
      })
    for (const stop of stops.slice(done, done + skipped))
      await go('engineer', visiting, 'skip', String(stop.id), { skipReason: '手术进行中，不能入室' })
  }
  await settle()
}
