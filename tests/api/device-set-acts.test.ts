import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { applyUrl, custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { picture, send, upload } from '#tests/harness/pictures.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const manager = await app.as('equipment_manager')
const clerk = await app.as('warehouse_keeper')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)
const lab = custody(app, admin)
let made = 0

const set = async (devices: readonly string[], more: object = {}): Promise<string> =>
  String(
    (
      await lab.must(
        manager.post('/eam/device-set/submit', {
          setName: `抢救车${++made}`,
          deptId: home.depts.bones,
          members: devices.map((deviceId) => ({ deviceId })),
          ...more,
        }),
      )
    ).id,
  )
const stop = (deviceId: string) => lab.must(manager.post('/eam/device-stop/place', { deviceId, stopKind: 'quality', reason: '待检' }))
const found = async (by: Client, query: object) =>
  (await by.get<(Row & { devices: Row[]; missing: Row[] })[]>(`${applyUrl}/sets`, query as Record<string, string>)).data
const step = (client: Client, name: string, id: unknown, more: object = {}) => client.post<Row>(`${useUrl}/${name}`, { id, ...more })
/** Lends all usable devices of a set to 内科 in one application. */
const lend = async (id: string): Promise<string> => {
  const [one] = await found(clerk, { ids: id })
  const applyId = await lab.approved(
    clerk,
    'borrow',
    one!.devices.map((device) => String(device.id)),
  )
  for (const use of await lab.usesOf(applyId)) {
    await lab.must(step(keeper, 'submit', use.id))
    await lab.must(step(clerk, 'confirm', use.id))
  }
  return applyId
}
const takeBack = (by: Client, deviceSetId: string, devices: readonly string[], more: object = {}) =>
  by.post<{ returned: Row[]; missing: Row[] }>(`${useUrl}/take-back-set`, { deviceSetId, devices, condition: 'good', ...more })

describe('a set that is lent', () => {
  test('expands to what can be used; what is missing is named with its reason', async () => {
    const [one, two, three] = [await lab.card(), await lab.card(), await lab.card()]
    const id = await set([one, two, three])
    await stop(two)
    await lab.submitted(clerk, 'borrow', [three])
    const [expanded] = await found(manager, { ids: id })
    expect(expanded!.devices.map((device) => device.id)).toEqual([one])
    expect(expanded!.missing.map((device) => [device.id, device.why])).toEqual([
      [two, '停用（质控）'],
      [three, '已被其他申请占用'],
    ])
    const { data } = await manager.get<Row>('/eam/device-set/detail', { id })
    expect((await found(clerk, { keyword: String(data.setNo) })).map((row) => row.id)).toEqual([id])
    for (const keyword of [String(data.qrToken), `https://ward.example/m/c/${data.qrToken}`])
      expect((await found(clerk, { keyword })).map((row) => row.id)).toEqual([id])
    expect(await found(stranger, { ids: id })).toEqual([])
    // Who does not see the stopped card, which cannot be applied for, learns that one more is missing.
    const people = await peopleLab(app, () => admin)
    const { client: away } = await people.settled('keeper', { deptId: home.depts.medicine })
    const [seen] = await found(away, { ids: id })
    expect(seen).toMatchObject({ devices: [{ id: one }], missing: [{ id: three }], others: 1 })
  })

  test('holds all refusals of its devices: one that was stopped meanwhile refuses the whole document', async () => {
    const [one, two] = [await lab.card(), await lab.card()]
    const id = await set([one, two])
    const [expanded] = await found(clerk, { ids: id })
    const draft = await lab.must(
      lab.apply(
        clerk,
        'borrow',
        expanded!.devices.map((device) => String(device.id)),
      ),
    )
    await stop(two)
    const refused = await lab.submitApply(clerk, String(draft.id))
    expect(refused.status).not.toBe(200)
    expect(refused.msg).toContain('停用')
    expect(await app.sql('select 1 from device_hold where device_id = any($1::uuid[])', [[one, two]])).toEqual([])
  })

  test('comes back by the set: what is named is taken back at once, the rest is said to be missing', async () => {
    const cards = [await lab.card(), await lab.card(), await lab.card()]
    const id = await set(cards)
    const applyId = await lend(id)
    const loans = await keeper.get<{ out: Row[]; missing: Row[] }>(`${useUrl}/set-loans`, { deviceSetId: id })
    expect(loans.data.out.map((row) => row.deviceId)).toEqual(cards)
    for (const use of await lab.usesOf(applyId)) await lab.must(step(clerk, 'give-back', use.id))
    const none = await takeBack(keeper, id, [])
    expect(none.status).toBe(400)
    const back = await takeBack(keeper, id, cards.slice(0, 2))
    expect([back.msg, back.status]).toEqual(['操作成功', 200])
    expect(back.data.returned.map((row) => row.id)).toEqual(cards.slice(0, 2))
    expect(back.data.missing.map((row) => [row.id, row.why])).toEqual([[cards[2], '借出']])
    expect(await Promise.all(cards.map(async (card) => (await lab.device(card)).eamStatus))).toEqual(['in_use', 'in_use', 'lent'])
  })

  test('comes back by one signature and one photo for all of its devices', async () => {
    const cards = [await lab.card(), await lab.card()]
    const id = await set(cards)
    const applyId = await lend(id)
    const [signature, photo] = [upload(picture()), upload(picture())]
    for (const file of [signature, photo]) expect((await send(app, keeper, file)).data.complete).toBe(true)
    const proof = { personId: home.users.warehouse_keeper, signature: [signature.id], photos: [photo.id] }
    const back = await takeBack(keeper, id, cards, proof)
    expect([back.msg, back.status]).toEqual(['操作成功', 200])
    expect(await Promise.all(cards.map(async (card) => (await lab.device(card)).eamStatus))).toEqual(['in_use', 'in_use'])
    const uses = (await lab.usesOf(applyId)).map((use) => String(use.id))
    const files = await app.sql('select distinct of_entity, of_id = any($2::text[]) as is_here from file where id = any($1::uuid[])', [
      [signature.id, photo.id],
      uses,
    ])
    expect(files).toEqual([{ of_entity: 'deviceUse', is_here: true }])
    const kept = await app.sql(
      `select signature, images from device_use_record where use_manage_id = any($1::uuid[]) and event_type = 'take_back'`,
      [uses],
    )
    const one = { signature: [signature.id], images: [photo.id] }
    expect(kept).toEqual([one, one])
  })

  test('comes back as a phone queued it', async () => {
    const card = await lab.card()
    const id = await set([card])
    const applyId = await lend(id)
    for (const use of await lab.usesOf(applyId)) await lab.must(step(clerk, 'give-back', use.id))
    const one = await op({
      kind: 'deviceUse.takeBackSet',
      target: { type: 'deviceSet', id },
      lane: `use:set:${id}`,
      body: { deviceSetId: id, devices: [card], condition: 'good' },
    })
    expect(await push(keeper, one)).toMatchObject([{ outcome: 'done' }])
    expect((await lab.device(card)).eamStatus).toBe('in_use')
  })

  test('is taken back whole or not at all, and by the lender alone', async () => {
    const cards = [await lab.card(), await lab.card()]
    const id = await set(cards)
    const applyId = await lend(id)
    for (const use of await lab.usesOf(applyId)) await lab.must(step(clerk, 'give-back', use.id))
    const elsewhere = await lab.card()
    expect((await takeBack(keeper, id, [...cards, elsewhere])).status).toBe(400)
    expect((await takeBack(clerk, id, cards)).status).not.toBe(200)
    expect((await takeBack(stranger, id, cards)).status).toBe(404)
    expect((await keeper.get(`${useUrl}/set-loans`, { deviceSetId: 'x' })).status).toBe(400)
    expect(await Promise.all(cards.map(async (card) => (await lab.device(card)).eamStatus))).toEqual(['lent', 'lent'])
    expect((await takeBack(keeper, id, cards)).data.missing).toEqual([])
  })
})

