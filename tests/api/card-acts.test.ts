import { describe, expect, test } from 'vitest'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Answer, Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')
const stranger = await app.as('administrator', other)

const url = '/eam/device'
const add = async (more: Record<string, unknown> = {}, client = admin): Promise<string> => {
  const answer = await client.post(`${url}/submit`, { deviceName: '监护仪', ...more })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const detail = async (id: string, client = admin) => (await client.get(`${url}/detail`, { id })).data
const bind = (parentId: string, childIds: string[], client = admin) =>
  client.post<Row[]>(`${url}/bind-child-device`, { parentId, childIds })
const unbind = (childIds: string[], client = admin) => client.post<Row[]>(`${url}/unbind-child-device`, { childIds })
const children = async (deviceCardId: string) =>
  (await admin.get<Row[]>(`${url}/deviceChildren`, { deviceCardId })).data.map((row) => row.id).sort()
const statuses = (answers: readonly Answer<unknown>[]) => answers.map(({ status }) => status).sort()
const events = async (id: string, verb: string) =>
  Number((await app.sql('select count(*) as n from audit_event where entity_id = $1 and verb = $2', [id, verb]))[0]!.n)

describe('attached devices', () => {
  test('are bound to a parent, listed under it and unbound again [ASSET-ST-DEV-2] [ASSET-ST-DEV-3]', async () => {
    const [parent, one, two] = [await add(), await add({ deviceName: '电池' }), await add({ deviceName: '推车' })]
    expect((await bind(parent, [one, two])).data.map((row) => row.version)).toEqual([2, 2])
    expect(await children(parent)).toEqual([one, two].sort())
    expect(await detail(one)).toMatchObject({ parentId: parent, parentName: '监护仪' })
    expect((await unbind([one])).status).toBe(200)
    expect(await children(parent)).toEqual([two])
    const history = await admin.get<Page>(`${url}/history`, { id: one })
    expect(history.data.records.map((event) => event.operationTypeValue)).toEqual(['解绑附属设备', '绑定附属设备', '新增'])
  })

  test('are one level deep, below one device, never below themselves; a refusal binds none', async () => {
    const [parent, child, third, fourth] = [await add(), await add(), await add(), await add()]
    await bind(parent, [child])
    for (const [to, ids, msg] of [
      [parent, [parent], '设备不能是自己的主设备'],
      [child, [third], '本身是附属设备'],
      [third, [fourth, parent], '已有附属设备'],
      [third, [fourth, child], '已挂在其他设备下'],
    ] as const) {
      const answer = await bind(to, [...ids])
      expect([answer.status, answer.msg]).toEqual([409, expect.stringContaining(msg)])
    }
    expect(await children(third)).toEqual([])
    expect((await unbind([child, third])).status).toBe(409)
    expect(await children(parent)).toEqual([child])
    expect((await bind(parent, [])).status).toBe(400)
  })

  test('of another hospital or department are not found', async () => {
    const [mine, theirs] = [await add({ useDeptId: home.depts.bones }), await add({}, stranger)]
    expect((await bind(mine, [theirs])).status).toBe(404)
    expect((await bind(mine, [await add()], stranger)).status).toBe(404)
    // Keepers may not write cards at all.
    expect((await bind(mine, [await add()], keeper)).status).toBe(403)
    expect((await detail(theirs, stranger)).parentId).toBeNull()
  })

  test('two people who hang each device below the other make no chain', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b, c] = [await add(), await add(), await add()]
      expect(statuses(await Promise.all([bind(a, [b]), bind(b, [c]), bind(b, [a])]))).not.toEqual([200, 200, 200])
      const deep = await app.sql(
        'select 1 from device c join device p on p.id = c.parent_id where c.id = any($1::uuid[]) and p.parent_id is not null',
        [[a, b, c]],
      )
      expect(deep).toEqual([])
    }
  })

  test('two parents that want one device: one gets it, the other is told', async () => {
    const [a, b, child] = [await add(), await add(), await add()]
    expect(statuses(await Promise.all([bind(a, [child]), bind(b, [child])]))).toEqual([200, 409])
  })

  test('are added below a card, with its department where they name none, and looked at', async () => {
    const parentId = await add({ useDeptId: home.depts.bones })
    const child = await admin.post('/eam/devicechild/submit', { parentId, deviceName: '探头', sn: 'P-1' })
    expect(child.status, child.msg).toBe(200)
    expect((await admin.get('/eam/devicechild/detail', { id: child.data.id })).data).toMatchObject({
      parentId,
      sn: 'P-1',
      useDeptId: home.depts.bones,
    })
    expect((await admin.post('/eam/devicechild/submit', { deviceName: '探头' })).msg).toContain('主设备不能为空')
    expect((await admin.post('/eam/devicechild/submit', { parentId: child.data.id, deviceName: '线' })).status).toBe(400)
  })

  test('are saved together with their card, all or none', async () => {
    const before = (await admin.get<Page>(`${url}/list`)).data.total
    const draft = { deviceName: '超声', useDeptId: home.depts.bones }
    const good = await admin.post(`${url}/submitAndList`, { ...draft, children: [{ deviceName: '探头甲' }, { deviceName: '探头乙' }] })
    expect(good.status, good.msg).toBe(200)
    expect((await children(good.data.id)).length).toBe(2)
    const bad = await admin.post(`${url}/submitAndList`, { ...draft, children: [{ deviceName: '探头丙' }, { sn: '1' }] })
    expect(bad.status).toBe(400)
    expect((await admin.get<Page>(`${url}/list`)).data.total).toBe(before + 3)
  })
})

