import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { usualTerms } from '#contract/entities/insight/replacement-terms.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { stepUrls } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { labelPresets } from '#contract/label/label-design.ts'
import { calls, entities as declared, entityNamed, machines } from '#contract/registry.ts'
import { isPlatformRight } from '#contract/roles.ts'
import { fingerprint } from '#contract/sync/sync.ts'
import { writeAs } from '#server/db/pool.ts'
import { tableName } from '#server/kit/table.ts'
import { adverseRows } from '#tests/harness/adverse.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { checklistRows } from '#tests/harness/checklist-rows.ts'
import { contractRows } from '#tests/harness/contracts.ts'
import { custodyRows } from '#tests/harness/custody-rows.ts'
import { setRows } from '#tests/harness/device-sets.ts'
import { type Draft, draftFields, draftOf, inputOf, sampleOf } from '#tests/harness/factories.ts'
import { flowRows } from '#tests/harness/flow-rows.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { labelReportRow } from '#tests/harness/label-reports.ts'
import { ledgerRows } from '#tests/harness/ledger-rows.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { poolRows } from '#tests/harness/pool-rows.ts'
import { purchaseRows } from '#tests/harness/purchases.ts'
import { qualityRows } from '#tests/harness/quality.ts'
import { riskRows } from '#tests/harness/risk.ts'
import { roundRows } from '#tests/harness/rounds.ts'
import { sensorRows } from '#tests/harness/sensors.ts'
import { sharingRows } from '#tests/harness/sharing-rows.ts'
import { stored } from './stored.ts'

// The tests of this file build on each other, in this order.

/** Stands in every text of the other hospital; no answer to ours may hold it. */
const secret = '他院机密'

let before: Record<string, string>
const theirs: Record<string, string> = {}
const ours: Record<string, string> = {}
/** Every id that the other hospital has. */
let foreign: ReadonlySet<string>

/** What hospitals have; the rows of the platform are its own: tests/api/menus.test.ts. */
const entities = declared.filter((of) => !isPlatformRight(`${of.name}.list`))

/** Families whose rows come from steps, from the sign-in or by hand below. */
const byLaw = new Set([
  'user',
  'role',
  'dataScope',
  'checkReview',
  'repairOrder',
  'depreciationOffset',
  'deviceApply',
  'deviceUseRecord',
  'eventTypeConfig',
  'eventProcess',
  'floorPlan',
])

/** What a draft needs beside what its declaration requires. */
const given: Readonly<Record<string, Draft>> = {
  ledgerBalance: { balanceOn: '2026-01-31' },
  deviceIncome: { month: '2026-01-01' },
  replacementRule: { ...usualTerms },
  devicePlan: { planSubject: 'rule', importantClassification: 'large', planBasis: 'date', planCycle: 3, planCycleUnit: 'month' },
  measureCatalog: { measureCycle: 1, measureCycleUnit: 'year' },
}

/** What lines need that their declaration does not say: a missing item has a reason. */
const lineFacts: Readonly<Record<string, Draft>> = { ambulanceCheckLine: { note: '送修' } }

/** A line of each kind that a draft of a header may carry. */
const linesOf = (of: Entity, links: Record<string, string>) =>
  Object.fromEntries(
    (of.lines ?? []).flatMap((line) =>
      line.readOnly ? [] : [[line.as, [draftOf(entityNamed(line.entity), 7, { links, give: lineFacts[line.entity] ?? {} })]]],
    ),
  )

