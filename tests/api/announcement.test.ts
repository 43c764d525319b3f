import { expect, test } from 'vitest'
import { eachTenant } from '#server/db/each-tenant.ts'
import { sendDue } from '#server/features/notice/announcement-sending.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { factsOf, photo, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const path = '/blade-desk/notice'
const submit = (draft: object, client = admin) =>
  client.post<Row>(`${path}/submit`, { title: '停电通知', category: '1', content: '周六停电', audience: 'all', ...draft })
const told = async (client: Client, id: string) =>
  (await client.get<Page>('/osm/notice/list', { size: 100 })).data.records.filter((row) => row.targetId === id)
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString()

test('everybody is told at once, reads it in full, and the author sees who has read it', async () => {
  const { id } = (await submit({ content: `周六停电${'。'.repeat(700)}完` })).data
  const keeper = await app.as('keeper')
  const [mine] = await told(keeper, id)
  expect(mine).toMatchObject({ kind: 'announcement', kindValue: '通知公告', subject: '停电通知', target: 'announcement', isRead: 0 })
  expect(String(mine!.detail)).toHaveLength(500)
  const full = await keeper.get('/osm/notice/announcement', { announcementId: id })
  expect(full.data).toMatchObject({ title: '停电通知', categoryValue: '发布通知' })
  expect(String(full.data.content)).toMatch(/完$/)
  const count = async () => Number((await keeper.get('/osm/notice/unread-num')).data.count)
  const unread = await count()
  expect((await keeper.post('/osm/notice/tag-read', { ids: [mine!.id] })).status).toBe(200)
  expect(await count()).toBe(unread - 1)
  const readers = (await admin.get<Page>(`${path}/readers`, { announcementId: id, size: 100 })).data
  expect(readers.total).toBe(
    Number((await app.sql(`select count(*) from app_user where tenant_id = $1 and status = 'active'`, [home.tenant]))[0]!.count),
  )
  expect(readers.records.filter((row) => row.isRead === 1).map((row) => row.userId)).toEqual([home.users.keeper])
  // A change of the words reaches those who have it; who has read it is not told again.
  expect((await submit({ id, title: '停电改期' })).status).toBe(200)
  expect((await told(keeper, id))[0]).toMatchObject({ subject: '停电改期', isRead: 1 })
  expect((await admin.post(`${path}/remove?ids=${id}`)).status).toBe(200)
  expect(await told(keeper, id)).toEqual([])
  expect((await keeper.get('/osm/notice/announcement', { announcementId: id })).status).toBe(404)
})

test('departments with those below, roles and people are told, and others neither see it nor can read it', async () => {
  const [keeper, engineer] = [await app.as('keeper'), await app.as('engineer')]
  const { id } = (await submit({ audience: 'persons', persons: [home.users.engineer] })).data
  expect((await told(engineer, id)).length).toBe(1)
  expect(await told(keeper, id)).toEqual([])
  expect((await keeper.get('/osm/notice/announcement', { announcementId: id })).status).toBe(404)
  const role = (await admin.get<Row>('/blade/user/detail', { id: home.users.keeper })).data.roleId
  expect((await submit({ id, audience: 'roles', roles: [role] })).status).toBe(200)
  expect([(await told(engineer, id)).length, (await told(keeper, id)).length]).toEqual([0, 1])
  const dept = String((await admin.get<Row>('/blade/user/detail', { id: home.users.keeper })).data.deptId)
  const above = String((await admin.post('/blade-system/dept/submit', { deptName: '大内科', category: 'clinical' })).data.id)
  const before = (await admin.get<Row>('/blade-system/dept/detail', { id: dept })).data.parentId
  expect((await admin.post('/blade-system/dept/submit', { id: dept, parentId: above })).status).toBe(200)
  const below = (await submit({ audience: 'depts', depts: [above] })).data.id
  expect([(await told(keeper, below)).length, (await told(engineer, below)).length]).toEqual([1, 0])
  expect((await admin.post('/blade-system/dept/submit', { id: dept, parentId: before })).status).toBe(200)
  const outside = await app.as('administrator', other)
  for (const one of [id, below]) expect((await outside.get(`${path}/detail`, { id: one })).status).toBe(404)
  expect((await outside.get('/osm/notice/announcement', { announcementId: below })).status).toBe(404)
  expect((await outside.get<Page>(`${path}/readers`, { announcementId: below })).data.total).toBe(0)
})

test('what begins later is sent when it is due, once, and leaves the bells unread at its end', async () => {
  const keeper = await app.as('keeper')
  const { id } = (await submit({ releaseTime: inDays(1), endTime: inDays(2) })).data
  const look = async () => {
    await eachTenant(app.pool, sendDue)
    return (await told(keeper, id)).length
  }
  expect(await look()).toBe(0)
  await app.sql(`update announcement set release_time = now() - interval '1 minute' where id = $1`, [id])
  expect([await look(), await look()]).toEqual([1, 1])
  const engineer = await app.as('engineer')
  await engineer.post('/osm/notice/tag-read', { ids: (await told(engineer, id)).map((row) => row.id) })
  await app.sql(`update announcement set end_time = now() - interval '1 second' where id = $1`, [id])
  expect(await look()).toBe(0)
  expect((await told(engineer, id)).length).toBe(1)
})

