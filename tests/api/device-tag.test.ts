import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

let seed = 0
const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)

const made = async (client: Client, path: string, draft: object): Promise<string> => {
  const answer = await client.post(path, draft)
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}
const card = (draft: object = {}, client = admin): Promise<string> =>
  made(client, '/eam/device/submit', { deviceName: `监护仪${++seed}`, ...draft })
const tag = async (draft: object = {}, client = admin): Promise<{ id: string; code: string }> => {
  const code = `E280${String(++seed).padStart(12, '0')}`
  return { id: await made(client, '/eam/taginputting/submit', { tagCode: code, tagKind: 'rfid', ...draft }), code }
}
const bind = (client: Client, id: string, tagInputtingId: string) => client.post('/eam/taginputting/inputtingBind', { id, tagInputtingId })
const unbind = (client: Client, id: string) => client.post('/eam/taginputting/unBundling', { id })
const edit = (client: Client, id: string, value: string) => client.post('/eam/taginputting/updateEditStatus', { id, value })
const tagOf = async (id: string) => (await admin.get('/eam/taginputting/detail', { id })).data
const rfidOf = async (id: string) => (await admin.get('/eam/device/detail', { id })).data.rfidCode
const eventsOf = async (id: string) =>
  (await app.sql('select verb from audit_event where entity_id = $1 order by id', [id])).map((row) => row.verb)