describe('copies of a card', () => {
  test('say the same, with numbers and labels of their own, and no code of the first', async () => {
    await admin.post('/eam/custom-field/submit', { entity: 'device', code: 'tower', name: '吊塔', fieldKind: 'text', isSearch: 1 })
    const told = {
      deviceModel: 'M8',
      originalValue: '1200.50',
      purchaseDate: '2024-03-15',
      residualRate: 0.05,
      isMeasure: 1,
      x_tower: '三号',
    }
    const id = await add({
      ...told,
      rfidCode: 'E-COPY-1',
      sn: 'SN1',
      assetsCode: 'GZ1',
      useDeptId: home.depts.bones,
    })
    const made = await admin.post<{ ids: string[]; codes: string[] }>(`${url}/copy-device`, {
      id,
      copies: 3,
      useDeptId: home.depts.medicine,
    })
    expect(made.status, made.msg).toBe(200)
    expect(made.data.ids.length).toBe(3)
    const cards = await Promise.all(made.data.ids.map((one) => detail(one)))
    for (const card of cards)
      expect(card).toMatchObject({
        deviceName: '监护仪',
        ...told,
        useDeptId: home.depts.medicine,
        rfidCode: null,
        sn: null,
        assetsCode: null,
        eamStatus: 'in_stock',
        filingStatus: 'draft',
      })
    expect(new Set(cards.flatMap((card) => [card.deviceCode, card.qrToken])).size).toBe(6)
    expect((await admin.get<Page>(`${url}/list`, { x_tower: '三号' })).data.total).toBe(4)
    expect(await events(id, 'copy')).toBe(1)
    for (const [copies, status] of [
      [0, 400],
      [101, 400],
      [undefined, 400],
    ])
      expect((await admin.post(`${url}/copy-device`, { id, copies })).status).toBe(status)
    expect((await admin.post(`${url}/copy-device`, { id, copies: 1 }, {})).status).toBe(200)
    expect((await stranger.post(`${url}/copy-device`, { id, copies: 1 })).status).toBe(404)
  })

  test('are prepared as a draft and made once', async () => {
    const deviceId = await add({ deviceName: '输液泵' })
    const draft = await admin.post('/eam/devicecardcopy/submit', { deviceId, copies: 2, useDeptId: home.depts.bones })
    expect(draft.status, draft.msg).toBe(200)
    const make = () => admin.post('/eam/devicecardcopy/make', { id: draft.data.id })
    expect(statuses(await Promise.all([make(), make()]))).toEqual([200, 409])
    const done = (await admin.get('/eam/devicecardcopy/detail', { id: draft.data.id })).data
    expect(done).toMatchObject({ copyStatus: 'done', copyTitle: '输液泵 2', codes: expect.stringMatching(/^ZC-.* – ZC-/) })
    expect((await admin.get<Page>(`${url}/list`, { deviceName: '输液泵', useDeptId: home.depts.bones })).data.total).toBe(2)
    expect((await admin.post(`/eam/devicecardcopy/remove?ids=${draft.data.id}`)).status).toBe(409)
    expect((await admin.post('/eam/devicecardcopy/submit', { id: draft.data.id, copies: 5 })).status).toBe(409)
  })
})

