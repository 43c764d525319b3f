import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeOf } from '#server/features/custody/hand-code.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

let app: TestApp
let admin: Client
let manager: Client
let clerk: Client
let keeper: Client
let lab: ReturnType<typeof custody>
beforeAll(async () => {
  app = await startApp()
  admin = await app.as('administrator')
  manager = await app.as('equipment_manager')
  clerk = await app.as('warehouse_keeper')
  keeper = await app.as('keeper')
  lab = custody(app, admin)
})
afterAll(() => app.stop())

const families = [
  ['borrow', 'borrow', 'getBorrowListByApplyId'],
  ['in', 'in', 'getInListByApplyId'],
  ['purchase', 'purchase', 'getPurchaseListByApplyId'],
  ['transfer', 'allot', 'getTransferListByApplyId'],
] as const

describe('the lines of an application by its event type', () => {
  for (const [name, kind, byApply] of families)
    test(`${name}: are added, read, changed and removed one by one`, async () => {
      const isModel = kind === 'purchase' || kind === 'in'
      const { id: applyId } = await lab.must(lab.apply(clerk, kind, []))
      const path = `/eam/eventtype${name}`
      const line = isModel ? { itemName: '监护仪', quantity: 2 } : { deviceId: await lab.card() }
      const added = await clerk.post<Row>(`${path}/save`, { applyId, ...line })
      expect([added.msg, added.status]).toEqual(['操作成功', 200])
      const { id } = added.data
      expect((await clerk.get<Row>(`${path}/detail`, { id })).data).toMatchObject({ applyId, type: kind })
      expect((await clerk.post(`${path}/submit`, { id, remark: '加急' })).status).toBe(200)
      expect((await clerk.get<Row[]>(`${path}/${byApply}`, { applyId })).data).toEqual([expect.objectContaining({ id })])
      expect((await clerk.get<Page>(`${path}/list`, { size: 100 })).data.records.map((row) => row.id)).toContain(id)
      expect((await lab.detailOf(applyId)).lines).toMatchObject([{ id, remark: '加急' }])
      expect((await clerk.post(`${path}/remove?ids=${id}`)).data).toEqual({ removed: 1 })
      expect((await lab.detailOf(applyId)).lineCount).toBe(0)
    })

  test('are not those of another kind', async () => {
    const { id: applyId } = await lab.must(lab.apply(clerk, 'allot', [await lab.card()]))
    const [line] = (await lab.detailOf(applyId)).lines
    const answer = await clerk.post('/eam/eventtypeborrow/save', { applyId, deviceId: await lab.card() })
    expect([answer.status, answer.msg]).toEqual([400, '申请类型不是“借用”'])
    expect((await clerk.post(`/eam/eventtypeborrow/remove?ids=${line!.id}`)).status).toBe(400)
    expect((await clerk.get('/eam/eventtypeborrow/detail', { id: line!.id })).status).toBe(404)
  })

  test('are closed once the application was submitted', async () => {
    const applyId = await lab.submitted(clerk, 'borrow', [await lab.card()])
    expect((await clerk.post('/eam/eventtypeborrow/save', { applyId, deviceId: await lab.card() })).status).toBe(409)
  })
})

describe('the approval of an application', () => {
  test('is told under the address of its check, in the words of its state', async () => {
    const id = await lab.submitted(clerk, 'borrow', [await lab.card()])
    expect((await clerk.get<Row>(`${applyUrl}/select-check-id`, { id })).data).toMatchObject({
      id,
      status: 'in_approval',
      statusValue: '审批中',
    })
  })

  test('offers every device of the hospital, and none of another one', async () => {
    const card = await lab.card()
    const { deviceName } = await lab.device(card)
    const found = await clerk.get<Row[]>(`${applyUrl}/devices`, { keyword: String(deviceName) })
    expect(found.data.map((row) => row.id)).toContain(card)
    const stranger = await app.as('warehouse_keeper', other)
    expect((await stranger.get<Row[]>(`${applyUrl}/devices`, { keyword: String(deviceName) })).data).toEqual([])
    expect((await stranger.get<Row[]>(`${applyUrl}/devices`, { ids: card })).data).toEqual([])
    expect((await (await app.as('virtual')).get(`${applyUrl}/devices`)).status).toBe(403)
  })
})

