import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { draftOf } from '#tests/harness/factories.ts'
import { home, other } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const url = '/eam/device'
const add = async (more: Record<string, unknown> = {}, client = admin) => {
  const answer = await client.post(`${url}/submit`, { deviceName: '监护仪', ...more })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}
const detail = async (id: string, client = admin) => (await client.get(`${url}/detail`, { id })).data

describe('the device card', () => {
  test('keeps the fields of a card: RFID, state, parent, class, department, location [ASSET-ENT-CARD] (deviation)', async () => {
    const parentId = await add()
    const classifyId = (await admin.post('/eam/device-class/submit', { className: '监护设备', classCode: '07-03-01' })).data.id
    const id = await add({ rfidCode: 'E2801160600002', parentId, classifyId, useDeptId: home.depts.bones })
    expect(await detail(id)).toMatchObject({
      id,
      rfidCode: 'E2801160600002',
      eamStatus: 'in_stock',
      eamStatusValue: '在库',
      filingStatus: 'draft',
      parentId,
      parentName: '监护仪',
      classifyId,
      useDeptId: home.depts.bones,
      useDeptName: '骨科',
    })
    expect((await admin.get<Page>(`${url}/list`, { parentId })).data.records.map((row) => row.id)).toEqual([id])
  })

  test('a change costs two round trips to the database: what decides, and what is written with the commit', async () => {
    const id = await add()
    const change = async (remark: string) => {
      const { version } = await detail(id)
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      try {
        expect(await admin.post(`${url}/submit`, { id, version, remark })).toMatchObject({ status: 200 })
        // The listening connection of the news and timed jobs may ask meanwhile.
        return sent.mock.calls.filter(([asked]) => typeof (asked as { submit?: unknown }).submit === 'function').length
      } finally {
        sent.mockRestore()
      }
    }
    await change('第一次')
    expect(await change('第二次')).toBe(2)
    expect(await detail(id)).toMatchObject({ remark: '第二次' })
  })

  test('every alias of a verb answers the same', async () => {
    const id = await add()
    for (const name of ['detail', 'details']) expect((await admin.get(`${url}/${name}`, { id })).data).toMatchObject({ id })
    for (const name of ['list', 'page-query']) expect((await admin.get<Page>(`${url}/${name}`)).data.records[0]).toMatchObject({ id })
    for (const name of ['submit', 'saves', 'updateDeviceCard'])
      expect((await admin.post(`${url}/${name}`, { id, brand: name })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ brand: 'updateDeviceCard', version: 4 })
    for (const name of ['select-list', 'selects']) expect((await admin.get<Row[]>(`${url}/${name}`)).data[0]).toMatchObject({ id })
  })

  test('numbers are unique and without a gap when 20 people add at once', async () => {
    // Another hospital has numbers of its own.
    const stranger = await app.as('administrator', other)
    const numberThere = async () => Number(String((await detail(await add({}, stranger), stranger)).deviceCode).slice(-6))
    const there = await numberThere()
    const [, year, number] = /^ZC-(\d{4})-(\d{6})$/.exec(String((await detail(await add())).deviceCode))!
    const before = Number(number)
    const failing = admin.post(`${url}/submit`, { deviceName: '坏', parentId: '01900000-0000-7000-8000-0000000000ff' })
    const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => add({ deviceName: `并发${index}` })))
    expect((await failing).status).toBe(400)
    const codes = (await Promise.all(ids.map((id) => detail(id)))).map((row) => String(row.deviceCode)).sort()
    const numbered = (of: string, from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `ZC-${of}-${String(from + index).padStart(6, '0')}`)
    // Where the year ends meanwhile, numbers start again at 1.
    const old = codes.filter((code) => code.startsWith(`ZC-${year}-`)).length
    expect(codes).toEqual([...numbered(year!, before + 1, old), ...numbered(String(Number(year) + 1), 1, 20 - old)])
    const gone = ids.at(-1)!
    await admin.post(`${url}/remove?ids=${gone}`)
    expect(codes).not.toContain((await detail(await add())).deviceCode)
    const next = await numberThere()
    expect([there + 1, 1]).toContain(next)
  })

  test('a card is found by RFID, asset number, national code, QR token and the printed address of any host', async () => {
    const id = await add({ rfidCode: 'E2004711AABB', assetsCode: 'GZ2026-17' })
    const { qrToken, deviceCode } = await detail(id)
    expect(qrToken).toMatch(/^[0-9a-z]{12}$/)
    const codes = [
      'E2004711AABB',
      'GZ2026-17',
      deviceCode,
      qrToken,
      `https://eam.example.org/m/c/${qrToken}`,
      `http://10.0.0.7:8080/m/c/${String(qrToken).toUpperCase()}?a=1`,
    ]
    for (const rfidCode of codes)
      expect((await admin.get(`${url}/queryRfidCode`, { rfidCode: String(rfidCode) })).data, String(rfidCode)).toMatchObject({
        id,
        version: 1,
      })
    for (const rfidCode of ['E2004711AAB', '%', 'https://eam.example.org/m/c/000000000000'])
      expect(await admin.get(`${url}/queryRfidCode`, { rfidCode })).toMatchObject({ status: 404, error: 'not_found' })
    expect((await admin.get(`${url}/queryRfidCode`)).status).toBe(400)
    const stranger = await app.as('administrator', other)
    expect((await stranger.get(`${url}/queryRfidCode`, { rfidCode: String(qrToken) })).status).toBe(404)
    expect((await (await app.as('keeper')).get(`${url}/queryRfidCode`, { rfidCode: String(qrToken) })).status).toBe(404)
    await admin.post(`${url}/remove?ids=${id}`)
    expect((await admin.get(`${url}/queryRfidCode`, { rfidCode: 'E2004711AABB' })).status).toBe(404)
  })

  test('a device identifier finds the card of the same product that was changed last, within what a person sees', async () => {
    const gtin = '06901234560015'
    const same = async (client: typeof admin, udiDi: string) => {
      const { status, data } = await client.get<{ id: string; deviceModel: string }[]>(`${url}/same-product`, { udiDi })
      return status === 200 ? data.map((one) => one.id) : status
    }
    expect(await same(admin, gtin)).toEqual([])
    const first = await add({ udiDi: gtin, deviceModel: 'A' })
    // As some lists write it: without the zero before it.
    const second = await add({ udiDi: gtin.slice(1), deviceModel: 'B' })
    for (const written of [gtin, gtin.slice(1), `(01)${gtin}(21)SN-1`, `01${gtin}21SN-1`])
      expect(await same(admin, written), written).toEqual([second])
    for (const unknown of ['06901234560022', '%', 'ABC']) expect(await same(admin, unknown), unknown).toEqual([])
    expect(await same(admin, '')).toBe(400)
    expect(await same(await app.as('administrator', other), gtin)).toEqual([])
    expect(await same(await app.as('keeper'), gtin)).toEqual([])
    await admin.post(`${url}/remove?ids=${second}`)
    expect(await same(admin, gtin)).toEqual([first])
  })

  test('one RFID belongs to one card; two who write it at once get one card', async () => {
    await add({ rfidCode: 'E28099' })
    expect(await admin.post(`${url}/submit`, { deviceName: '泵', rfidCode: 'E28099' })).toMatchObject({
      status: 409,
      error: 'taken',
      msg: 'RFID“E28099”已存在',
    })
    await add({ rfidCode: 'E28099' }, await app.as('administrator', other))
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => admin.post(`${url}/submit`, { deviceName: '泵', rfidCode: 'E28100' })),
    )
    expect(answers.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  test('an accessory hangs below a device that is none itself; binding and unbinding show at once', async () => {
    const [main, child, third] = [await add(), await add(), await add()]
    const bind = (id: string, parentId: string | null) => admin.post(`${url}/submit`, { id, parentId })
    const below = async (parentId: string) => (await admin.get<Page>(`${url}/list`, { parentId })).data.records.map((row) => row.id)
    expect((await bind(child, main)).status).toBe(200)
    expect(await below(main)).toEqual([child])
    expect(await bind(third, child)).toMatchObject({ status: 400, error: 'rule' })
    expect(await bind(main, third)).toMatchObject({ status: 400, error: 'rule' })
    expect(await bind(main, main)).toMatchObject({ status: 400, error: 'rule' })
    expect(await admin.post(`${url}/submit`, { deviceName: '线', parentId: child })).toMatchObject({ status: 400, error: 'rule' })
    expect((await bind(child, null)).status).toBe(200)
    expect(await below(main)).toEqual([])
    expect((await bind(third, child)).status).toBe(200)
  })

  test('bindings at the same moment never make an accessory of an accessory', async () => {
    const bind = (id: string, parentId: string) => admin.post(`${url}/submit`, { id, parentId })
    const [left, right] = [await add(), await add()]
    const opposite = await Promise.all([bind(left, right), bind(right, left)])
    expect(opposite.filter((one) => one.status === 200).length).toBeLessThanOrEqual(1)
    for (let round = 0; round < 10; round++) {
      const [a, b, c] = [await add(), await add(), await add()]
      const answers = await Promise.all(round % 2 ? [bind(a, b), bind(b, c)] : [bind(b, c), bind(a, b)])
      expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
    }
    const deep = 'select c.id from device c join device p on p.tenant_id = c.tenant_id and p.id = c.parent_id where p.parent_id is not null'
    expect(await app.sql(deep)).toEqual([])
  })

  test('perfection is the share of important fields that are filled', async () => {
    const important = Object.entries(device.fields).filter(([, field]) => 'important' in field && field.important)
    const bare = await detail(await add())
    expect(bare.perfection).toBe(Math.round(100 / important.length))
    const place = { locationName: '全填', level: 'courtyard' }
    const links = { dept: home.depts.bones, location: (await admin.post('/eam/plc/location/submit', place)).data.id }
    const full = await detail(await add(draftOf(device, 7, { full: true, links, give: { rfidCode: undefined } })))
    expect(full.perfection).toBe(100)
    await admin.post(`${url}/submit`, { id: full.id, sn: null })
    expect((await detail(full.id)).perfection).toBe(Math.round((100 * (important.length - 1)) / important.length))
  })

  test('a draft can be removed, a filed card cannot [ASSET-ST-FILE-3] (deviation)', async () => {
    const [draft, filed] = [await add(), await add()]
    await admin.post(`${url}/submit-filing`, { id: filed })
    await admin.post(`${url}/sureEam`, { ids: [filed] })
    expect(await admin.post(`${url}/remove?ids=${draft},${filed}`)).toMatchObject({
      status: 409,
      error: 'closed',
      msg: '当前状态为“已建档”，不能修改或删除',
    })
    expect((await detail(draft)).id).toBe(draft)
    expect((await admin.post(`${url}/remove?ids=${draft}`)).status).toBe(200)
  })
})