describe('editing several cards', () => {
  const edit = (body: object, client = admin) => client.post<{ changed: number }>(`${url}/batchEdit`, body)

  test('writes the same values, one event each; cards that hold them already stay as they are', async () => {
    const ids = [await add(), await add({ brand: '迈瑞' }), await add({ brand: '飞利浦', remark: '旧' })]
    const answer = await edit({ ids, brand: '迈瑞', clear: ['remark'], useDeptId: home.depts.bones, warrantyEnd: '2030-01-31' })
    expect([answer.msg, answer.data]).toEqual(['操作成功', { changed: 3 }])
    for (const id of ids)
      expect(await detail(id)).toMatchObject({ brand: '迈瑞', remark: null, useDeptName: '骨科', warrantyEnd: '2030-01-31', version: 2 })
    expect(await Promise.all(ids.map((id) => events(id, 'change')))).toEqual([1, 1, 1])
    const told = (await admin.get<Page>(`${url}/history`, { id: ids[2] })).data.records[0]
    expect(told!.showContent).toContain('品牌从 飞利浦 改为 迈瑞')
    expect(told!.showContent).toContain('使用科室设为 骨科')
    expect((await edit({ ids, brand: '迈瑞' })).data).toEqual({ changed: 0 })
  })

  test('keeps the hospital’s own fields and finds them', async () => {
    await admin.post('/eam/custom-field/submit', { entity: 'device', code: 'floor', name: '楼层标识', fieldKind: 'text', isSearch: 1 })
    const ids = [await add({ x_floor: '旧标识' }), await add()]
    expect((await edit({ ids, x_floor: '新标识' })).data).toEqual({ changed: 2 })
    expect((await detail(ids[1]!)).x_floor).toBe('新标识')
    expect((await admin.get<Page>(`${url}/list`, { x_floor: '新标识' })).data.total).toBe(2)
    expect((await admin.get<Page>(`${url}/list`, { x_floor: '旧标识' })).data.total).toBe(0)
  })

  test('refuses all for one id that is unknown, of another hospital, disposed or changed meanwhile', async () => {
    const [one, two] = [await add(), await add()]
    const foreign = await add({}, stranger)
    for (const strange of [foreign, '01900000-0000-7000-8000-0000000000ff'])
      expect((await edit({ ids: [one, strange], brand: '乙' })).status).toBe(404)
    const stale = await edit({ ids: [one, two], brand: '乙', seen: [{ id: two, version: 7 }] })
    expect([stale.status, stale.error, stale.msg]).toEqual([409, 'stale', expect.stringContaining('监护仪')])
    await writeAs(app.pool, home.tenant, async (tx) =>
      tx.later({ text: `update device set eam_status = 'disposed' where tenant_id = $1 and id = $2`, values: [home.tenant, two] }),
    )
    expect((await edit({ ids: [one, two], brand: '乙' })).error).toBe('closed')
    expect(await detail(one)).toMatchObject({ brand: null, version: 1 })
  })

  test('refuses what is no value of many cards: codes, states, unknown fields, nothing', async () => {
    const ids = [await add()]
    for (const body of [
      { ids, rfidCode: 'X' },
      { ids, deviceName: '甲' },
      { ids, eamStatus: 'in_use' },
      { ids, parentId: ids[0] },
      { ids, usefulLifeMonths: 0 },
      { ids, useDeptId: other.depts.bones },
      { ids, clear: ['deviceName'] },
      { ids },
      { ids: [], brand: '甲' },
      { brand: '甲' },
      { ids: 'x', brand: '甲' },
      { ids, brand: '甲', seen: [{ id: ids[0] }] },
    ])
      expect([JSON.stringify(body), (await edit(body)).status]).toEqual([JSON.stringify(body), 400])
    expect(await detail(ids[0]!)).toMatchObject({ version: 1, rfidCode: null })
    expect((await edit({ ids, brand: '甲' }, keeper)).status).toBe(403)
  })

  test('two people on the same cards: with versions one wins, the other is told', async () => {
    const ids = [await add(), await add()]
    const seen = ids.map((id) => ({ id, version: 1 }))
    const answers = await Promise.all(['甲', '乙'].map((brand) => edit({ ids: brand === '甲' ? ids : [...ids].reverse(), seen, brand })))
    expect(statuses(answers)).toEqual([200, 409])
    expect((await detail(ids[0]!)).brand).toBe((await detail(ids[1]!)).brand)
  })

  test('takes 5,000 cards in one transaction and no more', async () => {
    const rows = await writeAs(app.pool, home.tenant, async (tx) => {
      const { rows } = await tx.run({
        text: `insert into device (tenant_id, id, device_name, device_code, qr_token, eam_status, filing_status)
          select $1, gen_random_uuid(), '批量', 'B-' || n, lpad(n::text, 12, 'b'), 'in_stock', 'draft' from generate_series(1, 5001) n returning id`,
        values: [home.tenant],
      })
      // As the program does after a large write: without statistics the plans are those of a small register.
      await tx.run({ text: `select gather_statistics('device')` })
      return rows
    })
    const ids = rows.map((row) => String(row.id))
    expect((await edit({ ids, brand: '五千' })).status).toBe(400)
    const answer = await edit({ ids: ids.slice(0, 5000), brand: '五千', useDeptId: home.depts.medicine })
    expect([answer.msg, answer.data]).toEqual(['操作成功', { changed: 5000 }])
    const [told] = await app.sql(`select count(*) as n from audit_event where verb = 'change' and entity_id = any($1::uuid[])`, [ids])
    expect(Number(told!.n)).toBe(5000)
    expect((await admin.get<Page>(`${url}/list`, { useDeptId: home.depts.medicine, deviceName: '批量', size: 1 })).data.total).toBe(5000)
  })

  test('standardises cards, each with its own name and class', async () => {
    const classifyId = (await admin.post('/eam/device-class/submit', { className: '监护', classCode: '07-04' })).data.id
    const [one, two] = [await add({ deviceName: '监护甲' }), await add({ deviceName: '监护乙' })]
    const waiting = (await admin.get<Page>(`${url}/standardization-list`, { size: 1 })).data.total
    const answer = await admin.post(`${url}/batch-standardization`, {
      items: [
        { id: one, version: 1, commonName: '病人监护仪', classifyId, riskLevel: 'III', usefulLifeMonths: 96 },
        { id: two, commonName: '中央监护系统', measureType: 'mandatory' },
      ],
    })
    expect([answer.msg, answer.data]).toEqual(['操作成功', { changed: 2 }])
    expect(await detail(one)).toMatchObject({ commonName: '病人监护仪', classifyId, riskLevel: 'III', usefulLifeMonths: 96 })
    expect(await detail(two)).toMatchObject({ commonName: '中央监护系统', measureType: 'mandatory', classifyId: null })
    expect((await admin.get<Page>(`${url}/standardization-list`, { size: 1 })).data.total).toBe(waiting - 1)
    const stale = await admin.post(`${url}/batch-standardization`, { items: [{ id: one, version: 1, commonName: '别的' }] })
    expect(stale.status).toBe(409)
    for (const items of [[], [{ id: one, deviceName: '甲' }], [{ commonName: '甲' }], 'x'])
      expect((await admin.post(`${url}/batch-standardization`, { items })).status).toBe(400)
  })
})

