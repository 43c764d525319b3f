import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { writeAs } from '#server/db/pool.ts'
import { demoPassword, demoProvider, demoProviderPeople } from '#server/demo/demo.ts'
import { demoSharing } from '#server/features/service/sharing/demo-sharing.ts'
import { type Answer, type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { demoGround, demoTenant } from '#tests/harness/demo-ground.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { openLive } from '#tests/harness/live.ts'
import { pull } from '#tests/harness/ops.ts'
import { send, upload } from '#tests/harness/pictures.ts'
import { addProvider, type Provider } from '#tests/harness/providers.ts'

let app: TestApp
let [admin, manager, engineer, keeper, stranger] = [] as unknown as [Client, Client, Client, Client, Client]
let [swift, calm] = [] as unknown as [Provider, Provider]
let [swiftId, calmId] = ['', '']
let made = 0

const [ours, theirs, repairs] = ['/sps/hospital/serviceOrder', '/sps/provider/workOrder', '/eam/eventtyperepair']
const today = homeDay(new Date())
/** Stands in every text of the hospital that a provider may read of a shared order, or must not. */
const secret = '院内机密'

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  keeper = await app.as('keeper')
  stranger = await app.as('administrator', other)
  swift = await addProvider(app, '200001', '迅修医工')
  calm = await addProvider(app, '200002', '安和维保')
  swiftId = await addSupplier(admin, '迅修公司', swift.tenant)
  calmId = await addSupplier(admin, '安和公司', calm.tenant)
})
afterAll(() => app.stop())

const ok = <T>(answer: Answer<T>): T => {
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200])
  return answer.data
}
const addSupplier = async (who: Client, supplierName: string, providerTenant?: string): Promise<string> =>
  ok(await who.post('/eam/supplierinfo/submit', { supplierName, supplierKind: 'service', providerTenant })).id

/** A repair order that an engineer has taken, with its device. */
const taken = async (name = `${secret}监护仪${++made}`): Promise<{ id: string; deviceId: string }> => {
  const deviceId = ok(
    await admin.post('/eam/device/submit', { deviceName: name, deviceModel: 'MX-500', sn: `SN-${name}`, useDeptId: home.depts.bones }),
  ).id
  const id = ok(
    await keeper.post(`${repairs}/save`, { deviceId, faultDescription: `${name}黑屏`, urgency: 'urgent', reporterPhone: '8001' }),
  ).id
  ok(await engineer.post(`${repairs}/accept`, { id }))
  return { id, deviceId }
}
const share = (id: string, providerId = swiftId, more: object = {}): Promise<Answer> =>
  engineer.post(`${ours}/submit`, { id, providerId, contact: '李工', contactPhone: '8002', note: '尽快到场', ...more })
const idOf = async (repairOrderId: string): Promise<string> =>
  ((await admin.get<Page>(`${ours}/list`, { repairOrderId, size: 1 })).data.records[0] as Row).id
/** A shared order, and what it is about. */
const shared = async (providerId = swiftId): Promise<{ id: string; repairId: string; deviceId: string }> => {
  const { id: repairId, deviceId } = await taken()
  ok(await share(repairId, providerId))
  return { id: await idOf(repairId), repairId, deviceId }
}
const act = (who: Client, name: string, id: string, input: object = {}): Promise<Answer> => who.post(`${theirs}/${name}`, { id, ...input })
const submitPlan = (who: Client, id: string, more: object = {}): Promise<Answer> =>
  who.post('/sps/provider/workOrderRepair/plan-submit', {
    ...{ id, planContent: '更换背光板', planPrice: '860.00', planDate: daysAfter(today, 2), ...more },
  })
const decide = (name: string, id: string, input: object = {}, who = manager): Promise<Answer> =>
  who.post(`${ours}/${name}`, { id, ...input })
