import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { readAs } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { searchModeOf, turnOnGramTable } from '#server/kit/read/leakproof.ts'
import { keywordSql } from '#server/kit/read/search.ts'
import { namesInOrder } from '#tests/fixtures/names-in-order.ts'
import { type Client, type Page, type Row, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import type { FreshDatabase } from '#tests/harness/postgres.ts'
import { sheetOf } from '#tests/harness/sheets.ts'

/** A server that refuses to mark functions leakproof, as managed PostgreSQL does: the owner turns on the table of grams instead. */
const refuseLeakproof = async (database: FreshDatabase): Promise<void> => {
  await withClient(database.superUrl, (client) =>
    client.query(`alter function pg_catalog.arraycontains(anyarray, anyarray) not leakproof;
      alter function pg_catalog.textlike(text, text) not leakproof; alter function public.gramsx(text) not leakproof;`),
  )
  await withClient(database.ownerUrl, turnOnGramTable)
}

const demo = '100001'
/** Names with everything that could mean something to LIKE, to the mark between fields, or to a case rule. */
const names = [
  '100%泵',
  '100 泵',
  'A_B监护仪',
  'AxB监护仪',
  '左|右',
  '左 右',
  'ÉCHO机',
  'ＡＢＣ泵',
  '😀泵',
  "O'Neil灯",
  '反\\斜',
  '心电图机',
  '除颤监护仪',
  'T8',
  't-800 XL',
  '心电图机（十二道）',
  '心电图机(十二道)',
]
const keywords = [
  '监',
  '监护',
  '除颤监护',
  '监护仪',
  '泵',
  '机',
  '绝无',
  '心电图机',
  '呼吸机',
  'e280',
  'E280',
  '280a',
  't8',
  'T8',
  'sv',
  'x',
  '-',
  '00',
  'XL',
  't-800',
  '0 x',
  'ÉCHO',
  'écho',
  'éc',
  'ＡＢ',
  'ａｂ',
  '(十二道)',
  '（十二道）',
  '心\u200b电',
  't‑800',
  '😀',
  '😀泵',
  '%',
  '_',
  '0%',
  '100%',
  'a_b',
  'A_',
  '|',
  '左|右',
  '左 右',
  "'",
  "o'n",
  '\\',
  '反\\',
  ' 监护 ',
  '迈瑞',
  'GZ20',
  'zc-20',
]

const modes = ['index', 'table'] as const
const apps = new Map<(typeof modes)[number], { app: TestApp; admin: Client; demo: Client }>()
beforeAll(async () => {
  for (const mode of modes) {
    const app = await startApp(mode === 'table' ? { prepare: refuseLeakproof } : {})
    const admin = await app.as('administrator')
    for (const [index, deviceName] of names.entries())
      await admin.post('/eam/device/submit', { deviceName, rfidCode: `E280A${index}00FF`, deviceModel: 'SV-800' })
    apps.set(mode, { app, admin, demo: await app.signIn(demo, 'admin') })
  }
})
afterAll(() => Promise.all([...apps.values()].map(({ app }) => app.stop())))

const search = async (client: Client, keyword: string) => {
  const first = (await client.get<Page>('/eam/device/list', { keyword, size: 200, ascs: 'deviceCode' })).data
  const codes = first.records.map((row) => row.deviceCode)
  for (let current = 2; current <= first.pages; current++)
    codes.push(
      ...(await client.get<Page>('/eam/device/list', { keyword, size: 200, ascs: 'deviceCode', current })).data.records.map(
        (row) => row.deviceCode,
      ),
    )
  return { total: first.total, codes }
}

describe.each(modes)('texts in every width through the %s', (mode) => {
  const sn = 'UCT7-3E842F5E'
  let ids: string[]
  beforeAll(async () => {
    const { admin } = apps.get(mode)!
    const add = async (deviceName: string, more = {}) => (await admin.post('/eam/device/submit', { deviceName, ...more })).data.id
    ids = [await add('输液泵（双道）', { sn }), await add('输液泵(双道)'), await add('输液泵【双道】')]
  })

  test('a serial number is a keyword, whole and in part, in every case and width', async () => {
    const { admin } = apps.get(mode)!
    for (const keyword of [sn, sn.toLowerCase(), '3e842f', 'ＵＣＴ７－３Ｅ８４２Ｆ５Ｅ', '\u00a0uct7‑3e842f5e'])
      expect((await admin.get<Page>('/eam/device/list', { keyword })).data.records.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('a keyword is a code with blanks or without, the text of a plate or of a label', async () => {
    const { admin } = apps.get(mode)!
    const { id } = (await admin.post('/eam/device/submit', { deviceName: '超声', sn: 'MX 77 4411', udiDi: '09506000134352' })).data
    const { deviceCode, qrToken } = (await admin.get<Row>('/eam/device/detail', { id })).data
    const spaced = String(deviceCode).replace(/-/g, ' - ')
    const plates = [
      '010950600013435221MX774411',
      '(01)09506000134352(21)MX774411',
      ']d2010950600013435221MX774411',
      '\x1d010950600013435221MX774411',
    ]
    for (const keyword of [
      'MX774411',
      'mx 77 4411',
      'ＭＸ７７ ４４１１',
      spaced,
      `https://old.example/m/c/${qrToken}`,
      `c/${qrToken}`,
      ...plates,
    ]) {
      const found = (await admin.get<Page>('/eam/device/list', { keyword })).data
      expect([keyword, found.total, found.records.map((row) => row.id)]).toEqual([keyword, 1, [id]])
      expect((await admin.get<Row[]>('/eam/device/select-list', { keyword })).data.map((row) => row.id)).toEqual([id])
      expect((await admin.get<Row[]>('/eam/deviceapply/devices', { keyword })).data.map((row) => row.id)).toEqual([id])
    }
    for (const sn of ['MX774411', 'mx 77 4411'])
      expect((await admin.get<Page>('/eam/device/list', { sn })).data.records.map((row) => row.id)).toEqual([id])
    // Letters of another alphabet look alike and are not; a plate of another maker's device is none of this card.
    for (const keyword of ['МX774411', '(01)09506000134376(21)MX774411'])
      expect((await admin.get<Page>('/eam/device/list', { keyword })).data.total).toBe(0)
    await admin.post(`/eam/device/remove?ids=${id}`)
    expect((await admin.get<Page>('/eam/device/list', { keyword: 'MX774411' })).data.total).toBe(0)
  })

  test('lists, filters and pickers take half and full width for one', async () => {
    const { admin } = apps.get(mode)!
    for (const typed of ['(双道)', '（双道）', '(双道）']) {
      const both = ids.slice(0, 2).sort()
      for (const query of [{ keyword: typed }, { deviceName: typed }]) {
        const { records, total } = (await admin.get<Page>('/eam/device/list', query)).data
        expect({ query, ids: records.map(({ id }) => id).sort(), total }).toEqual({ query, ids: both, total: 2 })
      }
      const options = (await admin.get<{ id: string }[]>('/eam/device/select-list', { keyword: typed })).data
      expect(options.map(({ id }) => id).sort()).toEqual(both)
      const toApply = (await admin.get<{ id: string }[]>('/eam/deviceapply/devices', { keyword: typed })).data
      expect(toApply.map(({ id }) => id).sort()).toEqual(both)
    }
  })
})

test('names are in order of pinyin and numbers in them of their value: lists, files, trees and pickers', async () => {
  const { admin } = apps.get('index')!
  const shuffled = namesInOrder.map((name, at) => ({ name, at: (at * 5) % namesInOrder.length })).sort((a, b) => a.at - b.at)
  const top = (await admin.post('/eam/plc/location/submit', { locationName: '排序院区', level: 'courtyard' })).data.id
  for (const { name } of shuffled) {
    await admin.post('/eam/device/submit', { deviceName: name, deviceModel: 'PX-800' })
    await admin.post('/eam/plc/location/submit', { locationName: name, level: 'building', parentId: top })
  }
  const namesOf = (rows: readonly Row[]) => rows.map((row) => row.deviceName ?? row.name)
  const listed = async (query: object) => namesOf((await admin.get<Page>('/eam/device/list', { keyword: 'PX-800', ...query })).data.records)
  expect(await listed({ ascs: 'deviceName', size: 50 })).toEqual(namesInOrder)
  expect(await listed({ descs: 'deviceName', size: 50 })).toEqual(namesInOrder.toReversed())
  const pages = [1, 2, 3, 4, 5].map((current) => listed({ ascs: 'deviceName', size: 3, current }))
  expect((await Promise.all(pages)).flat()).toEqual(namesInOrder)
  const options = (await admin.get<Row[]>('/eam/device/select-list', { keyword: 'PX-800', ascs: 'deviceName' })).data
  expect(namesOf(options)).toEqual(namesInOrder)
  const tree = (await admin.get<Row[]>('/eam/plc/location/tree')).data as unknown as { id: string; children?: Row[] }[]
  expect(namesOf(tree.find(({ id }) => id === top)?.children ?? [])).toEqual(namesInOrder)
  const sheet = await sheetOf(admin, '/eam/device/export', { format: 'csv', columns: 'deviceName', keyword: 'PX-800', ascs: 'deviceName' })
  expect(sheet.rows.map(([name]) => name)).toEqual(namesInOrder)
})

test('the two databases differ in how they search', async () => {
  for (const mode of modes) expect(await searchModeOf(apps.get(mode)!.app.pool)).toBe(mode)
})

describe.each(modes)('keywords through the %s', (mode) => {
  test.each(keywords)('“%s” finds what holds it, and nothing else', async (keyword) => {
    const { app, admin, demo: doctor } = apps.get(mode)!
    const wanted = keyword
      .normalize('NFKC')
      .replace(/\u200b/g, '')
      .replaceAll('‐', '-')
      .toLowerCase()
      .replaceAll('|', ' ')
      .trim()
    for (const [client, tenant] of [
      [admin, home.tenant],
      [doctor, demo],
    ] as const) {
      const truth = await app.sql(
        'select device_code from device where tenant_id = $1 and not is_deleted and strpos(search, $2) > 0 order by device_code',
        [tenant, wanted],
      )
      const found = await search(client, keyword)
      expect(found.codes).toEqual(truth.map((row) => row.device_code))
      expect(found.total).toBe(truth.length)
    }
  })

  test('case, width and signs are what they look like', async () => {
    const { admin } = apps.get(mode)!
    const found = async (keyword: string) =>
      (await admin.get<Page>('/eam/device/list', { keyword, size: 200 })).data.records.map((row) => row.deviceName).sort()
    expect(await found('écho')).toEqual(['ÉCHO机'])
    expect(await found('ÉCHO')).toEqual(['ÉCHO机'])
    expect(await found('100%')).toEqual(['100%泵'])
    expect(await found('a_b')).toEqual(['A_B监护仪'])
    expect(await found('T8')).toEqual(['T8'])
    expect(await found('E280A1200FF')).toEqual(['除颤监护仪'])
    expect(await found('80a1200')).toEqual(['除颤监护仪'])
    // A keyword does not reach over the border of two fields.
    expect(await found('仪SV')).toEqual([])
  })

  test('a renamed card is found by its new name only, a removed one by none, a foreign one never', async () => {
    const { app, admin } = apps.get(mode)!
    const { id } = (await admin.post('/eam/device/submit', { deviceName: '旧名字' })).data
    const total = async (keyword: string) => (await search(admin, keyword)).total
    expect([await total('旧名'), await total('崭新')]).toEqual([1, 0])
    await admin.post('/eam/device/submit', { id, deviceName: '崭新名字' })
    expect([await total('旧名'), await total('崭新')]).toEqual([0, 1])
    await admin.post('/eam/device/submit', { id, brand: '无关' })
    expect(await total('崭新')).toBe(1)
    const stranger = await app.as('administrator', other)
    expect((await search(stranger, '崭新')).total).toBe(0)
    await admin.post(`/eam/device/remove?ids=${id}`)
    expect(await total('崭新')).toBe(0)
  })

  test('the keyword, filters and the reach of a person narrow together', async () => {
    const { app, admin } = apps.get(mode)!
    for (const useDeptId of [home.depts.bones, home.depts.medicine])
      await admin.post('/eam/device/submit', { deviceName: '联合查询', useDeptId })
    const keeper = await app.as('keeper')
    expect((await search(keeper, '联合')).total).toBe(1)
    expect((await admin.get<Page>('/eam/device/list', { keyword: '联合', useDeptId: home.depts.medicine })).data.total).toBe(1)
    expect((await admin.get<Page>('/eam/device/list', { keyword: '联合', eamStatus: 'idle' })).data.total).toBe(0)
  })
})

test('a place and its tree are found by a code with a blank', async () => {
  const { admin } = apps.get('index')!
  const { id } = (await admin.post('/blade-system/dept/submit', { deptName: '空格科', deptCode: 'KG 01', category: 'clinical' })).data
  const tree = (await admin.get<Row[]>('/blade-system/dept/tree', { keyword: 'kg01' })).data
  expect(JSON.stringify(tree)).toContain(String(id))
})

test('exports and pickers find through the table as through the index', async () => {
  const answers = await Promise.all(
    modes.map(async (mode) => {
      const { demo: doctor } = apps.get(mode)!
      const picked = (await doctor.get<{ id: string }[]>('/eam/device/select-list', { keyword: '监护' })).data
      return picked.map((one) => one.id)
    }),
  )
  expect(answers[0]).toHaveLength(50)
  expect(answers[1]).toEqual(answers[0])
})

describe('under row level security', () => {
  const explain = async (mode: (typeof modes)[number], keyword: string): Promise<string> => {
    const { app } = apps.get(mode)!
    const into = new Parameters()
    const tenant = into.add(demo)
    const { index } = keywordSql(device, keyword, mode, demo, into)
    const text = `explain select count(*) from device t where t.tenant_id = ${tenant} and not t.is_deleted and ${index}`
    const [plan] = await readAs(app.pool, demo, [{ text, values: into.values, once: true }])
    return plan!.rows.map((row) => String(row['QUERY PLAN'])).join('\n')
  }

  test.each(['监', '监护', '除颤监护', 'e280a3f'])('“%s” goes through the gram index', async (keyword) => {
    const plan = await explain('index', keyword)
    expect(plan).toContain('Index Scan on device_grams')
    expect(plan).toMatch(/Index Cond: .*gramsx/)
  })

  test.each(['监', '除颤监护', 'e280a3f'])('“%s” goes through the key of the table of grams', async (keyword) => {
    expect(await explain('table', keyword)).toMatch(/(Index|Bitmap).*search_gram/)
  })
})