describe('filing', () => {
  test('of tagged cards is confirmed by their tags, by a GET with ids', async () => {
    const [tagged, bare] = [await add({ rfidCode: 'E-FILE-1' }), await add()]
    for (const id of [tagged, bare]) await admin.post(`${url}/submit-filing`, { id })
    const refused = await admin.get(`${url}/updateEamByRfid`, { ids: [tagged, bare].join() })
    expect([refused.status, refused.msg]).toEqual([400, '“监护仪”没有绑定 RFID 标签'])
    expect((await detail(tagged)).filingStatus).toBe('pending')
    expect((await admin.get(`${url}/updateEamByRfid`, { ids: tagged })).status).toBe(200)
    expect((await detail(tagged)).filingStatus).toBe('filed')
    expect((await admin.get(`${url}/updateEamByRfid`, { ids: tagged })).error).toBe('wrong_state')
  })

  test('that was not confirmed is removed; a filed card stays', async () => {
    const [draft, filed] = [await add(), await add()]
    await admin.post(`${url}/submit-filing`, { id: filed })
    await admin.post(`${url}/sureEam`, { ids: [filed] })
    const remove = (ids: string) => admin.post(`/eam/app/device/filing-remove?ids=${ids}`)
    expect((await remove([draft, filed].join())).status).toBe(409)
    expect((await remove(draft)).data).toEqual({ removed: 1 })
    expect((await admin.get(`${url}/detail`, { id: draft })).status).toBe(404)
    expect((await detail(filed)).filingStatus).toBe('filed')
  })
})

