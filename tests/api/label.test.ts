import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { describe, expect, test, vi } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { labelPresets } from '#contract/label/label-design.ts'
import { layoutLabel } from '#contract/label/label-layout.ts'
import { printedDesign } from '#contract/label/label-margin.ts'
import { squaresOf } from '#server/features/label/squares.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { readPdf } from '#tests/harness/pdf.ts'
import { factsOf, send, upload } from '#tests/harness/pictures.ts'

const base = 'https://eam.example.org'
const app = await appForFile({ env: { PUBLIC_URL: base } })
const admin = await app.as('administrator')
const keeper = await app.as('keeper')

interface Content {
  id: string
  code: string
  title: string
  lines: { caption: string; value: string }[]
}
interface Preview {
  total: number
  printed: number
  hospital: string
  contents: Content[]
}

const card = async (deviceName: string, more: Record<string, unknown> = {}): Promise<string> =>
  (await admin.post('/eam/device/submit', { deviceName, useDeptId: home.depts.bones, ...more })).data.id as string
const cards = (name: string, count: number) => Promise.all(Array.from({ length: count }, (_, index) => card(`${name}${index}`)))
const print = (client: Client, more: Record<string, unknown>, headers = {}) =>
  client.post<{ id: string; rows: number; labels: number; reprints: number }>(
    '/eam/label/print',
    { labelKind: 'device', template: '60x40', output: 'pdf', ...more },
    headers,
  )
const preview = (client: Client, more: Record<string, unknown>) =>
  client.post<Preview>('/eam/label/preview', { labelKind: 'device', lines: ['deviceName', 'deviceCode', 'useDept'], ...more })
const pdf = async (client: Client, id: string) => {
  const file = await client.file('/eam/label/pdf', { id })
  expect(file.status).toBe(200)
  expect(file.headers.get('content-type')).toBe('application/pdf')
  return readPdf(file.bytes)
}
const tokenOf = async (id: string) => String((await admin.get('/eam/device/detail', { id })).data.qrToken)

/** What a reader sees in the codes of a drawn label: `isDark` of its dots. */
async function readCodes(width: number, height: number, isDark: (x: number, y: number) => boolean): Promise<string[]> {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (isDark(x, y)) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
  const found = await readBarcodes({ width, height, data, colorSpace: 'srgb' } as ImageData, {
    formats: ['QRCode', 'Code128', 'DataMatrix'],
    tryHarder: true,
    textMode: 'Plain',
  })
  return found.map((one) => one.text)
}

/** What a reader sees in the QR code that a layout draws. */
async function decoded(content: Content, preset: keyof typeof labelPresets): Promise<string[]> {
  const design = printedDesign(labelPresets[preset].values, 'device')
  const { draws } = layoutLabel(design, content, { hospital: '', squaresOf })
  const qr = draws.find((one) => one.kind === 'squares')!
  const scale = 12
  const [width, height] = [Math.round(design.widthMm * scale), Math.round(design.heightMm * scale)]
  const px = (mm: number): number => Math.round(mm * scale)
  const dark = new Set<number>()
  for (const [column, row, length] of qr.runs)
    for (let y = px(qr.y + row * qr.side); y < px(qr.y + (row + 1) * qr.side); y++)
      for (let x = px(qr.x + column * qr.side); x < px(qr.x + (column + length) * qr.side); x++) dark.add(y * width + x)
  return readCodes(width, height, (x, y) => dark.has(y * width + x))
}