const ofOurs = async (id: string): Promise<Row> => ok(await admin.get<Row>('/sps/hospital/workOrder/detail', { id }))
const ofTheirs = async (id: string, who = swift.first): Promise<Row> => ok(await who.get<Row>(`${theirs}/detail`, { id }))
const repair = async (id: string): Promise<Row> => ok(await admin.get<Row>(`${repairs}/detail`, { id }))

/** An order that the provider works on. */
const working = async (): Promise<{ id: string; repairId: string; deviceId: string }> => {
  const order = await shared()
  ok(await act(swift.first, 'accept', order.id))
  ok(await submitPlan(swift.first, order.id))
  ok(await decide('confirm-plan', order.id))
  ok(await act(swift.first, 'start', order.id))
  return order
}

describe('an order is shared, planned, done and signed off', () => {
  test('both sides follow it: [SERVICE-CAP-1] [SERVICE-CAP-2] [SERVICE-ENT-SIDE] [SERVICE-ST-3]', async () => {
    const { id: repairId } = await taken()
    const waits = async (who: Client, code: string): Promise<number | undefined> =>
      ok(await who.get<{ code: string; count: number }[]>('/eam/home-page/processed')).find((one) => one.code === code)?.count
    expect((await share(repairId)).msg).toBe('操作成功')
    const id = await idOf(repairId)
    expect(await ofOurs(id)).toMatchObject({
      shareState: 'offered',
      repairOrderId: repairId,
      providerId: swiftId,
      sharedById: engineer.userId,
    })
    const order = await repair(repairId)
    expect(await ofTheirs(id)).toMatchObject({
      ...{ orderNo: order.orderNo, shareState: 'offered', deviceModel: 'MX-500', deptName: '骨科', urgency: 'urgent' },
      ...{ deviceName: order.deviceName, fault: order.faultDescription, contact: '李工', contactPhone: '8002', note: '尽快到场' },
    })
    const told = await app.sql(`select tenant_id from notice where kind = 'share_offered' and target_id = $1`, [id])
    expect(told.map((row) => row.tenant_id)).toContain(swift.tenant)

    expect([await waits(swift.first, 'sharing.offered'), await waits(engineer, 'sharing.offered')]).toEqual([1, undefined])

    ok(await act(swift.first, 'accept', id))
    expect([await waits(swift.second, 'sharing.offered'), await waits(swift.second, 'sharing.open')]).toEqual([0, 1])
    expect(await ofOurs(id)).toMatchObject({ shareState: 'accepted', acceptedAt: expect.any(String) })
    expect((await submitPlan(swift.first, id, { planPrice: '-1' })).status).toBe(400)
    expect((await submitPlan(swift.first, id, { planDate: daysAfter(today, -1) })).msg).toBe('计划服务日期不能早于今天')
    expect((await ofOurs(id)).planPrice).toBeNull()
    ok(await submitPlan(swift.first, id))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'planned', planContent: '更换背光板', planPrice: '860.00' })
    expect((await act(swift.first, 'start', id)).error).toBe('wrong_state')
    expect([await waits(manager, 'sharing.plans'), await waits(engineer, 'sharing.plans')]).toEqual([1, undefined])

    ok(await decide('ask-again', id, { reason: '价格偏高' }))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'accepted', reason: '价格偏高' })
    ok(await submitPlan(swift.second, id, { planPrice: '700.00' }))
    expect((await decide('confirm-plan', id, {}, engineer)).status).toBe(403)
    ok(await decide('confirm-plan', id))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'confirmed', planPrice: '700.00' })

    ok(await act(swift.first, 'start', id))
    expect(await repair(repairId)).toMatchObject({ repairStatus: 'working', providerId: swiftId, arrivedAt: expect.any(String) })
    ok(await act(swift.first, 'report', id, { workNote: '已更换', workHours: 2.5, partsNote: '背光板 1 块' }))
    ok(await act(swift.first, 'finish', id, { diagnosis: '背光板老化', measures: '更换背光板' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'finished', workHours: 2.5, partsNote: '背光板 1 块' })
    expect(await repair(repairId)).toMatchObject({
      ...{ repairStatus: 'finished', diagnosis: '背光板老化', labourHours: 2.5, outsideCost: '700.00', totalCost: '700.00' },
    })

    ok(await keeper.post(`${repairs}/send-back`, { id: repairId, reason: '仍有闪烁' }))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'working', reason: '仍有闪烁' })
    ok(await engineer.post(`${repairs}/arrive`, { id: repairId }))
    // An hour more for the rework, whose price was charged already.
    ok(await act(swift.second, 'report', id, { workNote: '重新固定', workHours: 3.5 }))
    ok(await act(swift.second, 'finish', id, { diagnosis: '背光板老化', measures: '重新固定' }))
    expect(await repair(repairId)).toMatchObject({ labourHours: 3.5, outsideCost: '700.00', totalCost: '700.00' })
    expect(await ofOurs(id)).toMatchObject({ chargedPrice: '700.00', chargedHours: 3.5 })
    ok(await keeper.post(`${repairs}/check`, { id: repairId, rating: 5 }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'done', closedAt: expect.any(String) })
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'done' })
    const events = ok(await admin.get<Page>(`${ours}/history`, { id, size: 50 })).records
    expect(JSON.stringify(events)).toContain(`迅修医工first（${swift.name}）`)
  })

  test('the detail takes the order and its plan: [SERVICE-ENT-ORDER]', async () => {
    const { id } = await shared()
    ok(await act(swift.first, 'accept', id))
    ok(await submitPlan(swift.first, id))
    const { planConfirmId } = await ofOurs(id)
    const asked = (plan: string) => admin.get<Row>('/sps/hospital/workOrder/detail', { id, planConfirmId: plan })
    expect(ok(await asked(String(planConfirmId))).planContent).toBe('更换背光板')
    ok(await decide('ask-again', id, { reason: '再议' }))
    ok(await submitPlan(swift.first, id, { planContent: '更换整机' }))
    expect((await asked(String(planConfirmId))).status).toBe(404)
  })

  test('is with one provider at a time, and a provider with an account', async () => {
    const { id: repairId } = await taken()
    const both = await Promise.all([share(repairId), share(repairId, calmId)])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await share(repairId, calmId)).msg).toBe('此工单已共享给服务商，请先终止共享')
    const plain = await addSupplier(admin, '无账号公司')
    expect((await share((await taken()).id, plain)).msg).toBe('服务商“无账号公司”没有服务商账号，请在供应商中填写')
    const asked = { supplierName: '错号公司', supplierKind: 'service', providerTenant: other.tenant }
    expect((await admin.post('/eam/supplierinfo/submit', asked)).msg).toBe(`没有编号为“${other.tenant}”的服务商账号`)
  })

  test('the second of two people is told', async () => {
    const { id } = await shared()
    const { version } = await ofTheirs(id)
    const both = await Promise.all([swift.first, swift.second].map((who) => act(who, 'accept', id, { version })))
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(both.find(({ status }) => status !== 200)!.error).toBe('stale')
    const plans = await Promise.all([submitPlan(swift.first, id), decide('end', id, { reason: '自修' }, engineer)])
    expect(plans.some(({ status }) => status === 200)).toBe(true)
  })

  test('a change of the order reaches the copy in the same transaction', async () => {
    const { id, repairId } = await shared()
    ok(await keeper.post(`${repairs}/supplement`, { id: repairId, details: '伴有异响' }))
    expect(String((await ofTheirs(id)).fault)).toContain('伴有异响')
    ok(await manager.post(`${repairs}/batchUpdateRepair`, { ids: [repairId], urgency: 'critical' }))
    expect((await ofTheirs(id)).urgency).toBe('critical')
  })

  test('is reminded of once an hour: [SERVICE-ST-1] [SERVICE-ST-2]', async () => {
    const { id } = await shared()
    const ask = (name: string) => engineer.get(`${ours}/${name}`, { id })
    expect((await ask('reminder')).error).toBe('wrong_state')
    ok(await ask('reminder-wait'))
    expect((await ask('reminder-wait')).msg).toContain('每小时只能催单一次')
    ok(await act(swift.first, 'accept', id))
    expect((await ask('reminder-wait')).error).toBe('wrong_state')
    expect((await ask('reminder')).msg).toContain('每小时只能催单一次')
    await app.sql(`update service_order set reminded_at = now() - interval '61 minutes' where id = $1`, [id])
    ok(await ask('reminder'))
    expect(await ofOurs(id)).toMatchObject({ reminders: 2 })
    const told = await app.sql(`select distinct user_id from notice where kind = 'share_reminded' and target_id = $1`, [id])
    expect(told.map((row) => row.user_id)).toContain(swift.second.userId)
  })

  test('pictures of the work go to the hospital, and to no other provider', async () => {
    const { id } = await working()
    const file = upload()
    ok(await send(app, swift.first, file))
    const fileId = file.id
    ok(await act(swift.first, 'report', id, { workNote: '见照片', photos: [fileId] }))
    const kept = (await ofOurs(id)).photos as string[]
    expect(kept).toHaveLength(1)
    expect((await admin.file(`/file/${kept[0]}`)).status).toBe(200)
    expect((await swift.second.file(`/file/${fileId}`)).status).toBe(200)
    for (const [who, of] of [
      [calm.first, fileId],
      [calm.first, kept[0]],
      [swift.first, kept[0]],
      [stranger, kept[0]],
    ] as const)
      expect((await who.file(`/file/${of}`)).status).toBe(404)
    ok(await decide('end', id, { reason: '自修' }, engineer))
    expect((await swift.second.file(`/file/${fileId}`)).status).toBe(404)
  })
})

