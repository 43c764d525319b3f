import { beforeAll, describe, expect, test } from 'vitest'
import { providerOrder } from '#contract/entities/service/provider-order.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import type { PushOp } from '#contract/sync/sync.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache, op, pull, push } from '#tests/harness/ops.ts'
import { send, upload } from '#tests/harness/pictures.ts'
import { addProvider, type Provider } from '#tests/harness/providers.ts'
import { ok, ours, repairs, type Sharing, sharingWith, theirs } from '#tests/harness/shared-order.ts'

const app = await appForFile()
let [swift, calm] = [] as unknown as [Provider, Provider]
let by: Sharing
let made = 0
const today = homeDay(new Date())

beforeAll(async () => {
  swift = await addProvider(app, '200001', '迅修医工')
  calm = await addProvider(app, '200002', '安和维保')
  by = await sharingWith(app, swift)
})

interface Order {
  readonly id: string
  readonly repairId: string
  readonly deviceId: string
}

/** A repair order that an engineer has taken. */
const repair = async (): Promise<Omit<Order, 'id'>> => {
  const device = { deviceName: `随身监护仪${++made}`, deviceModel: 'MX-500', useDeptId: home.depts.bones }
  const { id: deviceId } = ok(await by.admin.post<Row>('/eam/device/submit', device))
  const { id: repairId } = ok(
    await by.keeper.post<Row>(`${repairs}/save`, { deviceId, faultDescription: '黑屏', urgency: 'urgent', reporterPhone: '8001' }),
  )
  ok(await by.engineer.post(`${repairs}/accept`, { id: repairId }))
  return { repairId, deviceId }
}
const share = async ({ repairId, deviceId }: Omit<Order, 'id'>): Promise<Order> => {
  ok(await by.engineer.post(`${ours}/submit`, { id: repairId, providerId: by.supplierId, contact: '李工', contactPhone: '8002' }))
  const [order] = ok(await by.admin.get<Page>(`${ours}/list`, { repairOrderId: repairId, shareState: 'offered', size: 1 })).records
  return { id: order!.id, repairId, deviceId }
}
const shared = async (): Promise<Order> => share(await repair())
const ofOurs = async (id: string): Promise<Row> => ok(await by.admin.get<Row>('/sps/hospital/workOrder/detail', { id }))
const ofTheirs = async (id: string): Promise<Row> => ok(await swift.boss.get<Row>(`${theirs}/detail`, { id }))
const decide = (name: string, id: string, input: object = {}) => by.admin.post(`${ours}/${name}`, { id, ...input })
const plan = (more: object = {}) => ({ planContent: '更换背光板', planPrice: '860.00', planDate: daysAfter(today, 2), ...more })

/** A step as a phone queues it on the version that the person saw. */
const step = (name: string, id: string, version: unknown, body: object = {}, more: Partial<PushOp> = {}): Promise<PushOp> =>
  op({
    kind: `providerOrder.${name}`,
    target: { type: 'providerOrder', id },
    lane: `providerOrder:${id}`,
    body,
    baseVersion: Number(version),
    ...more,
  })
/** Steps that a phone queued one after the other. */
const chain = async (id: string, version: unknown, ...steps: readonly (readonly [string, object?])[]): Promise<PushOp[]> => {
  const ops: PushOp[] = []
  for (const [name, body = {}] of steps)
    ops.push(await step(name, id, version, body, ops.length === 0 ? {} : { baseVersion: null, baseOp: ops.at(-1)!.id }))
  return ops
}
const outcomes = async (who: Client, ops: readonly PushOp[]) => (await push(who, ...ops)).map(({ outcome }) => outcome)

/** An order that the provider works on. */
const working = async (): Promise<Order> => {
  const order = await shared()
  expect(await outcomes(swift.first, await chain(order.id, (await ofTheirs(order.id)).version, ['accept'], ['plan', plan()]))).toEqual([
    'done',
    'done',
  ])
  ok(await decide('confirm-plan', order.id))
  expect(await outcomes(swift.first, [await step('start', order.id, (await ofTheirs(order.id)).version)])).toEqual(['done'])
  return order
}
const rowOf = (cache: Cache, id: string) => cache.rows.get(`provider:tenant providerOrder ${id}`)
const tombstone = (id: string) => expect.objectContaining({ entity: 'providerOrder', id, deleted: true })