/** The dots of the first label of a ZPL file: its compressed rows written out. */
function dotsOf(zpl: string): { width: number; height: number; rows: string[] } {
  const [, width, height, perRow, data] = /\^PW(\d+)\^LL(\d+).*?\^GFA,\d+,\d+,(\d+),(.*?)\^FS/.exec(zpl)!
  const rows: string[] = []
  let row = ''
  let times = 0
  for (const char of data!) {
    if (char === ':') rows.push(rows.at(-1)!)
    else if (char >= 'G' && char <= 'Y') times += char.charCodeAt(0) - 0x46
    else if (char >= 'g' && char <= 'z') times += 20 * (char.charCodeAt(0) - 0x66)
    else {
      row +=
        char === ','
          ? '0'.repeat(2 * Number(perRow) - row.length)
          : char === '!'
            ? 'F'.repeat(2 * Number(perRow) - row.length)
            : char.repeat(times || 1)
      times = 0
    }
    if (row.length === 2 * Number(perRow)) {
      rows.push([...row].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join(''))
      row = ''
    }
  }
  return { width: Number(width), height: Number(height), rows }
}

describe('for a label printer', () => {
  test('is ZPL of the label’s size: one picture with the code of the card and its Chinese name', async () => {
    const ids = [await card('多参数监护仪'), await card('除颤仪')]
    const started = await print(admin, { ids, copies: 3, output: 'zpl' })
    const file = await admin.file('/eam/label/zpl', { id: started.data.id, dpi: '300' })
    expect(file.status).toBe(200)
    const labels = Buffer.from(file.bytes).toString().trim().split('\n')
    expect(labels).toHaveLength(2)
    for (const one of labels) expect(one).toMatch(/^\^XA\^PW709\^LL472\^LH0,0\^FO0,0\^GFA,.*\^FS\^PQ3\^XZ$/)
    const drawn = labels.map(dotsOf)
    const codes: string[] = []
    for (const { width, height, rows } of drawn) {
      expect(rows).toHaveLength(height)
      codes.push(...(await readCodes(width, height, (x, y) => rows[y]![x] === '1')))
    }
    expect(codes.sort()).toEqual((await Promise.all(ids.map(async (id) => `${base}/m/c/${await tokenOf(id)}`))).sort())
    // Beside the code stands the name, another one on each label.
    const written = drawn.map(({ rows, width }) => rows.map((row) => row.slice(Math.round(width * 0.5), width)).join(''))
    for (const text of written) expect(text.split('1').length).toBeGreaterThan(500)
    expect(written[0]).not.toBe(written[1])
  })

  test('has the barcode and the UDI code of the card, by the template that its device class has as its usual one', async () => {
    const above = (await admin.post('/eam/device-class/submit', { className: '监护设备', classCode: '07' })).data.id
    const classifyId = (await admin.post('/eam/device-class/submit', { className: '监护仪', classCode: '07-03', parentId: above })).data.id
    const values = { ...labelPresets['70x50-codes'].values, labelKind: 'device', deviceLines: ['deviceName'] }
    const template = (await admin.post('/eam/label-template/submit', { ...values, templateName: '监护设备标签', classes: [above] })).data.id
    const id = await card('带码监护仪', { classifyId, udiDi: '09506000134352', udiPi: '(17)271231(10)AB-12', sn: 'SN-7' })
    const other = await card('无类设备')
    const shown = async (ids: string[], more = {}) => (await preview(admin, { ids, ...more })).data as Preview & { template: string | null }
    expect(await shown([id])).toMatchObject({ template, contents: [{ title: '带码监护仪' }] })
    expect((await shown([id, other])).template).toBeNull()
    const [seen] = (await shown([id], { barcode: 'deviceCode', withUdi: 1 })).contents as unknown as Record<string, unknown>[]
    const { deviceCode } = (await admin.get('/eam/device/detail', { id })).data
    expect(seen).toMatchObject({ barcode: deviceCode, udi: '(01)09506000134352(17)271231(10)AB-12(21)SN-7' })

    const started = await print(admin, { ids: [id], template, output: 'zpl' })
    const file = await admin.file('/eam/label/zpl', { id: started.data.id, dpi: '203' })
    const { width, height, rows } = dotsOf(Buffer.from(file.bytes).toString())
    const found = await readCodes(width, height, (x, y) => rows[y]![x] === '1')
    expect(found.sort()).toEqual([`${base}/m/c/${await tokenOf(id)}`, deviceCode, '01095060001343521727123110AB-12\x1d21SN-7'].sort())
    const again = await print(admin, { ids: [id], template, output: 'pdf', reason: '补打' })
    expect((await pdf(admin, again.data.id)).pages[0]!.text).toContain(deviceCode)
  })

  test('is as small as 10 mm: a QR code of the short code that finds its card, or the GS1 DataMatrix alone', async () => {
    const id = await card('小器械', { udiDi: '09506000134352', sn: 'SN-8' })
    const base = { ...labelPresets['40x30'].values, labelKind: 'device', padding: 0, withHospital: 0, widthMm: 10, heightMm: 10 }
    const seen = async (templateName: string, more: Record<string, unknown>, dpi: string, reason?: string) => {
      const saved = await admin.post('/eam/label-template/submit', { ...base, templateName, ...more })
      expect(saved.status, saved.msg).toBe(200)
      const started = await print(admin, { ids: [id], template: saved.data.id, output: 'zpl', reason })
      const { width, height, rows } = dotsOf(
        Buffer.from((await admin.file('/eam/label/zpl', { id: started.data.id, dpi })).bytes).toString(),
      )
      // Readers see what is around a label, too: the paper it stands on.
      const paper = 40
      const codes = await readCodes(width + 2 * paper, height + 2 * paper, (x, y) => rows[y - paper]?.[x - paper] === '1')
      const again = await print(admin, { ids: [id], template: saved.data.id, reason: '补打' })
      const [page] = (await pdf(admin, again.data.id)).pages
      expect(page).toMatchObject({ width: 10, height: 10, text: '' })
      return { codes, size: [width, height] }
    }
    const token = await tokenOf(id)
    expect(await seen('小二维码', { qrContent: 'short', qrSize: 10 }, '203')).toEqual({ codes: [`c/${token}`], size: [80, 80] })
    expect((await admin.get('/eam/device/queryRfidCode', { rfidCode: `c/${token}` })).data.id).toBe(id)
    const alone = { qrContent: 'none', qrSize: null, withUdi: 1, udiSize: 10 }
    expect((await seen('小 UDI 码', alone, '300', '换签')).codes).toEqual(['010950600013435221SN-8'])
  })

  test('takes single labels and the resolutions of printers only', async () => {
    const ids = [await card('心电图机')]
    const sheet = await print(admin, { ids, template: 'a4-3x8', output: 'zpl' })
    expect((await admin.get('/eam/label/zpl', { id: sheet.data.id, dpi: '203' })).msg).toBe('标签打印机只打印单张标签，请换一个单张模板')
    expect((await admin.get('/eam/label/zpl', { id: sheet.data.id, dpi: '150' })).status).toBe(400)
    expect((await keeper.get('/eam/label/zpl', { id: sheet.data.id, dpi: '203' })).status).not.toBe(200)
  })
})

