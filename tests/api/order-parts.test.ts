import { describe, expect, test } from 'vitest'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { raise } from '#tests/harness/inner-steps.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const [admin, manager, engineer, keeper, neighbour] = (await Promise.all([
  app.as('administrator'),
  app.as('equipment_manager'),
  app.as('engineer'),
  app.as('keeper'),
  app.as('administrator', other),
])) as [Client, Client, Client, Client, Client]
const [orders, reservations, parts] = ['/eam/eventtypemaintain', '/eam/part-reservation', '/eam/deviceparts']
const work = repairs(app, admin)
const today = homeDay(new Date())
let serial = 0

const saved = async (path: string, draft: object, who = admin): Promise<string> => {
  const answer = await who.post(path, draft)
  expect([path, answer.msg]).toEqual([path, '操作成功'])
  return answer.data.id as string
}
const done = async (path: string, body: object, who = engineer): Promise<void> => {
  expect([path, (await who.post(path, body)).msg]).toEqual([path, '操作成功'])
}
const refused = async (path: string, body: object, who = engineer): Promise<string> => {
  const answer = await who.post(path, body)
  expect([path, answer.success, answer.status >= 400 && answer.status < 500]).toEqual([path, false, true])
  return answer.msg
}
const device = (): Promise<string> => saved('/eam/device/submit', { deviceName: `输液泵${++serial}`, useDeptId: home.depts.medicine })
const order = async (deviceId?: string): Promise<string> =>
  saved(`${orders}/submit`, { deviceId: deviceId ?? (await device()), dueDate: today })
const part = (more: object): Promise<string> => saved(`${parts}/submit`, { partName: `滤网${++serial}`, quantity: 10, ...more })
const partOf = async (id: string): Promise<Row> => (await admin.get<Row>(`${parts}/detail`, { id })).data
const orderOf = async (id: string, who = admin): Promise<Row> => (await who.get<Row>(`${orders}/detail`, { id })).data
const finish = (id: string, lines: object[], more: object = {}, who = engineer) =>
  who.post(`${orders}/finish`, { id, result: 'good', parts: lines, ...more })
const reserve = (partId: string, quantity: number, maintenanceId: string) =>
  saved(`${reservations}/submit`, { purpose: '保养备件', partId, quantity, maintenanceId })
const stateOf = async (id: string): Promise<unknown[]> => {
  const { data } = await admin.get<Row>(`${reservations}/detail`, { id })
  return [data.reservationStatus, data.quantity]
}
const movements = async (partId: string): Promise<Row[]> =>
  (await admin.get<Page>('/eam/part-movement/list', { partId, ascs: 'createTime', size: 200 })).data.records

