import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { contractRemindKey } from '#contract/params.ts'
import { openPool } from '#server/db/pool.ts'
import { contractDays, tellContracts } from '#server/features/service/contracts/contract-jobs.ts'
import { type Answer, type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, verified } from '#tests/harness/imports.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { addProvider, type Provider } from '#tests/harness/providers.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

let app: TestApp
let [admin, manager, engineer, keeper, stranger] = [] as unknown as [Client, Client, Client, Client, Client]
let provider: Provider
let supplierId = ''
let made = 0
const path = '/eam/service-contract'
const repairs = '/eam/eventtyperepair'
const today = homeDay(new Date())

beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  engineer = await app.as('engineer')
  keeper = await app.as('keeper')
  stranger = await app.as('administrator', other)
  provider = await addProvider(app, '200011', '恒保维修')
  supplierId = await supplier('恒保公司', { providerTenant: provider.tenant })
})
afterAll(() => app.stop())

const ok = <T>(answer: Answer<T>): T => {
  expect([answer.msg, answer.status]).toEqual(['操作成功', 200])
  return answer.data
}
const supplier = async (supplierName: string, more: object = {}): Promise<string> =>
  ok(await admin.post('/eam/supplierinfo/submit', { supplierName, supplierKind: 'service', ...more })).id
const card = async (more: object = {}): Promise<string> =>
  ok(await admin.post('/eam/device/submit', { deviceName: `合同监护仪${++made}`, useDeptId: home.depts.bones, ...more })).id
const draft = (devices: readonly string[], more: object = {}) => ({
  ...{
    contractName: `维保${++made}`,
    supplierId,
    contractKind: 'full',
    validFrom: daysAfter(today, -10),
    validUntil: daysAfter(today, 40),
  },
  ...{ price: '1000.01', responseHours: 4, devices: devices.map((deviceId) => ({ deviceId })), ...more },
})
const drafted = async (devices: readonly string[], more: object = {}): Promise<string> =>
  ok(await manager.post(`${path}/submit`, draft(devices, more))).id
const go = (step: string, id: string, more: object = {}, by = manager) => by.post<Row>(`${path}/${step}`, { id, ...more })
const inForce = async (devices: readonly string[], more: object = {}): Promise<string> => {
  const id = await drafted(devices, more)
  ok(await go('activate', id))
  return id
}
const detail = async (id: string): Promise<Row & { devices: Row[]; instalments: Row[] }> =>
  ok(await admin.get<never>(`${path}/detail`, { id }))
const cover = async (deviceId: string, by = admin): Promise<Row> => ok(await by.get<Row>('/eam/device/cover', { deviceId }))
const device = async (id: string): Promise<Row> => ok(await admin.get<Row>('/eam/device/detail', { id }))
const report = async (deviceId: string): Promise<string> =>
  ok(await keeper.post(`${repairs}/save`, { deviceId, faultDescription: '黑屏', urgency: 'urgent' })).id
const repair = async (id: string): Promise<Row> => ok(await admin.get<Row>(`${repairs}/detail`, { id }))
/** Half an hour after midnight of the hospital, when it is the day before in UTC. */
const run = async (job: typeof contractDays, day: string): Promise<void> => {
  const worker = openPool(app.database.jobsUrl, 1)
  try {
    await runTimedJob(job, worker, new Date(`${daysAfter(day, -1)}T16:30:00Z`))
  } finally {
    await worker.end()
  }
}

