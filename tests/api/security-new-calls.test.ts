import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeApiScopes } from '#server/db/first/new-api-scopes.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { type Job, sendFile, verified } from '#tests/harness/imports.ts'
import { type LiveStream, openLive } from '#tests/harness/live.ts'
import { Cache, op, push } from '#tests/harness/ops.ts'
import { own, peopleLab } from '#tests/harness/people.ts'
import { factsOf, picture, send, upload } from '#tests/harness/pictures.ts'
import { zipOf } from '#tests/harness/zip.ts'

const app = await appForFile()
await writeApiScopes(app.pool)
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

const addDevice = async (more: object): Promise<string> => {
  const answer = await admin.post<Row>('/eam/device/submit', { deviceName: '泵', useDeptId: home.depts.bones, ...more })
  expect(answer.status, answer.msg).toBe(200)
  return answer.data.id
}

describe('a role with the API scope of another module', () => {
  /** Limits a role to the calls of the module that a pattern belongs to. */
  const limitTo = async (alias: string, pattern: string): Promise<void> => {
    const { data } = await admin.get<{ id: string; patterns: string[] }[]>('/blade-system/api-scope/list')
    const scope = data.find(({ patterns }) => patterns.includes(pattern))!
    const given = await admin.post('/blade-system/role/grant', { roleIds: [lab.roles[alias]], apiScopeIds: [scope.id] })
    expect(given.status, given.msg).toBe(200)
  }

  test('creates no departments and no people along with imported cards', async () => {
    const { client, alias } = await lab.clerk(['device.list', 'device.submit', 'dept.submit', 'user.submit'])
    await limitTo(alias, 'device.*')
    expect((await client.post('/blade-system/dept/submit', { deptName: '直接科', category: 'clinical' })).status).toBe(403)
    const csv = new TextEncoder().encode('设备名称,使用科室,保管人\n绕行泵,绕行科,绕行人\n')
    const source = await sendFile(app, client, csv, '台账.csv')
    const { id } = (await client.post('/eam/device/import-verify', { source: [source], createMissing: 1 })).data
    // The list of imports belongs to another module than the cards.
    const settled = async (): Promise<string> => {
      const { status } = (await admin.get<Job>('/eam/import-job/detail', { id })).data
      return /ing$/.test(status) ? settled() : status
    }
    expect(await settled()).toBe('verified')
    expect((await client.post('/eam/device/import-card', { id, createMissing: 1, skipFaulty: 1 })).status).toBe(200)
    expect(await settled()).toBe('done')
    expect(
      await app.sql(
        `select dept_name as name from dept where dept_name like '绕行%' union select real_name from app_user where real_name like '绕行%'`,
      ),
    ).toEqual([])
  })

  test('reads in the log that a card was changed, not what was changed in it', async () => {
    const id = await addDevice({ deviceName: '日志泵' })
    const { client, alias } = await lab.clerk(['log.list', 'device.list'])
    const [event] = await app.sql('select id from audit_event where entity_id = $1', [id])
    const changes = async () => (await client.get('/blade-log/api/detail', { id: String(event!.id) })).data.changes
    expect(await changes()).not.toBeNull()
    await limitTo(alias, 'log.*')
    expect(await changes()).toBeNull()
  })
})

describe('the log of exports', () => {
  const exports = async () => (await admin.get<Page>('/blade-log/usual/list', { event: 'export', size: 200 })).data.records

  test('tells of an exported history like of an exported list', async () => {
    const id = await addDevice({ deviceName: '外带泵' })
    const before = (await exports()).length
    expect((await admin.file('/blade-log/history/export', { entity: 'device', id, format: 'csv' })).status).toBe(200)
    const found = await exports()
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({ userId: admin.userId, detail: expect.stringContaining('导出') })
    expect((await (await app.as('virtual')).file('/blade-log/history/export', { entity: 'device', id, format: 'csv' })).status).toBe(403)
    expect(await exports()).toHaveLength(before + 1)
  })
})

describe('names of sheets that a workbook may not have', () => {
  test.each(['zh', 'en'])('do not keep a history from being exported (%s)', async (language) => {
    const id = await addDevice({ deviceName: '外带泵' })
    const url = `${app.url}/api/blade-log/history/export?${new URLSearchParams({ entity: 'device', id, format: 'xlsx' })}`
    const response = await fetch(url, { headers: { ...admin.headers, 'accept-language': language } })
    expect(response.status).toBe(200)
    const [sheet] = (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets
    expect(sheet!.rows.length).toBeGreaterThan(1)
  })

  test('do not keep an imported file from being marked', async () => {
    const rows = (sn: string) => [
      ['设备名称', '出厂编号'],
      ['', sn],
      ['=HYPERLINK("http://x")', `${sn}-2`],
    ]
    const plain = await writeXlsx({ sheets: ['甲', '乙', '丙'].map((name) => ({ name, rows: rows(name) })) })
    const renamed = (text: string) => text.replace('"甲"', '"a:b/[c]"').replace('"乙"', '"History"').replace('"丙"', '"A_B__C_"')
    const job = await verified(app, admin, 'device', await zipOf(plain, { 'xl/workbook.xml': renamed }))
    expect(job).toMatchObject({ status: 'verified', faultyCount: 3 })
    const { status, bytes } = await admin.file('/eam/import-job/marked', { id: job.id })
    expect(status).toBe(200)
    const { sheets } = await readXlsx(bytes)
    expect(sheets).toHaveLength(3)
    // A cell of text computes nothing.
    expect(sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]).filter(({ formula }) => formula !== undefined)).toEqual([])
    expect(sheets.map((sheet) => sheet.rows[2]?.[0])).toEqual(Array(3).fill('=HYPERLINK("http://x")'))
  })
})

