import { readdir, readFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { labelReport } from '#contract/entities/service/label/label-report.ts'
import { labelReportTextKey } from '#contract/params.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { labelLimits } from '#server/features/service/label/limits.ts'
import { labelReportDays, labelReportJob } from '#server/features/service/label/report-job.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { labelReports } from '#tests/harness/label-reports.ts'
import { photo } from '#tests/harness/pictures.ts'
import { runTimedJob } from '#tests/harness/timed-job.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const stranger = await app.as('administrator', other)
const [keeper, engineer, manager] = [await app.as('keeper'), await app.as('engineer'), await app.as('equipment_manager')]
const lab = labelReports(app, admin)
const url = '/eam/label-report'
const take = (by: typeof keeper, id: unknown, more: object = {}) => by.post<Row>(`${url}/take-over`, { id, ...more })
const list = async (by: typeof keeper, query: Record<string, string> = {}) =>
  (await by.get<Page<Row>>(`${url}/list`, { size: '100', ...query })).data
const noticesOf = (id: unknown) => app.sql(`select user_id from notice where target = 'labelReport' and target_id = $1`, [String(id)])

/** A white square of one bit a pixel: few bytes, and as many pixels as one likes. */
function whitePng(side: number): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const [head, end] = [Buffer.alloc(4), Buffer.alloc(4)]
    const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
    head.writeUInt32BE(content.length)
    end.writeUInt32BE(crc32(body))
    return Buffer.concat([head, body, end])
  }
  const facts = Buffer.alloc(13)
  facts.writeUInt32BE(side, 0)
  facts.writeUInt32BE(side, 4)
  facts[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (1 + side / 8)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', facts), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** The page without what differs from visit to visit: captcha, form key. */
const plainOf = (text: string): string => text.replace(/\/m\/c\/\w+/g, '/m/c/x')

test('off by default: a label is answered as any other address, and a report is refused', async () => {
  const { token, id } = await lab.labelled()
  const unknown = await lab.page('0123456789ab')
  const known = await lab.page(token)
  expect([known.status, await known.text()]).toEqual([unknown.status, await unknown.text()])
  expect(known.headers.get('content-security-policy')).not.toContain('sha256')
  expect(await lab.send(token)).toMatchObject({ status: 404, done: false })
  expect(await lab.stored(id)).toEqual([])
})

test('its choices alone are taken for the parameter', async () => {
  const draft = { paramName: '扫码报修', paramKey: 'label.faultReport', paramValue: 'maybe' }
  expect((await admin.post('/blade-system/param/submit', draft)).msg).toBe('扫码报修（免登录）只能填 on（接受） 或 off（不接受）')
})

test('a stranger sees name and number of the device alone, in the language of the browser, in at most 60 kB', async () => {
  await lab.allow(admin)
  await admin.post('/blade-system/param/submit', { paramName: '提示', paramKey: labelReportTextKey, paramValue: '急诊请拨 <8123>' })
  const { token, id, name } = await lab.labelled()
  const [card] = await app.sql('select device_code from device where id = $1', [id])
  const answer = await lab.page(token, { 'accept-encoding': 'identity' })
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(text).toContain(name)
  expect(text).toContain(String(card!.device_code))
  expect(text).toContain('急诊请拨 &lt;8123&gt;')
  for (const hidden of [id, home.tenant, '骨科', '已于', 'serviceWorker']) expect(text.includes(hidden), hidden).toBe(false)
  expect(Buffer.byteLength(text)).toBeLessThan(60_000)
  // Nothing else is loaded: all sources are in the page.
  expect(
    [...text.matchAll(/(?:src|href)="([^"]{0,5})/g)].map(([, start]) => start).filter((start) => !/^(data:|\/m\/c\/)/.test(start!)),
  ).toEqual([])
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(text).toContain('<html lang="zh-CN">')
  const english = await (await lab.page(token, { 'accept-language': 'en-GB,en' })).text()
  expect(english).toContain('Report a fault')
  expect(await (await lab.page(token, { 'accept-language': 'en' }, '?lang=zh')).text()).toContain('设备报修')
  expect(await (await lab.page(token.toUpperCase())).text()).toContain(name)
})