describe('a contract', () => {
  test('covers its devices from its first to its last day, and cards, list and filter say so', async () => {
    const [one, two] = [await card(), await card({ warrantyEnd: daysAfter(today, 5) })]
    const id = await drafted([one, two])
    expect(await cover(one)).toMatchObject({ coverState: null, contractId: null })
    expect(await device(two)).toMatchObject({ coverState: 'warranty', coveredUntil: daysAfter(today, 5) })
    ok(await go('activate', id))
    const { contractNo } = await detail(id)
    expect(contractNo).toMatch(/^WB-\d{4}-\d{6}$/)
    expect(await cover(one)).toMatchObject({
      ...{ coverState: 'contract', coveredUntil: daysAfter(today, 40), providerName: '恒保公司', isProviderTenant: true },
      ...{ contractId: id, contractNo, contractKind: 'full', responseHours: 4 },
    })
    expect(await device(one)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 40) })
    const listed = async (coverState: string) =>
      (await admin.get<Page>('/eam/device/list', { coverState, size: 100 })).data.records.map((row) => row.id)
    expect(await listed('contract')).toEqual(expect.arrayContaining([one, two]))
    const plain = await card()
    expect(await listed('_none')).toContain(plain)
    // The day after its last one it has ended, and the warranty is over.
    await run(contractDays, daysAfter(today, 41))
    expect(await detail(id)).toMatchObject({ contractState: 'ended' })
    expect(await device(one)).toMatchObject({ coverState: 'expired', coveredUntil: daysAfter(today, 40) })
    expect(await listed('expired')).toEqual(expect.arrayContaining([one, two]))
    // What it covered on its days it covered.
    expect(await cover(one)).toMatchObject({ coverState: 'contract', contractId: id })
  })

  test('names no device of another department that is gone', async () => {
    const one = await card({ useDeptId: home.depts.medicine })
    for (const step of ['receive', 'applyDisposal', 'dispose'])
      if (typeof (await raise(app, admin, deviceState, step, one)) !== 'number') throw new Error(step)
    const lab = await peopleLab(app, () => admin)
    const { client } = await lab.clerk(['serviceContract.list', 'serviceContract.submit'], 'dept')
    const { status, msg } = await client.post(`${path}/submit`, draft([one]))
    expect([status, msg.includes(String((await device(one)).deviceName))]).toEqual([400, false])
  })

  test('that begins later covers from that day on', async () => {
    const one = await card()
    await inForce([one], { validFrom: daysAfter(today, 3), validUntil: daysAfter(today, 100) })
    expect(await cover(one)).toMatchObject({ coverState: null })
    expect((await device(one)).coverState).toBeNull()
    await run(contractDays, daysAfter(today, 3))
    expect(await device(one)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 100) })
  })

  test('that begins while another one lasts moves the last day of the cover, and one that never began leaves none', async () => {
    const [one, two] = [await card(), await card()]
    await inForce([one])
    await inForce([one], { contractKind: 'labour', validFrom: daysAfter(today, 3), validUntil: daysAfter(today, 100) })
    expect(await device(one)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 40) })
    await run(contractDays, daysAfter(today, 3))
    expect(await device(one)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 100) })
    const changed = await app.sql('select xmin::text as at from device where id = $1', [one])
    await run(contractDays, daysAfter(today, 4))
    expect(await app.sql('select xmin::text as at from device where id = $1', [one])).toEqual(changed)

    const early = await inForce([two], { validFrom: daysAfter(today, 5), validUntil: daysAfter(today, 60) })
    ok(await go('terminate', early, { endReason: '服务商退出' }))
    await run(contractDays, daysAfter(today, 6))
    // As the card is worked out again on that day.
    await app.sql(
      `select set_config('app.cover_day', '${daysAfter(today, 6)}', true); update device set warranty_end = null where id = '${two}'`,
    )
    expect((await device(two)).coverState).toBeNull()
  })

  test('is refused in a sentence where it says nonsense, and nothing changes', async () => {
    const one = await card()
    const said = async (more: object) => (await manager.post(`${path}/submit`, draft([one], more))).msg
    expect(await said({ validUntil: daysAfter(today, -11) })).toBe('截止日不能早于开始日期')
    expect(await said({ price: '-1' })).toContain('合同金额')
    expect(await said({ supplierId: await supplier('黑名单公司', { isBlacklisted: 1 }) })).toContain('黑名单公司')
    const halves = (second: string) => [
      { instalmentName: '首付', dueOn: today, amount: '500.00' },
      { instalmentName: '尾款', dueOn: today, amount: second },
    ]
    expect(await said({ instalments: halves('500.02') })).toBe('各期付款合计 1000.02 元超过合同金额 1000.01 元')
    const empty = await drafted([])
    expect((await go('activate', empty)).msg).toBe('合同没有保障设备')
    const over = await drafted([one], { validUntil: daysAfter(today, -1) })
    expect((await go('activate', over)).msg).toBe(`合同已于 ${daysAfter(today, -1)} 到期，不能生效`)
    expect((await keeper.post(`${path}/submit`, draft([one]))).status).toBe(403)
    expect((await stranger.post(`${path}/activate`, { id: over })).status).toBe(404)
    const bad = await supplier('后来停用公司')
    const later = await drafted([one], { supplierId: bad })
    ok(await admin.post('/eam/supplierinfo/submit', { id: bad, isInactive: 1 }))
    expect((await go('activate', later)).msg).toContain('后来停用公司')
    expect((await admin.post('/eam/supplierinfo/deleted', { ids: bad })).status).not.toBe(200)
    expect(await device(one)).toMatchObject({ coverState: null })
  })

  test('of the same kind on a covered device is warned of; another kind is not', async () => {
    const one = await card()
    const first = await inForce([one])
    const { contractNo } = await detail(first)
    await inForce([one], { contractKind: 'visits' })
    expect(await cover(one)).toMatchObject({ contractId: first })
    const second = await drafted([one])
    expect((await go('activate', second)).msg).toContain(`已由合同“${contractNo}”（全保）保障至`)
    expect(await detail(second)).toMatchObject({ contractState: 'draft' })
    ok(await go('activate', second, { acceptsOverlap: 1 }))
  })

  test('takes devices of a class and a department at once, and lets them out with a reason', async () => {
    const code = '96'
    const classifyId = ok(await admin.post('/eam/device-class/submit', { className: `类${code}`, classCode: code })).id
    const [in1, in2] = [await card({ classifyId }), await card({ classifyId })]
    const elsewhere = await card({ classifyId, useDeptId: home.depts.medicine })
    const id = await inForce([await card()])
    ok(await go('add-devices', id, { classifyId, useDeptId: home.depts.bones }))
    expect((await detail(id)).deviceCount).toBe(3)
    expect(await cover(in1)).toMatchObject({ contractId: id })
    expect(await cover(elsewhere)).toMatchObject({ coverState: null })
    expect((await go('add-devices', id, { classifyId, useDeptId: home.depts.bones })).msg).toContain('没有可加入的设备')
    expect((await go('add-devices', id)).msg).toContain('请选择设备')
    ok(await go('leave', id, { devices: [in1], reason: '移机' }))
    // It joined on this day, so that it was never covered.
    expect(await cover(in1)).toMatchObject({ coverState: null, contractId: null })
    expect((await go('leave', id, { devices: [in1], reason: '移机' })).msg).toBe('所选设备不在此合同的保障中')
    // A device that is disposed of leaves by itself.
    for (const step of ['receive', 'applyDisposal', 'dispose'])
      if (typeof (await raise(app, admin, deviceState, step, in2)) !== 'number') throw new Error(step)
    const left = (await detail(id)).devices.find((line) => line.deviceId === in2)
    expect(left).toMatchObject({ leftOn: today, leftReason: '设备已处置' })
  })

  test('covers a device from the day it joins until it leaves, and again when it comes back', async () => {
    const [first, later] = [await card(), await card()]
    const id = await inForce([first])
    const lines = async (deviceId: string) =>
      (await detail(id)).devices.filter((line) => line.deviceId === deviceId).map(({ joinedOn, leftOn }) => [joinedOn, leftOn])
    ok(await go('add-devices', id, { devices: [later] }))
    expect([await lines(first), await lines(later)]).toEqual([[[daysAfter(today, -10), null]], [[today, null]]])
    // A fault of before says by what the device was covered then, and of whom a response was due.
    const past = async (deviceId: string, day: string) =>
      repair(
        ok(
          await engineer.post('/eam/device-life-cycle/repair-collection', {
            ...{ deviceId, faultDescription: '报警', diagnosis: '坏', measures: '修' },
            ...{ reportedAt: `${day} 09:00:00`, finishedAt: `${day} 10:00:00` },
          }),
        ).id,
      )
    const yesterday = daysAfter(today, -1)
    expect(await past(first, yesterday)).toMatchObject({ coverState: 'contract', contractId: id, responseResult: 'inTime' })
    expect(await past(later, yesterday)).toMatchObject({ contractId: null, responseDue: null, responseResult: null })

    ok(await go('leave', id, { devices: [first], reason: '送修' }))
    expect(await device(first)).toMatchObject({ coverState: 'expired', coveredUntil: yesterday })
    ok(await go('add-devices', id, { devices: [first] }))
    expect(await lines(first)).toEqual([
      [daysAfter(today, -10), today],
      [today, null],
    ])
    expect(await device(first)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 40) })
    expect((await detail(id)).deviceCount).toBe(2)
    // Between two stretches nothing covers it.
    await app.sql('update contract_device set left_on = $3 where contract_id = $1 and device_id = $2 and left_on is not null', [
      ...[id, first, daysAfter(today, -5)],
    ])
    expect(await past(first, daysAfter(today, -3))).toMatchObject({ contractId: null })
    expect(await past(first, daysAfter(today, -7))).toMatchObject({ contractId: id })
    ok(await go('leave', id, { devices: [first], reason: '再次送修' }))
    expect((await lines(first)).map(([, leftOn]) => leftOn)).toEqual([daysAfter(today, -5), today])
    // One that joined and left on a day was never covered.
    const brief = await card()
    ok(await go('add-devices', id, { devices: [brief] }))
    ok(await go('leave', id, { devices: [brief], reason: '误加' }))
    expect((await device(brief)).coverState).toBeNull()
  })

  test('of a device that joins later collides only with what covers it from then on', async () => {
    const [one, two] = [await card(), await card()]
    const first = await inForce([one, two])
    ok(await go('leave', first, { devices: [one], reason: '换服务商' }))
    const second = await inForce([await card()])
    ok(await go('add-devices', second, { devices: [one] }))
    expect((await go('add-devices', second, { devices: [two] })).msg).toContain('已由合同')
    expect((await go('add-devices', first, { devices: [one] })).msg).toContain('已由合同')
    ok(await go('add-devices', first, { devices: [one], acceptsOverlap: 1 }))
  })

  test('that begins later takes devices from its first day on', async () => {
    const one = await card()
    const from = daysAfter(today, 3)
    const id = await inForce([await card()], { validFrom: from, validUntil: daysAfter(today, 100) })
    ok(await go('add-devices', id, { devices: [one] }))
    expect((await detail(id)).devices.map((line) => line.joinedOn)).toEqual([from, from])
    expect((await device(one)).coverState).toBeNull()
    await run(contractDays, from)
    expect(await device(one)).toMatchObject({ coverState: 'contract', coveredUntil: daysAfter(today, 100) })
  })

  test('is renewed once by a copy that goes on, and ends with a reason', async () => {
    const [one, two] = [await card(), await card()]
    const instalments = [{ instalmentName: '年付', dueOn: daysAfter(today, 20), share: 100 }]
    const id = await inForce([one, two], { instalments })
    ok(await go('leave', id, { devices: [two], reason: '自修' }))
    expect((await go('renew', id, { validFrom: today })).msg).toBe(`续签须从 ${daysAfter(today, 41)} 或之后开始`)
    ok(await go('renew', id, { price: '1200.00' }))
    const [next] = (await admin.get<Page>(`${path}/list`, { renewsId: id })).data.records as [Row]
    const copy = await detail(String(next.id))
    expect(copy).toMatchObject({
      ...{ contractState: 'draft', validFrom: daysAfter(today, 41), validUntil: daysAfter(today, 91), price: '1200.00', renewsId: id },
      ...{ deviceCount: 1, instalmentTotal: '1200.00', responseHours: 4 },
    })
    expect(copy.devices.map((line) => line.deviceId)).toEqual([one])
    expect((await go('renew', id)).msg).toBe(`此合同已续签为“${copy.contractNo}”`)
    expect((await go('terminate', id)).status).toBe(400)
    ok(await go('terminate', id, { endReason: '服务商违约' }))
    expect(await detail(id)).toMatchObject({ contractState: 'terminated', endedOn: today, endReason: '服务商违约' })
    expect((await detail(id)).instalments[0]).toMatchObject({ payState: 'dropped' })
    expect(await cover(one)).toMatchObject({ coverState: 'expired' })
  })

  test('pays its instalments to the cent', async () => {
    const thirds = [33.33, 33.33, 33.34].map((share, at) => ({ instalmentName: `${at + 1} 期`, dueOn: daysAfter(today, at), share }))
    const id = await inForce([await card()], { instalments: thirds })
    const { instalments } = await detail(id)
    expect(instalments.map((one) => one.amount)).toEqual(['333.30', '333.31', '333.40'])
    const [first, second] = instalments as [Row, Row]
    ok(await manager.post('/eam/contract-instalment/pay', { id: first.id, paidOn: today, invoiceNo: 'F-1' }))
    const more = { id: second.id, dueOn: today, amount: '333.32', reason: '改价' }
    expect((await manager.post('/eam/contract-instalment/change', more)).msg).toBe('各期付款合计 1000.02 元超过合同金额 1000.01 元')
    ok(await manager.post('/eam/contract-instalment/change', { ...more, amount: '300.00' }))
    expect(await detail(id)).toMatchObject({ instalmentTotal: '966.70' })
  })

  test('that was terminated opens no payment again that was due after its end', async () => {
    const instalments = [
      { instalmentName: '已到期', dueOn: today, amount: '100.00' },
      { instalmentName: '预付', dueOn: daysAfter(today, 20), amount: '200.00' },
    ]
    const id = await inForce([await card()], { instalments })
    const paid = (await detail(id)).instalments
    for (const one of paid) ok(await manager.post('/eam/contract-instalment/pay', { id: one.id, paidOn: today }))
    ok(await go('terminate', id, { endReason: '服务商违约' }))
    for (const one of paid) ok(await manager.post('/eam/contract-instalment/take-back', { id: one.id, reason: '退款' }))
    expect((await detail(id)).instalments.map((one) => one.payState)).toEqual(['open', 'dropped'])
  })

  test('comes from a list, with a row for each device', async () => {
    const names = await Promise.all([card(), card()].map(async (one) => String((await device(await one)).deviceName)))
    const sheet = [
      '合同名称,维保服务商,保障方式,开始日期,截止日,合同金额,响应时限（小时）,保障设备：设备',
      `导入的合同,恒保公司,人工保,${today},${daysAfter(today, 364)},900.50,6,${names[0]}`,
      `,,,,,,,${names[1]}`,
    ]
    const checked = await verified(app, manager, 'serviceContract', `${sheet.join('\n')}\n`)
    expect([checked.status, checked.faultyCount, checked.newCount]).toEqual(['verified', 0, 1])
    expect((await begin(manager, 'serviceContract', 'write', { id: checked.id })).status).toBe('done')
    const [row] = (await admin.get<Page>(`${path}/list`, { contractName: '导入的合同' })).data.records as [Row]
    expect(await detail(String(row.id))).toMatchObject({
      contractState: 'draft',
      contractKind: 'labour',
      price: '900.50',
      responseHours: 6,
      deviceCount: 2,
    })
  })

  test('is told once at each of the days of the hospital, by whichever process comes first', async () => {
    const id = await inForce([await card()], { validUntil: daysAfter(today, 95) })
    const told = async () =>
      (
        await app.sql(`select distinct n.sent_at from notice n where n.kind = 'contract_ends' and n.target_id = $1 and n.user_id = $2`, [
          id,
          manager.userId,
        ])
      ).length
    const param = (paramValue: string) =>
      admin.post('/blade-system/param/submit', { paramName: '合同提醒', paramKey: contractRemindKey, paramValue })
    expect((await param('90,x')).msg).toContain('提醒天数')
    for (const [day, times] of [
      [0, 0],
      [5, 1],
      [6, 1],
      [36, 2],
      [70, 3],
    ] as const) {
      await Promise.all([run(tellContracts, daysAfter(today, day)), run(tellContracts, daysAfter(today, day))])
      expect([day, await told()]).toEqual([day, times])
    }
    expect((await param('10')).status).toBe(200)
    await run(tellContracts, daysAfter(today, 86))
    expect(await told()).toBe(4)
    await app.sql('delete from param where tenant_id = $1 and param_key = $2', [home.tenant, contractRemindKey])
  })
})