/** What the people of a provider may ask, beside their own orders: everything that answers rows by itself or by a guessed id. */
const asks = [
  ...[
    '/eam/device/list',
    `${repairs}/list`,
    `${ours}/list`,
    `${ours}/device-data`,
    `${ours}/sps-data`,
    '/sps/hospital/workOrder/inspection-list',
  ],
  ...[`${theirs}/list`, `${theirs}/eam-list`, `${theirs}/ins-records-page`, '/sps/provider/device/list', '/sps/manufacturer/device-page'],
  ...[
    '/eam/device/sps-proposal/list',
    '/eam/eventtypemaintain/list',
    '/eam/supplierinfo/list',
    '/osm/notice/list',
    '/blade-system/dept/list',
  ],
  ...['/sps/hospital/device/get-status', '/sps/provider/device/sps-count', '/blade/tenant/service-team', '/blade-log/log/list'],
]

/** All that a provider's people get to see, as one text: lists, exports, histories, files, rows of their phones, and details by the hospital's ids. */
async function seenBy(who: Client, { id, repairId, deviceId }: { id: string; repairId: string; deviceId: string }): Promise<string> {
  const seen: unknown[] = []
  for (const path of asks) {
    seen.push((await who.get(path, path.endsWith('/log/list') ? {} : { size: 200 })).data)
    for (const keyword of ['监护仪', id]) if (/\/list$/.test(path)) seen.push((await who.get(path, { keyword, size: 50 })).data)
  }
  for (const path of [`${theirs}/export`, `${ours}/export`, `${repairs}/export`, '/eam/device/export']) {
    const { status, bytes } = await who.file(path, { type: 'csv' })
    if (status === 200) seen.push(Buffer.from(bytes).toString('utf8'))
  }
  for (const [path, of] of [
    [repairs, repairId],
    [ours, id],
    ['/eam/device', deviceId],
  ] as const)
    for (const verb of ['detail', 'history']) {
      const answer = await who.get(`${path}/${verb}`, { id: of })
      if (answer.status === 200) seen.push(answer.data)
    }
  seen.push((await who.get('/sps/hospital/workOrder/detail', { id })).data)
  seen.push(ok(await pull(who)))
  return JSON.stringify(seen)
}