describe('a printing', () => {
  test('is a PDF of the template’s size, one page a label, with the Chinese of the cards in it', async () => {
    const ids = await cards('多参数监护仪', 3)
    const started = await print(admin, { ids, copies: 2 })
    expect(started.data).toMatchObject({ rows: 3, labels: 6, reprints: 0 })
    const { pages } = await pdf(admin, started.data.id)
    expect(pages.map(({ width, height }) => [width, height])).toEqual(Array.from({ length: 6 }, () => [60, 40]))
    const row = (await admin.get('/eam/device/detail', { id: ids[0]! })).data
    const text = pages.map((page) => page.text).join('')
    expect(text).toContain('多参数监护仪0')
    expect(text).toContain(`资产编号：${row.deviceCode}`)
    expect(text).toContain('使用科室：骨科')
    expect(text).toContain(`医院${home.tenant}`)
    expect(text).not.toContain('\ufffd')
    for (const name of ['多参数监护仪0', '多参数监护仪1', '多参数监护仪2']) expect(text.split(`${name}\n`)).toHaveLength(3)
  })

  test('on A4 begins where the sheet is still whole, and obeys the filter of the list', async () => {
    await Promise.all([...Array.from({ length: 6 }, () => card('输液泵甲')), card('输液泵乙')])
    const search = `?${new URLSearchParams({ keyword: '输液泵甲', descs: 'deviceCode', current: '3' })}`
    const { total } = (await admin.get<Page>('/eam/device/list', { keyword: '输液泵甲' })).data
    const started = await print(admin, { search, template: 'a4-3x8', startAt: 20 })
    expect(started.data).toMatchObject({ rows: total, labels: 6 })
    const { pages } = await pdf(admin, started.data.id)
    expect(pages.map(({ width, height }) => [width, height])).toEqual([
      [210, 297],
      [210, 297],
    ])
    expect(pages.map((page) => page.text.split('输液泵甲\n').length - 1)).toEqual([5, 1])
    expect(pages.map((page) => page.text).join('')).not.toContain('输液泵乙')
  })

  test('carries the code of the card, which the scanner reads, for cards and rooms alike', async () => {
    const id = await card('除颤仪')
    const [content] = (await preview(admin, { ids: [id] })).data.contents
    expect(content).toMatchObject({ id, title: '除颤仪', code: `${base}/m/c/${await tokenOf(id)}` })
    for (const preset of ['60x40', '40x30', 'a4-4x10'] as const) expect(await decoded(content!, preset)).toEqual([content!.code])
    const byCode = await admin.get('/eam/device/queryRfidCode', { rfidCode: content!.code })
    expect(byCode.data.id).toBe(id)

    const place = async (level: string, locationName: string, parentId?: string): Promise<string> =>
      String((await admin.post('/eam/plc/location/submit', { locationName, level, parentId })).data.id)
    const building = await place('building', '门诊楼', await place('courtyard', '本部'))
    const floor = await place('floor', '1F', building)
    const rooms = [await place('room', '抢救室', floor), await place('room', '留观室', floor)]
    const { qrToken } = (await admin.get('/eam/plc/location/detail', { id: rooms[0]! })).data
    expect(await print(admin, { labelKind: 'room', ids: [rooms[0], floor] })).toMatchObject({ status: 400, msg: /只有房间有标签/ })
    const started = await print(admin, { labelKind: 'room', search: `?parentId=${building}&ascs=locationName` })
    const contents = (await admin.get<{ contents: Content[] }>('/eam/label/contents', { id: started.data.id })).data.contents
    expect(new Set(contents.map((one) => one.title))).toEqual(new Set(['抢救室', '留观室']))
    expect(contents.find((one) => one.id === rooms[0])?.code).toBe(`${base}/m/c/${qrToken}`)
    expect((await pdf(admin, started.data.id)).pages.map((page) => page.text).join('')).toContain('抢救室')
  })

  test('is refused where there are too many labels, none, no address, or a wrong template', async () => {
    const [id] = await cards('拒', 1)
    expect(await print(admin, { ids: [id], copies: 21 })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await print(admin, {})).toMatchObject({ status: 400, msg: '请选择要打印标签的记录' })
    expect(await print(admin, { search: '?nothing=1' })).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await print(admin, { ids: [id], template: 'a5' })).toMatchObject({ status: 404 })
    expect(await print(admin, { ids: [id], template: v7() })).toMatchObject({ status: 404 })
    expect((await admin.get('/eam/label/contents', { id: 'x' })).status).toBe(404)
    const many = `insert into device (tenant_id, id, device_name, device_code, qr_token, eam_status, filing_status)
      select $1, gen_random_uuid(), '成批', 'CP-' || n, lpad(to_hex(n), 12, '0'), 'in_use', 'filed' from generate_series(1, 5003) n`
    await app.sql(many, [home.tenant])
    expect(await print(admin, { search: '?deviceName=成批' })).toMatchObject({
      status: 400,
      msg: '一次最多打印 5000 张标签，请缩小范围后分次打印',
    })
    expect((await preview(admin, { search: '?deviceName=成批', size: 1 })).data).toMatchObject({ total: 5001, printed: 0, contents: [{}] })
    await app.sql(`delete from device where tenant_id = $1 and device_name = '成批'`, [home.tenant])
  })

  test('of the same operation is recorded once', async () => {
    const [id] = await cards('一次', 1)
    const headers = { 'idempotency-key': v7() }
    const [first, again] = [await print(admin, { ids: [id] }, headers), await print(admin, { ids: [id] }, headers)]
    expect(again.data).toEqual(first.data)
    expect(again.headers.get('idempotent-replay')).toBe('true')
    expect(await app.sql('select 1 from label_item where device_id = $1', [id])).toHaveLength(1)
  })
})