const fill = async (client: Client, rows: Record<string, string>, word: string, hospital: typeof home) => {
  const add = async (name: string, path: string, draft: object) => {
    const answer = await client.post(path, draft)
    expect([name, answer.msg, answer.status]).toEqual([name, '操作成功', 200])
    rows[name] = answer.data.id
  }
  await add('dept', '/blade-system/dept/submit', { deptName: `${word}科`, category: 'clinical' })
  await add('location', '/eam/plc/location/submit', { locationName: `${word}院区`, level: 'courtyard' })
  await add('customField', '/eam/custom-field/submit', { entity: 'device', code: 'secret', name: `${word}字段`, fieldKind: 'text' })
  await add('assetsCategory', '/eam/assets-category/submit', { categoryName: `${word}分类` })
  await add('deviceClass', '/eam/device-class/submit', { className: `${word}设备`, classCode: '07-09' })
  await add('supplier', '/eam/supplierinfo/submit', { supplierName: `${word}器械`, supplierKind: 'dealer' })
  await add('device', '/eam/device/submit', {
    deviceName: `${word}设备`,
    rfidCode: `${word}RFID`,
    useDeptId: rows.dept,
    locationId: rows.location,
  })
  await add('devicePart', '/eam/deviceparts/submit', { partName: `${word}配件`, quantity: 1000, deviceId: rows.device })
  expect((await client.post('/eam/ai/device-standardization', { ids: [rows.device] })).status).toBe(200)
  const label = { ...labelPresets['60x40'].values, templateName: `${word}模板`, labelKind: 'device' }
  await add('labelTemplate', '/eam/label-template/submit', label)
  const print = { labelKind: 'device', ids: [rows.device], template: rows.labelTemplate, output: 'pdf' }
  await add('labelPrint', '/eam/label/print', print)
  await add('checkTask', '/eam/check/submit', {
    checkTitle: `${word}盘点`,
    beginDate: '2026-01-01',
    mode: 'open',
    scopeDepts: [rows.dept],
    members: [{ userId: client.userId }],
  })
  for (const step of ['submit-filing', 'sureEam']) expect((await client.post(`/eam/device/${step}`, { id: rows.device })).status).toBe(200)
  expect((await client.post('/eam/check/start', { id: rows.checkTask })).status).toBe(200)
  await add('checkScan', '/eam/check/scan', { checkId: rows.checkTask, code: `${word}RFID` })
  const engineer = await app.as('engineer', hospital)
  const repair = { deviceId: rows.device, faultDescription: `${word}故障`, diagnosis: `${word}诊断`, measures: `${word}措施` }
  const fixed = { ...repair, parts: [{ partName: `${word}零件`, quantity: 1 }] }
  expect((await engineer.post('/eam/eventtyperepair/quick-save', fixed)).status).toBe(200)
  const { id: kept } = (await client.post('/eam/eventtypemaintain/save', { deviceId: rows.device, dueDate: '2026-05-01' })).data
  const maintained = { id: kept, result: 'good', parts: [{ partName: `${word}滤网`, quantity: 1 }] }
  expect((await client.post('/eam/eventtypemaintain/finish', maintained)).status).toBe(200)
  const report = { deviceId: rows.device, faultDescription: `${word}故障`, urgency: 'normal' }
  const reported = await engineer.post('/eam/eventtyperepair/save', report)
  rows.repairOrder = reported.data.id
  const [looking] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'virtual'`, [hospital.tenant])
  await add('dataScope', '/blade-system/data-scope/submit', { roleId: looking!.id, entity: 'device', reach: 'own' })
  await add('announcement', '/blade-desk/notice/submit', { title: `${word}通知`, category: '1', content: word, audience: 'all' })
  const { id: sealed } = (await client.post('/eam/device/submit', { deviceName: `${word}封存机`, useDeptId: rows.dept })).data
  await app.sql(`update device set eam_status = 'idle' where id = $1`, [sealed])
  await add('deviceCardActive', '/eam/devicecardactive/submit', { deviceId: sealed, reason: `${word}启用` })
  const authorised = { personId: client.userId, deviceClassId: rows.deviceClass, validFrom: '2026-01-01', trainer: `${word}讲师` }
  await add('useAuthorisation', '/eam/use-authorisation/submit', authorised)
  await poolRows(add, rows, hospital, word)
  Object.assign(rows, await checklistRows(app, client, word, rows.device!))
  Object.assign(rows, await roundRows(app, client, word, rows.dept!))
  Object.assign(rows, await onCallRows(client, word, rows.dept!))
  Object.assign(rows, await qualityRows(app, client, word, { device: rows.device!, dept: rows.dept! }))
  Object.assign(rows, await adverseRows(client, word, rows.device!))
  rows.labelReport = await labelReportRow(app, word, rows.device!)
  Object.assign(rows, await riskRows(app, client, word, rows.device!))
  Object.assign(rows, await purchaseRows(app, client, word, rows.dept!))
  Object.assign(rows, await setRows(app, client, word, { device: rows.device!, dept: rows.dept! }))
  Object.assign(rows, await contractRows(app, client, word, { device: rows.device!, dept: rows.dept! }))
  Object.assign(rows, await sensorRows(app, client, word, { device: rows.device!, dept: rows.dept! }))
  Object.assign(rows, await flowRows(app, client, word, hospital.users.keeper))
  // A family that nothing above has filled gets a row from its declaration.
  for (const of of entities.filter((one) => one.table === 'tenant' && !rows[one.name] && verbsOf(one).includes('submit')))
    if (!byLaw.has(of.name))
      await add(of.name, urlsOf(of, 'submit')[0]!, { ...draftOf(of, 7, { links: rows, give: given[of.name] }), ...linesOf(of, rows) })
  Object.assign(rows, await ledgerRows(app, hospital.tenant, word, rows.depreciationRule))
  Object.assign(rows, await custodyRows(app, hospital.tenant, word, { dept: rows.dept!, device: rows.device!, user: client.userId }))
  Object.assign(rows, await sharingRows(app, { tenant: hospital.tenant, device: rows.device!, dept: rows.dept!, word }))
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into sms_message (tenant_id, id, phone, sms_code, category, outcome, phone_hash, template_tenant, template_id)
        values ($1, $2, '138****0000', $3, 'log', 'sent', '', $1, $4)`,
      values: [hospital.tenant, v7(), word, rows.sms],
    }),
  )
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into notice_delivery (tenant_id, id, channel_id, told_id, channel_name, outcome) values ($1, $2, $3, $2, $4, 'sent')`,
      values: [hospital.tenant, v7(), rows.noticeChannel, word],
    }),
  )
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into notice_report (tenant_id, id, report_title, dept_id, week_start, week_end) values ($1, $2, $3, $4, '2026-01-05', '2026-01-11')`,
      values: [hospital.tenant, v7(), `${word}周报`, rows.dept],
    }),
  )
  rows.floorPlan = v7()
  await writeAs(app.pool, hospital.tenant, async (tx) => {
    const values = [hospital.tenant, rows.floorPlan, rows.location, v7()]
    tx.later({ text: `insert into floor_plan (tenant_id, id, floor_id, picture) values ($1, $2, $3, array[$4::uuid])`, values })
    tx.later({
      text: `insert into floor_plan_room (tenant_id, id, plan_id, room_id, outline, room_title) values ($1, $2, $3, $4, '0,0 1,0 1,1', '')`,
      values: [hospital.tenant, v7(), rows.floorPlan, rows.location],
    })
  })
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into purchase_origin (tenant_id, id, card_title, device_id, entry_id, order_id, plan_id, unit_price)
        values ($1, $2, $3, $4, $5, $6, $7, 10.00)`,
      values: [hospital.tenant, v7(), `${word}来源`, rows.device, rows.warehouseEntry, rows.purchaseOrder, rows.purchasePlan],
    }),
  )
  // What steps, lines and the sign-in made.
  for (const of of entities.filter((one) => one.table === 'tenant' && !rows[one.name])) {
    const [row] = await app.sql(`select id from ${tableName(of)} where tenant_id = $1 order by id limit 1`, [hospital.tenant])
    if (row) rows[of.name] = String(row.id)
  }
  const [notice] = await app.sql('select id from notice where tenant_id = $1 and user_id = $2 limit 1', [hospital.tenant, client.userId])
  rows.notice = String(notice!.id)
  rows.importJob = v7()
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into import_job (tenant_id, id, file_name, target, status, progress, row_count, new_count, same_count, faulty_count, warning_count, written_count, user_id)
        values ($1, $2, $3, 'device', 'done', 100, 1, 1, 0, 0, 0, 1, $4)`,
      values: [hospital.tenant, rows.importJob, `${word}台账.xlsx`, client.userId],
    }),
  )
  rows.registration = v7()
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into registration (tenant_id, id, account, real_name, state, password_hash) values ($1, $2, 'guest', $3, 'waiting', '')`,
      values: [hospital.tenant, rows.registration, `${word}来客`],
    }),
  )
  rows.checkReview = v7()
  await writeAs(app.pool, hospital.tenant, (tx) =>
    tx.run({
      text: `insert into check_review (tenant_id, id, check_id, line_id, scan_id, device_name, line_result, scan_result, review_status)
        values ($1, $2, $3, $4, $5, $6, 'match', 'misplaced', 'open')`,
      values: [hospital.tenant, rows.checkReview, rows.checkTask, rows.checkLine, rows.checkScan, `${word}设备`],
    }),
  )
  await add('deviceStop', '/eam/device-stop/place', { deviceId: rows.device, stopKind: 'recall', reason: `${word}召回` })
  rows.user = hospital.users.keeper
  // A family without a row would pass every check untested.
  expect(entities.filter((one) => one.table === 'tenant' && verbsOf(one).length > 0 && !rows[one.name]).map((one) => one.name)).toEqual([])
}

const app = await appForFile()
const mine = await app.as('administrator')
beforeAll(async () => {
  await fill(await app.as('administrator', other), theirs, secret, other)
  await fill(mine, ours, '本院', home)
  foreign = new Set(Object.values(theirs))
  before = await stored(app)
})

const unchanged = async () => expect(await stored(app)).toEqual(before)
/** What an answer reveals of the other hospital. `asked`: ids that the caller named and may get back. */
const leak = (text: string, asked: readonly string[] = []): boolean =>
  text.includes(secret) || [...foreign].some((id) => !asked.includes(id) && text.includes(id))

const get = async (path: string, query: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/api${path}?${new URLSearchParams(query)}`, { headers: mine.headers })
  return { status: response.status, text: await response.text() }
}
const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { ...mine.headers, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

describe('reading', () => {
  test('no list, tree, choice or export of ours holds anything of theirs, with any tenant in the request', async () => {
    for (const of of entities)
      for (const verb of verbsOf(of).filter((one) => !['detail', 'history', 'submit', 'remove'].includes(one)))
        for (const path of urlsOf(of, verb))
          for (const query of [{}, { tenantId: other.tenant }, { keyword: secret }] as Record<string, string>[]) {
            const asked = verb === 'export' || verb === 'template' ? { ...query, format: 'csv' } : { size: '200', ...query }
            const { status, text } = await get(
              path,
              verb === 'list' || verb === 'page' || verb === 'export' ? asked : query.keyword && verb === 'template' ? {} : query,
            )
            expect([path, query, status, leak(text)]).toEqual([path, query, query.tenantId ? 404 : 200, false])
          }
  })

  test('no row of theirs is found by its id', async () => {
    for (const of of entities)
      if (verbsOf(of).includes('detail'))
        for (const path of urlsOf(of, 'detail')) {
          const { status, text } = await get(path, { id: theirs[of.name]! })
          expect([path, status, leak(text)]).toEqual([path, 404, false])
          expect([path, (await get(path, { id: ours[of.name]! })).status]).toEqual([path, 200])
        }
  })

  test('the history of their rows is not readable', async () => {
    for (const of of entities)
      if (verbsOf(of).includes('history'))
        for (const path of urlsOf(of, 'history')) {
          const { status, text } = await get(path, { id: theirs[of.name]! })
          expect([path, status, leak(text), JSON.parse(text).data.total]).toEqual([path, 200, false, 0])
        }
  })

  test('no filter by their ids finds anything', async () => {
    for (const of of entities)
      for (const verb of verbsOf(of).filter((one) => one === 'list' || one === 'page'))
        for (const [name, field] of Object.entries(of.fields)) {
          if (field.kind !== 'link') continue
          const { data, status } = await mine.get<Page>(urlsOf(of, verb)[0]!, { [wireName(name, field)]: theirs[field.to] })
          expect([of.name, name, status, data?.total]).toEqual([of.name, name, 200, 0])
        }
  })

  test('no call answers for their ids and codes', async () => {
    const asked = Object.values(theirs)
    const answers = await Promise.all([
      get('/eam/device/queryRfidCode', { rfidCode: `${secret}RFID` }),
      get('/eam/device-life-cycle/list', { eamDeviceId: theirs.device! }),
      get('/eam/device-life-cycle/list', { size: '200' }),
      get('/eam/plc/location/getLocationByDeptId', { deptId: theirs.dept! }),
      get('/osm/industry-config/field-config', { entity: 'device' }),
      get('/eam/plc/location/lazy-tree', { parentId: theirs.location! }),
      get('/eam/plc/location/lazy-list', { parentId: theirs.location! }),
      get('/blade-system/dept/lazy-tree', { parentId: theirs.dept! }),
      get('/eam/device/select-list', { ids: asked.join() }),
      get('/blade-user/info'),
      get('/sync/pull'),
      get('/sync/pull', { cursors: JSON.stringify({ [`dept:${theirs.dept}`]: null, [`task:${theirs.checkTask}`]: null, tenant: '0.0' }) }),
    ])
    for (const [index, { status, text }] of answers.entries()) expect([index, status < 500, leak(text)]).toEqual([index, true, false])
  })

  test('a token of ours is refused in their hospital', async () => {
    const moved = `${other.tenant}.${mine.token.split('.')[1]}`
    expect(
      (await fetch(`${app.url}/api/eam/device/list`, { headers: { 'blade-auth': `bearer ${moved}`, 'tenant-id': other.tenant } })).status,
    ).toBe(401)
    const { text, status } = await (async () => {
      const response = await fetch(`${app.url}/api/eam/device/list`, {
        headers: { ...mine.headers, 'tenant-id': other.tenant, 'x-eam-tenant': other.tenant },
      })
      return { status: response.status, text: await response.text() }
    })()
    expect([status, leak(text)]).toEqual([200, false])
  })
})

describe('writing', () => {
  test('nothing of theirs is changed or removed, alone or among ours', async () => {
    for (const of of entities) {
      if (verbsOf(of).includes('submit')) {
        const fields = draftFields(of)
        const [wire, field] = (fields.find(([, one]) => one.kind === 'text' && !one.pattern) ?? fields[0])!
        for (const path of urlsOf(of, 'submit')) {
          const { status, text } = await post(path, { id: theirs[of.name], [wire]: field.kind === 'link' ? ours[field.to] : 'x' })
          expect([path, status, leak(text)]).toEqual([path, 404, false])
        }
      }
      if (verbsOf(of).includes('remove'))
        for (const ids of [theirs[of.name], [theirs[of.name]], [ours[of.name], theirs[of.name]], `${ours[of.name]},${theirs[of.name]}`])
          expect([of.name, (await post(urlsOf(of, 'remove')[0]!, { ids })).status]).toEqual([of.name, 404])
    }
    await unchanged()
  })

  test('no step moves anything of theirs', async () => {
    for (const on of machines)
      for (const [name, step] of Object.entries(on.steps)) {
        const path = stepUrls(on, name)[0]
        if (!path) continue
        const said = Object.fromEntries(
          Object.entries(step.input).flatMap(([key, field], at) =>
            field.required ? [[wireName(key, field), inputOf(key, field, at, ours)]] : [],
          ),
        )
        for (const ids of [
          { id: theirs[on.entity] },
          ...(step.many ? [{ ids: [theirs[on.entity]] }, { ids: [ours[on.entity], theirs[on.entity]] }] : []),
        ])
          expect([path, (await post(path, { ...said, ...ids })).status]).toEqual([path, 404])
      }
    await unchanged()
  })

  test('no link of ours reaches theirs, in adding, changing, lines and calls', async () => {
    let links = 0
    for (const of of entities)
      if (verbsOf(of).includes('submit'))
        for (const [wire, field] of draftFields(of)) {
          if (field.kind !== 'link') continue
          links++
          const draft = draftOf(of, 9, { links: ours, give: of.name === 'location' ? { level: 'building' } : {} })
          for (const body of [
            { ...draft, [wire]: theirs[field.to] },
            { id: ours[of.name], [wire]: theirs[field.to] },
          ]) {
            const { status, text } = await post(urlsOf(of, 'submit')[0]!, body)
            expect([of.name, wire, [400, 404].includes(status), leak(text, [theirs[field.to]!])]).toEqual([of.name, wire, true, false])
          }
        }
    expect(links).toBeGreaterThan(7)
    const task = { checkTitle: '又一次', beginDate: '2026-01-01', mode: 'open' }
    const refused = [
      post('/eam/check/submit', { ...task, scopeDepts: [theirs.dept] }),
      post('/eam/check/submit', { ...task, scopeLocations: [theirs.location] }),
      post('/eam/check/submit', { ...task, members: [{ userId: theirs.user }] }),
      post('/eam/check/scan', { checkId: theirs.checkTask, code: 'x' }),
      post('/eam/check/scan', { checkId: ours.checkTask, code: 'x', locationId: theirs.location }),
      post('/eam/plc/location/storiedBuilding', { id: theirs.location, floor: 1, room: 1 }),
    ]
    for (const [index, { status }] of (await Promise.all(refused)).entries())
      expect([index, status === 404 || status === 400]).toEqual([index, true])
    expect((await app.sql('select id from check_task where tenant_id = $1', [home.tenant])).length).toBeLessThanOrEqual(2)
    before = await stored(app)
  })

  test('their codes are unknown in our check', async () => {
    const { status, text } = await post('/eam/check/scan', { checkId: ours.checkTask, code: `${secret}RFID` })
    expect(status).toBe(200)
    expect(JSON.parse(text).data).toMatchObject({ deviceId: null, result: 'surplus' })
    const [row] = await app.sql('select device_id from check_scan where tenant_id = $1 and code = $2', [home.tenant, `${secret}RFID`])
    expect(row).toEqual({ device_id: null })
    before = await stored(app)
  })

  test('no queued operation reaches theirs, nor is a stored result of theirs replayed', async () => {
    const op = async (id: string, kind: string, target: { type: string; id: string }, body: unknown, more: object = {}) => ({
      id,
      kind,
      schema: 1,
      lane: id,
      deps: [],
      target,
      baseVersion: 1,
      body,
      fp: await fingerprint({ kind, target, body }),
      occurredAt: new Date().toISOString(),
      skewMs: 0,
      ...more,
    })
    const push = async (client: Client, ops: unknown[]) =>
      client.post<{ results: { outcome: string; http: number; current?: unknown }[] }>(
        '/sync/push',
        { deviceId: '018f0000-0000-7000-8000-000000000009', schema: 1, ops },
        { 'x-eam-user': client.userId, 'x-eam-tenant': client.tenant },
      )
    const uuid = (end: number) => `018f0000-0000-7000-8000-0000000001${String(end).padStart(2, '0')}`
    const { version } = (await mine.get('/eam/device/detail', { id: ours.device })).data
    const answer = await push(mine, [
      await op(uuid(1), 'device.submit', { type: 'device', id: theirs.device! }, { brand: '改了' }),
      await op(uuid(2), 'device.seal', { type: 'device', id: theirs.device! }, { reason: '封' }),
      await op(
        uuid(3),
        'check.scan',
        { type: 'checkTask', id: theirs.checkTask! },
        { checkId: theirs.checkTask, code: 'x' },
        { baseVersion: null },
      ),
      await op(uuid(4), 'device.submit', { type: 'device', id: theirs.device! }, { brand: '改了' }, { baseVersion: 99 }),
      await op(uuid(5), 'device.submit', { type: 'device', id: ours.device! }, { useDeptId: theirs.dept }, { baseVersion: version }),
    ])
    expect(answer.data.results.map(({ outcome, http }) => `${outcome} ${http}`)).toEqual([
      'refused 404',
      'refused 404',
      'refused 404',
      'refused 404',
      'refused 400',
    ])
    await unchanged()
    const key = uuid(20)
    const part = { partName: '钥匙', quantity: 1 }
    const first = await (await app.as('administrator', other)).post('/eam/deviceparts/submit', part, { 'idempotency-key': key })
    const second = await post('/eam/deviceparts/submit', part, { 'idempotency-key': key })
    expect([first.status, second.status, second.text.includes(String(first.data.id))]).toEqual([200, 200, false])
    before = await stored(app)
  })

  test('rows of the same id live beside each other', async () => {
    const twin = ours.devicePart!
    // Reserved pieces keep a part where it is.
    expect((await post('/eam/part-reservation/release', { ids: [ours.partReservation] })).status).toBe(200)
    await app.sql(
      `set session_replication_role = replica; insert into device_part (tenant_id, id, part_name, quantity) values ('${other.tenant}', '${twin}', '${secret}双生', 5)`,
    )
    expect((await mine.get<Row>('/eam/deviceparts/detail', { id: twin })).data.partName).toBe('本院配件')
    expect((await post('/eam/deviceparts/submit', { id: twin, quantity: 3 })).status).toBe(200)
    expect((await post('/eam/deviceparts/remove', { ids: twin })).status).toBe(200)
    expect(await app.sql(`select quantity, is_deleted from device_part where tenant_id = $1 and id = $2`, [other.tenant, twin])).toEqual([
      { quantity: 5, is_deleted: false },
    ])
  })

  test('the administrator of the platform sees no hospital’s rows in lists of the own tenant', async () => {
    const admin = await app.signIn('000000', 'admin', 'admin')
    for (const path of ['/eam/device/list', '/eam/deviceparts/list', '/eam/check/list', '/eam/check-scan/list'])
      expect([path, (await admin.get<Page>(path)).data.total]).toEqual([path, 0])
    expect((await admin.get('/eam/device/detail', { id: theirs.device })).status).toBe(404)
    expect((await admin.get<Page>('/blade/user/list')).data.total).toBe(1)
  })
})

/** Calls whose inputs are made by hand above, and those that take bytes or ids of files. */
const byHand = new Set(['fieldConfig.list', 'sync.push', 'sync.pull', 'sync.pullMany', 'sync.fileState', 'sync.filePart', 'file.content'])
const namesRows = (field: Field): boolean => field.kind === 'link' || field.kind === 'ids'
const taking = calls.filter(
  (of) => !byHand.has(of.name) && Object.entries(of.input).some(([name, field]) => namesRows(field) || name === 'id' || name === 'applyId'),
)

test('every call that takes ids answers nothing of theirs and does nothing to it', async () => {
  expect(taking.length).toBeGreaterThan(20)
  const theirRows = async () =>
    JSON.stringify(
      await Promise.all(
        entities.map(async (of) => [
          of.name,
          await app.sql(`select * from ${tableName(of)} where tenant_id = $1 order by id`, [other.tenant]).catch(() => 'none'),
        ]),
      ),
    )
  const was = await theirRows()
  for (const of of taking) {
    const given = Object.entries(of.input).map(([name, field], at): [string, unknown] => {
      const wire = wireName(name, field)
      if (field.kind === 'link') return [wire, theirs[field.to] ?? theirs.device]
      if (field.kind === 'ids') return [wire, [theirs[field.to ?? 'device'] ?? theirs.device]]
      if (name === 'id' || name === 'applyId') return [wire, theirs.checkTask]
      return [wire, field.required ? sampleOf(name, field, at, ours) : undefined]
    })
    const body = Object.fromEntries(given.filter(([, value]) => value !== undefined))
    const asText = Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]))
    const { status, text } = of.method === 'GET' ? await get(pathsOf(of)[0]!, asText) : await post(pathsOf(of)[0]!, body)
    expect([of.name, status < 500, leak(text, Object.values(body).flat() as string[])]).toEqual([of.name, true, false])
  }
  expect(await theirRows()).toBe(was)
})