test('visits are counted by address, not by a header, and refused in words; those with a session are not', async () => {
  const { token } = await lab.labelled()
  const pool = openPool(app.database.appUrl, 2)
  const settings = readSettings({ NODE_ENV: 'test', DEMO: 'off', RATE_LIMIT: '12', LOG_LEVEL: 'silent', DATA_DIR: app.dataDir })
  const limited = await buildApp({ settings, pool })
  try {
    const visit = (more: Record<string, string> = {}) => limited.inject({ url: `/m/c/${token}`, headers: { accept: 'text/html', ...more } })
    const told: number[] = []
    for (let n = 0; n < 5; n++) told.push((await visit({ 'x-forwarded-for': `10.0.0.${n}` })).statusCode)
    expect(told).toEqual([200, 200, 200, 429, 429])
    const refused = await visit()
    expect([refused.headers['content-type'], refused.body.includes('请求过于频繁')]).toEqual(['text/html; charset=utf-8', true])
    expect((await visit({ cookie: `${markerCookie}=abc` })).statusCode).not.toBe(429)
  } finally {
    await limited.close()
    await pool.end()
  }
})

test('who has a session, or wants to sign in, gets the program', async () => {
  const { token, name } = await lab.labelled()
  for (const answer of [await lab.page(token, { cookie: `${markerCookie}=abc` }), await lab.page(token, {}, '?app=1')]) {
    expect(await answer.text()).not.toContain(name)
    expect(answer.headers.get('content-security-policy')).not.toContain('sha256')
  }
})

test('an unknown token, a disposed device and a removed one are answered by one page; a room and another hospital as before', async () => {
  const disposed = await lab.labelled()
  await app.sql(`update device set eam_status = 'disposed' where id = $1`, [disposed.id])
  const removed = await lab.labelled()
  await app.sql('update device set is_deleted = true where id = $1', [removed.id])
  const pages = await Promise.all(
    ['0123456789ab', disposed.token, removed.token].map(async (token) => {
      const answer = await lab.page(token)
      return `${answer.status} ${plainOf(await answer.text())}`
    }),
  )
  expect(new Set(pages).size).toBe(1)
  expect(pages[0]).toMatch(/^404 .+此标签暂不支持扫码报修/s)
  const sent = await Promise.all(['0123456789ab', disposed.token, removed.token].map((token) => lab.send(token)))
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1)
  // The other hospital takes none.
  const { data } = await stranger.post<Row>('/eam/device/submit', { deviceName: '外院监护仪', useDeptId: other.depts.bones })
  const [theirs] = await app.sql('select qr_token from device where id = $1', [data.id])
  const before = await lab.page(String(theirs!.qr_token))
  expect(await before.text()).not.toContain('外院监护仪')
  expect(before.headers.get('content-security-policy')).not.toContain('sha256')
  expect(await lab.send(String(theirs!.qr_token))).toMatchObject({ status: 404 })
  expect(await lab.stored(String(data.id))).toEqual([])
})