test('an audience without people, an end before the beginning and a later start of what is sent change nothing', async () => {
  for (const [draft, field] of [
    [{ audience: 'depts' }, 'depts'],
    [{ audience: 'roles', roles: [] }, 'roles'],
    [{ audience: 'persons', persons: null }, 'persons'],
    [{ releaseTime: inDays(2), endTime: inDays(1) }, 'endTime'],
  ] as const) {
    const answer = await submit(draft)
    expect([answer.status, JSON.stringify(answer.body.errors ?? answer.body)]).toEqual([400, expect.stringContaining(field)])
  }
  const { id } = (await submit({})).data
  expect(await submit({ id, releaseTime: inDays(1) })).toMatchObject({ status: 400, msg: '已发布的通知不能改为以后发布' })
})

test('who is limited to departments tells those alone', async () => {
  const keeper = await app.as('keeper')
  const role = (await admin.get<Row>('/blade/user/detail', { id: home.users.keeper })).data
  const keys = (await admin.get('/blade-system/menu/role-tree-keys', { roleIds: String(role.roleId) })).data.menuIds as string[]
  const menuIds = [...keys, 'announcement.list', 'announcement.submit'].join()
  expect((await admin.post('/blade-system/role/grant', { roleIds: [role.roleId], menuIds })).status).toBe(200)
  expect(await submit({}, keeper)).toMatchObject({ status: 400, msg: '您只能通知本人数据范围内的科室或人员' })
  const far = (await admin.post('/blade-system/dept/submit', { deptName: '远科', category: 'clinical' })).data.id
  expect((await submit({ audience: 'depts', depts: [far] }, keeper)).status).toBe(400)
  expect((await submit({ audience: 'depts', depts: [role.deptId] }, keeper)).status).toBe(200)
})

test('an announcement carries one PDF and nothing else; people it was sent to open it without the right to announcements, others do not', async () => {
  const keeper = await app.as('keeper')
  const put = async (bytes: Buffer, name: string, type: string): Promise<string> => {
    const file = upload(bytes, { facts: factsOf(bytes, name, type) })
    expect((await send(app, admin, file)).data.complete).toBe(true)
    return file.id
  }
  const pdf = await put(Buffer.from('%PDF-1.7\n% an announcement'), '通知.pdf', 'application/pdf')
  const drawn = await put(await photo(8, 8), '通知.pdf', 'application/pdf')
  expect(await submit({ attachment: [drawn] })).toMatchObject({ status: 400, msg: '只能上传pdf文件' })
  expect((await submit({ attachment: [pdf, drawn] })).status).toBe(400)
  const open = async (client: Client, query = '') => fetch(`${app.url}/api/file/${pdf}${query}`, { headers: client.headers })
  expect((await open(keeper)).status).toBe(404)
  const { id } = (await submit({ audience: 'persons', persons: [home.users.keeper], attachment: [pdf] })).data
  expect((await keeper.get('/osm/notice/announcement', { announcementId: id })).data.attachment).toEqual([pdf])
  expect((await open(keeper)).status).toBe(200)
  for (const stranger of [await app.as('engineer'), await app.as('administrator', other)]) expect((await open(stranger)).status).toBe(404)
  expect((await admin.post(`${path}/remove?ids=${id}`)).status).toBe(200)
  expect((await open(keeper)).status).toBe(404)
})

test('a PDF is shown in a page of ours when asked for that, and nothing else is', async () => {
  const ask = async (bytes: Buffer, type: string, size: string): Promise<[string | null, string | null]> => {
    const file = upload(bytes, { facts: factsOf(bytes, 'x', type) })
    expect((await send(app, admin, file)).data.complete).toBe(true)
    const { headers } = await fetch(`${app.url}/api/file/${file.id}${size}`, { headers: admin.headers })
    return [headers.get('content-disposition')!.split(';')[0]!, headers.get('content-security-policy')]
  }
  const sandbox = "default-src 'none'; sandbox"
  const pdf = Buffer.from('%PDF-1.7\n% shown')
  expect(await ask(pdf, 'application/pdf', '')).toEqual(['attachment', sandbox])
  expect(await ask(Buffer.concat([pdf, pdf]), 'application/pdf', '?size=page')).toEqual([
    'inline',
    "default-src 'none'; object-src 'self'; frame-ancestors 'self'",
  ])
  const table = Buffer.from('name,code\npump,1\nmonitor,2\n')
  expect(await ask(table, 'text/csv', '?size=page')).toEqual(['attachment', sandbox])
  expect(await ask(await photo(9, 9), 'image/jpeg', '?size=page')).toEqual(['inline', sandbox])
})