describe('a repair of a covered device', () => {
  test('says by what it was covered, goes to the provider first, and is held to the hours of the contract', async () => {
    const one = await card()
    const id = await inForce([one])
    const order = await report(one)
    const before = await repair(order)
    expect(before).toMatchObject({
      coverState: 'contract',
      contractId: id,
      coverProviderId: supplierId,
      responseResult: 'waiting',
      coveredCharged: 0,
    })
    expect(Date.parse(String(before.responseDue)) - Date.parse(String(before.reportedAt))).toBe(4 * 3_600_000)
    ok(await engineer.post(`${repairs}/accept`, { id: order }))
    ok(await engineer.post('/sps/hospital/serviceOrder/submit', { id: order, providerId: supplierId }))
    const [shared] = (await admin.get<Page>('/sps/hospital/serviceOrder/list', { repairOrderId: order })).data.records as [Row]
    ok(await provider.first.post('/sps/provider/workOrder/accept', { id: shared.id }))
    expect(await repair(order)).toMatchObject({ responseResult: 'inTime' })
    expect((await repair(order)).respondedAt).not.toBeNull()
    // A contract that ends in the middle of the work leaves the repair as it is.
    ok(await go('terminate', id, { endReason: '换服务商' }))
    expect(await repair(order)).toMatchObject({ coverState: 'contract', contractId: id })
    ok(await engineer.post(`${repairs}/arrive`, { id: order }))
    ok(await engineer.post(`${repairs}/finish`, { id: order, diagnosis: '坏', measures: '修', outsideCost: '0.01' }))
    expect(await repair(order)).toMatchObject({ coveredCharged: 1, totalCost: '0.01' })
  })

  test('takes the response that an engineer records, late or in time, and none for others', async () => {
    const one = await card()
    await inForce([one])
    const order = await report(one)
    const respond = (respondedAt: string) => engineer.post(`${repairs}/respond`, { id: order, respondedAt })
    const now = Date.now()
    expect((await respond(new Date(now - 3_600_000).toISOString())).msg).toBe('服务商响应时间不能早于报修时间')
    expect((await respond(new Date(now + 3_600_000).toISOString())).msg).toBe('服务商响应时间不能晚于现在')
    ok(await respond(new Date(now).toISOString()))
    expect(await repair(order)).toMatchObject({ responseResult: 'inTime' })
    const free = await card()
    const plain = await report(free)
    expect(await repair(plain)).toMatchObject({
      coverState: null,
      contractId: null,
      responseDue: null,
      responseResult: null,
      coveredCharged: null,
    })
    expect((await engineer.post(`${repairs}/respond`, { id: plain, respondedAt: new Date().toISOString() })).msg).toBe(
      '报修时设备不在维保合同内',
    )
  })

  test('tells who may report it of any department, and the contract to those who may open it', async () => {
    const one = await card({ useDeptId: home.depts.medicine })
    const id = await inForce([one])
    expect(await cover(one, keeper)).toMatchObject({ coverState: 'contract', providerName: '恒保公司', contractId: null, contractNo: null })
    expect(await cover(one, engineer)).toMatchObject({ contractId: id })
    expect((await stranger.get('/eam/device/cover', { deviceId: one })).status).toBe(404)
  })
})