describe('the life of a card', () => {
  interface Event {
    operationType: string
    contact: string
    showContent: string
    changes: { field: string; label: string; from: string; to: string }[]
    version: number
  }
  const life = async (id: string, query = {}) =>
    (await admin.get<Page<Event & Row>>('/eam/device-life-cycle/list', { eamDeviceId: id, ...query })).data

  test('adds, changes with old and new words, and steps are told newest first [ASSET-ENT-LIFE]', async () => {
    const id = await add({ brand: '旧牌', useDeptId: home.depts.bones })
    await admin.post(`${url}/submit`, { id, brand: '新牌', useDeptId: home.depts.medicine, origin: 'imported', originalValue: 12.5 })
    await admin.post(`${url}/seal`, { id, reason: '少用' })
    const events = await life(id)
    expect(events.total).toBe(3)
    expect(events.records.map((one) => one.operationType)).toEqual(['seal', 'change', 'add'])
    expect(events.records.every((one) => one.contact === '医院管理员')).toBe(true)
    expect(events.records[0]?.showContent).toBe('设备状态从 在库 改为 闲置；少用')
    expect(events.records[1]?.changes).toEqual(
      expect.arrayContaining([
        { field: 'brand', label: '品牌', from: '旧牌', to: '新牌' },
        { field: 'useDeptId', label: '使用科室', from: '骨科', to: '内科' },
        { field: 'origin', label: '产地', from: '—', to: '进口' },
        { field: 'originalValue', label: '原值', from: '—', to: '12.50' },
      ]),
    )
    expect(events.records[1]?.changes).toHaveLength(4)
    const english = await admin.get<Page<Event & Row>>(
      '/eam/device-life-cycle/list',
      { eamDeviceId: id, size: 1 },
      { 'accept-language': 'en' },
    )
    expect(english.data.records[0]?.showContent).toBe('Device status changed from In stock to Idle; 少用')
    expect(english.data).toMatchObject({ total: 3, size: 1, pages: 3 })
  })

  test('it is closed to another tenant, another department and other ids', async () => {
    const id = await add({ useDeptId: home.depts.medicine })
    expect((await life(id)).total).toBe(1)
    for (const client of [await app.as('administrator', other), await app.as('keeper')])
      expect((await client.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: id })).data.total).toBe(0)
    expect((await admin.get('/eam/device-life-cycle/list', { eamDeviceId: 'x' })).status).toBe(400)
  })
})

