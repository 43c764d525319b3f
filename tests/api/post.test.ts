import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const path = '/blade-system/post'
const add = async (client: Client, postCode: string, more = {}) =>
  client.post<Row>(`${path}/submit`, { postCode, postName: `岗位${postCode}`, category: '3', ...more })

test('people have positions: chosen in their form, shown by name, as a list or as one text', async () => {
  const [nurse, chief] = [(await add(admin, 'nurse')).data.id, (await add(admin, 'chief', { category: '1', sort: 1 })).data.id]
  const user = home.users.keeper
  expect((await admin.post('/blade/user/update', { id: user, postId: [nurse, chief] })).status).toBe(200)
  const detail = await admin.get<Row>('/blade/user/detail', { id: user })
  expect(detail.data.postId).toEqual([nurse, chief])
  expect(String(detail.data.postIdName).split('、').sort()).toEqual(['岗位chief', '岗位nurse'])
  // Front ends of the given calls send one text.
  expect((await admin.post('/blade/user/update', { id: user, postId: `${chief}, ` })).status).toBe(200)
  expect((await admin.get<Row>('/blade/user/detail', { id: user })).data.postId).toEqual([chief])
  expect(await admin.post(`${path}/remove?ids=${chief}`)).toMatchObject({ status: 409, error: 'in_use' })
  expect((await admin.post(`${path}/remove?ids=${nurse}`)).status).toBe(200)
})

test('a sealed position stays where it is held and is not given any more', async () => {
  const sealed = (await add(admin, 'porter')).data.id
  const hold = (id: string) => admin.post('/blade/user/update', { id, postId: [sealed] })
  expect((await hold(home.users.keeper)).status).toBe(200)
  expect((await admin.post(`${path}/submit`, { id: sealed, isSealed: 1 })).status).toBe(200)
  expect((await hold(home.users.keeper)).status).toBe(200)
  expect(await hold(home.users.head)).toMatchObject({ status: 400, msg: '岗位“岗位porter”已停用，不能再选' })
  expect((await admin.get<Row>('/blade/user/detail', { id: home.users.head })).data.postId ?? null).toBeNull()
})

test('the kind is a row of the dictionary, and the choices carry the category of a hospital alone', async () => {
  expect(await add(admin, 'odd', { category: '9' })).toMatchObject({ status: 400 })
  const theirs = await app.as('administrator', other)
  const foreign = (await add(theirs, 'nurse')).data.id
  const { data } = await admin.get<Row[]>(`${path}/select`, { tenantId: home.tenant })
  expect(data.map((row) => row.id)).not.toContain(foreign)
  expect(data.length).toBeGreaterThan(0)
  expect(await admin.post('/blade/user/update', { id: home.users.head, postId: [foreign] })).toMatchObject({ status: 400 })
  expect((await admin.get<Page>(`${path}/list`, { category: '1' })).data.records.map((row) => row.categoryValue)).toContain('高层')
  const keeper = await app.as('keeper')
  expect(await add(keeper, 'own')).toMatchObject({ status: 403 })
})
