import { beforeAll, describe, expect, test } from 'vitest'
import { rightOf, urlsOf } from '#contract/kit/entity/entity.ts'
import { searchKinds } from '#src/app/desk/search/kinds.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { peopleLab } from '#tests/harness/people.ts'

let clerk: (rights: readonly string[]) => Promise<Client>

const byName = new Map(searchKinds.map((kind) => [kind.of.name, kind]))
const found = (client: Client, name: string, keyword: string) => {
  const { of, about } = byName.get(name)!
  return client.get<Page>(urlsOf(of, 'list')[0]!, { keyword, current: 1, size: 5, columns: (about ?? of.about ?? []).join(',') })
}
const titles = async (client: Client, name: string, keyword: string): Promise<unknown[]> => {
  const { data } = await found(client, name, keyword)
  return data.records.map((row) => row[byName.get(name)!.of.title]).sort()
}
const saved = async (client: Client, path: string, draft: object): Promise<string> => {
  const { data, msg, status } = await client.post(path, draft)
  expect(status, msg).toBe(200)
  return data.id
}

const app = await appForFile()
const admin = await app.as('administrator')
beforeAll(async () => {
  const lab = await peopleLab(app, () => admin)
  clerk = async (rights) => (await lab.clerk(rights)).client
  for (const of of [home, other]) {
    const by = await app.as('administrator', of)
    const place = { locationName: '北斗楼', level: 'courtyard', deptId: of.depts.bones }
    await saved(by, '/eam/plc/location/submit', place)
    for (const [dept, deptId] of Object.entries(of.depts)) {
      const device = await saved(by, '/eam/device/submit', { deviceName: `北斗监护仪 ${of.tenant} ${dept}`, useDeptId: deptId })
      await saved(by, '/eam/eventtyperepair/submit', { deviceId: device, faultDescription: `北斗无显示 ${dept}`, urgency: 'normal' })
    }
    await saved(by, '/eam/supplierinfo/submit', { supplierName: '北斗医疗', supplierKind: 'dealer' })
    await saved(by, '/blade/user/save', {
      account: `beidou${of.tenant}`,
      realName: '北斗星',
      roleId: (await roleOf(of.tenant))!,
      deptId: of.depts.bones,
    })
  }
})

const roleOf = async (tenant: string): Promise<string | undefined> =>
  String((await app.sql(`select id from role where tenant_id = $1 and role_alias = 'keeper'`, [tenant]))[0]?.id)

describe('the global search', () => {
  test('finds devices, orders, checks, places and people, with what is said below their titles', async () => {
    expect([...byName.keys()].sort()).toEqual([
      'adverseEvent',
      'checkTask',
      'device',
      'deviceApply',
      'deviceDisposal',
      'deviceSet',
      'flowDefinition',
      'flowInstance',
      'location',
      'maintainOrder',
      'orderArrival',
      'providerOrder',
      'purchaseInvoice',
      'purchaseOrder',
      'purchaseQuote',
      'qualityControl',
      'recall',
      'repairOrder',
      'sensorConfig',
      'serviceContract',
      'serviceInvoice',
      'serviceOrder',
      'sharedBorrowing',
      'supplier',
      'user',
    ])
    for (const name of byName.keys()) expect((await found(admin, name, '北斗')).status, name).toBe(200)
    expect(await titles(admin, 'device', '北斗')).toHaveLength(3)
    expect(await titles(admin, 'location', '北斗')).toEqual(['北斗楼'])
    expect(await titles(admin, 'user', '北斗')).toEqual(['北斗星'])
    expect(await titles(admin, 'supplier', '北斗')).toEqual(['北斗医疗'])
    const [order] = (await found(admin, 'repairOrder', '北斗无显示')).data.records
    expect(order).toMatchObject({ deviceName: expect.stringContaining('北斗监护仪'), repairStatus: 'reported' })
  })

  test('tells rows of the own scope and tenant only', async () => {
    const keeper = await app.as('keeper')
    expect(await titles(keeper, 'device', '北斗')).toEqual([`北斗监护仪 ${home.tenant} bones`, `北斗监护仪 ${home.tenant} surgery`])
    const { data } = await found(keeper, 'repairOrder', '北斗')
    expect(data.total).toBe(2)
    for (const name of byName.keys())
      for (const row of (await found(await app.as('administrator', other), name, '北斗')).data.records)
        expect(JSON.stringify(row)).not.toContain(home.tenant)
  })

  test.each(searchKinds.map(({ of }) => [of.name, of] as const))(
    'asks for the right to the list of %s: without it nothing is told',
    async (name, of) => {
      const others = searchKinds.filter((kind) => kind.of !== of).map((kind) => rightOf(kind.of, 'list'))
      const refused = await found(await clerk(others), name, '北斗')
      expect([refused.status, refused.error]).toEqual([403, 'forbidden'])
    },
  )

  test('a scanned label means its card or its place, in the own scope', async () => {
    const { data } = await found(admin, 'device', `北斗监护仪 ${home.tenant} medicine`)
    const detail = await admin.get('/eam/device/detail', { id: data.records[0]!.id })
    const byLabel = (client: Client) => client.get('/eam/device/queryRfidCode', { rfidCode: String(detail.data.qrToken) })
    expect((await byLabel(admin)).data.id).toBe(detail.data.id)
    expect((await byLabel(await app.as('keeper'))).error).toBe('not_found')
    expect((await byLabel(await app.as('administrator', other))).error).toBe('not_found')
    const [room] = await app.sql(`update location set qr_token = 'a1b2c3d4e5f6' where tenant_id = $1 returning id`, [home.tenant])
    expect((await admin.get<Page>('/eam/plc/location/list', { qrToken: 'a1b2c3d4e5f6', size: 1 })).data.records[0]?.id).toBe(room!.id)
  })
})