test('a report waits apart, tells those who take repairs once, and becomes one repair with photos, name and number', async () => {
  const { token, id } = await lab.labelled()
  const picture = await photo(400, 300)
  expect(await lab.send(token, { description: '屏幕不亮', room: '8 床' }, [picture])).toMatchObject({ status: 200, done: true })
  const [row] = await lab.stored(id)
  expect(row).toMatchObject({
    report_state: 'waiting',
    description: '屏幕不亮',
    reporter_name: '张三',
    reporter_phone: '8123',
    created_by: null,
  })
  expect(await app.sql('select 1 from repair_order where device_id = $1', [id])).toEqual([])
  const told = (await noticesOf(row!.id)).map((one) => one.user_id)
  expect(told).toContain(engineer.userId)
  expect(told).toContain(manager.userId)
  await lab.send(token, { description: '还是不亮' })
  expect(await noticesOf((await lab.stored(id))[1]!.id)).toEqual([])

  const page = await (await lab.page(token)).text()
  expect(page).toMatch(/已于 \d\d:\d\d 报修/)
  for (const hidden of ['屏幕不亮', '张三']) expect(page).not.toContain(hidden)

  const { data: seen } = await engineer.get<Row>(`${url}/detail`, { id: String(row!.id) })
  expect(seen).toMatchObject({ description: '屏幕不亮', reporterName: '张三', reportState: 'waiting' })
  const fileId = (row!.photos as string[])[0]!
  expect(JSON.stringify(seen.photos)).toContain(fileId)
  const shown = await fetch(`${app.url}/api/file/${fileId}`, { headers: engineer.headers })
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])

  const both = await Promise.all([take(engineer, row!.id), take(manager, row!.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const orders = await app.sql('select * from repair_order where device_id = $1', [id])
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({
    ...{
      fault_description: '屏幕不亮（8 床）',
      label_reporter: '张三',
      reporter_phone: '8123',
      urgency: 'normal',
      repair_status: 'reported',
    },
    ...{ source: row!.id, images: [fileId] },
  })
  expect((await lab.stored(id))[0]).toMatchObject({ report_state: 'taken', repair_id: orders[0]!.id, photos: null })
  expect((await app.sql('select of_entity, of_id from file where id = $1', [fileId]))[0]).toEqual({
    of_entity: 'repairOrder',
    of_id: orders[0]!.id,
  })
  expect((await engineer.get<Row>('/eam/eventtyperepair/detail', { id: String(orders[0]!.id) })).data).toMatchObject({
    labelReporter: '张三',
  })
})

test('one form makes one report, however often it is sent', async () => {
  await lab.forget()
  const { token, id } = await lab.labelled()
  const fields = await lab.filled()
  const json = { accept: 'application/json' }
  const [first, second] = await Promise.all([lab.post(token, fields, [], json), lab.post(token, fields, [], json)])
  expect([first!.status, second!.status]).toContain(200)
  expect(await (await lab.post(token, fields, [], json)).json()).toMatchObject({ done: true })
  expect(await lab.stored(id)).toHaveLength(1)
  // Without scripts the page after it is one of ours, in words.
  const plain = await lab.post(token, await lab.filled(), [], { accept: 'text/html' })
  expect(await plain.text()).toContain('已收到您的报修')
})

test('a captcha counts once; what is missing or wrong is said, and what was typed stays', async () => {
  await lab.forget()
  const { token, id } = await lab.labelled()
  const used = await lab.filled()
  const wrong = await lab.send(token, { captchaKey: used.captchaKey!, captchaCode: 'zzzz' })
  expect(wrong).toMatchObject({ status: 400, done: false, message: '验证码不正确或已过期' })
  expect(await lab.send(token, { captchaKey: used.captchaKey!, captchaCode: used.captchaCode! })).toMatchObject({ status: 400 })
  const good = await lab.captcha()
  expect(await lab.send(token, good)).toMatchObject({ done: true })
  expect(await lab.send(token, good)).toMatchObject({ status: 400, done: false })
  expect(await lab.send(token, { reporterPhone: 'call me <b>' })).toMatchObject({ status: 400 })
  expect(await lab.send(token, { description: 'x'.repeat(501) })).toMatchObject({ status: 400 })
  const plain = await lab.post(token, await lab.filled({ description: '', reporterName: '"><script>' }), [], { accept: 'text/html' })
  const text = await plain.text()
  expect(plain.status).toBe(400)
  expect(text).toContain('故障描述不能为空')
  expect(text).toContain('value="&quot;&gt;&lt;script&gt;"')
  expect((await lab.post(token, { formKey: 'no' }, [], { accept: 'application/json' })).status).toBe(400)
  expect((await fetch(`${app.url}/m/c/${token}`, { method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } })).status).toBe(
    400,
  )
  const parts = Object.fromEntries(Array.from({ length: 1100 }, (_, n) => [`more${n}`, '']))
  expect((await lab.post(token, { ...(await lab.filled()), ...parts }, [], { accept: 'application/json' })).status).toBe(400)
  const elsewhere = await lab.post(token, await lab.filled(), [], { accept: 'application/json', origin: 'https://evil.example' })
  expect(elsewhere.status).toBe(403)
  expect(await lab.stored(id)).toHaveLength(1)
})

