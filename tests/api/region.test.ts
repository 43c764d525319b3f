import { expect, test } from 'vitest'
import { fillRegions } from '#server/db/first/new-regions.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'

const app = await appForFile()
await fillRegions(app.pool)
const platform = await app.signIn('000000', 'admin', 'admin')
const admin = await app.as('administrator')

const path = '/blade-system/region'
const below = async (parentCode?: string) =>
  (await admin.get<{ id: string; title: string; hasChildren: boolean }[]>(`${path}/lazy-tree`, { parentCode })).data

test('China has its 34 provinces, and below them cities and counties, each once', async () => {
  const provinces = await below('00')
  expect(provinces.length).toBe(34)
  expect(await below()).toEqual(provinces)
  expect((await below('330000')).map(({ title }) => title)).toContain('杭州市')
  expect((await below('330100')).map(({ id, title }) => [id, title])).toContainEqual(['330106', '西湖区'])
  // A district of a city under the government stands directly below it, and no heading counts as a division.
  expect((await below('110000')).map(({ title }) => title)).toContain('海淀区')
  const { data } = await admin.get<Page>(`${path}/list`, { name: '市辖区' })
  expect(data.total).toBe(0)
  const counted = await app.sql(`select region_level as level, count(*)::int as n from region group by 1 order by 1`)
  expect(counted.map((row) => [row.level, Number(row.n) > [0, 30, 330, 2800][Number(row.level)]!])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ])
  const lost = await app.sql(
    'select 1 from region r where parent_code is not null and not exists (select 1 from region p where p.code = r.parent_code)',
  )
  expect(lost).toEqual([])
  expect((await admin.get(`${path}/detail`, { code: '330106' })).data).toMatchObject({
    parentCode: '330100',
    parentName: '杭州市',
    regionLevel: '3',
    regionLevelValue: '县级',
    hasChildren: false,
  })
  expect((await admin.get<Page>(`${path}/list`, { keyword: '西湖', size: 5 })).data.records.map((row) => row.code)).toContain('330106')
})

test('the platform adds, renames, moves and removes one, and a start brings nothing back', async () => {
  const street = { code: '330106001', parentCode: '330106', name: '北山街道' }
  const submit = (draft: object) => platform.post(`${path}/submit`, draft)
  const detail = (code: string) => platform.get(`${path}/detail`, { code })
  expect((await submit(street)).data).toEqual({ id: '330106001', version: 1 })
  expect(await submit(street)).toMatchObject({ status: 409, error: 'taken' })
  expect((await submit({ id: '330106001', version: 1, name: '北山路街道' })).data).toMatchObject({ version: 2 })
  expect((await detail('330106001')).data).toMatchObject({ name: '北山路街道', regionLevel: '4', parentCode: '330106' })
  expect(await submit({ id: '330106001', version: 1, name: '旧' })).toMatchObject({ status: 409, error: 'stale' })
  expect(await submit({ id: '330106', parentCode: '330106001' })).toMatchObject({ error: 'cycle' })
  expect(await submit({ id: '330106001', parentCode: '999999' })).toMatchObject({ status: 400 })
  expect(await submit({ id: '330106001', code: '11' })).toMatchObject({ status: 400 })
  expect(await platform.post(`${path}/remove?id=330106`)).toMatchObject({ status: 409, error: 'in_use' })
  expect((await platform.post(`${path}/remove?id=330106001`)).status).toBe(200)
  expect((await detail('330106001')).status).toBe(404)
  expect((await platform.post(`${path}/remove?id=330106`)).status).toBe(200)
  await fillRegions(app.pool)
  expect((await detail('330106')).status).toBe(404)
  const verbs = await app.sql(`select verb from audit_event where entity = 'region' order by occurred_at, id`)
  expect(verbs.map((row) => row.verb)).toEqual(['add', 'change', 'remove', 'remove'])
})

test('a hospital reads them and writes none, also with a right to it', async () => {
  expect((await admin.post(`${path}/submit`, { code: '99', name: '外' })).status).toBe(403)
  await writeAs(app.pool, admin.tenant, async (tx) =>
    tx.later({
      text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest(array['region.submit', 'region.remove']) from role
        where tenant_id = $1 and role_alias = 'administrator'`,
      values: [admin.tenant],
    }),
  )
  expect((await admin.post(`${path}/submit`, { code: '99', name: '外' })).status).toBe(403)
  expect((await admin.post(`${path}/remove?id=110000`)).status).toBe(403)
  expect((await (await app.as('keeper')).get(`${path}/list`)).status).toBe(403)
})