describe('the phones of a provider', () => {
  test('hold exactly its orders with the agreed fields: before, during and after the share', async () => {
    const [first, second, rival] = [new Cache(swift.first), new Cache(swift.second), new Cache(calm.first)]
    const [hospital, stranger] = [new Cache(by.engineer), new Cache(await app.as('administrator', other))]
    const all = [first, second, rival, hospital, stranger]
    const pullAll = () => Promise.all(all.map((cache) => cache.pull()))
    const before = await repair()
    await pullAll()
    expect(all.flatMap((cache) => cache.ids('providerOrder'))).toEqual([])

    const order = await share(before)
    await pullAll()
    expect(all.map((cache) => cache.ids('providerOrder'))).toEqual([[order.id], [order.id], [], [], []])
    const sent = Object.entries(rowOf(first, order.id)!)
    const agreed: readonly string[] = providerOrder.offline!.offlineFields
    expect(agreed.filter((name) => !sent.some(([one]) => one === name))).toEqual([])
    // What every row has besides names no one of the hospital.
    const more = Object.fromEntries(sent.filter(([name]) => !agreed.includes(name)))
    const unnamed = Object.entries(more).filter(([, value]) => value === null || value === undefined)
    expect(more).toEqual({
      ...{
        id: order.id,
        version: 1,
        createTime: expect.any(String),
        updateTime: expect.any(String),
        shareStateValue: '待接单',
        urgencyValue: '紧急',
      },
      ...Object.fromEntries(unnamed),
    })
    expect(agreed).not.toContain('hospital')
    expect(agreed).not.toContain('deviceKey')
    expect(rowOf(first, order.id)).toMatchObject({ deviceModel: 'MX-500', deptName: '骨科', contactPhone: '8002', shareState: 'offered' })
    // All that the phone has got says no id of the hospital.
    const everything = JSON.stringify(ok(await pull(swift.first)))
    expect(everything).toContain(order.id)
    for (const foreign of [order.repairId, order.deviceId, home.tenant])
      expect([foreign, everything.includes(`"${foreign}"`)]).toEqual([foreign, false])

    ok(await by.keeper.post(`${repairs}/supplement`, { id: order.repairId, details: '伴有异响' }))
    await first.pull()
    expect(String(rowOf(first, order.id)!.fault)).toContain('伴有异响')

    ok(await by.engineer.post(`${ours}/end`, { id: order.id, reason: '自修' }))
    expect(await first.pull()).toContainEqual(tombstone(order.id))
    await pullAll()
    expect(all.flatMap((cache) => cache.ids('providerOrder'))).toEqual([])
    expect(JSON.stringify(ok(await pull(swift.first)))).not.toContain('伴有异响')
  })

  test('lose an order that they declined, and one that the hospital signed off', async () => {
    const phone = new Cache(swift.second)
    const [declined, done] = [await shared(), await working()]
    await phone.pull()
    expect(phone.ids('providerOrder')).toEqual(expect.arrayContaining([declined.id, done.id]))
    const { version } = await ofTheirs(declined.id)
    expect(await outcomes(swift.first, [await step('decline', declined.id, version, { reason: '超出范围' })])).toEqual(['done'])
    expect(await ofOurs(declined.id)).toMatchObject({ shareState: 'declined', reason: '超出范围' })
    await phone.pull()
    expect(phone.ids('providerOrder')).not.toContain(declined.id)

    const { version: now } = await ofTheirs(done.id)
    const result = { diagnosis: '老化', measures: '更换' }
    expect(await outcomes(swift.first, [await step('finish', done.id, now, result)])).toEqual(['done'])
    await phone.pull()
    expect(rowOf(phone, done.id)).toMatchObject({ shareState: 'finished' })
    ok(await by.keeper.post(`${repairs}/check`, { id: done.repairId, rating: 5 }))
    await phone.pull()
    expect(phone.ids('providerOrder')).not.toContain(done.id)
    // A report that was typed meanwhile is refused, and says how the order stands.
    const [late] = await push(swift.first, await step('report', done.id, now, { workNote: '晚到' }))
    expect([late!.outcome, late!.code]).toEqual(['refused', 'stale'])
    expect((await ofOurs(done.id)).workNote).toBeNull()
  })

  test('go with the right to see orders: who lost it holds none and sends nothing', async () => {
    const order = await shared()
    const phone = new Cache(calm.second)
    await phone.pull()
    expect(phone.ids('providerOrder')).toEqual([])
    const grant = (right: string, verb: 'revoke' | 'grant') =>
      writeAs(app.pool, swift.tenant, (tx) =>
        tx.run({
          text:
            verb === 'revoke'
              ? `delete from role_grant g using role r where r.tenant_id = g.tenant_id and r.id = g.role_id and r.tenant_id = $1 and g.right_code = $2 and r.role_alias = 'provider_engineer'`
              : `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, $2 from role where tenant_id = $1 and role_alias = 'provider_engineer'`,
          values: [swift.tenant, right],
        }),
      )
    const { version } = await ofTheirs(order.id)
    await grant('providerOrder.work', 'revoke')
    const reader = new Cache(swift.second)
    await reader.pull()
    expect(reader.ids('providerOrder')).toContain(order.id)
    const [refused] = await push(swift.second, await step('accept', order.id, version))
    expect([refused!.outcome, refused!.code]).toEqual(['refused', 'forbidden'])
    await grant('providerOrder.list', 'revoke')
    await reader.pull()
    expect(reader.ids('providerOrder')).toEqual([])
    await grant('providerOrder.list', 'grant')
    await grant('providerOrder.work', 'grant')
    expect((await ofOurs(order.id)).shareState).toBe('offered')
  })
})

