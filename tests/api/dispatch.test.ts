import { expect, test } from 'vitest'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { maintainOrders } from '#server/features/maintenance/maintain-jobs.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, engineer, keeper, neighbour] = (await Promise.all([
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client]
const people = await peopleLab(app, () => admin)
const lab = repairs(app, admin)
const [teams, orders, repair] = ['/eam/service-team', '/eam/eventtypemaintain', '/eam/eventtyperepair']
const today = homeDay(new Date())

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post<Row>(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return String(answer.data.id)
}
const done = async (path: string, body: object, who = admin): Promise<void> => {
  const answer = await who.post(path, body)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
}
const refused = async (path: string, body: object, who = admin): Promise<string> => {
  const answer = await who.post(path, body)
  expect([path, answer.success, answer.status >= 400 && answer.status < 500]).toEqual([path, false, true])
  return answer.msg
}
const one = async (path: string, id: string, who = admin): Promise<Row> => (await who.get<Row>(`${path}/detail`, { id })).data
let serial = 0
const teamOf = (members: readonly string[], more: object = {}): Promise<string> =>
  saved(`${teams}/submit`, { teamName: `班组${++serial}`, members, ...more })
/** Engineers of the small hospital who see their own department alone: 内科. */
const near = async () => people.clerk(['repairOrder.list', 'repairOrder.work', 'maintainOrder.list', 'maintainOrder.work'], 'dept')
const device = (useDeptId: string): Promise<string> => saved('/eam/device/submit', { deviceName: `派工机${++serial}`, useDeptId })
const maintenance = async (more: object = {}): Promise<string> =>
  saved(`${orders}/submit`, { deviceId: await device(home.depts.medicine), dueDate: today, ...more })
interface Lane {
  readonly key: string
  readonly name: string | null
  readonly counts: Record<string, number>
  readonly open: number
  readonly overdue: number
  readonly hours: number
}
interface Board {
  readonly columns: Record<string, number>
  readonly lanes: Lane[]
  readonly left: number
}
const boardOf = async (who: Client, query: Record<string, string> = {}): Promise<Board> =>
  (await who.get<Board>('/eam/dispatch/board', query)).data as unknown as Board
const cardsOf = async (who: Client, query: Record<string, string>): Promise<Row[]> => {
  const found: Row[] = []
  for (;;) {
    const { cards, hasMore } = (
      await who.get<{ cards: Row[]; hasMore: boolean }>('/eam/dispatch/cards', { ...query, from: String(found.length) })
    ).data as unknown as { cards: Row[]; hasMore: boolean }
    found.push(...cards)
    if (!hasMore) return found
  }
}
const cardIn = async (who: Client, column: string, id: string, query: Record<string, string> = {}): Promise<Row | undefined> =>
  (await cardsOf(who, { column, ...query })).find((card) => card.id === id)

test('the leader is a member of the team, and a team that records name is not removed', async () => {
  const teamId = await teamOf([home.users.engineer], { leaderId: home.users.equipment_manager })
  expect(((await one(teams, teamId)).members as string[]).toSorted()).toEqual(
    [home.users.engineer, home.users.equipment_manager].toSorted(),
  )
  const id = await lab.report(keeper, await lab.card())
  await lab.go(manager, 'assignTeam', id, { teamId })
  expect(await refused(`${teams}/remove`, { ids: [teamId] })).toContain('正被其他记录使用')
  await lab.go(manager, 'reassign', id, { engineerId: home.users.engineer })
})

test('who leaves hands over the place in teams with the work, and a leader only leaves after that', async () => {
  const [leaver, next] = [await people.settled('engineer'), await people.settled('engineer')]
  const led = await teamOf([home.users.engineer], { leaderId: leaver.id })
  const joined = await teamOf([leaver.id, next.id], { leaderId: home.users.engineer })
  const order = await maintenance()
  await done(`${orders}/assign`, { id: order, teamId: led }, manager)
  await done(`${orders}/take-over`, { id: order }, leaver.client)
  const listed = (await admin.get<{ records: Row[] }>('/osm/user/transfer-list', { userId: leaver.id })).data.records
  expect(listed.map(({ kind, id }) => [kind, id])).toEqual(
    expect.arrayContaining([
      ['serviceTeam', led],
      ['maintainOrder', order],
    ]),
  )
  expect(await refused('/blade-user/remove', { ids: [leaver.id] })).toContain('待交接')
  const { data } = await admin.post<Row>('/osm/user/transfer-order', { userId: leaver.id, toId: next.id })
  expect(data).toMatchObject({ serviceTeams: 2, maintainOrders: 1 })
  expect(await one(teams, led)).toMatchObject({ leaderId: next.id })
  expect(((await one(teams, led)).members as string[]).toSorted()).toEqual([home.users.engineer, next.id].toSorted())
  expect(((await one(teams, joined)).members as string[]).toSorted()).toEqual([home.users.engineer, next.id].toSorted())
  expect(await one(orders, order)).toMatchObject({ teamId: led, assigneeId: next.id })
  await done(`${orders}/start`, { id: order }, next.client)
  await done('/blade-user/remove', { ids: [leaver.id] })
})