describe('the thread that draws', () => {
  /** The thread that the next drawing is handed to; resolves once it has it. */
  const handed = () => {
    const spy = vi.spyOn(Worker.prototype, 'postMessage')
    return {
      begun: () =>
        vi.waitFor(
          () => {
            expect(spy.mock.contexts).toHaveLength(1)
            return spy.mock.contexts[0] as Worker
          },
          { timeout: 19_000 },
        ),
      end: () => spy.mockRestore(),
    }
  }

  test('is terminated when the client disconnects; the next printing gets a new thread', async () => {
    const ids = await cards('断', 20)
    const { id } = (await print(admin, { ids, copies: 20 })).data
    const left = new AbortController()
    const drawing = handed()
    const asked = fetch(`${app.url}/api/eam/label/pdf?id=${id}`, { headers: admin.headers, signal: left.signal }).catch(() => 'left')
    const worker = await drawing.begun()
    drawing.end()
    const ended = once(worker, 'exit')
    left.abort()
    expect(await asked).toBe('left')
    await ended
    expect((await pdf(admin, id)).pages).toHaveLength(400)
  })

  test('fails with a message and never with a partial file', async () => {
    const { id } = (await print(admin, { ids: await cards('败', 20), copies: 20 })).data
    const drawing = handed()
    const asked = admin.get('/eam/label/pdf', { id })
    const worker = await drawing.begun()
    drawing.end()
    await worker.terminate()
    expect(await asked).toMatchObject({ status: 500, msg: /^系统出现问题，请把编号 \w+ 告诉管理员$/ })
    expect((await pdf(admin, id)).pages).toHaveLength(400)
  })
})