describe('a provider sees its own orders and nothing else', () => {
  test('before sharing, while another provider has it, and after the share ends', async () => {
    const { id: repairId, deviceId } = await taken()
    const none = '01900000-0000-7000-8000-000000000000'
    for (const who of [swift.boss, swift.first]) {
      const seen = await seenBy(who, { id: none, repairId, deviceId })
      expect(seen).not.toContain(repairId)
      expect(seen).not.toContain(deviceId)
    }
    ok(await share(repairId, calmId))
    const order = { id: await idOf(repairId), repairId, deviceId }
    const { orderNo, deviceName } = await ofTheirs(order.id, calm.first)
    const known = [order.id, repairId, deviceId, String(orderNo), String(deviceName)]
    for (const who of [swift.boss, swift.first, stranger]) {
      const seen = await seenBy(who, order)
      for (const one of known) expect([one, seen.includes(one)]).toEqual([one, false])
    }
    const own = await seenBy(calm.first, order)
    for (const one of [repairId, deviceId]) expect(own).not.toContain(one)
    expect(own).toContain(String(orderNo))

    ok(await act(calm.first, 'accept', order.id))
    ok(await decide('end', order.id, { reason: '自行维修' }, engineer))
    for (const who of [calm.boss, calm.first]) {
      const seen = await seenBy(who, order)
      for (const one of [repairId, deviceId, String(deviceName)]) expect([one, seen.includes(one)]).toEqual([one, false])
      expect((await who.get(`${theirs}/detail`, { id: order.id })).status).toBe(404)
      expect(ok(await who.get<Page>(`${theirs}/history`, { id: order.id })).records).toEqual([])
    }
    const [left] = await app.sql('select device_name, fault, contact, place from provider_order where id = $1', [order.id])
    expect(left).toEqual({ device_name: null, fault: null, contact: null, place: null })
  })

  test('acts on no order of others: by a guessed id, before it is shared and after it was taken back', async () => {
    const order = await shared()
    const tries = async (who: Client) => [
      await act(who, 'accept', order.id),
      await act(who, 'decline', order.id, { reason: '无' }),
      await submitPlan(who, order.id),
      await act(who, 'start', order.id),
      await act(who, 'report', order.id, { workNote: '无' }),
      await act(who, 'finish', order.id, { diagnosis: '无', measures: '无' }),
      await who.post('/eam/device/sps-edit', { id: order.id, brand: '无' }),
    ]
    for (const who of [calm.first, calm.boss, stranger])
      expect((await tries(who)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
    expect((await act(swift.first, 'accept', order.repairId)).status).toBe(404)
    // A copy that is no longer named by the hospital's row, as after a restored backup, acts on nothing.
    await app.sql('update service_order set provider_tenant = $2 where id = $1', [order.id, calm.tenant])
    expect((await act(swift.first, 'accept', order.id)).status).toBe(404)
    await app.sql('update service_order set provider_tenant = $2 where id = $1', [order.id, swift.tenant])
    ok(await act(swift.first, 'accept', order.id))
    for (const [name, input] of [
      ['confirm-plan', {}],
      ['ask-again', { reason: '无' }],
      ['end', { reason: '无' }],
      ['remind', {}],
    ] as const)
      expect((await decide(name, order.id, input, swift.boss)).status, name).toBe(403)
    expect((await stranger.post(`${ours}/end`, { id: order.id, reason: '无' })).status).toBe(404)
    ok(await decide('end', order.id, { reason: '自修' }, engineer))
    expect((await tries(swift.first)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
  })

  test('live news tell a provider of its own rows alone', async () => {
    const { id: repairId } = await taken()
    const idle = await addProvider(app, '200004', '无单服务')
    const stream = await openLive(app.url, idle.boss)
    ok(await share(repairId, swiftId))
    ok(await idle.boss.post('/blade-system/dept/submit', { deptName: '售后部', category: 'logistics' }))
    const told = await stream.until('dept')
    stream.close()
    expect(told).not.toContain('providerOrder')
    expect(told).not.toContain('repairOrder')
  })
})

describe('a share ends', () => {
  test('in the middle of work: closed for the provider at once, and the order is with the hospital', async () => {
    const { id, repairId } = await working()
    ok(await decide('end', id, { reason: '改由本院维修' }, engineer))
    expect((await act(swift.first, 'report', id, { workNote: '晚到' })).status).toBe(404)
    expect(await ofOurs(id)).toMatchObject({ shareState: 'ended', reason: '改由本院维修' })
    expect(await repair(repairId)).toMatchObject({ repairStatus: 'working', engineerId: engineer.userId })
    ok(await engineer.post(`${repairs}/finish`, { id: repairId, diagnosis: '松动', measures: '紧固' }))
    ok(await share((await taken()).id, calmId))
  })

  test('with the work of the hospital itself', async () => {
    const { id, repairId } = await working()
    ok(await engineer.post(`${repairs}/finish`, { id: repairId, diagnosis: '松动', measures: '紧固' }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'ended' })
    expect((await swift.first.get(`${theirs}/detail`, { id })).status).toBe(404)
  })

  test('when its device is disposed of', async () => {
    const { id, deviceId } = await working()
    const disposal = '/eam/devicedisposal'
    const facts = { disposalType: 'scrap', declareReasons: 'aged', reasonDetail: '旧', useDeptId: home.depts.bones }
    const { id: paper } = ok(await keeper.post(`${disposal}/submit`, { ...facts, lines: [{ deviceId, approvePrice: '1.00' }] }))
    ok(await keeper.post(`${disposal}/declare`, { id: paper }))
    ok(await engineer.post(`${disposal}/appraise`, { id: paper, appraisal: '不值得修' }))
    ok(await manager.post(`${disposal}/yesOrNo`, { id: paper, type: 'yes' }))
    ok(await manager.post(`${disposal}/audit`, { id: paper, type: 'approve', content: '同意' }))
    ok(await manager.post(`${disposal}/execute`, { id: paper, executedAt: today }))
    expect(await ofOurs(id)).toMatchObject({ shareState: 'ended', reason: '设备已报废' })
    expect((await swift.first.get(`${theirs}/detail`, { id })).status).toBe(404)
  })

  test('when the provider declines: it keeps the number alone', async () => {
    const { id, repairId } = await shared()
    ok(await act(swift.first, 'decline', id, { reason: '超出服务范围' }))
    expect(await ofTheirs(id)).toMatchObject({ shareState: 'declined', deviceName: null, fault: null, contactPhone: null })
    expect(await ofOurs(id)).toMatchObject({ shareState: 'declined', reason: '超出服务范围' })
    ok(await share(repairId, calmId))
  })

  test('when the hospital no longer works with the provider, and when the platform deactivates it', async () => {
    const gone = await addProvider(app, '200003', '即停服务')
    const goneId = await addSupplier(admin, '即停公司', gone.tenant)
    const first = await shared(goneId)
    ok(await admin.post('/eam/supplierinfo/submit', { id: goneId, isInactive: 1 }))
    expect(await ofOurs(first.id)).toMatchObject({ shareState: 'ended', reason: '服务商已停用' })
    expect((await act(gone.first, 'accept', first.id)).status).toBe(404)
    expect((await share(first.repairId, goneId)).status).toBe(400)
    ok(await admin.post('/eam/supplierinfo/submit', { id: goneId, isInactive: 0 }))

    const second = await shared(goneId)
    ok(await act(gone.first, 'accept', second.id))
    const platform = await app.signIn('000000', 'admin', 'admin')
    ok(await platform.post('/blade-system/tenant/setting', { id: gone.tenant, isStopped: 1 }))
    expect(await ofOurs(second.id)).toMatchObject({ shareState: 'ended', reason: '服务商已停用' })
    expect((await share(second.repairId, goneId)).msg).toBe('服务商“即停公司”已停用')

    const removed = await addSupplier(admin, '将删公司', calm.tenant)
    const third = await shared(removed)
    ok(await admin.post('/eam/supplierinfo/deleted', { ids: removed }))
    expect(await ofOurs(third.id)).toMatchObject({ shareState: 'ended', reason: '服务商已删除' })
  })
})

describe('reading calls of both sides', () => {
  test('count and list what is shared', async () => {
    const { id, deviceId } = await shared(calmId)
    const rows = ok(await admin.get<{ key: string; count: number; offered: number }[]>(`${ours}/sps-data`))
    expect(rows.find(({ key }) => key === calmId)).toMatchObject({ offered: expect.any(Number), count: expect.any(Number) })
    expect(ok(await admin.get<Row[]>(`${ours}/device-data`)).map((row) => row.deviceId)).toContain(deviceId)
    const states = ok(await admin.get<{ key: string; count: number }[]>('/sps/hospital/device/get-status'))
    expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(ok(await admin.get<Page>('/eam/device/list', { size: 1 })).total)
    const counts = ok(await calm.first.get<Record<string, number>>('/sps/provider/device/sps-count'))
    const devices = ok(await calm.first.get<Page>('/sps/provider/device/list', { size: 200 }))
    expect(counts).toMatchObject({ devices: devices.total, hospitals: 1 })
    const open = ok(await calm.first.get<Page>(`${theirs}/eam-list`, { size: 200 }))
    expect(open.records.map((row) => row.id)).toContain(id)
    expect(open.total).toBe(counts.orders)
    const models = ok(await calm.first.get<Page>('/sps/manufacturer/device-page', { size: 200 }))
    expect(models.records.find((row) => row.deviceName === devices.records[0]!.deviceName)).toMatchObject({ devices: 1, hospitals: 1 })
    ok(await act(calm.first, 'accept', id))
    ok(await submitPlan(calm.first, id))
    ok(await decide('confirm-plan', id))
    ok(await act(calm.first, 'start', id))
    ok(await act(calm.first, 'finish', id, { diagnosis: '松动', measures: '紧固' }))
    const records = ok(await calm.first.get<Page>(`${theirs}/ins-records-page`, { size: 200 })).records
    expect(records.map((row) => row.id)).toContain(id)
    const waiting = ok(await admin.get<Page>('/sps/hospital/workOrder/inspection-list', { size: 200 })).records
    expect(waiting.map((row) => row.id)).toContain(id)
  })

  test('name the teams with their people and what they maintain', async () => {
    const classId = ok(await admin.post('/eam/device-class/submit', { className: '监护设备', classCode: '07-04' })).id
    const near = await addProvider(app, '200005', '近邻医工')
    const nearId = await addSupplier(admin, '近邻公司', near.tenant)
    ok(await admin.post('/eam/device/submit', { deviceName: '维保监护仪', classifyId: classId, providerId: nearId }))
    const team = async () => ok(await engineer.get<Row[]>('/blade/tenant/service-team')).find((row) => row.id === nearId)
    const { id } = await shared(nearId)
    // A number that a hospital has entered tells nothing of the people behind it.
    expect(await team()).toMatchObject({ teamName: '近邻公司', classes: ['监护设备'], people: [], openOrders: 1 })
    ok(await act(near.first, 'accept', id))
    expect((await team())!.people).toEqual(['boss', 'first', 'second'].map((one) => near.name + one))
    expect(ok(await stranger.get<Row[]>('/blade/tenant/service-team'))).toEqual([])
    expect((await swift.first.get('/blade/tenant/service-team')).status).toBe(403)
  })

  test('a platform makes the tenant of a provider', async () => {
    const platform = await app.signIn('000000', 'admin', 'admin')
    const draft = { newTenant: '200009', tenantName: '新服务商', account: 'admin', realName: '甲', kind: 'provider' }
    ok(await platform.post('/blade-system/tenant/submit', draft))
    expect(ok(await platform.get('/blade-system/tenant/detail', { id: '200009' })).kind).toBe('provider')
  })
})

test('the demo has a provider with two people and an order in each part of its course', async () => {
  const ground = await demoGround(app)
  await writeAs(app.pool, demoTenant, (tx) => demoSharing(tx, ground))
  const states = async (client: Client, path: string): Promise<unknown[]> =>
    ok(await client.get<Page>(path, { size: 50 }))
      .records.map((row) => row.shareState)
      .sort()
  const expected = ['finished', 'offered', 'planned', 'working']
  expect(await states(await app.signIn(demoTenant, 'manager', demoPassword), `${ours}/list`)).toEqual(expected)
  for (const [account] of demoProviderPeople)
    expect(await states(await app.signIn(demoProvider.tenant, account, demoPassword), `${theirs}/list`)).toEqual(expected)
  const proposed = await app.sql('select field_name from card_proposal where tenant_id = $1', [demoTenant])
  expect(proposed).toHaveLength(2)
  const [unread] = await app.sql('select count(*)::int as n from notice where tenant_id = $1 and is_read is distinct from 1', [
    demoProvider.tenant,
  ])
  expect(unread).toEqual({ n: 0 })
})

describe('a provider proposes changes of a card', () => {
  const propose = (id: string, more: object): Promise<Answer> => swift.first.post('/eam/device/sps-edit', { id, ...more })
  const proposals = async (deviceId: string): Promise<Row[]> =>
    ok(await admin.get<Page>('/eam/device/sps-proposal/list', { deviceId, size: 50 })).records

  test('that the hospital takes or refuses field by field; nothing changes before', async () => {
    const { id, deviceId } = await shared()
    expect((await propose(id, { brand: '迈瑞' })).msg).toBe('请先接单，再建议修改设备卡')
    ok(await act(swift.first, 'accept', id))
    expect((await propose(id, {})).status).toBe(400)
    expect(ok(await propose(id, { brand: '迈瑞', deviceModel: 'MX-550', reason: '以铭牌为准' }))).toEqual({ proposed: 2 })
    expect(ok(await propose(id, { brand: '迈瑞' }))).toEqual({ proposed: 0 })
    const card = async (): Promise<Row> => ok(await admin.get<Row>('/eam/device/detail', { id: deviceId }))
    expect(await card()).toMatchObject({ brand: null, deviceModel: 'MX-500' })
    const open = await proposals(deviceId)
    const of = (name: string): string => open.find((row) => row.fieldName === name)!.id
    expect((await engineer.post('/eam/device/sps-proposal/take', { ids: [of('brand')] })).status).toBe(403)
    ok(await manager.post('/eam/device/sps-proposal/take', { ids: [of('brand')] }))
    ok(await manager.post('/eam/device/sps-proposal/refuse', { ids: [of('deviceModel')] }))
    expect(await card()).toMatchObject({ brand: '迈瑞', deviceModel: 'MX-500' })
    expect((await swift.first.get('/eam/device/sps-proposal/list')).status).toBe(403)

    expect(ok(await propose(id, { deviceModel: 'MX-700' }))).toEqual({ proposed: 1 })
    ok(await admin.post('/eam/device/submit', { id: deviceId, deviceModel: 'MX-600' }))
    const late = (await proposals(deviceId)).find((row) => row.proposalState === 'pending')!
    expect((await manager.post('/eam/device/sps-proposal/take', { ids: [late.id] })).msg).toContain('在提出建议后已变更')
    expect(await card()).toMatchObject({ deviceModel: 'MX-600' })
  })
})