describe('a set that is labelled', () => {
  test('has a label of its own, whose code opens it and no card', async () => {
    const id = await set([await lab.card()])
    const { data } = await manager.get<Row>('/eam/device-set/detail', { id })
    const body = { labelKind: 'set', ids: [id] }
    const preview = await manager.post<{ total: number; contents: Row[] }>('/eam/label/preview', {
      ...body,
      lines: ['setName', 'setNo', 'dept'],
    })
    expect(preview.data).toMatchObject({
      total: 1,
      contents: [{ title: data.setName, code: expect.stringContaining(`/m/c/${data.qrToken}`) }],
    })
    const print = (more: object = {}) => manager.post<Row>('/eam/label/print', { ...body, template: '60x40', output: 'pdf', ...more })
    const first = await print()
    expect([first.msg, first.status]).toEqual(['操作成功', 200])
    const contents = await manager.get<{ contents: Row[] }>('/eam/label/contents', { id: String(first.data.id) })
    expect(contents.data.contents).toHaveLength(1)
    expect((await print()).msg).toContain('补打请填写原因')
    expect((await print({ reason: '污损' })).data.reprints).toBe(1)
    const own = await manager.post('/eam/label-template/submit', {
      ...{ templateName: '套组标签', labelKind: 'set', sheet: 'single', widthMm: 60, heightMm: 40, padding: 1.5 },
      ...{ titleSize: 11, titleLines: 2, textSize: 7, qrPlace: 'left', qrContent: 'address', qrSize: 26, setLines: ['setNo', 'setName'] },
    })
    expect([own.msg, own.status]).toEqual(['操作成功', 200])
    expect((await print({ template: own.data.id, reason: '换模板' })).status).toBe(200)
    expect((await manager.get('/eam/device/queryRfidCode', { rfidCode: String(data.qrToken) })).status).not.toBe(200)
  })
})

describe('a set that is found', () => {
  let id = ''
  beforeAll(async () => {
    id = await set([await lab.card()], { setName: '急诊转运车' })
  })
  test('by its name and pinyin', async () => {
    for (const keyword of ['急诊转运', 'jzzyc'])
      expect((await manager.get<Page>('/eam/device-set/list', { keyword })).data.records.map((row) => row.id)).toEqual([id])
  })

  test('on the phones of its department alone, with its devices, until it is removed', async () => {
    const people = await peopleLab(app, () => admin)
    const here = new Cache((await people.settled('keeper')).client)
    const away = new Cache((await people.settled('keeper', { deptId: home.depts.medicine })).client)
    await here.pull()
    await away.pull()
    const membersIn = (phone: Cache) => [...phone.rows].filter(([key, row]) => key.includes(' deviceSetMember ') && row.deviceSetId === id)
    expect(here.ids('deviceSet')).toContain(id)
    expect(membersIn(here)).toHaveLength(1)
    expect(away.ids('deviceSet')).not.toContain(id)
    expect(membersIn(away)).toEqual([])
    await lab.must(manager.post('/eam/device-set/remove', { ids: id }))
    await here.pull()
    expect(here.ids('deviceSet')).not.toContain(id)
    expect(membersIn(here)).toEqual([])
  })
})