test('photos lose the place where they were taken; a bomb, a page and a fourth one are refused', async () => {
  await lab.forget()
  const { token, id } = await lab.labelled()
  const located = await sharp(await photo(300, 200))
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 49/1' }, IFD0: { Make: 'SecretCam' } })
    .jpeg()
    .toBuffer()
  expect(located.includes('SecretCam')).toBe(true)
  expect(await lab.send(token, {}, [located])).toMatchObject({ done: true })
  const [file] = await app.sql('select f.sha256 from file f join label_report r on r.id::text = f.of_id where r.device_id = $1', [id])
  const files = await readdir(`${app.dataDir}/files`, { recursive: true, withFileTypes: true })
  const named = files.filter((one) => one.name.includes(String(file!.sha256)))
  const kept = Buffer.concat(await Promise.all(named.map((one) => readFile(`${one.parentPath}/${one.name}`))))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.includes('SecretCam')).toBe(false)
  const bomb = whitePng(20_000)
  expect(bomb.length).toBeLessThan(100_000)
  for (const bad of [[bomb], [Buffer.from('<html><script>alert(1)</script>')], [(await photo(600, 400)).subarray(0, 3000)]])
    expect(await lab.send(token, {}, bad), String(bad[0]!.length)).toMatchObject({ status: 400, message: expect.stringContaining('照片') })
  const small = await photo(20, 20)
  expect(await lab.send(token, {}, [small, small, small, small])).toMatchObject({ status: 400, message: '照片最多 3 张' })
  expect((await lab.post(token, await lab.filled(), [Buffer.alloc(20 * 1024 * 1024)], { accept: 'application/json' })).status).toBe(413)
  expect(await lab.stored(id)).toHaveLength(1)
})

test('an address, a device and a hospital have their share; a forged address does not help', async () => {
  await lab.forget()
  const devices = await Promise.all(Array.from({ length: 4 }, () => lab.labelled()))
  const told: number[] = []
  for (let n = 0; n < labelLimits.addressHour + 4; n++) {
    const { status } = await lab.send(devices[n % 4]!.token, {}, [], { 'x-forwarded-for': `10.1.2.${n}`, forwarded: `for=10.9.9.${n}` })
    told.push(status)
  }
  expect(told).toEqual([...Array(labelLimits.addressHour).fill(200), ...Array(4).fill(429)])
  const rows = (await Promise.all(devices.map(({ id }) => lab.stored(id)))).flat()
  expect(rows).toHaveLength(labelLimits.addressHour)
  expect(new Set(rows.map(({ origin }) => origin)).size).toBe(1)
  expect(String(rows[0]!.origin)).not.toContain('127')
  // One notice for a device.
  const notices = await app.sql(
    `select user_id, count(*)::int as n from notice where target = 'labelReport' and target_id = any($1) group by 1`,
    [rows.map((row) => String(row.id))],
  )
  expect(notices.map(({ n }) => n)).toEqual(notices.map(() => devices.length))
  // From many addresses: the device has its share of what waits.
  const { id, token } = await lab.labelled()
  for (let n = 0; n < labelLimits.deviceWaiting + 2; n++) {
    await app.sql(`update label_report set origin = 'elsewhere ' || id where origin = $1`, [rows[0]!.origin])
    await lab.send(token)
  }
  expect(await lab.stored(id)).toHaveLength(labelLimits.deviceWaiting)
  // Together at once, no more than one by one.
  const next = await lab.labelled()
  await app.sql(`update label_report set origin = 'elsewhere ' || id`)
  const many: Promise<{ status: number }>[] = []
  for (let n = 0; n < 3; n++) many.push(lab.send(next.token))
  await Promise.all(many)
  for (let n = 0; n < 4; n++) await lab.send(next.token)
  expect((await lab.stored(next.id)).length).toBe(labelLimits.deviceWaiting)
})

