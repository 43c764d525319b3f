import { expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { openPool } from '#server/db/pool.ts'
import { tellAuthorisations } from '#server/features/custody/authorisation-job.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const [manager, head, keeper, clerk, stranger] = [
  await app.as('equipment_manager'),
  await app.as('head'),
  await app.as('keeper'),
  await app.as('warehouse_keeper'),
  await app.as('administrator', other),
]
const lab = custody(app, admin)
const path = '/eam/use-authorisation'
const today = homeDay(new Date())

const made = async (classCode: string, more: object = {}): Promise<string> =>
  String((await lab.must(admin.post('/eam/device-class/submit', { className: `类${classCode}`, classCode, ...more }))).id)
const group = await made('98', { className: '呼吸设备', needsAuthorisation: 1 })
const ventilators = await made('98-01', { className: '有创呼吸机', parentId: group })
const plain = await made('97', { className: '推车' })
const authorise = (more: object = {}, by = manager) =>
  by.post<Row>(`${path}/submit`, { personId: home.users.warehouse_keeper, deviceClassId: ventilators, validFrom: today, ...more })

/** A loan of a card of a class to the warehouse keeper, handed out. */
async function handed(classifyId: string, type = 'borrow'): Promise<{ use: Row; card: string }> {
  const card = await lab.card(['receive'], { classifyId })
  const use = await lab.firstUse(await lab.approved(clerk, type, [card]))
  await lab.must(keeper.post(`${useUrl}/submit`, { id: use.id }))
  return { use: await lab.use(String(use.id)), card }
}
const confirm = (use: Row) => clerk.post<Row>(`${useUrl}/confirm`, { id: use.id })

test('a class that asks for it, or one below it, goes to authorised people alone, on the day of the hospital', async () => {
  const { use } = await handed(ventilators)
  const name = String((await app.sql('select real_name from app_user where id = $1', [clerk.userId]))[0]!.real_name)
  const refused = `“${name}”没有“有创呼吸机”的有效操作授权，不能接收`
  expect((await confirm(use)).msg).toContain(refused)
  expect(await lab.use(String(use.id))).toMatchObject({ status: 'handed' })
  for (const more of [
    { validFrom: daysAfter(today, 1) },
    { validFrom: daysAfter(today, -9), validUntil: daysAfter(today, -1) },
    { personId: home.users.keeper },
    { deviceClassId: plain },
  ]) {
    await lab.must(authorise(more))
    expect((await confirm(use)).msg).toContain(refused)
  }
  // One for a class above counts; withdrawn it counts no more.
  const { id } = await lab.must(authorise({ deviceClassId: group, validUntil: today }))
  await lab.must(manager.post(`${path}/withdraw`, { id, withdrawReason: '复训未通过' }))
  expect((await confirm(use)).msg).toContain(refused)
  await lab.must(authorise({ deviceClassId: group, validUntil: today }))
  expect((await confirm(use)).status).toBe(200)
})

test('a class that does not ask for it goes to everybody, and so does what has no class', async () => {
  expect((await confirm((await handed(plain)).use)).status).toBe(200)
  const card = await lab.card()
  const use = await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))
  await lab.must(keeper.post(`${useUrl}/submit`, { id: use.id }))
  expect((await confirm(use)).status).toBe(200)
})

test('a hand-over that a phone reports has happened: it stands, and those who authorise are told', async () => {
  await app.sql(`select set_config('app.tenant', $1, false)`, [home.tenant])
  await app.sql(`update use_authorisation set authorisation_state = 'withdrawn' where tenant_id = '${home.tenant}'`)
  const { use, card } = await handed(ventilators)
  const sent = await op({
    kind: 'deviceUse.confirm',
    target: { type: 'deviceUse', id: String(use.id) },
    baseVersion: Number(use.version),
    body: {},
  })
  expect((await push(clerk, sent))[0]!.outcome).toBe('done')
  expect(await lab.use(String(use.id))).toMatchObject({ status: 'received' })
  const told = await app.sql(`select user_id from notice where kind = 'use_unauthorised' and target_id = $1`, [card])
  expect(told.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([manager.userId, clerk.userId]))
  // A device of another department: the head of the person who took it may authorise them.
  const { bones, medicine } = home.depts
  const lent = await lab.card(['receive'], { classifyId: ventilators, useDeptId: medicine })
  const { id: lentUse } = await lab.firstUse(await lab.approved(keeper, 'borrow', [lent], { deptId: bones, useDeptId: bones }))
  await lab.must(manager.post(`${useUrl}/submit`, { id: lentUse }))
  const { version } = await lab.use(String(lentUse))
  const target = { type: 'deviceUse', id: String(lentUse) }
  const next = await op({ kind: 'deviceUse.confirm', target, baseVersion: Number(version), body: {} })
  expect((await push(keeper, next))[0]!.outcome).toBe('done')
  const heads = await app.sql(`select user_id from notice where kind = 'use_unauthorised' and target_id = $1`, [lent])
  expect(heads.map(({ user_id }) => user_id)).toContain(head.userId)
})