describe('deleting a card with its records', () => {
  const erase = (deviceCardId: string, client = admin) => client.get(`${url}/deleteCardAndRecordAndAsscod`, { deviceCardId })

  test('is a GET that takes documents, parts and the match along and is on record', async () => {
    const id = await add({ assetsCode: 'GZ-ERASE' })
    await admin.post(`${url}/submit-filing`, { id })
    await admin.post(`${url}/sureEam`, { ids: [id] })
    const part = (await admin.post('/eam/deviceparts/submit', { partName: '滤芯', quantity: 1, deviceId: id })).data.id
    const paper = (await admin.post('/eam/device/attach/submit', { deviceId: id, attachType: 'manual', attachName: '说明书' })).data.id
    const book = (await admin.post('/eam/assetscard/submit', { assetsCode: 'GZ-ERASE', assetsName: '监护仪' })).data.id
    expect((await admin.post('/eam/assetscard/matching', { id: book, deviceId: id })).status).toBe(200)
    expect((await erase(id)).data).toEqual({ removed: 1 })
    for (const [path, gone] of [
      [url, id],
      ['/eam/deviceparts', part],
      ['/eam/device/attach', paper],
    ])
      expect((await admin.get(`${path}/detail`, { id: gone })).status).toBe(404)
    expect((await admin.get('/eam/assetscard/detail', { id: book })).data).toMatchObject({ matchStatus: 'unmatched', deviceId: null })
    expect([await events(id, 'erase'), await events(id, 'remove')]).toEqual([1, 1])
  })

  test('is refused while an order refers to it, for managers, and for cards of another hospital', async () => {
    const id = await add({ useDeptId: home.depts.bones })
    const order = await keeper.post('/eam/eventtyperepair/save', { deviceId: id, faultDescription: '坏', urgency: 'normal' })
    expect(order.status, order.msg).toBe(200)
    expect((await erase(id)).status).toBe(409)
    const manager = await app.as('equipment_manager')
    const free = await add()
    expect((await erase(free, manager)).status).toBe(403)
    expect((await erase(free, stranger)).status).toBe(404)
    expect((await detail(free)).id).toBe(free)
  })
})

