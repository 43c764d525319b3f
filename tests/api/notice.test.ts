import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { noticeKinds } from '#contract/entities/notice/notice-kinds.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const head = await app.as('head')
const work = repairs(app, admin)

const url = '/osm/notice'
/** Changes rows past the program, in the hospital. */
const put = (text: string, ...values: unknown[]) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values }))
const unread = async (client: Client) => (await client.get<{ count: number }>(`${url}/unread-num`)).data.count
const list = async (client: Client, query = {}) => (await client.get<Page>(`${url}/list`, { size: 100, ...query })).data
/** The accounts with the newest notice of this kind about an order. */
const reported = async (id: string, kind: string) =>
  (await work.notices(id)).filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1))

describe('a repair tells exactly', () => {
  const everybody = ['administrator', 'engineer', 'equipment_manager']

  test('those who repair, those who assign and the keeper of the device of a report', async () => {
    const card = await work.card(['receive'], { keeperId: head.userId })
    const id = await work.report(keeper, card)
    expect(await work.notices(id)).toEqual([...everybody, 'head'].map((account) => `repair_reported ${account}`))
    const [row] = (await list(engineer, { kind: 'repair_reported' })).records
    const { orderNo, deviceName } = await work.detail(id)
    expect(row).toMatchObject({
      kindValue: '新报修',
      subject: expect.stringMatching(new RegExp(`^${deviceName} ZC-\\d{4}-\\d{6} · 骨科$`)),
      detail: `${orderNo} 不开机`,
      target: 'repairOrder',
      targetId: id,
      isRead: 0,
      sentAt: expect.any(String),
    })
    const own = await work.report(engineer, card)
    expect(await reported(own, 'repair_reported')).toEqual(['administrator', 'equipment_manager', 'head'])
    await work.go(engineer, 'cancel', own)
    expect(await reported(own, 'repair_cancelled')).toEqual(['administrator', 'equipment_manager', 'head'])
  })

  test('the reporter, the engineer and the keeper of what comes after', async () => {
    const card = await work.card(['receive'], { keeperId: head.userId })
    const id = await work.report(keeper, card)
    await work.go(keeper, 'remind', id)
    expect(await reported(id, 'repair_reminded')).toEqual(['administrator', 'equipment_manager'])
    await work.go(manager, 'assign', id, { engineerId: engineer.userId })
    expect(await reported(id, 'repair_assigned')).toEqual(['engineer'])
    expect(await reported(id, 'repair_accepted')).toEqual(['keeper'])
    await work.go(engineer, 'arrive', id)
    await work.go(engineer, 'wait', id, { reason: '等电池' })
    expect(await reported(id, 'repair_waiting')).toEqual(['keeper'])
    expect((await list(keeper, { kind: 'repair_waiting' })).records[0]!.detail).toContain('等电池')
    await work.go(engineer, 'resume', id)
    await work.go(engineer, 'finish', id, work.result)
    expect(await reported(id, 'repair_finished')).toEqual(['head', 'keeper'])
    await work.go(keeper, 'sendBack', id, { reason: '没好' })
    expect(await reported(id, 'repair_returned')).toEqual(['engineer'])
    await work.go(engineer, 'arrive', id)
    await work.go(engineer, 'finish', id, work.result)
    await work.go(keeper, 'check', id, { rating: 5 })
    expect(await reported(id, 'repair_done')).toEqual(['engineer'])
    const scrapped = await work.at('scrapped', card)
    expect(await reported(scrapped, 'repair_scrapped')).toEqual(['administrator', 'equipment_manager', 'keeper'])
  })

  test('no person twice, none who has left or is outside the department, and none of a step that was refused', async () => {
    const card = await work.card(['receive'], { keeperId: engineer.userId })
    const id = await work.report(keeper, card)
    expect(await reported(id, 'repair_reported')).toEqual(everybody)
    await put(`update app_user set status = 'stopped' where id = $1`, head.userId)
    await put('update device set keeper_id = $1 where id = $2', head.userId, card)
    expect(await reported(await work.report(keeper, card), 'repair_reported')).toEqual(everybody)
    await put(`update app_user set status = 'active' where id = $1`, head.userId)
    const before = await work.notices(id)
    expect((await engineer.post('/eam/eventtyperepair/finish', { id, ...work.result })).error).toBe('wrong_state')
    expect(await work.notices(id)).toEqual(before)
  })

  test('holders whose data scope covers the department, by each way a scope is made', async () => {
    const alias = 'auditor'
    const reach = async (how: string, depts: string[] = [], own: string | null = null) => {
      await put('update role set reach = $1 where tenant_id = $2 and role_alias = $3', how, home.tenant, alias)
      await put('update app_user set dept_id = $1 where id = $2', own, home.users[alias])
      await put('delete from role_dept where tenant_id = $1', home.tenant)
      for (const dept of depts)
        await put(
          'insert into role_dept (tenant_id, role_id, dept_id) select tenant_id, id, $3 from role where tenant_id = $1 and role_alias = $2',
          home.tenant,
          alias,
          dept,
        )
      return (await reported(await work.report(keeper, await work.card()), 'repair_reported')).includes(alias)
    }
    const { surgery, bones, medicine } = home.depts
    expect(await reach('all')).toBe(false)
    await put(
      `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, 'repairOrder.work' from role where tenant_id = $1 and role_alias = $2`,
      home.tenant,
      alias,
    )
    expect(await reach('all')).toBe(true)
    expect(await reach('below', [], surgery)).toBe(true)
    expect(await reach('below', [], medicine)).toBe(false)
    expect(await reach('dept', [], surgery)).toBe(false)
    expect(await reach('dept', [], bones)).toBe(true)
    expect(await reach('chosen', [medicine, bones])).toBe(true)
    expect(await reach('chosen', [medicine], bones)).toBe(false)
    expect(await reach('own', [], bones)).toBe(false)
  })
})