describe('who prints what', () => {
  test('a keeper prints what the department holds, and nothing beyond it', async () => {
    const mine = await card('本科室')
    const theirs = await card('别科室', { useDeptId: home.depts.medicine })
    expect((await print(keeper, { ids: [mine] })).data.rows).toBe(1)
    expect(await print(keeper, { ids: [mine, theirs] })).toMatchObject({ status: 404 })
    expect((await preview(keeper, { search: '?keyword=科室' })).data.contents.map((one) => one.title)).toEqual(['本科室'])
    expect((await preview(keeper, { search: '?keyword=科室' })).data.total).toBe(1)
    const stranger = await app.as('administrator', other)
    expect(await print(stranger, { ids: [mine] })).toMatchObject({ status: 404 })
    expect((await preview(stranger, { ids: [mine] })).data).toMatchObject({ total: 0, contents: [] })
  })

  test('a card that left the department is not in the file any more', async () => {
    const [stays, goes] = [await card('留'), await card('走')]
    const { id } = (await print(keeper, { ids: [stays, goes] })).data
    await admin.post('/eam/device/submit', { id: goes, useDeptId: home.depts.medicine })
    const { pages } = await pdf(keeper, id)
    expect(pages).toHaveLength(1)
    expect(pages[0]?.text).toContain('留')
    const gone = (await print(keeper, { ids: [stays], reason: '标签脱落' })).data
    await admin.post('/eam/device/submit', { id: stays, useDeptId: home.depts.medicine })
    const answer = await keeper.get('/eam/label/pdf', { id: gone.id })
    expect(answer).toMatchObject({ status: 404, msg: '找不到“设备卡”，可能已被删除，或不在您的范围内' })
    expect((await keeper.get('/eam/label/contents', { id: gone.id })).status).toBe(404)
  })

  test('without the right nothing is printed, and another’s file or an old one is refused', async () => {
    const [id] = await cards('权', 1)
    for (const role of ['engineer', 'head', 'auditor'] as const) {
      const client = await app.as(role)
      expect(await print(client, { ids: [id] })).toMatchObject({ status: 403, error: 'forbidden' })
      expect((await preview(client, { ids: [id] })).status).toBe(403)
    }
    const started = (await print(admin, { ids: [id] })).data
    expect((await (await app.as('equipment_manager')).file('/eam/label/pdf', { id: started.id })).status).toBe(404)
    expect((await (await app.as('administrator', other)).file('/eam/label/pdf', { id: started.id })).status).toBe(404)
    await app.sql(`update label_print set created_at = now() - interval '11 minutes' where id = $1`, [started.id])
    expect((await admin.file('/eam/label/pdf', { id: started.id })).status).toBe(404)
  })
})