test('spam goes in one act, with its photos, and its sender is refused for a day', async () => {
  await app.sql(`delete from file where of_entity = 'labelReport'`)
  await app.sql('delete from label_report')
  const [one, two] = [await lab.labelled(), await lab.labelled()]
  await lab.send(one.token, { description: '垃圾一' }, [await photo(40, 40)])
  await lab.send(one.token, { description: '垃圾二' })
  await lab.send(two.token, { description: '垃圾三' })
  const [first] = await lab.stored(one.id)
  const marked = await keeper.post(`${url}/spam`, { ids: [first!.id], reach: 'device' })
  expect(marked.msg).toBe('操作成功')
  expect((await lab.stored(one.id)).map(({ report_state }) => report_state)).toEqual(['spam', 'spam'])
  expect(await app.sql(`select 1 from file where of_entity = 'labelReport'`)).toEqual([])
  expect((await lab.stored(two.id))[0]).toMatchObject({ report_state: 'waiting' })
  const [third] = await lab.stored(two.id)
  await keeper.post(`${url}/spam`, { ids: [third!.id], reach: 'address', block: 1 })
  expect(await lab.send(two.token)).toMatchObject({ status: 429, message: expect.stringContaining('过多') })
  await app.sql(`update label_block set until = now() - interval '1 second'`)
  expect(await lab.send(two.token)).toMatchObject({ done: true })
  // A repair or duplicate leaves the list of what waits.
  const [last] = (await lab.stored(two.id)).slice(-1)
  expect((await keeper.post(`${url}/close`, { ids: [last!.id] })).msg).toBe('操作成功')
  expect((await take(engineer, last!.id)).status).toBe(409)
})

test('people see and handle the reports of their own devices, and no one those of another hospital', async () => {
  await app.sql('delete from label_report')
  const [bones, medicine] = [await lab.labelled(), await lab.labelled({ useDeptId: home.depts.medicine })]
  await lab.send(bones.token)
  await lab.send(medicine.token)
  const [theirs] = await lab.stored(medicine.id)
  const seen = await list(keeper)
  expect([seen.total, seen.records.map(({ deviceId }) => deviceId)]).toEqual([1, [bones.id]])
  expect((await list(manager)).total).toBe(2)
  expect((await list(stranger)).total).toBe(0)
  for (const by of [keeper, stranger]) {
    expect((await by.get(`${url}/detail`, { id: String(theirs!.id) })).status).toBe(404)
    expect((await take(by, theirs!.id)).status).toBe(404)
    expect((await by.post(`${url}/spam`, { ids: [theirs!.id], reach: 'one' })).status).toBe(404)
  }
  // All of one address: those that the person sees.
  const [own] = await lab.stored(bones.id)
  await keeper.post(`${url}/spam`, { ids: [own!.id], reach: 'address' })
  expect((await lab.stored(medicine.id))[0]).toMatchObject({ report_state: 'waiting' })
  expect((await (await app.as('warehouse_keeper')).get(`${url}/list`)).status).toBe(403)
  for (const secret of ['origin', 'formKey']) expect(Object.keys((await list(manager)).records[0]!)).not.toContain(secret)
  expect(labelReport.fields).not.toHaveProperty('origin')
})