test('what a team is given is told to its members, who see it outside their department', async () => {
  const [mine, stranger] = [await near(), await near()]
  const teamId = await teamOf([mine.id, home.users.engineer])
  const id = await lab.report(keeper, await lab.card())
  // The device is of 骨科, as the people are; another department is out of reach.
  await app.sql('update repair_order set use_dept_id = $2 where id = $1', [id, home.depts.medicine])
  expect((await mine.client.get(`${repair}/detail`, { id })).status).toBe(404)
  await lab.go(manager, 'assignTeam', id, { teamId })
  expect(await lab.detail(id)).toMatchObject({ repairStatus: 'assigned', teamId, engineerId: null })
  expect((await mine.client.get(`${repair}/detail`, { id })).status).toBe(200)
  expect((await stranger.client.get(`${repair}/detail`, { id })).status).toBe(404)
  expect((await mine.client.get<{ total: number }>(`${repair}/list`, { teamId: '_mine', repairStatus: 'assigned' })).data.total).toBe(1)
  expect((await lab.notices(id)).filter((line) => line.startsWith('repair_team'))).toEqual(
    ['repair_team engineer', `repair_team ${mine.account}`].toSorted(),
  )
  // What is for the engineer is for all of them while there is none.
  await lab.go(keeper, 'remind', id)
  const reminded = (await lab.notices(id)).filter((line) => line.startsWith('repair_reminded'))
  expect(reminded).toEqual(expect.arrayContaining(['repair_reminded engineer', `repair_reminded ${mine.account}`]))
  expect(reminded).not.toContain(`repair_reminded ${stranger.account}`)
})

test('how many orders my teams have follows who is in them, for who sees every order, too', async () => {
  const teamId = await teamOf([home.users.engineer])
  const id = await lab.report(keeper, await lab.card())
  await lab.go(manager, 'assignTeam', id, { teamId })
  const total = async (): Promise<number> =>
    (await manager.get<{ total: number }>(`${repair}/list`, { teamId: '_mine', repairStatus: 'assigned' })).data.total
  const before = await total()
  const { version, teamName } = await one(teams, teamId)
  await saved(`${teams}/submit`, { id: teamId, version, teamName, members: [home.users.engineer, home.users.equipment_manager] })
  expect(await total()).toBe(before + 1)
})

test('one member takes an order over, and the other is told who did', async () => {
  const [first, second, stranger] = [await near(), await near(), await near()]
  const teamId = await teamOf([first.id, second.id])
  const id = await lab.report(keeper, await lab.card())
  await lab.go(manager, 'assignTeam', id, { teamId })
  const { version } = await lab.detail(id)
  expect(await refused(`${repair}/take-over`, { id, version }, stranger.client)).toContain('班组')
  const answers = await Promise.all([first, second].map(({ client }) => client.post(`${repair}/take-over`, { id, version })))
  expect(answers.filter(({ success }) => success).length).toBe(1)
  const loser = answers.find(({ success }) => !success)!
  expect([loser.status, loser.msg]).toEqual([409, expect.stringContaining('人员')])
  // The same without a version: the rule says it, too.
  expect(await refused(`${repair}/take-over`, { id }, answers[0]!.success ? second.client : first.client)).toContain('接单')
  expect((await lab.detail(id)).engineerId).toBe(answers[0]!.success ? first.id : second.id)
})

test('only members begin work that waits for a team, and who begins has it', async () => {
  const [member, stranger] = [await near(), await near()]
  const teamId = await teamOf([member.id])
  const id = await lab.report(keeper, await lab.card())
  await lab.go(manager, 'assignTeam', id, { teamId })
  expect(await refused(`${repair}/arrive`, { id }, stranger.client)).toContain('班组')
  await lab.go(member.client, 'arrive', id)
  expect(await lab.detail(id)).toMatchObject({ repairStatus: 'working', engineerId: member.id, teamId })
})

test('what a provider has begun for a team is worked on by a member, who then has it', async () => {
  const [member, stranger] = [await near(), await near()]
  const teamId = await teamOf([member.id])
  const id = await lab.report(keeper, await lab.card())
  await lab.go(manager, 'assignTeam', id, { teamId })
  await app.sql(`update repair_order set repair_status = 'working', arrived_at = now() where id = $1`, [id])
  expect(await refused(`${repair}/finish`, { id, ...lab.result }, stranger.client)).toContain('班组')
  await lab.go(member.client, 'finish', id, lab.result)
  expect(await lab.detail(id)).toMatchObject({ repairStatus: 'finished', engineerId: member.id, teamId })
})