describe('parts on a maintenance order', () => {
  test('are charged at the moving average to the cent, and its cost is parts, labour and the rest', async () => {
    const stock = await part({ quantity: 3, unitPrice: '3.33' })
    const id = await order()
    const lines = [
      { stockPartId: stock, quantity: 2 },
      { partName: '自购螺丝', quantity: 3, unitPrice: '0.10' },
    ]
    expect((await finish(id, lines, { labourCost: '20.00', cost: '5.50' })).msg).toBe('操作成功')
    const row = await orderOf(id)
    expect(row).toMatchObject({ partsCost: '6.96', labourCost: '20.00', cost: '5.50', totalCost: '32.46' })
    expect((row.parts as Row[]).map((one) => [one.quantity, one.unitPrice, one.amount])).toEqual([
      [2, '3.33', '6.66'],
      [3, '0.10', '0.30'],
    ])
    expect(await partOf(stock)).toMatchObject({ quantity: 1, stockValue: '3.33' })
    const last = (await movements(stock)).at(-1)
    expect(last).toMatchObject({ movementKind: 'maintenance', quantity: -2, amount: '-6.66', maintenanceId: id, repairId: null })
    const used = (await admin.get<Page>('/eam/maintain-part/list', { stockPartId: stock })).data.records
    expect(used.map((one) => one.maintenanceId)).toEqual([id])
  })

  test('stay with the order and the stock as they are when more is asked for than there is, and without parts an order costs what was said', async () => {
    const stock = await part({ quantity: 1, unitPrice: '5.00' })
    const id = await order()
    expect((await finish(id, [{ stockPartId: stock, quantity: 2 }])).msg).toContain('库存只有 1，不够 2')
    expect((await finish(id, [{ quantity: 1 }])).data).toEqual([{ field: 'parts.0.partName', rule: 'required' }])
    expect(await orderOf(id)).toMatchObject({ orderState: 'due', partsCost: null })
    expect(await partOf(stock)).toMatchObject({ quantity: 1, stockValue: '5.00' })
    expect(await movements(stock)).toHaveLength(1)
    expect((await engineer.post(`${orders}/finish`, { id, result: 'good', cost: '80.00' })).msg).toBe('操作成功')
    expect(await orderOf(id)).toMatchObject({ cost: '80.00', totalCost: '80.00' })
  })

  test('of 50 orders that want the last piece at once, one gets it', async () => {
    const stock = await part({ quantity: 1, unitPrice: '7.00' })
    const deviceId = await device()
    const ids = await Promise.all(Array.from({ length: 50 }, () => order(deviceId)))
    const answers = await Promise.all(ids.map((id) => finish(id, [{ stockPartId: stock, quantity: 1 }])))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(await partOf(stock)).toMatchObject({ quantity: 0, stockValue: '0.00' })
    expect((await movements(stock)).map((row) => row.quantity)).toEqual([1, -1])
  })

  test('past their date are not taken, reserved or issued', async () => {
    const kept = await part({ expiresOn: today })
    const expired = await part({ expiresOn: daysAfter(today, -1) })
    const id = await order()
    expect((await finish(id, [{ stockPartId: expired, quantity: 1 }])).msg).toContain('过期，不能领用')
    expect(await refused(`${reservations}/submit`, { purpose: '备件', partId: expired, quantity: 1 }, admin)).toContain('过期')
    const held = await saved(`${reservations}/submit`, { purpose: '备件', partId: kept, quantity: 1 })
    await app.sql('update device_part set expires_on = $2 where id = $1', [kept, daysAfter(today, -1)])
    expect(await refused(`${reservations}/issue`, { ids: [held] }, admin)).toContain('过期')
    await app.sql('update device_part set expires_on = $2 where id = $1', [kept, today])
    expect((await finish(id, [{ stockPartId: kept, quantity: 1 }])).msg).toBe('操作成功')
  })
})