test('long words are cut with the room between two characters', async () => {
  await app.sql('delete from label_report')
  const { token, id } = await lab.labelled()
  expect(await lab.send(token, { room: '🛏床' })).toMatchObject({ done: true })
  const [row] = await lab.stored(id)
  const said = '漏'.repeat(998)
  expect((await take(engineer, row!.id, { faultDescription: said })).msg).toBe('操作成功')
  const orders = await app.sql('select fault_description as said from repair_order where device_id = $1', [id])
  expect(orders).toEqual([{ said: `${said}（` }])
})

test('where the hospital hides phone, photos and stop of repairs, reports are taken over and keep number and photos', async () => {
  await app.sql('delete from label_report')
  const fields = ['reporterPhone', 'images', 'isStopped']
  const show = (isShow: 0 | 1) =>
    admin.post('/osm/industry-config/tenant-update', { entity: 'repairOrder', fields: fields.map((fieldCode) => ({ fieldCode, isShow })) })
  const { token, id } = await lab.labelled()
  expect(await lab.send(token, {}, [await photo(60, 40)])).toMatchObject({ done: true })
  const [row] = await lab.stored(id)
  expect((await show(0)).msg).toBe('操作成功')
  const taken = await take(engineer, row!.id)
  await show(1)
  expect(taken.msg).toBe('操作成功')
  expect(await app.sql('select label_reporter, reporter_phone, images from repair_order where device_id = $1', [id])).toEqual([
    { label_reporter: '张三', reporter_phone: null, images: null },
  ])
  expect((await lab.stored(id))[0]).toMatchObject({ report_state: 'taken', reporter_phone: '8123', photos: row!.photos })
  const [photoId] = row!.photos as string[]
  expect(await app.sql('select of_entity, of_id from file where id = $1', [photoId])).toEqual([
    { of_entity: 'labelReport', of_id: String(row!.id) },
  ])
})

test('a disposed device makes no repair; after turning it off nothing is taken', async () => {
  await app.sql('delete from label_report')
  const { id, token } = await lab.labelled()
  await lab.send(token)
  const [row] = await lab.stored(id)
  await app.sql(`update device set eam_status = 'disposed' where id = $1`, [id])
  expect((await take(engineer, row!.id)).msg).toContain('不能报修')
  expect((await lab.stored(id))[0]).toMatchObject({ report_state: 'waiting' })
  const next = await lab.labelled()
  const fields = await lab.filled()
  await lab.allow(admin, 'off')
  expect((await lab.post(next.token, fields, [], { accept: 'application/json' })).status).toBe(404)
  expect(await lab.stored(next.id)).toEqual([])
  await lab.allow(admin)
})

test('spam and what no one took over goes after its days; repairs keep theirs', async () => {
  await app.sql('delete from label_report')
  const worker = openPool(app.database.jobsUrl, 1)
  try {
    const { id, token } = await lab.labelled()
    for (const description of ['留下', '过期', '已转'])
      await lab.send(token, { description }, description === '过期' ? [await photo(30, 30)] : [])
    const [, old, taken] = await lab.stored(id)
    expect((await take(engineer, taken!.id)).status).toBe(200)
    const now = new Date()
    await app.sql(`update label_report set reported_at = $2::timestamptz - make_interval(days => $3, secs => 1) where id = any($1)`, [
      [old!.id, taken!.id],
      now,
      labelReportDays.usual,
    ])
    await runTimedJob(labelReportJob, worker, now)
    expect((await lab.stored(id)).map(({ description }) => description).sort()).toEqual(['已转', '留下'].sort())
    expect(await app.sql(`select 1 from file where of_entity = 'labelReport' and of_id = $1`, [String(old!.id)])).toEqual([])
  } finally {
    await worker.end()
  }
})