describe('places for streams of live changes', () => {
  const open: LiveStream[] = []
  const statuses = async (client: Client, count: number): Promise<number[]> => {
    const all = await Promise.all(Array.from({ length: count }, () => openLive(app.url, client)))
    open.push(...all)
    return all.map(({ status }) => status).sort()
  }
  const close = () => {
    for (const one of open.splice(0)) one.close()
  }

  test('are not held by a request that wants no body', async () => {
    const { client } = await lab.settled()
    const head = () =>
      fetch(`${app.url}/api/sse/realtime-data`, { method: 'HEAD', headers: { ...client.headers, accept: 'text/event-stream' } })
    for (let at = 0; at < 9; at++) expect((await head()).status).toBeLessThan(500)
    expect(await statuses(client, 8)).toEqual(Array(8).fill(200))
    close()
  })

  test('are few for one person, however many sessions they begin', async () => {
    const { account } = await lab.settled()
    const found: number[] = []
    for (let session = 0; session < 5; session++) found.push(...(await statuses(await app.signIn(home.tenant, account, own), 8)))
    expect(found.filter((status) => status === 200).length).toBeLessThanOrEqual(24)
    expect((await statuses(admin, 1))[0]).toBe(200)
    close()
  })
})

describe('fields that a hospital hides', () => {
  const marks = { manufacturer: '隐藏厂', assetsCode: 'GZ-HIDDEN-77', originalValue: '918273.45' }
  const show = (isShow: 0 | 1) =>
    admin.post('/osm/industry-config/tenant-update', {
      entity: 'device',
      fields: Object.keys(marks).map((fieldCode) => ({ fieldCode, isShow })),
    })
  let id: string
  beforeAll(async () => {
    id = await addDevice({ deviceName: '隐藏字段泵', ...marks })
    await addDevice({ deviceName: '另一台泵' })
    expect((await show(0)).status).toBe(200)
  })
  afterAll(() => show(1))

  test.each(['manufacturer', 'assetsCode'] as const)('are not searched by a keyword: %s', async (name) => {
    const found = async (keyword: string) => (await admin.get<Page>('/eam/device/list', { keyword })).data.total
    expect(await found(marks[name])).toBe(0)
    expect(await found('隐藏字段泵')).toBe(1)
    const { data } = await admin.get<Row[]>('/eam/device/select', { keyword: marks[name] })
    expect(JSON.stringify(data)).not.toContain(id)
    await show(1)
    expect(await found(marks[name])).toBe(1)
    await show(0)
  })

  test('choose and order nothing', async () => {
    for (const query of [{ originalValue_ge: '1' }, { manufacturer: '隐' }, { ascs: 'originalValue' }, { descs: 'assetsCode' }] as Record<
      string,
      string
    >[])
      expect([query, (await admin.get('/eam/device/list', query)).status]).toEqual([query, 400])
  })

  test('stand neither in the log of changes nor on a phone', async () => {
    const [event] = await app.sql('select id from audit_event where entity_id = $1', [id])
    const { data } = await admin.get('/blade-log/api/detail', { id: String(event!.id) })
    expect(data.changes).toMatchObject({ deviceName: { to: '隐藏字段泵' } })
    const cache = new Cache(admin)
    await cache.pull()
    const held = JSON.stringify([...cache.rows.values()])
    expect(held).toContain('隐藏字段泵')
    for (const told of [JSON.stringify(data), held]) expect(Object.values(marks).filter((mark) => told.includes(mark))).toEqual([])
  })

  test.each([
    ['repairOrder', ['reportedAt', 'urgency']],
    ['device', ['warrantyEnd', 'useDept']],
    ['checkTask', ['endDate']],
  ] as const)('leave the boards and the first page as they are: %s', async (entity, names) => {
    const hide = async (isShow: 0 | 1): Promise<number[]> => {
      const found: number[] = []
      for (const fieldCode of names)
        found.push((await admin.post('/osm/industry-config/tenant-update', { entity, fields: [{ fieldCode, isShow }] })).status)
      return found
    }
    expect(await hide(0)).toContain(200)
    for (const path of [
      '/data-view/service-dashboard',
      '/data-view/dept-data',
      '/eam/home-page/warn-statistics',
      '/eam/home-page/processed',
      '/eam/home-page/uninspected',
    ])
      expect([path, (await admin.get(path)).msg]).toEqual([path, '操作成功'])
    await hide(1)
  })
})

