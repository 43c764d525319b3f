import { expect, test } from 'vitest'
import { homeDay } from '#contract/kit/time/day.ts'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, neighbour] = (await Promise.all([app.as('equipment_manager'), app.as('administrator', other)])) as [Client, Client]
const people = await peopleLab(app, () => admin)
const [teams, orders, repair] = ['/eam/service-team', '/eam/eventtypemaintain', '/eam/eventtyperepair']
const today = homeDay(new Date())

const must = async (path: string, body: object, who = admin): Promise<Row> => {
  const answer = await who.post<Row>(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data
}
const one = async (path: string, id: string): Promise<Row> => (await admin.get<Row>(`${path}/detail`, { id })).data
let serial = 0
/** Engineers of 骨科 who see nothing beyond it; the devices here are of 内科. */
const near = () => people.clerk(['repairOrder.list', 'repairOrder.work', 'maintainOrder.list', 'maintainOrder.work'], 'dept')
const teamOf = async (...members: string[]): Promise<string> =>
  String((await must(`${teams}/submit`, { teamName: `随身班组${++serial}`, members })).id)
const setMembers = async (id: string, members: readonly string[]): Promise<void> => {
  const { version, teamName } = await one(teams, id)
  await must(`${teams}/submit`, { id, version, teamName, members })
}
const device = async (): Promise<string> =>
  String((await must('/eam/device/submit', { deviceName: `班组设备${++serial}`, useDeptId: home.depts.medicine })).id)
/** A repair and a maintenance order that wait for a team. */
const waiting = async (teamId: string): Promise<{ repairId: string; orderId: string }> => {
  const { id: repairId } = await must(`${repair}/save`, { deviceId: await device(), faultDescription: '不开机', urgency: 'normal' })
  await must(`${repair}/assign-team`, { id: repairId, teamId }, manager)
  const { id: orderId } = await must(`${orders}/submit`, { deviceId: await device(), dueDate: today })
  await must(`${orders}/assign`, { ids: [orderId], teamId }, manager)
  return { repairId: String(repairId), orderId: String(orderId) }
}
const step = (kind: string, id: string, more: Partial<PushOp> = {}): Promise<PushOp> =>
  op({ kind, target: { type: kind.split('.')[0]!, id }, lane: `team:${id}`, body: {}, ...more })
const rowOf = (cache: Cache, entity: string, id: string) => [...cache.rows].find(([key]) => key.endsWith(` ${entity} ${id}`))?.[1]

test('what waits for a team is on the phones of its members, wherever its department is; who leaves the team loses it', async () => {
  const [mine, stranger] = [await near(), await near()]
  const [phone, none] = [new Cache(mine.client), new Cache(stranger.client)]
  await Promise.all([phone.pull(), none.pull()])
  const teamId = await teamOf(mine.id)
  const { repairId, orderId } = await waiting(teamId)
  await Promise.all([phone.pull(), none.pull()])
  expect(rowOf(phone, 'repairOrder', repairId)).toMatchObject({ teamId, teamName: (await one(teams, teamId)).teamName })
  expect(rowOf(phone, 'maintainOrder', orderId)).toMatchObject({ teamId, assigneeId: null })
  expect([phone.ids('serviceTeam'), none.ids('serviceTeam')]).toEqual([[teamId], []])
  expect([...none.ids('repairOrder'), ...none.ids('maintainOrder')]).not.toContain(repairId)
  expect(none.ids('maintainOrder')).not.toContain(orderId)

  // Who joins gets what waits already; who leaves loses it.
  await setMembers(teamId, [stranger.id])
  await Promise.all([phone.pull(), none.pull()])
  expect([phone.ids('serviceTeam'), none.ids('serviceTeam')]).toEqual([[], [teamId]])
  expect([phone.ids('repairOrder'), phone.ids('maintainOrder')]).toEqual([[], []])
  expect([none.ids('repairOrder'), none.ids('maintainOrder')]).toEqual([[repairId], [orderId]])
  // A team that is removed is no one's.
  await app.sql('update service_team set is_deleted = true where id = $1', [teamId])
  await none.pull()
  expect([none.ids('serviceTeam'), none.ids('repairOrder')]).toEqual([[], []])
})

test('taken over without a signal: the first has the order, the second is told who was first', async () => {
  const [first, second] = [await near(), await near()]
  const { repairId, orderId } = await waiting(await teamOf(first.id, second.id))
  for (const [kind, id, path, field] of [
    ['repairOrder.takeOver', repairId, repair, 'engineerId'],
    ['maintainOrder.takeOver', orderId, orders, 'assigneeId'],
  ] as const) {
    const [taken] = await push(first.client, await step(kind, id))
    expect([kind, taken!.outcome]).toEqual([kind, 'done'])
    expect(await one(path, id)).toMatchObject({ [field]: first.id })
    const [late] = await push(second.client, await step(kind, id))
    expect(late!.outcome).not.toBe('done')
    expect(late!.msg).toMatch(/已由人员\d+接单/)
    expect(await one(path, id)).toMatchObject({ [field]: first.id })
  }
  // The second still sees whose it is.
  const phone = new Cache(second.client)
  await phone.pull()
  expect(rowOf(phone, 'repairOrder', repairId)).toMatchObject({ engineerId: first.id })
})

test('an order that is given to a person leaves the phones of the team; other hospitals hold nothing of it', async () => {
  const mine = await near()
  const { repairId } = await waiting(await teamOf(mine.id))
  const [phone, theirs] = [new Cache(mine.client), new Cache(neighbour)]
  await Promise.all([phone.pull(), theirs.pull()])
  expect(phone.ids('repairOrder')).toEqual([repairId])
  expect(theirs.ids('repairOrder')).not.toContain(repairId)
  await must(`${repair}/reassign`, { id: repairId, engineerId: home.users.engineer }, manager)
  await phone.pull()
  expect(phone.ids('repairOrder')).toEqual([])
})