describe('a label printed again', () => {
  test('asks for the reason and is on record as a reprint, with the card too', async () => {
    const [old, fresh] = (await cards('重', 2)) as [string, string]
    await print(admin, { ids: [old] })
    expect((await preview(admin, { ids: [old, fresh] })).data).toMatchObject({ total: 2, printed: 1 })
    const refused = await print(admin, { ids: [old, fresh] })
    expect(refused).toMatchObject({ status: 400, msg: '其中 1 个的标签已打印过，补打请填写原因', data: { reprints: 1 } })
    expect(await app.sql('select 1 from label_item where device_id = $1', [fresh])).toEqual([])
    const started = await print(admin, { ids: [old, fresh], reason: '标签脱落', output: 'browser' })
    expect(started.data).toMatchObject({ rows: 2, reprints: 1 })
    const records = (await admin.get<Page>('/eam/label-print/list')).data.records
    expect(records[0]).toMatchObject({
      id: started.data.id,
      outputValue: '浏览器打印',
      rowCount: 2,
      reprintCount: 1,
      reason: '标签脱落',
      userId: home.users.administrator,
      templateName: '60×40 毫米 单张',
    })
    const items = async (deviceId: string) => (await admin.get<Page>('/eam/label-item/list', { deviceId })).data.records
    expect((await items(old)).map((row) => [row.printKind, row.reason])).toEqual([
      ['reprint', '标签脱落'],
      ['first', null],
    ])
    expect((await items(fresh)).map((row) => row.printKind)).toEqual(['first'])
    const life = (await admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: old })).data.records
    expect(life.slice(0, 2).map((row) => [row.operationTypeValue, row.showContent])).toEqual([
      ['补打标签', '标签脱落'],
      ['打印标签', ''],
    ])
    // A card that has a label can be removed like any other.
    expect((await admin.post(`/eam/device/remove?ids=${old}`)).status).toBe(200)
  })

  test('by two people at once is first printed once', async () => {
    const [id] = await cards('并', 1)
    const manager = await app.as('equipment_manager')
    const answers = await Promise.all([print(admin, { ids: [id] }), print(manager, { ids: [id] })])
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400])
  })

  test('its record is seen by who made it and above, not by the next hospital', async () => {
    const [id] = await cards('看', 1)
    const made = (await print(keeper, { ids: [id] })).data
    const seen = async (client: Client) =>
      (await client.get<Page>('/eam/label-print/list', { size: 200 })).data.records.map((row) => row.id)
    expect(await seen(keeper)).toContain(made.id)
    expect(await seen(await app.as('auditor'))).toContain(made.id)
    expect(await seen(await app.as('administrator', other))).toEqual([])
    const all = (await admin.get<Page>('/eam/label-print/list', { size: 200 })).data.total
    expect((await seen(keeper)).length).toBeLessThan(all)
    expect((await admin.post('/eam/label-print/submit', { reason: 'x' })).status).toBe(404)
  })
})