describe('what a phone queues', () => {
  /** A clerk of 骨科 who sees its rows alone. */
  const clerk = async (...rights: string[]) => (await lab.clerk(rights, 'dept')).client
  const sent = async (client: Client): Promise<string> => {
    const bytes = picture()
    const file = upload(bytes, { facts: factsOf(bytes, '现场.jpg') })
    expect((await send(app, client, file)).status).toBe(200)
    return file.id
  }

  test('adds a document to no card that its person may not, or does not see', async () => {
    const [near, far] = [await addDevice({}), await addDevice({ useDeptId: home.depts.medicine })]
    const adds = async (client: Client, deviceId: string, files: string[]) => {
      const body = { deviceId, attachType: 'photo', files }
      return (await push(client, await op({ kind: 'deviceAttach.add', target: { type: 'device', id: deviceId }, body })))[0]
    }
    const reader = await clerk('device.list', 'deviceAttach.list')
    const writer = await clerk('device.list', 'deviceAttach.list', 'deviceAttach.submit')
    expect(await adds(reader, near, [await sent(reader)])).toMatchObject({ outcome: 'refused', code: 'forbidden' })
    const [hidden, unknown] = [await adds(writer, far, [await sent(writer)]), await adds(writer, v7(), [await sent(writer)])]
    expect(hidden).toMatchObject({ outcome: 'refused' })
    // A card out of sight is refused as one that does not exist.
    expect(hidden).toMatchObject({ code: unknown!.code, http: unknown!.http })
    expect(await adds(writer, near, [await sent(admin)])).toMatchObject({ outcome: 'refused' })
    expect(await app.sql('select id from device_attach where device_id = any($1)', [[near, far]])).toEqual([])
    expect(await adds(writer, near, [await sent(writer)])).toMatchObject({ outcome: 'done' })
  })

  test('says nothing that a merge or an assignment alone says', async () => {
    const device = await addDevice({})
    for (const step of ['submit-filing', 'sureEam']) expect((await admin.post(`/eam/device/${step}`, { id: device })).status).toBe(200)
    const { data } = await admin.post<Row>('/eam/eventtyperepair/save', { deviceId: device, faultDescription: '坏', urgency: 'normal' })
    const state = () => app.sql('select repair_status, is_stopped, images, engineer_id, version from repair_order where id = $1', [data.id])
    const before = await state()
    const target = { type: 'repairOrder', id: data.id }
    const smuggled = [
      ['supplement', { details: 'x', mergedStop: { is_stopped: 1 } }],
      ['supplement', { details: 'x', mergedImages: [await sent(admin)] }],
      ['supplement', { details: 'x', engineerId: admin.userId }],
      ['accept', { engineerName: 'x' }],
      ['accept', { is_stopped: 1 }],
    ] as const
    for (const [name, body] of smuggled) {
      const [result] = await push(admin, await op({ kind: `repairOrder.${name}`, target, body }))
      expect([name, body, result!.outcome]).toEqual([name, body, 'refused'])
    }
    expect((await push(admin, await op({ kind: 'repairOrder.merge', target, body: { intoId: data.id } })))[0]!.outcome).toBe('refused')
    expect(await state()).toEqual(before)
  })
})

test('no call saves what only the server says of a document, a line or an imported card', async () => {
  const id = await addDevice({ deviceName: '夹带泵' })
  const plan = await admin.post<Row>('/eam/device-purchase-plan/submit', {
    planYear: 2031,
    deptId: home.depts.bones,
    reason: '更新',
    lines: [{ deviceName: '泵', quantity: 1, unitPrice: '1.00' }],
  })
  expect(plan.status, plan.msg).toBe(200)
  const refused: [path: string, body: object][] = [
    ...['fileType', 'fileSize', 'createdBy', 'tenantId', 'isDeleted'].map((name): [string, object] => [
      '/eam/device/attach/submit',
      { attachName: '资料', attachType: 'other', deviceId: id, [name]: name === 'fileSize' ? 1 : 'x' },
    ]),
    ['/eam/device/attach/add', { deviceId: id, attachType: 'photo', files: [v7()] }],
    ...['plannedTotal', 'lineCount', 'lines', 'planTitle', 'deptId', 'tenantId'].map((name): [string, object] => [
      '/eam/device-purchase-plan-list/submit',
      { planId: plan.data.id, deviceName: '注射泵', quantity: 1, [name]: name === 'lines' ? [] : '9' },
    ]),
  ]
  const [before] = await app.sql('select planned_total, line_count, version from purchase_plan where id = $1', [plan.data.id])
  for (const [path, body] of refused)
    expect([path, Object.keys(body), (await admin.post(path, body)).status]).toEqual([path, Object.keys(body), 400])
  expect(await app.sql('select planned_total, line_count, version from purchase_plan where id = $1', [plan.data.id])).toEqual([before])
  expect(await app.sql('select id from device_attach where device_id = $1', [id])).toEqual([])
})