describe('notices of a person', () => {
  test('are theirs alone, counted and filtered', async () => {
    const before = await unread(engineer)
    const id = await work.report(keeper, await work.card())
    expect(await unread(engineer)).toBe(before + 1)
    const page = await list(engineer, { isRead: '0' })
    expect(page.total).toBe(before + 1)
    const [newest] = page.records
    expect(newest).toMatchObject({ targetId: id })
    for (const stranger of [admin, keeper, await app.as('administrator', other)]) {
      expect((await stranger.get(`${url}/detail`, { id: newest!.id })).status).toBe(404)
      expect((await stranger.post<{ read: number }>(`${url}/tag-read`, { ids: [newest!.id] })).data.read).toBe(0)
    }
    expect(await unread(engineer)).toBe(before + 1)
    expect((await engineer.post<{ read: number }>(`${url}/tag-read`, { ids: [newest!.id, v7()] })).data.read).toBe(1)
    expect(await unread(engineer)).toBe(before)
    expect((await list(engineer, { isRead: '1' })).records[0]).toMatchObject({ id: newest!.id, isRead: 1 })
    expect((await engineer.get(`${url}/detail`, { id: newest!.id })).data.readAt).toEqual(expect.any(String))
    expect((await engineer.post<{ read: number }>(`${url}/tag-read`, { ids: [newest!.id] })).data.read).toBe(0)
    expect((await engineer.post(`${url}/tag-read`, {})).error).toBe('bad_input')
    expect((await engineer.post(`${url}/tag-read`, { ids: [] })).error).toBe('bad_input')
    expect((await engineer.post(`${url}/tag-read`, { all: 1 })).status).toBe(200)
    expect(await unread(engineer)).toBe(0)
    expect(await unread(admin)).toBeGreaterThan(0)
  })

  test('are marked by a phone, as often as it likes', async () => {
    await work.report(keeper, await work.card())
    const [newest] = (await list(engineer, { isRead: '0' })).records
    await app.sql(`update notice set sent_at = sent_at - interval '1 hour' where id = $1`, [newest!.id])
    const seen = new Date(Date.now() - 60_000).toISOString()
    const mark = () =>
      op({ kind: 'notice.tagRead', target: { type: 'notice', id: newest!.id }, body: { ids: [newest!.id] }, occurredAt: seen })
    expect(await push(engineer, await mark(), await mark())).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
    const row = (await engineer.get(`${url}/detail`, { id: newest!.id })).data
    expect(row).toMatchObject({ isRead: 1, version: 2 })
    expect(new Date(String(row.readAt)).toISOString()).toBe(seen)
    // None was read before it was sent.
    await work.report(keeper, await work.card())
    const [next] = (await list(engineer, { isRead: '0' })).records
    await push(
      engineer,
      await op({ kind: 'notice.tagRead', target: { type: 'notice', id: next!.id }, body: { ids: [next!.id] }, occurredAt: seen }),
    )
    const late = (await engineer.get(`${url}/detail`, { id: next!.id })).data
    expect(late.readAt).toBe(late.sentAt)
  })

  test('every kind has words, and a long subject is cut rather than refused', async () => {
    expect(Object.keys(noticeKinds).filter((kind) => kind.startsWith('repair_'))).toHaveLength(15)
    const card = await work.card(['receive'], { deviceName: '长'.repeat(120) })
    await work.report(keeper, card, { faultDescription: '坏'.repeat(1000) })
    const [row] = (await list(engineer)).records
    expect(String(row!.subject).length).toBeLessThanOrEqual(200)
    expect(String(row!.detail)).toHaveLength(500)
  })
})