describe('a template', () => {
  const draft = (more: Record<string, unknown> = {}) => ({
    ...labelPresets['50x30'].values,
    templateName: `模板${v7().slice(-6)}`,
    labelKind: 'device',
    ...more,
  })
  const save = (more?: Record<string, unknown>, client = admin) => client.post('/eam/label-template/submit', draft(more))
  const sent = async (bytes: Buffer, name = '院徽.png', client = admin) => {
    const file = upload(bytes, { facts: factsOf(bytes, name, 'image/png') })
    expect((await send(app, client, file)).status).toBe(200)
    return file.id
  }
  const rendered = (format: 'png' | 'jpeg' | 'webp', wide = 80) =>
    sharp({ create: { width: wide, height: 40, channels: 4, background: { r: 200, g: 30, b: 40, alpha: 0.5 } } })
      .toFormat(format)
      .toBuffer()

  test('says its own lines and size, in the order they were chosen', async () => {
    const saved = await save({ widthMm: 70, heightMm: 30, deviceLines: ['deviceCode', 'deviceName'], withCaptions: 0, withHospital: 0 })
    expect(saved.status, saved.msg).toBe(200)
    const id = await card('模板卡')
    const started = await print(admin, { ids: [id], template: saved.data.id })
    const { pages } = await pdf(admin, started.data.id)
    const { deviceCode } = (await admin.get('/eam/device/detail', { id })).data
    expect(pages).toEqual([{ width: 70, height: 30, text: `${deviceCode}\n模板卡\n` }])
    expect(await print(admin, { labelKind: 'room', search: '?', template: saved.data.id })).toMatchObject({ status: 404 })
  })

  test('shows the fields that the hospital added and has in its lists, by their names', async () => {
    const field = (code: string, name: string, isList: 0 | 1) =>
      admin.post('/eam/custom-field/submit', { entity: 'device', code, name, fieldKind: 'text', isList })
    for (const [code, name, isList] of [
      ['ward', '病区床位', 1],
      ['note', '内部备注', 0],
    ] as const)
      expect((await field(code, name, isList)).status).toBe(200)
    const [own, bare] = [await card('自有字段', { x_ward: '3 病区 12 床', x_note: '不印' }), await card('没有填写')]
    const saved = await save({ widthMm: 70, deviceLines: ['deviceName', 'ownFields'], withCaptions: 1, withHospital: 0 })
    const started = await print(admin, { ids: [own, bare], template: saved.data.id })
    const { pages } = await pdf(admin, started.data.id)
    expect(pages.map((page) => page.text).sort()).toEqual(['没有填写\n', '自有字段\n病区床位：3 病区 12 床\n'].sort())
    const [shown] = (await preview(admin, { ids: [own], lines: ['ownFields'] })).data.contents
    expect(shown).toMatchObject({ title: '3 病区 12 床', lines: [] })
  })

  test('shows those of the hospital’s own fields that were chosen, one by one, in every way of printing', async () => {
    for (const [code, name, isList] of [
      ['bed', '床号', 1],
      ['gas', '接气类型', 0],
    ] as const)
      expect((await admin.post('/eam/custom-field/submit', { entity: 'device', code, name, fieldKind: 'text', isList })).status).toBe(200)
    const own = await card('逐项自有', { x_bed: '7 床', x_gas: '氧气' })
    const lines = ['deviceName', 'x_gas']
    const saved = await save({ widthMm: 70, deviceLines: lines, withCaptions: 1, withHospital: 0 })
    expect(saved.status, saved.msg).toBe(200)
    const said = { title: '逐项自有', lines: [{ caption: '接气类型：', value: '氧气' }] }
    expect((await preview(admin, { ids: [own], lines })).data.contents).toMatchObject([said])
    const started = await print(admin, { ids: [own], template: saved.data.id })
    expect((await admin.get('/eam/label/contents', { id: started.data.id })).data.contents).toMatchObject([said])
    expect((await pdf(admin, started.data.id)).pages.map((page) => page.text)).toEqual(['逐项自有\n接气类型：氧气\n'])
    // Beside "all of them" it stands once, where it was put.
    const [both] = (await preview(admin, { ids: [own], lines: ['deviceName', 'x_bed', 'ownFields'] })).data.contents
    expect(both!.lines.filter(({ value }) => value === '7 床')).toHaveLength(1)
    const unknown = await save({ deviceLines: ['deviceName', 'x_none'] })
    expect(unknown).toMatchObject({ status: 400, error: 'bad_input' })
    expect(await preview(admin, { ids: [own], lines: ['x_none'] })).toMatchObject({ status: 400, error: 'bad_input' })
  })

  test('that cannot be printed is refused with a message', async () => {
    expect(await save({ qrSize: 8 })).toMatchObject({ status: 400, msg: '二维码边长（含留白）不能小于 9' })
    expect(await save({ qrSize: 10 })).toMatchObject({ status: 400, msg: '二维码太小，扫描不出：边长至少 10.9 毫米' })
    expect(await save({ widthMm: 9.9 })).toMatchObject({ status: 400, msg: '宽不能小于 10' })
    expect(await save({ qrContent: 'none' })).toMatchObject({ status: 400, msg: '标签上没有码，请选择二维码、条码或 UDI 码' })
    expect(await save({ withUdi: 1, udiSize: 40 })).toMatchObject({ status: 400, msg: /^UDI 码放不进标签/ })
    expect(await save({ qrSize: 29 })).toMatchObject({ status: 400, msg: '二维码放不进标签，请缩小二维码或增大标签' })
    expect(await save({ sheet: 'a4', sheetColumns: 5, sheetRows: 2 })).toMatchObject({ status: 400, msg: /各列加起来比 A4 纸宽/ })
    expect(await save({ deviceLines: ['originalValue'] })).toMatchObject({ status: 400, error: 'bad_input' })
    const saved = await save({ qrSize: 11 })
    expect(saved.status).toBe(200)
    const [id] = await cards('小', 1)
    expect(await print(admin, { ids: [id], template: saved.data.id })).toMatchObject({ status: 400, msg: /边长至少 1[23]\.\d 毫米/ })
    expect(await save({}, keeper)).toMatchObject({ status: 403 })
  })

  test('has a logo: a whole PNG or JPEG, printed, and seen by who may see templates', async () => {
    for (const [bytes, why] of [
      [await rendered('webp'), /只能是不超过 2 MB 的 PNG 或 JPG/],
      [(await rendered('png')).subarray(0, 60), /已损坏/],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(200, 7)]), /已损坏/],
    ] as const)
      expect(await save({ logo: [await sent(bytes)] })).toMatchObject({ status: 400, msg: why })
    const logo = await sent(await rendered('png'))
    const saved = await save({ logo: [logo] })
    expect(saved.status, saved.msg).toBe(200)
    expect((await admin.get('/eam/label-template/detail', { id: saved.data.id as string })).data).toMatchObject({
      logo: [logo],
      logoRatio: 2,
    })
    const started = await print(admin, { ids: await cards('徽', 3), template: saved.data.id })
    expect((await pdf(admin, started.data.id)).images).toBe(1)
    expect((await keeper.file(`/file/${logo}`)).status).toBe(200)
    expect((await (await app.as('engineer')).file(`/file/${logo}`)).status).toBe(404)
    expect((await (await app.as('administrator', other)).file(`/file/${logo}`)).status).toBe(404)
    const theirs = await sent(await rendered('jpeg'), '他.jpg', keeper)
    expect(await save({ logo: [theirs] })).toMatchObject({ status: 400 })
  })
})

describe('an address', () => {
  test('is the public one, not one that a request names', async () => {
    const [id] = await cards('址', 1)
    for (const foreign of ['https://evil.example', 'javascript:alert(1)'])
      expect(await preview(admin, { ids: [id], base: foreign })).toMatchObject({ status: 400, msg: expect.stringContaining('base') })
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
    const { data } = await admin.post<{ contents: { code: string }[] }>(
      '/eam/label/preview',
      { labelKind: 'device', ids: [id], lines: ['deviceName'] },
      headers,
    )
    expect(data.contents[0]?.code.startsWith(`${base}/m/c/`)).toBe(true)
  })
})