describe('what is wrong is refused in words', () => {
  test.each([
    [{ deviceName: '' }, '设备名称不能为空'],
    [{ deviceName: 'x'.repeat(121) }, '设备名称不能超过 120 个字'],
    [{ deviceName: '监\u0007护' }, '设备名称含有不可见的控制字符'],
    [{ deviceName: 7 }, '设备名称应为文字'],
    [{ originalValue: '1.234' }, '原值应为金额，最多两位小数'],
    [{ originalValue: 'abc' }, '原值应为金额，最多两位小数'],
    [{ originalValue: '-0.01' }, '原值不能小于 0'],
    [{ originalValue: '100000000000000' }, '原值应为金额，最多两位小数'],
    // A JSON number of this size has lost its cents.
    [{ originalValue: Number('99999999999999.99') }, '原值应为金额，最多两位小数'],
    [{ purchaseDate: '1899-12-31' }, '购置日期应为日期，如 2026-01-31'],
    [{ purchaseDate: '2200-01-01' }, '购置日期应为日期，如 2026-01-31'],
    [{ deviceName: '监护\ud842仪' }, '设备名称含有不可见的控制字符'],
    [{ purchaseDate: '2026-02-30' }, '购置日期应为日期，如 2026-01-31'],
    [{ usefulLifeMonths: 0 }, '折旧月数不能小于 1'],
    [{ usefulLifeMonths: 1.5 }, '折旧月数应为整数'],
    [{ residualRate: 1.2 }, '残值率不能大于 1'],
    [{ isMeasure: 2 }, '计量设备只能是 0 或 1'],
    [{ riskLevel: 'IV' }, '管理类别不在可选范围内'],
    [{ useDeptId: 'x' }, '使用科室不正确，请重新选择'],
    [{ useDeptId: other.depts.bones }, '使用科室所选的记录不存在'],
    [{ eamStatus: 'in_use' }, '“eamStatus”不是可以填写的字段'],
    [{ qrToken: 'abc' }, '“qrToken”不是可以填写的字段'],
    [{ deviceCode: 'ZC-1' }, '“deviceCode”不是可以填写的字段'],
  ])('%o', async (wrong, sentence) => {
    const answer = await admin.post(`${url}/submit`, { deviceName: '监护仪', ...wrong })
    expect(answer).toMatchObject({ status: 400, code: 400, success: false, error: 'bad_input' })
    expect(answer.msg).toContain(sentence)
  })

  test.each([
    ['the least', { originalValue: '0.00', purchaseDate: '1900-01-01', enableDate: '2199-12-31' }],
    ['the most', { originalValue: '99999999999999.99', deviceName: '\u{20BB7}'.repeat(60), remark: '\u{1F600}\u{2A700} x\u0301' }],
    ['right to left', { deviceName: 'جهاز مراقبة 12', brand: 'שלום ABC (7)', remark: '\u202bא\u202c\u200f.' }],
  ])('%s that a card may say is stored as it was written, and found by it', async (_, values) => {
    const id = await add(values)
    expect(await detail(id)).toMatchObject(values)
    const [[field, value]] = Object.entries(values) as [[string, string]]
    const { records } = (await admin.get<Page>(`${url}/list`, { [field]: value, size: 200 })).data
    expect(records.find((row) => row.id === id)).toMatchObject({ [field]: value })
  })

  test('a serial number is there once for a maker, in every width and with case, wherever it is written', async () => {
    const first = await add({ sn: 'ONE-7', manufacturer: '迈瑞' })
    const next = await add({ sn: 'ONE-8', manufacturer: '迈瑞' })
    const said = '同一生产厂家的出厂编号“ＯＮＥ－７”已存在'
    for (const [sn, manufacturer] of [
      ['ＯＮＥ－７', '迈瑞'],
      ['ONE\u200b-7', ' 迈瑞'],
      ['ONE 7'.replace(' ', '\u2010'), '迈瑞'],
    ] as const) {
      const refused = { status: 409, error: 'taken', msg: expect.stringContaining('同一生产厂家的出厂编号') }
      expect(await admin.post(`${url}/submit`, { deviceName: '监护仪', sn, manufacturer })).toMatchObject(refused)
      expect(await admin.post(`${url}/submit`, { id: next, sn })).toMatchObject(refused)
    }
    expect((await admin.post(`${url}/submit`, { id: next, sn: 'ＯＮＥ－７' })).msg).toBe(said)
    const english = await admin.post(`${url}/submit`, { id: next, sn: 'ＯＮＥ－７' }, { 'accept-language': 'en' })
    expect(english.msg).toBe('Serial number of this manufacturer “ＯＮＥ－７” already exists')
    // Another maker, another case, no maker, no number.
    const strange = await add({ sn: 'ONE-7', manufacturer: '飞利浦' })
    await add({ sn: 'one-7', manufacturer: '迈瑞' })
    const [plain] = [await add({ sn: 'ONE-7' }), await add({ sn: 'ONE-7' })]
    for (const _ of [1, 2]) await add({ sn: '不详', manufacturer: '迈瑞' })
    for (const id of [strange, plain])
      expect(await admin.post(`${url}/submit`, { id, manufacturer: '迈瑞' })).toMatchObject({ status: 409, error: 'taken' })
    // Its own writing may be corrected, and a removed card holds none.
    expect((await admin.post(`${url}/submit`, { id: first, sn: 'ＯＮＥ－７' })).status).toBe(200)
    expect((await admin.post(`${url}/remove?ids=${first}`)).status).toBe(200)
    await add({ sn: 'ONE-7', manufacturer: '迈瑞' })
  })

  test('of two people who write one serial number at once, one is refused', async () => {
    const both = await Promise.all([1, 2].map(() => admin.post(`${url}/submit`, { deviceName: '灯', sn: 'TWICE-1', manufacturer: '乙厂' })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const ids = [await add({ sn: 'T-1', manufacturer: '丙厂' }), await add({ sn: 'T-2', manufacturer: '丙厂' })]
    const changes = await Promise.all(ids.map((id) => admin.post(`${url}/submit`, { id, sn: 'T-3' })))
    expect(changes.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('every problem is named at once, in the language asked for', async () => {
    const answer = await admin.post(`${url}/submit`, { deviceName: '', originalValue: 'x', origin: 'y' }, { 'accept-language': 'en-GB' })
    expect(answer.msg).toBe(
      'Device is required; Origin is not one of the choices; Original value must be an amount with at most two decimals',
    )
  })

  test('ids that are none, or of another tenant, are told apart only by their shape', async () => {
    const foreign = await add({}, await app.as('administrator', other))
    for (const id of [foreign, '01900000-0000-7000-8000-0000000000ff']) {
      expect((await admin.get(`${url}/detail`, { id })).status).toBe(404)
      expect((await admin.post(`${url}/submit`, { id, brand: 'x' })).status).toBe(404)
      expect((await admin.post(`${url}/seal`, { id, reason: 'x' })).status).toBe(404)
    }
    for (const id of ["1' or '1'='1", '../1', 'null', '1,2']) {
      expect((await admin.get(`${url}/detail`, { id })).status).toBe(400)
      expect((await admin.post(`${url}/submit`, { id, brand: 'x' })).status).toBe(400)
    }
    expect((await admin.post(`${url}/remove`)).status).toBe(400)
    expect((await admin.post(`${url}/remove?ids=`)).status).toBe(400)
  })
})