test('the shared pool asks for it as well', async () => {
  const card = await lab.card(['receive'], { classifyId: ventilators })
  await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [card], priceKind: 'hour', unitPrice: '12.50' }))
  const [fromTime, toTime] = [0, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const asked = { deviceId: card, borrowDeptId: home.depts.medicine, fromTime, toTime }
  const { id } = await lab.must(admin.post(`${useUrl}/shared-borrowing-save`, asked))
  const handOut = () => admin.post(`${useUrl}/shared-borrowing-hand-out`, { id })
  expect((await handOut()).msg).toContain('没有“有创呼吸机”的有效操作授权')
  await lab.must(authorise({ personId: admin.userId }))
  expect((await handOut()).status).toBe(200)
})

test('is kept by those who may, for people whom they see; its days are in order', async () => {
  expect((await authorise({ validUntil: daysAfter(today, -1) })).msg).toBe('有效期至不能早于生效日期')
  expect((await authorise({}, keeper)).status).toBe(403)
  const { id } = await lab.must(authorise({ personId: home.users.equipment_manager }))
  const seen = async (by: typeof admin) => (await by.get<Page>(`${path}/list`, { size: '100' })).data.records.map((row) => row.id)
  expect(await seen(manager)).toContain(id)
  expect(await seen(stranger)).toEqual([])
  expect((await stranger.post(`${path}/withdraw`, { id, withdrawReason: '试' })).status).toBe(404)
  expect(
    (await stranger.post(`${path}/submit`, { personId: home.users.keeper, deviceClassId: ventilators, validFrom: today })).status,
  ).toBe(400)
  const depts = await app.sql('select id, dept_id from app_user where id = any($1::uuid[])', [[head.userId, home.users.equipment_manager]])
  expect(new Set(depts.map(({ dept_id }) => dept_id)).size).toBe(2)
  expect(await seen(head)).not.toContain(id)
  expect((await head.post(`${path}/withdraw`, { id, withdrawReason: '试' })).status).toBe(404)
  await lab.must(manager.post(`${path}/withdraw`, { id, withdrawReason: '离岗' }))
  expect((await manager.post(`${path}/submit`, { id, trainer: '李工' })).status).toBe(409)
})

test('its end is told once, a month before, to its person and to those who authorise, and stands in the calendar', async () => {
  const validUntil = daysAfter(today, 40)
  const { id } = await lab.must(authorise({ deviceClassId: plain, validUntil }))
  const replaced = await lab.must(authorise({ deviceClassId: group, validUntil }))
  await lab.must(authorise({ deviceClassId: group, validUntil: daysAfter(today, 400) }))
  const worker = openPool(app.database.jobsUrl, 1)
  const run = (day: string) => runTimedJob(tellAuthorisations, worker, new Date(`${day}T04:00:00Z`))
  const told = (of: unknown) => app.sql(`select user_id from notice where kind = 'authorisation_ends' and target_id = $1`, [of])
  await run(today)
  expect(await told(id)).toEqual([])
  await run(daysAfter(today, 10))
  await run(daysAfter(today, 11))
  const people = (await told(id)).map(({ user_id }) => user_id)
  expect(people).toEqual(expect.arrayContaining([clerk.userId, manager.userId]))
  expect(new Set(people).size).toBe(people.length)
  expect(await told(replaced.id)).toEqual([])
  await worker.end()
})