describe('figures of cards', () => {
  test('what a phone saw stands beside the register, field by field', async () => {
    const id = await add({ deviceModel: 'M8', sn: 'S1', useDeptId: home.depts.bones })
    const answer = await admin.get<Row[]>('/eam/app/device/contrast', { id, deviceModel: 'M8', sn: 'S2', useDeptId: home.depts.bones })
    expect(answer.data).toEqual([
      { field: 'sn', label: '出厂编号', seen: 'S2', registered: 'S1', isSame: false },
      { field: 'deviceModel', label: '规格型号', seen: 'M8', registered: 'M8', isSame: true },
      { field: 'useDeptId', label: '使用科室', seen: '骨科', registered: '骨科', isSame: true },
    ])
    expect((await admin.get('/eam/app/device/contrast', { id, brand: '甲' })).status).toBe(400)
    expect((await stranger.get('/eam/app/device/contrast', { id, sn: 'S2' })).status).toBe(404)
  })

  test('counts are those of the cards that the person sees', async () => {
    const all = await admin.get<{ total: number; fields: { field: string; count: number }[] }>(`${url}/init-count`)
    const count = async (client: Client, query: Record<string, string>) =>
      (await client.get<Page>(`${url}/list`, { ...query, size: 1 })).data.total
    expect(all.data.total).toBe(await count(admin, {}))
    for (const { field, count: lacking } of all.data.fields)
      expect([field, lacking]).toEqual([field, await count(admin, { [field]: '_none' })])
    const mine = await keeper.get<{ total: number }>(`${url}/init-count`)
    expect(mine.data.total).toBe(await count(keeper, {}))
    expect(mine.data.total).toBeLessThan(all.data.total)
    const items = await keeper.get<{ states: { key: string; count: number }[] }>('/eam/app/device/each-item-count')
    for (const { key, count: found } of items.data.states) expect([key, found]).toEqual([key, await count(keeper, { eamStatus: key })])
  })

  test('priority classes have the device classes of their cards below them', async () => {
    const classifyId = (await admin.post('/eam/device-class/submit', { className: '除颤', classCode: '08-03' })).data.id
    for (let made = 0; made < 2; made++) await add({ classifyId, importantClassification: 'emergency' })
    await add({ importantClassification: 'emergency' })
    const tree = (await admin.get<{ key: string; count: number; children: Row[] }[]>('/eam/important-classification/tree')).data
    const emergency = tree.find(({ key }) => key === 'emergency')!
    expect(emergency).toMatchObject({ name: '急救', count: 3, children: [{ key: classifyId, name: '除颤', count: 2 }] })
    expect((await stranger.get<{ count: number }[]>('/eam/important-classification/tree')).data.every(({ count }) => count === 0)).toBe(
      true,
    )
  })
})

describe('a card on a day', () => {
  interface OnDay {
    existed: boolean
    fields: { field: string; value: unknown; text: string; now: string; isChanged: boolean }[]
  }
  const then = async (id: string, more: Record<string, string>, client = admin) => client.get<OnDay>(`${url}/time-map`, { id, ...more })
  const moment = async (): Promise<string> =>
    new Date(Number((await app.sql('select extract(epoch from clock_timestamp()) * 1000 as now'))[0]!.now)).toISOString()
  const pause = () => new Promise((done) => setTimeout(done, 20))

  test('is told from its events: fields, states and names of links', async () => {
    const first = await moment()
    await pause()
    const id = await add({ useDeptId: home.depts.bones, brand: '甲', originalValue: '100.00' })
    await admin.post(`${url}/submit-filing`, { id })
    await pause()
    const second = await moment()
    await pause()
    await admin.post(`${url}/submit`, { id, useDeptId: home.depts.medicine, originalValue: '250.50', sn: 'S9' })
    await admin.post(`${url}/seal`, { id, reason: '停用' })
    const before = (await then(id, { time: first })).data
    expect(before.existed).toBe(false)
    expect(before.fields.every(({ value }) => value === null)).toBe(true)
    const { existed, fields } = (await then(id, { time: second })).data
    const of = (name: string) => fields.find(({ field }) => field === name)
    expect(existed).toBe(true)
    expect(of('useDeptId')).toMatchObject({ value: home.depts.bones, text: '骨科', now: '内科', isChanged: true })
    expect(of('originalValue')).toMatchObject({ value: '100.00', now: '250.50', isChanged: true })
    expect(of('eamStatus')).toMatchObject({ value: 'in_stock', text: '在库', now: '闲置', isChanged: true })
    expect(of('filingStatus')).toMatchObject({ value: 'pending', isChanged: false })
    expect(of('sn')).toMatchObject({ value: null, text: '—', now: 'S9' })
    expect(of('brand')).toMatchObject({ text: '甲', isChanged: false })
    const today = (await then(id, { date: '2199-12-31' })).data
    expect(today.fields.some(({ isChanged }) => isChanged)).toBe(false)
    expect((await then(id, { date: '2001-01-01' })).data.existed).toBe(false)
  })

  test('is shown to who sees the card; wrong days are refused', async () => {
    const id = await add({ useDeptId: home.depts.medicine })
    expect((await then(id, {}, keeper)).status).toBe(404)
    expect((await then(id, {}, stranger)).status).toBe(404)
    expect((await then(id, { date: '2026-02-30' })).status).toBe(400)
    expect((await then(id, { date: '2026-01-01', time: '2026-01-01T00:00:00Z' })).status).toBe(400)
  })
})