test('a team that is inactive or has no member for the work takes none', async () => {
  const gone = await teamOf([home.users.engineer], { isInactive: 1 })
  const idle = await teamOf([home.users.head])
  const id = await lab.report(keeper, await lab.card())
  await refused(`${repair}/assign-team`, { id, teamId: gone }, manager)
  expect(await refused(`${repair}/assign-team`, { id, teamId: idle }, manager)).toContain('没有能做此工作')
  const theirs = (await neighbour.post<Row>(`${teams}/submit`, { teamName: '邻院班组', members: [other.users.engineer] })).data.id
  await refused(`${repair}/assign-team`, { id, teamId: theirs }, manager)
  await refused(`${repair}/assign-team`, { id, teamId: await teamOf([home.users.engineer]) }, engineer)
  expect((await lab.detail(id)).repairStatus).toBe('reported')
})

test('a plan gives its orders to its team, the year ahead counts its hours, and a member takes them over', async () => {
  const worker = openPool(app.database.jobsUrl, 2)
  const teamId = await teamOf([home.users.engineer, home.users.equipment_manager])
  const deviceId = await device(home.depts.medicine)
  const draft = { planName: `班组计划${++serial}`, deviceId, planCycle: 1, planCycleUnit: 'year', firstDue: today, hoursExpected: '2.5' }
  expect(await refused('/eam/deviceplan/submits', { ...draft, teamId, assigneeId: home.users.engineer })).toContain('只能选一个')
  const planId = await saved('/eam/deviceplan/submits', { ...draft, teamId })
  const weeks = (await admin.get<{ people: Row[] }[]>('/eam/devicecardmaintain/year-ahead')).data as unknown as {
    week: string
    people: Row[]
  }[]
  const share = weeks.find(({ week }) => week === mondayOf(today))!.people.find((person) => person.id === teamId)
  expect(share).toMatchObject({ isTeam: true, count: 1, hours: 2.5 })
  await runTimedJob(maintainOrders, worker)
  await worker.end()
  const [order] = (await admin.get<{ records: Row[] }>(`${orders}/list`, { planId })).data.records
  expect(order).toMatchObject({ orderState: 'assigned', teamId, assigneeId: null })
  expect(await refused(`${teams}/remove`, { ids: [teamId] })).toContain('正被其他记录使用')
  expect(await cardIn(engineer, 'assigned', String(order!.id), { lane: `t:${teamId}` })).toMatchObject({ kind: 'maintainOrder' })
  await done(`${orders}/take-over`, { id: order!.id }, engineer)
  expect(await one(orders, String(order!.id))).toMatchObject({ assigneeId: home.users.engineer, teamId })
  expect(await refused(`${orders}/take-over`, { id: order!.id }, manager)).toContain('接单')
})

test('the board counts and shows orders of every kind where they stand', async () => {
  const before = await boardOf(admin, { lanes: '1' })
  const repairId = await lab.at('working', await lab.card())
  const late = await maintenance({ dueDate: daysAfter(today, -3) })
  const board = await boardOf(admin, { lanes: '1' })
  expect([board.columns.working! - before.columns.working!, board.columns.waiting! - before.columns.waiting!]).toEqual([1, 1])
  const laneOf = (of: Board, key: string): Lane | undefined => of.lanes.find((lane) => lane.key === key)
  const mine = `p:${home.users.engineer}`
  expect(laneOf(board, mine)!.counts.working! - (laneOf(before, mine)!.counts.working ?? 0)).toBe(1)
  expect(laneOf(board, '_none')!.overdue - laneOf(before, '_none')!.overdue).toBe(1)
  expect(await cardIn(admin, 'working', repairId, { lane: mine })).toMatchObject({ kind: 'repairOrder', what: '不开机', state: 'working' })
  expect(await cardIn(admin, 'waiting', late, { lane: '_none' })).toMatchObject({ isOverdue: true, due: daysAfter(today, -3) })
  await done(`${orders}/assign`, { ids: [late], assigneeId: home.users.engineer }, manager)
  expect(await cardIn(admin, 'waiting', late)).toBeUndefined()
  expect((await cardIn(admin, 'assigned', late))!.lane).toBe(mine)
  // Done without a sign-off, and with one.
  await done(`${orders}/finish`, { id: late, result: 'good' }, engineer)
  expect(await cardIn(admin, 'done', late)).toBeDefined()
  await app.sql(`update maintain_order set finished_at = now() - interval '8 days' where id = $1`, [late])
  expect(await cardIn(admin, 'done', late)).toBeUndefined()
  // Work that is done and waits for its sign-off is not late.
  const toAccept = await maintenance({ dueDate: daysAfter(today, -2) })
  await app.sql('update maintain_order set needs_acceptance = 1, hours_expected = 2.5 where id = $1', [toAccept])
  await done(`${orders}/assign`, { ids: [toAccept], assigneeId: home.users.engineer }, manager)
  const ahead = laneOf(await boardOf(admin, { lanes: '1' }), mine)!
  expect(await cardIn(admin, 'assigned', toAccept)).toMatchObject({ isOverdue: true })
  await done(`${orders}/finish`, { id: toAccept, result: 'good' }, engineer)
  expect(await cardIn(admin, 'accept', toAccept)).toMatchObject({ isOverdue: false })
  const after = laneOf(await boardOf(admin, { lanes: '1' }), mine)!
  expect([ahead.overdue - after.overdue, ahead.hours - after.hours, ahead.open - after.open]).toEqual([1, 2.5, 0])
})