describe('pieces reserved for a maintenance order', () => {
  test('are taken with its end, others do not get them, and what is not used is free again', async () => {
    const stock = await part({ quantity: 5, unitPrice: '2.00' })
    const [id, second] = [await order(), await order()]
    const [first, rest] = [await reserve(stock, 3, id), await reserve(stock, 1, id)]
    expect((await admin.get<Row>(`${reservations}/detail`, { id: first })).data.deviceId).toBe((await orderOf(id)).deviceId)
    expect((await finish(second, [{ stockPartId: stock, quantity: 2 }])).msg).toContain('可用库存只有 1')
    expect(await refused(`${reservations}/issue`, { ids: [first] }, admin)).toContain('此预留用于工单')
    expect((await finish(id, [{ stockPartId: stock, quantity: 2 }])).msg).toBe('操作成功')
    expect([await stateOf(first), await stateOf(rest)]).toEqual([
      ['issued', 2],
      ['released', 1],
    ])
    expect(await partOf(stock)).toMatchObject({ quantity: 3, reserved: 0 })
    expect(await refused(`${reservations}/submit`, { purpose: '迟到', partId: stock, quantity: 1, maintenanceId: id }, admin)).toContain(
      '不能再预留配件',
    )
  })

  test('are free again when it is cancelled, skipped, finished without them, or its device is disposed of', async () => {
    const stock = await part({ quantity: 10 })
    const card = await work.card()
    const ids = [await order(), await order(), await order(), await order(card)]
    const held: string[] = []
    for (const id of ids) held.push(await reserve(stock, 2, id))
    expect(await partOf(stock)).toMatchObject({ reserved: 8 })
    await done(`${orders}/undo`, { ids: [ids[0]] }, manager)
    await done(`${orders}/skip`, { ids: [ids[1]], reason: '停机' })
    await done(`${orders}/finish`, { id: ids[2], result: 'good' })
    expect(await partOf(stock)).toMatchObject({ reserved: 2 })
    for (const name of ['applyDisposal', 'dispose']) expect(typeof (await raise(app, admin, deviceState, name, card))).toBe('number')
    expect(await orderOf(ids[3]!)).toMatchObject({ orderState: 'cancelled' })
    expect(await partOf(stock)).toMatchObject({ quantity: 10, reserved: 0 })
    expect(await Promise.all(held.map(stateOf))).toEqual(held.map(() => ['released', 2]))
  })

  test('stay when orders are finished in a batch, which names no parts: the person is told', async () => {
    const stock = await part({ quantity: 2 })
    const [id, second] = [await order(), await order()]
    const held = await reserve(stock, 2, id)
    const maintains = [id, second].map((one) => ({ id: one, version: 1, result: 'good' }))
    const { orderNo } = await orderOf(id)
    expect(await refused(`${orders}/batchUpdateMaintain`, { maintains })).toContain(`“${orderNo}”有预留配件`)
    expect([(await orderOf(second)).orderState, await stateOf(held)]).toEqual(['due', ['open', 2]])
    await done(`${orders}/batchUpdateMaintain`, { maintains: maintains.slice(1) })
    await done(`${orders}/finish`, { id, result: 'good' })
    expect(await stateOf(held)).toEqual(['released', 2])
  })

  test('never exceed the stock when orders reserve, finish and cancel at once', async () => {
    const stock = await part({ quantity: 10, unitPrice: '1.00' })
    const deviceId = await device()
    const ids = await Promise.all(Array.from({ length: 12 }, () => order(deviceId)))
    await Promise.all(
      ids.map((id) => admin.post(`${reservations}/submit`, { purpose: '备件', partId: stock, quantity: 1, maintenanceId: id })),
    )
    expect(await partOf(stock)).toMatchObject({ quantity: 10, reserved: 10 })
    const answers = await Promise.all(
      ids.map((id, index) =>
        index % 2 === 0 ? finish(id, [{ stockPartId: stock, quantity: 1 }]) : manager.post(`${orders}/undo`, { ids: [id] }),
      ),
    )
    const taken = answers.filter(({ success }, index) => success && index % 2 === 0).length
    const left = await partOf(stock)
    expect(left).toMatchObject({ quantity: 10 - taken, reserved: 0, stockValue: `${10 - taken}.00` })
    const open = await admin.get<Page>(`${reservations}/list`, { partId: stock, reservationStatus: 'open' })
    expect(open.data.total).toBe(0)
  })
})

describe('parts that are given back', () => {
  test('return to the stock for what they were charged, and the order costs less', async () => {
    const stock = await part({ quantity: 3, unitPrice: '3.34' })
    const id = await order()
    expect((await finish(id, [{ stockPartId: stock, quantity: 3 }], { labourCost: '1.00' })).msg).toBe('操作成功')
    expect(await orderOf(id)).toMatchObject({ partsCost: '10.02', totalCost: '11.02' })
    await done(`${orders}/give-back`, { id, parts: [{ stockPartId: stock, quantity: 1 }] })
    expect(await partOf(stock)).toMatchObject({ quantity: 1, stockValue: '3.34' })
    expect(await orderOf(id)).toMatchObject({ partsCost: '6.68', totalCost: '7.68' })
    expect((await movements(stock)).at(-1)).toMatchObject({ movementKind: 'return', quantity: 1, amount: '3.34', maintenanceId: id })
    expect(await refused(`${orders}/give-back`, { id, parts: [{ stockPartId: stock, quantity: 3 }] })).toContain('只有 2 件可退库，不够 3')
    const answers = await Promise.all(
      [1, 2, 3].map(() => engineer.post(`${orders}/give-back`, { id, parts: [{ stockPartId: stock, quantity: 1 }] })),
    )
    expect(answers.filter(({ success }) => success)).toHaveLength(2)
    expect(await partOf(stock)).toMatchObject({ quantity: 3, stockValue: '10.02' })
    expect(await orderOf(id)).toMatchObject({ partsCost: '0.00', totalCost: '1.00' })
  })

  test('from a repair in the same way; reserved pieces of a repair follow its end', async () => {
    const card = await work.card()
    const stock = await part({ quantity: 4, unitPrice: '2.50' })
    const id = await work.at('working', card)
    const held = await saved(`${reservations}/submit`, { purpose: '换件', partId: stock, quantity: 4, repairId: id })
    await work.go(engineer, 'finish', id, { ...work.result, outsideCost: '9.00', parts: [{ stockPartId: stock, quantity: 2 }] })
    expect(await stateOf(held)).toEqual(['issued', 2])
    expect(await work.detail(id)).toMatchObject({ partsCost: '5.00', totalCost: '14.00' })
    await done('/eam/eventtyperepair/give-back', { id, parts: [{ stockPartId: stock, quantity: 2 }] })
    expect(await work.detail(id)).toMatchObject({ partsCost: '0.00', totalCost: '9.00' })
    expect(await partOf(stock)).toMatchObject({ quantity: 4, reserved: 0, stockValue: '10.00' })
    const scrapped = await work.at('working', await work.card())
    const other = await saved(`${reservations}/submit`, { purpose: '换件', partId: stock, quantity: 1, repairId: scrapped })
    await work.go(engineer, 'scrap', scrapped, { reason: '太旧' })
    expect(await stateOf(other)).toEqual(['released', 1])
  })
})

