import { describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const neighbour = await app.as('administrator', other)
const work = repairs(app, admin)
const { bones, medicine } = home.depts
const today = homeDay(new Date())
const ahead = (days: number): string => daysAfter(today, days)

interface Tip {
  readonly kind: string
  readonly sentence: string
  readonly tone: string
}
const ask = async (deviceId: string, who: Client = admin) => {
  const { data } = await who.get<{ total: number; records: Tip[] }>('/eam/device/detail-tips', { deviceId, size: 50 })
  expect((await who.get('/eam/device/detail-tips-count', { deviceId })).data).toEqual({ count: data.total })
  expect(data.records).toHaveLength(data.total)
  return data.records.map(({ kind, tone, sentence }) => [kind, tone, sentence])
}

describe('what a person should know of a device', () => {
  const set = async () => {
    const deviceId = await work.card(['receive'], { warrantyEnd: ahead(20) })
    await app.sql(
      `insert into device_stop (tenant_id, id, stop_no, device_id, stop_kind, reason, since) values ($1, gen_random_uuid(), 'T1' || $2, $2::uuid, 'recall', '厂家通知', now())`,
      [home.tenant, deviceId],
    )
    const order = await work.at('working', deviceId)
    await app.sql(
      `insert into measure_card (tenant_id, id, card_title, device_id, label_state, certificate_no, valid_until) values ($1, gen_random_uuid(), 'x', $2, 'passed', 'C-1', $3)`,
      [home.tenant, deviceId, ahead(-2)],
    )
    await app.sql(
      `insert into device_use (tenant_id, id, use_no, event_type, status, card_id, from_dept_id, to_dept_id, received_at, return_time)
        values ($1, gen_random_uuid(), 'JJ' || left($2, 13), 'borrow', 'received', $2::uuid, $3, $4, now(), $5)`,
      [home.tenant, deviceId, bones, medicine, `${ahead(3)} 12:00+08`],
    )
    return { deviceId, no: (await work.detail(order)).orderNo }
  }
  const plan = async (deviceId: string, firstDue: string) =>
    admin.post('/eam/deviceplan/submits', { planName: `保养${deviceId}`, deviceId, planCycle: 1, planCycleUnit: 'year', firstDue })

  test('is its stop with the reason, what is overdue, due and open, warranty and loan, most urgent first', async () => {
    const { deviceId, no } = await set()
    expect((await plan(deviceId, ahead(10))).success).toBe(true)
    expect(await ask(deviceId)).toEqual([
      ['stop', 'bad', '设备因厂家召回停用：厂家通知'],
      ['metrology', 'bad', `计量证书 C-1 应于 ${ahead(-2)} 前续检，已逾期 2 天`],
      ['maintenance', 'warn', `下次保养 ${ahead(10)}，10 天后到期`],
      ['warranty', 'warn', `保修至 ${ahead(20)}，还有 20 天`],
      ['repair', 'busy', `维修工单 ${no} 未完成（维修中）`],
      ['loan', 'busy', `已借给内科，应于 ${ahead(3)} 归还，3 天后到期`],
    ])
    const english = await admin.get<{ records: Tip[] }>('/eam/device/detail-tips', { deviceId, size: 1 }, { 'accept-language': 'en' })
    expect(english.data.records.map(({ sentence }) => sentence)).toEqual(['The device is out of service (Manufacturer recall): 厂家通知'])
    expect(await ask(await work.card())).toEqual([])
  })

  test('concerns rows that the person may list, of devices that the person sees', async () => {
    const { deviceId } = await set()
    // The keeper may not list metrology cards.
    const told = (await ask(deviceId, keeper)).map(([kind]) => kind)
    expect(told).toEqual(['stop', 'warranty', 'repair', 'loan'])
    const foreign = await work.card([], { useDeptId: medicine })
    for (const [who, id] of [
      [keeper, foreign],
      [neighbour, deviceId],
      [admin, '018f0000-0000-7000-8000-00000000dead'],
    ] as const)
      for (const path of ['detail-tips', 'detail-tips-count'])
        expect((await who.get(`/eam/device/${path}`, { deviceId: id })).status).toBe(404)
    expect((await admin.get('/eam/device/detail-tips')).status).toBe(400)
  })
})

test('open warnings are those of the first page, and of no other hospital [SERVICE-DASH-2]', async () => {
  const { data } = await admin.get<Row[]>('/data-view/waring', { tenantId: home.tenant })
  expect(data).toEqual((await admin.get('/eam/home-page/warn-statistics')).data)
  expect(data.find(({ code }) => code === 'asset.stopped')).toMatchObject({ count: 2, filter: { liftedAt: '_none' } })
  expect((await admin.get('/data-view/waring', { tenantId: other.tenant })).status).toBe(404)
  expect((await neighbour.get<Row[]>('/data-view/waring')).data.filter(({ count }) => Number(count) > 0)).toEqual([])
})

test('ways are counted by the fund of each device', async () => {
  const donated = await work.card([], { fundSource: 'donated', originalValue: '120.50' })
  const { data } = await admin.get<Row[]>('/data-view/way-list')
  expect(data.find(({ key }) => key === 'donated')).toMatchObject({ count: 1, amount: '120.50' })
  expect((await admin.get<{ records: Row[] }>('/eam/device/list', { fundSource: 'donated' })).data.records.map(({ id }) => id)).toEqual([
    donated,
  ])
})

test('departments are counted with and without head and keeper', async () => {
  // The head and the keeper of the hospital are in 外科; 骨科 and 内科 have none.
  const path = '/blade-system/dept/dept-manager-count'
  expect((await admin.get(path)).data).toEqual({ count: 3, withHead: 1, withoutHead: 2, withKeeper: 1, withoutKeeper: 2 })
  const changed = await admin.post('/osm/user/update-user-status', { userIds: [home.users.head], status: 'stopped' })
  expect(changed.msg).toBe('操作成功')
  expect((await admin.post('/blade-system/dept/submit', { deptName: '旧科室', category: 'clinical', isSealed: 1 })).msg).toBe('操作成功')
  expect((await admin.get(path)).data).toEqual({ count: 3, withHead: 0, withoutHead: 3, withKeeper: 1, withoutKeeper: 2 })
  expect((await (await app.as('provider_engineer')).get(path)).status).toBe(403)
  expect((await neighbour.get(path)).data).toMatchObject({ count: 3, withHead: 1 })
})