describe('steps that a provider took without a network', () => {
  test('arrive in order, are judged as at the desk, and reach the hospital with their photos', async () => {
    const order = await shared()
    const { version } = await ofTheirs(order.id)
    const wrong = await chain(order.id, version, ['accept'], ['plan', plan({ planDate: daysAfter(today, -1) })])
    const [taken, past] = await push(swift.first, ...wrong)
    expect([taken!.outcome, past!.outcome, past!.msg]).toEqual(['done', 'refused', '计划服务日期不能早于今天'])
    const { version: then } = await ofTheirs(order.id)
    const [negative] = await push(swift.first, await step('plan', order.id, then, plan({ planPrice: '-1' })))
    expect([negative!.outcome, negative!.http]).toEqual(['refused', 400])
    expect((await ofOurs(order.id)).planPrice).toBeNull()
    expect(await outcomes(swift.first, [await step('plan', order.id, then, plan())])).toEqual(['done'])
    expect(await ofOurs(order.id)).toMatchObject({ shareState: 'planned', planPrice: '860.00' })
    const [early] = await push(swift.first, await step('start', order.id, (await ofTheirs(order.id)).version))
    expect([early!.outcome, early!.code]).toEqual(['refused', 'wrong_state'])

    ok(await decide('confirm-plan', order.id))
    const file = upload()
    ok(await send(app, swift.first, file))
    const ops = await chain(
      order.id,
      (await ofTheirs(order.id)).version,
      ['start'],
      ['report', { workNote: '已更换', workHours: 2.5, partsNote: '背光板 1 块', photos: [file.id] }],
      ['finish', { diagnosis: '背光板老化', measures: '更换背光板' }],
    )
    expect(await outcomes(swift.first, ops)).toEqual(['done', 'done', 'done'])
    expect(await outcomes(swift.first, ops)).toEqual(['replayed', 'replayed', 'replayed'])
    const arrived = await ofOurs(order.id)
    expect(arrived).toMatchObject({ shareState: 'finished', workHours: 2.5, partsNote: '背光板 1 块', chargedPrice: '860.00' })
    const photos = arrived.photos as string[]
    expect(photos).toHaveLength(1)
    expect((await by.admin.file(`/file/${photos[0]}`)).status).toBe(200)
    expect((await swift.second.file(`/file/${file.id}`)).status).toBe(200)
    expect(ok(await by.admin.get<Row>(`${repairs}/detail`, { id: order.repairId }))).toMatchObject({
      ...{ repairStatus: 'finished', diagnosis: '背光板老化', labourHours: 2.5, outsideCost: '860.00' },
    })
  })

  test('of two people at once: the second is told who was first, and nothing of the first is replaced', async () => {
    const order = await shared()
    const offered = (await ofTheirs(order.id)).version
    expect(await outcomes(swift.first, [await step('accept', order.id, offered)])).toEqual(['done'])
    const [second] = await push(swift.second, await step('accept', order.id, offered))
    expect([second!.outcome, second!.msg]).toEqual(['refused', expect.stringMatching(/迅修医工first已在 .+ 先办理了“接单”/)])

    const accepted = (await ofTheirs(order.id)).version
    expect(await outcomes(swift.first, [await step('plan', order.id, accepted, plan())])).toEqual(['done'])
    const planned = (await ofTheirs(order.id)).version
    expect(await outcomes(swift.second, [await step('changePlan', order.id, planned, plan({ planPrice: '700.00' }))])).toEqual(['done'])
    const [behind] = await push(swift.first, await step('changePlan', order.id, planned, plan({ planPrice: '999.00' })))
    expect([behind!.outcome, behind!.code, behind!.msg]).toEqual(['refused', 'stale', expect.stringContaining('迅修医工second')])
    expect((await ofOurs(order.id)).planPrice).toBe('700.00')

    const worked = await working()
    const started = (await ofTheirs(worked.id)).version
    expect(await outcomes(swift.second, [await step('report', worked.id, started, { workNote: '先到的记录' })])).toEqual(['done'])
    const [late] = await push(swift.first, await step('report', worked.id, started, { workNote: '后到的记录' }))
    expect([late!.outcome, late!.code]).toEqual(['refused', 'stale'])
    expect(late!.current).toMatchObject({ workNote: '先到的记录' })
    expect((await ofOurs(worked.id)).workNote).toBe('先到的记录')
  })

  test('are refused with a sentence once the share ended, on the desk as well', async () => {
    const order = await working()
    const { version } = await ofTheirs(order.id)
    ok(await by.engineer.post(`${ours}/end`, { id: order.id, reason: '改由本院维修' }))
    const sentence = '医院已终止共享这张工单，不能再办理'
    const [report, finish] = await chain(
      order.id,
      version,
      ['report', { workNote: '晚到' }],
      ['finish', { diagnosis: '无', measures: '无' }],
    )
    const [refused, after] = await push(swift.first, report!, finish!)
    expect([refused!.outcome, refused!.http, refused!.msg]).toEqual(['refused', 404, sentence])
    expect(after!.outcome).toBe('not_attempted')
    expect((await swift.second.post(`${theirs}/report`, { id: order.id, workNote: '晚到' })).msg).toBe(sentence)
    expect(await ofOurs(order.id)).toMatchObject({ shareState: 'ended', workNote: null })
    // Who never had it learns nothing.
    expect((await calm.first.post(`${theirs}/report`, { id: order.id, workNote: '猜' })).msg).toContain('找不到')
  })

  test('reach no order by a guessed id', async () => {
    const order = await shared()
    const { version } = await ofTheirs(order.id)
    for (const who of [calm.first, calm.boss]) {
      const [guess] = await push(who, await step('accept', order.id, version))
      expect([guess!.outcome, guess!.http]).toEqual(['refused', 404])
    }
    const [own] = await push(swift.first, await step('accept', order.repairId, 1))
    expect([own!.outcome, own!.http]).toEqual(['refused', 404])
    const [hospital] = await push(by.engineer, await step('accept', order.id, version))
    expect([hospital!.outcome, hospital!.code]).toEqual(['refused', 'forbidden'])
    const [inner] = await push(swift.first, await step('confirmPlan', order.id, version))
    expect([inner!.outcome, inner!.code]).toEqual(['refused', 'op_kind_unknown'])
    expect((await ofOurs(order.id)).shareState).toBe('offered')
  })
})