test('an engineer reserves pieces, and the warehouse hands them out', async () => {
  const stock = await part({ quantity: 3 })
  const held = await saved(`${reservations}/submit`, { purpose: '备件', partId: stock, quantity: 1 }, engineer)
  expect((await engineer.post(`${reservations}/issue`, { ids: [held] })).status).toBe(403)
  expect(await partOf(stock)).toMatchObject({ quantity: 3, reserved: 1 })
  await done(`${reservations}/issue`, { ids: [held] }, manager)
  expect(await partOf(stock)).toMatchObject({ quantity: 2, reserved: 0 })
})

test('other hospitals and people without the right neither take, reserve nor give back', async () => {
  const stock = await part({ quantity: 2, unitPrice: '1.00' })
  const id = await order()
  expect((await finish(id, [{ stockPartId: stock, quantity: 1 }], {}, keeper)).status).toBe(403)
  expect((await finish(id, [{ stockPartId: stock, quantity: 1 }], {}, neighbour)).status).toBe(404)
  expect((await neighbour.post(`${reservations}/submit`, { purpose: '外', partId: stock, quantity: 1, maintenanceId: id })).success).toBe(
    false,
  )
  expect((await finish(id, [{ stockPartId: stock, quantity: 1 }])).success).toBe(true)
  for (const who of [keeper, neighbour])
    expect((await who.post(`${orders}/give-back`, { id, parts: [{ stockPartId: stock, quantity: 1 }] })).success).toBe(false)
  expect(await partOf(stock)).toMatchObject({ quantity: 1 })
  expect((await neighbour.get<Page>('/eam/maintain-part/list', { stockPartId: stock })).data?.total ?? 0).toBe(0)
})

test('the figures of a device by year are those of its orders: parts, labour and the rest add up to its cost, and their list has the same sum', async () => {
  const deviceId = await device()
  const stock = await part({ quantity: 5, unitPrice: '3.33' })
  const [first, second] = [await order(deviceId), await order(deviceId)]
  expect((await finish(first, [{ stockPartId: stock, quantity: 2 }], { labourCost: '10.01' })).success).toBe(true)
  expect((await finish(second, [], { cost: '0.99' })).success).toBe(true)
  const query = { deviceId, group: 'year', figures: 'count,cost,parts,labour,provider' }
  const { data } = await admin.get<Row>('/eam/measure/maintenance', query)
  const values = { count: 2, cost: '17.66', parts: '6.66', labour: '10.01', provider: '0.99' }
  expect(data.values).toEqual(values)
  const [year] = data.rows as { key: string; values: object; filter: Record<string, string> }[]
  expect([year!.key, year!.values]).toEqual([today.slice(0, 4), values])
  const { records } = (await admin.get<Page>(`${orders}/list`, { ...year!.filter, size: 50 })).data
  expect(records.map(({ id, totalCost }) => [id, totalCost]).sort()).toEqual(
    [
      [first, '16.67'],
      [second, '0.99'],
    ].sort(),
  )
  expect((await neighbour.get<Row>('/eam/measure/maintenance', query)).data?.rows ?? []).toEqual([])
})