describe('binding', () => {
  test('puts an RFID tag on a card and its code into the card; both tell it', async () => {
    const [on, one] = [await card(), await tag()]
    expect(await bind(admin, on, one.id)).toMatchObject({ status: 200, data: { id: one.id, version: 2 } })
    expect(await tagOf(one.id)).toMatchObject({ deviceId: on, tagStatus: 'bound', tagStatusValue: '已绑定', boundAt: expect.any(String) })
    expect(await rfidOf(on)).toBe(one.code)
    expect((await admin.get('/eam/device/queryRfidCode', { rfidCode: one.code })).data.id).toBe(on)
    expect([await eventsOf(one.id), await eventsOf(on)]).toEqual([
      ['add', 'bind'],
      ['add', 'change'],
    ])
    // The same once more changes nothing.
    expect((await bind(admin, on, one.id)).data).toEqual({ id: one.id, version: 2 })
    expect((await admin.get<Page<Row>>('/eam/taginputting/list', { deviceId: on })).data.records.map((row) => row.id)).toEqual([one.id])
  })

  test('of other kinds leaves the RFID of the card alone, and a card may have several', async () => {
    const on = await card({ rfidCode: `OWN${++seed}` })
    for (const tagKind of ['nfc', 'barcode']) expect((await bind(admin, on, (await tag({ tagKind })).id)).status).toBe(200)
    expect(await rfidOf(on)).toMatch(/^OWN/)
    expect((await admin.get<Page<Row>>('/eam/taginputting/list', { deviceId: on })).data.total).toBe(2)
  })

  test('refuses a tag that another card has, and names that card', async () => {
    const [first, second, one] = [await card({ deviceName: '甲机' }), await card(), await tag()]
    await bind(admin, first, one.id)
    const refused = await bind(admin, second, one.id)
    expect(refused).toMatchObject({ status: 409, error: 'conflict' })
    expect(refused.msg).toContain('甲机')
    expect([await rfidOf(second), (await tagOf(one.id)).deviceId]).toEqual([null, first])
  })

  test('refuses a card that carries another RFID', async () => {
    const taken = await card({ deviceName: '乙机', rfidCode: `HAND${++seed}` })
    const one = await tag()
    expect(await bind(admin, taken, one.id)).toMatchObject({ status: 409, error: 'conflict' })
    expect((await tagOf(one.id)).tagStatus).toBe('free')
  })

  test('of one tag by two people at once has one winner', async () => {
    const [first, second, one] = [await card(), await card(), await tag()]
    const answers = await Promise.all([bind(admin, first, one.id), bind(engineer, second, one.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { deviceId } = await tagOf(one.id)
    expect(deviceId).toBe(answers[0]!.status === 200 ? first : second)
    expect([await rfidOf(first), await rfidOf(second)].filter(Boolean)).toEqual([one.code])
  })

  test('of two tags to one card at once has one winner', async () => {
    const [on, one, two] = [await card(), await tag(), await tag()]
    const answers = await Promise.all([bind(admin, on, one.id), bind(engineer, on, two.id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await admin.get<Page<Row>>('/eam/taginputting/list', { deviceId: on })).data.total).toBe(1)
  })
})

describe('unbinding', () => {
  test('frees the tag and clears the RFID; the tag goes on another card then', async () => {
    const [first, second, one] = [await card(), await card(), await tag()]
    await bind(admin, first, one.id)
    expect((await unbind(admin, one.id)).status).toBe(200)
    expect(await tagOf(one.id)).toMatchObject({ deviceId: null, tagStatus: 'free', boundAt: null })
    expect(await rfidOf(first)).toBeNull()
    expect(await unbind(admin, one.id)).toMatchObject({ status: 409, error: 'wrong_state' })
    expect((await bind(admin, second, one.id)).status).toBe(200)
    expect(await eventsOf(one.id)).toEqual(['add', 'bind', 'unbind', 'bind'])
  })
})

describe('the edit status', () => {
  test('locks a tag against changes, removal, binding and unbinding until it is opened', async () => {
    const [on, one] = [await card(), await tag()]
    expect((await edit(admin, one.id, 'locked')).status).toBe(200)
    expect(await tagOf(one.id)).toMatchObject({ editStatus: 'locked', editStatusValue: '已锁定', version: 2 })
    expect(await admin.post('/eam/taginputting/submit', { id: one.id, remark: 'x' })).toMatchObject({ status: 409, error: 'closed' })
    expect(await admin.post(`/eam/taginputting/remove?ids=${one.id}`)).toMatchObject({ status: 409, error: 'closed' })
    expect(await bind(admin, on, one.id)).toMatchObject({ status: 409, error: 'closed' })
    expect((await edit(admin, one.id, 'locked')).data.version).toBe(2)
    expect(await edit(admin, one.id, 'nothing')).toMatchObject({ status: 400, error: 'bad_input' })
    await edit(admin, one.id, 'open')
    expect((await bind(admin, on, one.id)).status).toBe(200)
    await edit(admin, one.id, 'locked')
    expect(await unbind(admin, one.id)).toMatchObject({ status: 409, error: 'closed' })
    expect(await admin.post('/eam/device/submit', { id: on, rfidCode: null })).toMatchObject({ status: 409, error: 'closed' })
    expect(await rfidOf(on)).toBe(one.code)
  })

  test('a bound tag keeps its code and kind and is not removed', async () => {
    const [on, one] = [await card(), await tag()]
    await bind(admin, on, one.id)
    for (const draft of [{ tagCode: 'X' }, { tagKind: 'nfc' }])
      expect(await admin.post('/eam/taginputting/submit', { id: one.id, ...draft })).toMatchObject({ status: 400, error: 'rule' })
    expect(await admin.post(`/eam/taginputting/remove?ids=${one.id}`)).toMatchObject({ status: 409, error: 'closed' })
    expect((await admin.post('/eam/taginputting/submit', { id: one.id, remark: '换过' })).status).toBe(200)
  })
})

describe('the RFID that is written on a card', () => {
  test('binds the free tag of that code and frees the former one', async () => {
    const [on, one, two] = [await card(), await tag(), await tag()]
    const write = (rfidCode: string | null) => admin.post('/eam/device/submit', { id: on, rfidCode })
    expect((await write(one.code)).status).toBe(200)
    expect(await tagOf(one.id)).toMatchObject({ deviceId: on, tagStatus: 'bound' })
    expect((await write(two.code)).status).toBe(200)
    expect([(await tagOf(one.id)).deviceId, (await tagOf(two.id)).deviceId]).toEqual([null, on])
    expect((await write(null)).status).toBe(200)
    expect((await tagOf(two.id)).tagStatus).toBe('free')
    const added = await card({ rfidCode: one.code })
    expect((await tagOf(one.id)).deviceId).toBe(added)
  })

  test('is found when its tag is entered later; a code is entered once', async () => {
    const tagCode = `LATE${++seed}`
    const on = await card({ rfidCode: tagCode })
    const { id } = await tag({ tagCode })
    expect(await tagOf(id)).toMatchObject({ deviceId: on, tagStatus: 'bound' })
    expect(await admin.post('/eam/taginputting/submit', { tagCode, tagKind: 'nfc' })).toMatchObject({ status: 409, error: 'taken' })
  })
})

describe('who may', () => {
  test('takes the right to bind, and the card within reach', async () => {
    const [theirs, one] = [await card({ useDeptId: home.depts.medicine }), await tag()]
    expect((await bind(keeper, theirs, one.id)).status).toBe(403)
    await writeAs(app.pool, home.tenant, (tx) =>
      tx.run({
        text: `insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, unnest(array['deviceTag.submit', 'deviceTag.bind'])
          from role where tenant_id = $1 and role_alias = 'keeper'`,
        values: [home.tenant],
      }),
    )
    const narrow = await app.as('keeper')
    const own = await tag({}, narrow)
    expect(await bind(narrow, theirs, own.id)).toMatchObject({ status: 404 })
    expect(await rfidOf(theirs)).toBeNull()
    await bind(admin, theirs, one.id)
    expect((await unbind(narrow, one.id)).status).toBe(404)
    expect((await edit(narrow, one.id, 'locked')).status).toBe(404)
    expect((await narrow.get('/eam/taginputting/detail', { id: one.id })).status).toBe(404)
    // A code on a card of another department is not given away, and no tag is made of it.
    const hidden = await card({ useDeptId: home.depts.medicine, deviceName: '暗机', rfidCode: `HIDDEN${++seed}` })
    const tried = await narrow.post('/eam/taginputting/submit', { tagCode: await rfidOf(hidden), tagKind: 'rfid' })
    expect(tried).toMatchObject({ status: 409, error: 'conflict' })
    expect(tried.msg).not.toContain('暗机')
    const mine = await card({ useDeptId: home.depts.bones })
    expect((await bind(narrow, mine, own.id)).status).toBe(200)
  })

  test('another hospital binds, frees and locks none; it may use the same code', async () => {
    const [on, one] = [await card(), await tag()]
    const foreign = await card({}, stranger)
    expect((await bind(stranger, foreign, one.id)).status).toBe(404)
    const twin = await tag({ tagCode: one.code }, stranger)
    expect((await bind(stranger, on, twin.id)).status).toBe(404)
    await bind(admin, on, one.id)
    for (const { status } of [await unbind(stranger, one.id), await edit(stranger, one.id, 'locked')]) expect(status).toBe(404)
    expect(await tagOf(one.id)).toMatchObject({ deviceId: on, editStatus: 'open' })
    expect((await bind(stranger, foreign, twin.id)).status).toBe(200)
  })
})