/** A device lent by 骨科 to 内科 in person, by the phone of the keeper without a network. */
const lentOffline = async () => {
  const card = await lab.card()
  const applyId = await lab.approved(clerk, 'borrow', [card])
  const { id, version } = await lab.firstUse(applyId)
  const { code } = (await clerk.get(`${useUrl}/my-code`)).data as unknown as { code: string }
  const queued = await op({
    kind: 'deviceUse.handOver',
    target: { type: 'deviceUse', id: String(id) },
    baseVersion: Number(version),
    body: { personCode: code },
  })
  return { card, applyId, id: String(id), queued }
}

describe('a hand-over from the queue of a phone', () => {
  test('takes a code that was scanned in time, once, however often it is sent', async () => {
    const { card, id, queued } = await lentOffline()
    expect((await push(keeper, queued))[0]).toMatchObject({ outcome: 'done' })
    expect((await push(keeper, queued))[0]).toMatchObject({ outcome: 'replayed' })
    expect((await lab.device(card)).eamStatus).toBe('lent')
    expect((await lab.use(id)).receiverId).toBe(home.users.warehouse_keeper)
  })

  test('refuses a code that was too old when it was scanned, or not shown yet', async () => {
    const { card, queued } = await lentOffline()
    const secrets = secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir })
    const { kind, target, baseVersion } = queued
    for (const seconds of [-90, 90]) {
      const person = { tenantId: home.tenant, userId: home.users.warehouse_keeper }
      const { code } = codeOf(secrets, person, new Date(Date.now() + seconds * 1000))
      expect((await push(keeper, await op({ kind, target, baseVersion, body: { personCode: code } })))[0]!.outcome).toBe('refused')
    }
    expect((await lab.device(card)).eamStatus).toBe('in_use')
  })

  test('keeps a drawn signature as a file of the use, and both names', async () => {
    const { id, version } = await lab.firstUse(await lab.approved(clerk, 'borrow', [await lab.card()]))
    const file = upload(picture())
    expect((await send(app, keeper, file)).data.complete).toBe(true)
    const target = { type: 'deviceUse', id: String(id) }
    const nameless = await op({ kind: 'deviceUse.handOver', target, baseVersion: Number(version), body: { signature: [file.id] } })
    expect((await push(keeper, nameless))[0]!.outcome).toBe('refused')
    const body = { personId: home.users.warehouse_keeper, signature: [file.id] }
    expect((await push(keeper, await op({ kind: 'deviceUse.handOver', target, baseVersion: Number(version), body })))[0]!.outcome).toBe(
      'done',
    )
    const { records } = (
      await clerk.get<Page>('/eam/deviceusemanagelist/list', { useManageId: id, columns: 'signature,takerId,giverId,takerProof' })
    ).data
    expect(records).toEqual([
      expect.objectContaining({ takerId: home.users.warehouse_keeper, giverId: home.users.keeper, takerProof: 'signature' }),
    ])
    const [kept] = await app.sql('select of_entity, of_id from file where id = $1', [file.id])
    expect(kept).toEqual({ of_entity: 'deviceUse', of_id: String(id) })
  })

  test('goes on to the give-back and the take-back', async () => {
    const { card, id, queued } = await lentOffline()
    await push(keeper, queued)
    const target = { type: 'deviceUse', id }
    const { version } = await lab.use(id)
    expect((await push(clerk, await op({ kind: 'deviceUse.giveBack', target, baseVersion: Number(version), body: {} })))[0]!.outcome).toBe(
      'done',
    )
    const back = await op({ kind: 'deviceUse.takeBack', target, baseVersion: Number(version) + 1, body: { condition: 'good' } })
    expect((await push(keeper, back))[0]!.outcome).toBe('done')
    expect((await lab.device(card)).eamStatus).toBe('in_use')
  })
})

