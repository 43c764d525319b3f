import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { escapeFormula } from '#server/kit/export/escape-formula.ts'
import { disposition } from '#server/kit/files/download.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

// The tests of this file build on each other, in this order.

const app = await appForFile()
const admin = await app.as('administrator')
const demo = await app.signIn('100001', 'manager')

const url = '/eam/device'
const shown = Object.values(device.fields).filter((field) => 'list' in field && field.list)
const words = shown.map((field) => field.zh)
const add = async (more: Record<string, unknown> = {}, client = admin) =>
  (await client.post(`${url}/submit`, { deviceName: '导出泵', ...more })).data.id

describe('an export', () => {
  test('holds all rows of the list in its order, from any page', async () => {
    const list = (await demo.get<Page>(`${url}/list`, { size: 200, ascs: 'deviceCode' })).data
    for (const format of ['xlsx', 'csv'] as const) {
      const sheet = await sheetOf(demo, `${url}/export`, { format, ascs: 'deviceCode', current: 1, size: 10 })
      expect(sheet.headings).toEqual(words)
      expect(sheet.rows).toHaveLength(list.total)
      expect(sheet.rows.slice(0, 200).map((row) => row[1])).toEqual(list.records.map((row) => row.deviceCode))
      // Chinese survives the stream's chunks.
      expect(sheet.rows.every((row) => row.every((cell) => !cell.includes('\ufffd')))).toBe(true)
      expect(sheet.rows[0]).toContain(list.records[0]?.useDeptName)
    }
  })

  test('obeys filters, keyword, chosen columns and language', async () => {
    const { total } = (await demo.get<Page>(`${url}/list`, { eamStatus: 'idle', keyword: '监护' })).data
    expect(total).toBeGreaterThan(0)
    const sheet = await sheetOf(demo, `${url}/export`, { eamStatus: 'idle', keyword: '监护', columns: 'deviceCode,eamStatus,useDeptId,sn' })
    expect(sheet.headings).toEqual(['资产编号', '设备状态', '使用科室', '出厂编号'])
    expect(sheet.rows).toHaveLength(total)
    expect(new Set(sheet.rows.map((row) => row[1]))).toEqual(new Set(['闲置']))
  })

  test('holds only what the person sees, and needs its own right', async () => {
    await add({ useDeptId: home.depts.bones, deviceName: '骨科泵' })
    await add({ useDeptId: home.depts.medicine, deviceName: '内科泵' })
    const mine = await sheetOf(await app.as('keeper'), `${url}/export`, { columns: 'deviceName' })
    expect(mine.rows.flat()).toContain('骨科泵')
    expect(mine.rows.flat()).not.toContain('内科泵')
    expect((await sheetOf(await app.as('administrator', other), `${url}/export`)).rows).toEqual([])
    expect(await (await app.as('engineer')).get(`${url}/export`)).toMatchObject({ status: 403, error: 'forbidden' })
  })

  test('computes no text: a workbook holds it as it is, a text file protects it; amounts are numbers', async () => {
    const names = ['=1+1', '@SUM(A1)', '+cmd', '-2+3', '＝1+1', '＋1', '－1+2', '＠a', '-5']
    for (const deviceName of names) await add({ deviceName, originalValue: '1234567.80', brand: '公式' })
    for (const format of ['xlsx', 'csv'] as const) {
      const sheet = await sheetOf(admin, `${url}/export`, {
        format,
        brand: '公式',
        ascs: 'deviceCode',
        columns: 'deviceName,originalValue',
      })
      const written = (name: string) => (format === 'xlsx' || name === '-5' ? name : `'${name}`)
      expect(sheet.rows).toEqual(names.map((name) => [written(name), format === 'csv' ? '1234567.80' : '1234567.8']))
    }
    // What no form lets in may have come another way.
    for (const start of ['\t', '\r', '\n']) expect(escapeFormula(`${start}=1+1`)).toBe(`'${start}=1+1`)
  })

  test('quotes every text of a CSV file, and starts no formula after a sign that separates cells elsewhere', async () => {
    const names = [';=1+1', 'a;=1+1', 'b|＝1+1', 'c; +cmd', 'd;"@SUM(A1)', 'e;f']
    for (const deviceName of names) await add({ deviceName, originalValue: '12.50', brand: '分号' })
    const query = { format: 'csv', brand: '分号', ascs: 'deviceCode', columns: 'deviceName,originalValue' }
    const text = new TextDecoder().decode((await admin.file(`${url}/export`, query)).bytes)
    expect(text.split('\r\n')).toEqual([
      '"设备名称","原值"',
      ...[";'=1+1", "a;'=1+1", "b|'＝1+1", "c;' +cmd", 'd;\'""@SUM(A1)', 'e;f'].map((name) => `"${name}",12.50`),
      '',
    ])
  })

  test('of other columns after it is read by its own columns, on connections that served both', async () => {
    for (let round = 0; round < 15; round++) {
      const columns = round % 2 ? 'deviceName,originalValue' : 'purchaseDate,deviceCode,isMeasure'
      const sheet = await sheetOf(demo, `${url}/export`, { format: 'csv', keyword: '呼吸机', columns })
      const pattern = round % 2 ? /^呼吸机,[0-9.]+$/ : /^20\d\d-\d\d-\d\d,ZC-.*,[是否]$/
      for (const row of sheet.rows) expect(row.join()).toMatch(pattern)
    }
  })

  test('is a consistent snapshot although others write meanwhile', async () => {
    const before = (await demo.get<Page>(`${url}/list`)).data.total
    const [sheet] = await Promise.all([
      sheetOf(demo, `${url}/export`, { format: 'csv' }),
      ...Array.from({ length: 5 }, () => add({ deviceName: '同时' }, demo)),
    ])
    expect(sheet!.rows.length).toBeGreaterThanOrEqual(before)
    expect(sheet!.rows.length).toBeLessThanOrEqual(before + 5)
    expect(new Set(sheet!.rows.map((row) => row[1])).size).toBe(sheet!.rows.length)
  })

  test('that is aborted releases its connection at once, and names its file in Chinese', async () => {
    await app.sql(
      `insert into device (tenant_id, id, device_code, device_name, eam_status, filing_status, remark, qr_token)
        select $1, gen_random_uuid(), 'DL-' || n, '断泵', 'in_use', 'draft', repeat('备注', 1000), substr(md5(n::text), 1, 12) from generate_series(1, 4000) n`,
      [other.tenant],
    )
    const reader = await app.as('administrator', other)
    const open = () => app.sql(`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`)
    const { pool } = app
    // At most three read at once, so a fourth would be refused if one of these were not released.
    for (let round = 0; round < 2; round++) {
      const stop = new AbortController()
      const answers = await Promise.all(
        [1, 2, 3].map(() =>
          fetch(`${app.url}/api${url}/export?format=csv&columns=deviceCode,deviceName,remark`, {
            headers: { ...reader.headers, 'accept-encoding': 'identity' },
            signal: stop.signal,
          }),
        ),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      for (const { body } of answers) await body!.getReader().read()
      expect((await reader.get(`${url}/export`, { format: 'csv' })).error).toBe('busy')
      stop.abort()
      while (pool.idleCount < pool.totalCount) await wait(10)
      expect(await open()).toEqual([])
    }
    const { headers, bytes } = await reader.file(`${url}/export`, { format: 'csv', columns: 'deviceCode' })
    expect(new TextDecoder().decode(bytes).trim().split(/\r?\n/)).toHaveLength(4001)
    const named = `${encodeURIComponent(`设备卡 ${homeDay(new Date())}`)}.csv`
    expect(headers.get('content-disposition')).toBe(`attachment; filename="export"; filename*=UTF-8''${named}`)
    expect(disposition("台账(1)'*.csv")).toBe(`attachment; filename="export"; filename*=UTF-8''%E5%8F%B0%E8%B4%A6%281%29%27%2A.csv`)
    await app.sql('delete from device where tenant_id = $1', [other.tenant])
  })
})

describe('a tenant’s field configuration', () => {
  const save = (fields: unknown, client = admin) => client.post('/osm/industry-config/tenant-update', { entity: 'device', fields })

  test('hides and renames a field in list, detail, export and template at once [SHELL-ENT-FIELDCFG-1]', async () => {
    const client = await app.as('administrator', other)
    const id = await add({ manufacturer: '迈瑞', brand: '牌', deviceModel: 'M1' }, client)
    const row = async () => (await client.get<Page>(`${url}/list`)).data.records.find((one) => one.id === id)!
    expect(await row()).toMatchObject({ manufacturer: '迈瑞', deviceModel: 'M1' })
    expect(
      (
        await save(
          [
            { fieldCode: 'manufacturer', isShow: 0 },
            { fieldCode: 'brand', isShow: 0 },
            { fieldCode: 'deviceModel', isShow: 1, alias: '机型', fieldAssociation: 'brand,manufacturer' },
          ],
          client,
        )
      ).status,
    ).toBe(200)
    expect(await row()).not.toHaveProperty('manufacturer')
    const detail = (await client.get(`${url}/detail`, { id })).data
    expect(detail).not.toHaveProperty('manufacturer')
    expect(detail).not.toHaveProperty('brand')
    expect(detail).toMatchObject({ deviceModel: 'M1' })
    const wanted = words.filter((word) => word !== '生产厂家').map((word) => (word === '规格型号' ? '机型' : word))
    expect((await sheetOf(client, `${url}/export`)).headings).toEqual(wanted)
    const template = (await sheetOf(client, `${url}/import-template`)).headings
    expect(template).toContain('机型')
    expect(template).not.toContain('生产厂家')
    expect(template).not.toContain('品牌')
    expect((await client.get(`${url}/list`, { manufacturer: '迈' })).status).toBe(400)
    expect(await client.post(`${url}/submit`, { id, manufacturer: 'x' })).toMatchObject({
      status: 400,
      data: [{ field: 'manufacturer', rule: 'unknown' }],
    })
    expect(await client.post(`${url}/submit`, { id, deviceModel: 'x'.repeat(121) })).toMatchObject({ msg: '机型不能超过 120 个字' })
    const config = (await client.get<Row[]>('/osm/industry-config/field-config', { entity: 'device' })).data
    expect(config).toContainEqual(
      expect.objectContaining({ fieldCode: 'deviceModel', isShow: 1, alias: '机型', fieldAssociation: 'brand,manufacturer' }),
    )

    expect((await sheetOf(admin, `${url}/export`)).headings).toEqual(words)
    await save(
      [
        { fieldCode: 'manufacturer', isShow: 1 },
        { fieldCode: 'brand', isShow: 1 },
        { fieldCode: 'deviceModel', isShow: 1, alias: null },
      ],
      client,
    )
    expect(await row()).toMatchObject({ manufacturer: '迈瑞' })
    expect((await client.get(`${url}/detail`, { id })).data).toMatchObject({ brand: '牌' })
    expect((await sheetOf(client, `${url}/export`)).headings).toEqual(words)
  })

  test('does not hide what is required, and knows its fields', async () => {
    for (const fieldCode of ['deviceName', 'eamStatus'])
      expect(await save([{ fieldCode, isShow: 0 }])).toMatchObject({ status: 400, error: 'rule' })
    expect((await save([{ fieldCode: 'nonsense', isShow: 0 }])).status).toBe(400)
    expect((await admin.post('/osm/industry-config/tenant-update', { entity: 'nothing', fields: [] })).status).toBe(400)
    expect(await (await app.as('keeper')).post('/osm/industry-config/tenant-update', { entity: 'device', fields: [] })).toMatchObject({
      status: 403,
    })
  })
})

describe('a tenant’s own field', () => {
  const own = (more: Record<string, unknown>) => demo.post('/eam/custom-field/submit', { entity: 'device', ...more })
  const detail = async (id: string) => (await demo.get(`${url}/detail`, { id })).data

  test('of every kind comes back, is checked, listed, exported, filtered and cleared', async () => {
    const kinds: [string, unknown, unknown, string][] = [
      ['text', '东区三楼', 7, '应为文字'],
      ['integer', 12, '1.5', '应为整数'],
      ['decimal', 1.25, 'x', '应为数字'],
      ['date', '2026-05-06', '2026-13-01', '应为日期，如 2026-01-31'],
      ['choice', '甲', '丙', '不在可选范围内'],
    ]
    for (const [kind, value, wrong, sentence] of kinds) {
      const wire = `x_${kind}`
      const made = await own({
        code: kind,
        name: `自有${kind}`,
        fieldKind: kind,
        options: kind === 'choice' ? '甲\n乙' : undefined,
        isList: 1,
        isSearch: 1,
      })
      expect(made.status, made.msg).toBe(200)
      const id = await add({ [wire]: value }, demo)
      expect(await detail(id)).toMatchObject({ [wire]: value })
      expect(await demo.post(`${url}/submit`, { id, [wire]: wrong })).toMatchObject({ status: 400, msg: `自有${kind}${sentence}` })
      const found = (await demo.get<Page>(`${url}/list`, { [wire]: String(value) })).data
      expect(found.records).toMatchObject([{ id, [wire]: value }])
      expect(found.total).toBe(1)
      const sheet = await sheetOf(demo, `${url}/export`, { [wire]: String(value), columns: `deviceName,${wire}` })
      expect(sheet).toMatchObject({ headings: ['设备名称', `自有${kind}`], rows: [['导出泵', String(value)]] })
      expect((await sheetOf(demo, `${url}/export`)).headings).toContain(`自有${kind}`)
      expect((await sheetOf(demo, `${url}/import-template`)).headings).toContain(`自有${kind}`)
      await demo.post(`${url}/submit`, { id, brand: '不动它' })
      expect(await detail(id)).toMatchObject({ [wire]: value, version: 2 })
      await demo.post(`${url}/submit`, { id, [wire]: null })
      expect((await detail(id))[wire]).toBeNull()
      expect((await demo.get<Page>(`${url}/list`, { [wire]: String(value) })).data.total).toBe(0)
      const life = (await demo.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: id })).data.records[0] as unknown as {
        changes: unknown[]
      }
      expect(life.changes).toMatchObject([{ field: wire, label: `自有${kind}` }])
    }
    expect((await admin.get(`${url}/list`, { x_text: '东' })).status).toBe(400)
    expect((await admin.post(`${url}/submit`, { deviceName: 'x', x_text: 'y' })).status).toBe(400)
  })

  test('that is required is asked for in new cards, and cannot be cleared', async () => {
    const field = (await own({ code: 'must', name: '必填项', fieldKind: 'text', isRequired: 1 })).data.id
    expect(await demo.post(`${url}/submit`, { deviceName: '泵' })).toMatchObject({ status: 400, msg: '必填项不能为空' })
    const id = await add({ x_must: '有' }, demo)
    expect(await demo.post(`${url}/submit`, { id, x_must: null })).toMatchObject({ status: 400 })
    expect((await demo.post(`${url}/submit`, { id, brand: '可改' })).status).toBe(200)
    expect((await sheetOf(demo, `${url}/import-template`)).headings).toContain('必填项 *')
    expect((await demo.post(`/eam/custom-field/remove?ids=${field}`)).status).toBe(200)
    expect((await demo.post(`${url}/submit`, { deviceName: '泵' })).status).toBe(200)
    expect(await detail(id)).not.toHaveProperty('x_must')
  })

  test('keeps its code, kind and entity', async () => {
    const id = (await own({ code: 'kept', name: '定', fieldKind: 'text' })).data.id
    expect(await own({ id, fieldKind: 'integer' })).toMatchObject({ status: 400, error: 'rule' })
    expect(await own({ id, code: 'other' })).toMatchObject({ status: 400, error: 'rule' })
    expect((await own({ id, name: '改名' })).status).toBe(200)
    expect(await own({ code: 'kept', name: '又', fieldKind: 'text' })).toMatchObject({ status: 409, error: 'taken' })
    expect(await own({ code: 'Bad code', name: '坏', fieldKind: 'text' })).toMatchObject({ status: 400 })
    expect(await own({ code: 'empty', name: '空', fieldKind: 'choice' })).toMatchObject({ status: 400, error: 'rule' })
  })
})