test('counts are those of the cards, with every filter', async () => {
  const critical = await lab.report(keeper, await lab.card(), { urgency: 'critical' })
  for (const query of [{}, { urgency: 'critical' }, { kinds: 'maintainOrder' }, { deptId: home.depts.surgery }] as Record<
    string,
    string
  >[]) {
    const board = await boardOf(admin, query)
    for (const [column, count] of Object.entries(board.columns))
      expect([query, column, (await cardsOf(admin, { ...query, column })).length]).toEqual([query, column, count])
  }
  // A department holds those below it.
  expect(await cardIn(admin, 'waiting', critical, { deptId: home.depts.surgery })).toBeDefined()
  expect(await cardIn(admin, 'waiting', critical, { deptId: home.depts.medicine })).toBeUndefined()
  expect((await cardsOf(admin, { column: 'waiting' }))[0]!.urgency).toBe('critical')
})

test('what waits for a team of mine is mine', async () => {
  const member = await near()
  const teamId = await teamOf([member.id])
  const id = await maintenance()
  await done(`${orders}/assign`, { ids: [id], teamId }, manager)
  expect((await cardsOf(member.client, { column: 'assigned', mine: '1' })).map((card) => card.id)).toEqual([id])
  const { data: home } = await member.client.get<Row[]>('/eam/home-page/processed')
  expect(JSON.stringify(home)).toContain('maintenance.team')
})

test('maintenance in work that goes back to its team is told to it, and a member takes it on again', async () => {
  const member = await near()
  const teamId = await teamOf([member.id])
  const id = await maintenance()
  await done(`${orders}/assign`, { ids: [id], teamId }, manager)
  for (const step of ['take-over', 'start']) await done(`${orders}/${step}`, { id }, member.client)
  await done(`${orders}/reassign`, { ids: [id], teamId }, manager)
  expect(await one(orders, id)).toMatchObject({ orderState: 'working', teamId, assigneeId: null })
  expect(await lab.notices(id)).toEqual([1, 2].map(() => `maintain_team ${member.account}`))
  const { data } = await member.client.get<Row[]>('/eam/home-page/processed')
  expect(data.find(({ code }) => code === 'maintenance.team')).toMatchObject({ count: 1 })
  await done(`${orders}/take-over`, { id }, member.client)
  expect(await one(orders, id)).toMatchObject({ orderState: 'working', assigneeId: member.id })
})

test('people see the orders of their data scope and of kinds that they may list, and no other hospital any', async () => {
  const far = await maintenance()
  const own = await lab.report(keeper, await lab.card())
  const nurse = await people.clerk(['repairOrder.list'], 'dept')
  expect(await cardIn(nurse.client, 'waiting', own)).toBeDefined()
  expect((await cardsOf(nurse.client, { column: 'waiting' })).every((card) => card.kind === 'repairOrder')).toBe(true)
  expect(await cardIn(nurse.client, 'waiting', far)).toBeUndefined()
  // Who assigns nothing gets no lanes of idle people.
  expect(
    (await boardOf(nurse.client, { lanes: '1' })).lanes.filter((lane) => lane.open === 0 && Object.keys(lane.counts).length === 0),
  ).toEqual([])
  expect((await boardOf(manager, { lanes: '1' })).lanes.map((lane) => lane.key)).toContain(`p:${home.users.engineer}`)
  const nothing = await people.clerk(['dept.list'], 'all')
  expect(Object.values((await boardOf(nothing.client)).columns).every((count) => count === 0)).toBe(true)
  for (const column of ['waiting', 'assigned', 'working'])
    expect((await cardsOf(neighbour, { column })).map((card) => card.id)).not.toContain(far)
  const bad = await admin.get('/eam/dispatch/cards', { column: 'nowhere' })
  expect([bad.status, bad.success]).toEqual([400, false])
  expect((await admin.get('/eam/dispatch/cards', { column: 'waiting', lane: "x' or '1'='1" })).data).toMatchObject({ cards: [] })
})