describe('the history of a device', () => {
  test('tells every hand it was in, from the events of its card', async () => {
    const { card, id, queued } = await lentOffline()
    await push(keeper, queued)
    const between = new Date().toISOString()
    await lab.must(clerk.post(`${useUrl}/give-back`, { id }))
    await lab.must(keeper.post(`${useUrl}/takeBack`, { id, condition: 'good' }))
    const uses = (await keeper.get<Row[]>(`${useUrl}/queryListByCardId`, { cardId: card })).data
    expect(uses).toMatchObject([{ id, status: 'returned' }])
    const records = (await keeper.get<Row[]>(`${useUrl}/card-record`, { cardId: card })).data
    expect(records.map((row) => row.eventType).sort()).toEqual(['give_back', 'hand_over', 'take_back'])
    const events = (await keeper.get<Page>(`${useUrl}/get-history-data`, { cardId: card })).data.records
    expect(events.slice(0, 2).map((row) => row.cardId)).toEqual([card, card])
    expect(JSON.stringify(events)).toContain('内科')
    const then = await admin.get('/eam/device/time-map', { id: card, time: between })
    expect(JSON.stringify(then.data)).toContain('内科')
    expect((await (await app.as('keeper', other)).get<Row[]>(`${useUrl}/queryListByCardId`, { cardId: card })).data ?? []).toEqual([])
  })

  test('says at any moment who had it, in which department, place and state, and by which hand-over', async () => {
    const [room] = await app.sql('select id, full_name from location where tenant_id = $1 limit 1', [home.tenant])
    const locationId = room?.id ?? (await lab.must(admin.post('/eam/plc/location/submit', { locationName: '本部', level: 'courtyard' }))).id
    const before = new Date(Date.now() - 86_400_000)
    const card = await lab.card(['receive'], { locationId, keeperId: home.users.keeper })
    const at = async (time: string) => (await manager.get<Row>(`${useUrl}/custody-on`, { cardId: card, time })).data
    const moments = [new Date().toISOString()]
    const { id, version } = await lab.firstUse(await lab.approved(clerk, 'borrow', [card]))
    const { code } = (await clerk.get(`${useUrl}/my-code`)).data as unknown as { code: string }
    await lab.must(keeper.post(`${useUrl}/hand-over`, { id, version, personCode: code }))
    moments.push(new Date().toISOString())
    await lab.must(clerk.post(`${useUrl}/give-back`, { id }))
    await lab.must(keeper.post(`${useUrl}/takeBack`, { id, condition: 'good' }))
    const [first, lent, now] = await Promise.all([...moments, new Date().toISOString()].map(at))
    const own = { useDept: { id: home.depts.bones, name: '骨科' }, keeper: { id: home.users.keeper } }
    expect(first).toMatchObject({ existed: true, eamStatus: 'in_use', ...own, borrowDept: { id: null }, hand: null })
    expect(lent).toMatchObject({ eamStatusValue: '借出', ...own, borrowDept: { id: home.depts.medicine, name: '内科' } })
    expect(lent!.hand).toMatchObject({ source: 'use', id, act: '当面交接' })
    expect(now).toMatchObject({ eamStatus: 'in_use', ...own, borrowDept: { id: null, name: null }, location: { id: locationId } })
    expect(now!.hand).toMatchObject({ act: '收回' })
    const [yesterday, today] = [before, new Date()].map((day) => new Date(day.getTime() + 8 * 3_600_000).toISOString().slice(0, 10))
    const onDay = async (date: string) => (await manager.get<Row>(`${useUrl}/custody-on`, { cardId: card, date })).data
    expect(await onDay(yesterday!)).toMatchObject({ existed: false, eamStatus: null, keeper: { id: null } })
    expect(await onDay(today!)).toMatchObject({ existed: true, hand: { act: '收回' } })
    for (const input of [{ cardId: 'x' }, { cardId: card, date: today, time: moments[0] }, {}])
      expect((await manager.get(`${useUrl}/custody-on`, input)).status).toBe(400)
    expect((await (await app.as('administrator', other)).get(`${useUrl}/custody-on`, { cardId: card })).status).toBe(404)
    expect((await clerk.get(`${useUrl}/custody-on`, { cardId: card })).status).toBe(404)
    expect((await (await app.as('virtual')).get(`${useUrl}/custody-on`, { cardId: card })).status).toBe(403)
  })

  test('a shared loan is a hand like any other', async () => {
    const deviceId = await lab.card()
    await lab.must(admin.post('/eam/share/device/tag-submit', { ids: [deviceId], priceKind: 'day', unitPrice: '10' }))
    const [fromTime, toTime] = [0, 7_200_000].map((later) => new Date(Date.now() + later).toISOString())
    const draft = { deviceId, borrowDeptId: home.depts.medicine, fromTime, toTime, handOutNow: 1 }
    const { id } = await lab.must(admin.post<Row>(`${useUrl}/shared-borrowing-save`, draft))
    const told = async () => (await manager.get<Row>(`${useUrl}/custody-on`, { cardId: deviceId })).data
    expect(await told()).toMatchObject({ eamStatus: 'lent', borrowDept: { name: '内科' }, hand: { source: 'pool', id, act: '共享借出' } })
    await lab.must(admin.post(`${useUrl}/shared-borrowing-return`, { id, condition: 'good' }))
    expect(await told()).toMatchObject({ eamStatus: 'in_use', borrowDept: { name: null }, hand: { act: '共享归还' } })
  })

  test('lists what is out, and who handed it out', async () => {
    const { id, queued } = await lentOffline()
    await push(keeper, queued)
    expect((await clerk.get<Page>(`${useUrl}/out-page`, { size: 100 })).data.records.map((row) => row.id)).toContain(id)
    const out = (await clerk.get<Page>('/eam/deviceusemanagelist/out-page', { size: 100 })).data.records
    expect(out.map((row) => row.useManageId)).toContain(id)
  })

  test('takes notes of its users, which alone can be changed and removed', async () => {
    const { id, queued } = await lentOffline()
    await push(keeper, queued)
    const note = await lab.must(clerk.post('/eam/deviceusemanagelist/submit', { useManageId: id, content: '使用 3 小时' }))
    expect((await clerk.post('/eam/deviceusemanagelist/submit', { id: note.id, content: '使用 4 小时' })).status).toBe(200)
    const { records } = (await clerk.get<Page>('/eam/deviceusemanagelist/list', { useManageId: id })).data
    const act = records.find((row) => row.eventType === 'hand_over')!
    expect((await clerk.post('/eam/deviceusemanagelist/submit', { id: act.id, content: '改' })).status).toBe(409)
    expect((await manager.post(`/eam/deviceusemanagelist/remove?ids=${act.id}`)).status).toBe(409)
    expect((await clerk.post(`/eam/deviceusemanagelist/remove?ids=${note.id}`)).status).toBe(200)
  })

  test('keeps the fields of an application and of a use of the document [ASSET-ENT-APPLY] [ASSET-ENT-USE] (deviation)', async () => {
    const more = { statisticalRange: '一病区急救设备', locationId: null }
    const { id } = await lab.must(lab.apply(clerk, 'check', [await lab.card()], more))
    expect(await lab.detailOf(String(id))).toMatchObject({
      id,
      deptId: home.depts.medicine,
      type: 'check',
      statisticalRange: '一病区急救设备',
      locationId: null,
      lines: [expect.objectContaining({ applyId: id })],
    })
    const loan = await lab.approved(clerk, 'borrow', [await lab.card()])
    const use = await lab.firstUse(loan)
    expect(use).toMatchObject({ applyId: loan, cardId: expect.any(String), eventType: 'borrow' })
    await lab.must(admin.post(`${useUrl}/submit`, { id: use.id }))
    const { records } = (await admin.get<Page>('/eam/deviceusemanagelist/list', { useManageId: use.id })).data
    expect(records).toMatchObject([{ useManageId: use.id, cardId: use.cardId, eventType: 'hand_out' }])
  })
})
