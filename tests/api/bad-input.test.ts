import { beforeAll, describe, expect, test } from 'vitest'
import { usualTerms } from '#contract/entities/insight/replacement-terms.ts'
import { announcement } from '#contract/entities/notice/announcement.ts'
import { sms } from '#contract/entities/notice/sms.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, rightOf, urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { stepUrls } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { labelPresets } from '#contract/label/label-design.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import { isPlatformRight } from '#contract/roles.ts'
import { adverseRows } from '#tests/harness/adverse.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { checklistRows } from '#tests/harness/checklist-rows.ts'
import { contractRows } from '#tests/harness/contracts.ts'
import { custodyRows } from '#tests/harness/custody-rows.ts'
import { setRows } from '#tests/harness/device-sets.ts'
import { draftFields, draftOf, inputOf, sampleOf } from '#tests/harness/factories.ts'
import { batteryFamilies, familyFacts } from '#tests/harness/family-facts.ts'
import { flowRows } from '#tests/harness/flow-rows.ts'
import { home } from '#tests/harness/hospitals.ts'
import { ledgerRows } from '#tests/harness/ledger-rows.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { poolRows } from '#tests/harness/pool-rows.ts'
import { purchaseRows } from '#tests/harness/purchases.ts'
import { qualityRows } from '#tests/harness/quality.ts'
import { inHalf } from '#tests/harness/quarter.ts'
import { riskRows } from '#tests/harness/risk.ts'
import { roundRows } from '#tests/harness/rounds.ts'
import { sensorRows } from '#tests/harness/sensors.ts'
import { type Ask, badAsks, type Spoilt } from './bad-asks.ts'
import { type Json, refusedBy, smuggled, unprintable, withName } from './hostile.ts'
import { stored } from './stored.ts'

let before: Record<string, string>
/** A row of the hospital for each entity, and links to them. */
const rows: Record<string, string> = {}
/** An announcement that is not due while the test runs. */
const unsent = { audience: 'all', releaseTime: '2099-01-01 08:00:00', endTime: undefined }

const app = await appForFile()
const client = await app.as('administrator')
const { wrongAnswers, wrongValues } = badAsks(app, client)
beforeAll(async () => {
  const add = async (name: string, path: string, draft: object) => {
    const answer = await client.post(path, draft)
    expect([name, answer.msg, answer.status]).toEqual([name, '操作成功', 200])
    rows[name] = answer.data.id
  }
  rows.dept = home.depts.medicine
  rows.user = home.users.keeper
  await add('location', '/eam/plc/location/submit', { locationName: '本部', level: 'courtyard' })
  await add('assetsCategory', '/eam/assets-category/submit', { categoryName: '专用设备' })
  await add('deviceClass', '/eam/device-class/submit', { className: '监护设备', classCode: '07-09' })
  await add('supplier', '/eam/supplierinfo/submit', { supplierName: '江城器械', supplierKind: 'dealer' })
  await add('device', '/eam/device/submit', { deviceName: '监护仪', useDeptId: rows.dept })
  await add('devicePart', '/eam/deviceparts/submit', { partName: '探头', quantity: 1000 })
  await add('partReservation', '/eam/part-reservation/submit', { purpose: '换件', partId: rows.devicePart, quantity: 1 })
  await add('customField', '/eam/custom-field/submit', { entity: 'device', code: 'power', name: '功率', fieldKind: 'integer' })
  await add('labelTemplate', '/eam/label-template/submit', { ...labelPresets['60x40'].values, templateName: '小标签', labelKind: 'device' })
  await add('checkTask', '/eam/check/submit', {
    checkTitle: '盘点',
    beginDate: '2026-01-01',
    mode: 'open',
    members: [{ userId: rows.user }],
  })
  await add('repairOrder', '/eam/eventtyperepair/save', { deviceId: rows.device, faultDescription: '不开机', urgency: 'normal' })
  await add('measureCard', '/eam/devicecardmeasure/submit', { deviceId: rows.device })
  await add('measureRecord', '/eam/eventtypemeasure/submit', { deviceId: rows.device, measureKind: 'calibration', dueDate: '2026-05-01' })
  const plan = { planName: '季度保养', planSubject: 'rule', useDeptId: home.depts.bones, planCycle: 3, planCycleUnit: 'month' }
  await add('devicePlan', '/eam/deviceplan/submits', plan)
  await add('maintainCard', '/eam/devicecardmaintain/submit', { deviceId: rows.device, planId: rows.devicePlan })
  await add('maintainOrder', '/eam/eventtypemaintain/save', { deviceId: rows.device, dueDate: '2026-05-01' })
  Object.assign(rows, await riskRows(app, client, '本院', rows.device!))
  const { id: sealed } = (await client.post('/eam/device/submit', { deviceName: '封存机', useDeptId: rows.dept })).data
  await app.sql(`update device set eam_status = 'idle' where id = $1`, [sealed])
  await add('deviceCardActive', '/eam/devicecardactive/submit', { deviceId: sealed, reason: '重新启用' })
  const { serviceContract } = await contractRows(app, client, '本院', { device: rows.device!, dept: rows.dept! })
  Object.assign(rows, { serviceContract }, await checklistRows(app, client, '本院', rows.device!))
  Object.assign(rows, await roundRows(app, client, '本院', rows.dept!))
  Object.assign(rows, await onCallRows(client, '本院', rows.dept!))
  const [held] = await app.sql('select use_dept_id from device where id = $1', [rows.device])
  if (held!.use_dept_id) Object.assign(rows, await setRows(app, client, '本院', { device: rows.device!, dept: String(held!.use_dept_id) }))
  Object.assign(rows, await qualityRows(app, client, '本院', { device: rows.device!, dept: rows.dept! }))
  Object.assign(rows, await adverseRows(client, '本院', rows.device!))
  Object.assign(rows, await purchaseRows(app, client, '本院', rows.dept!))
  Object.assign(rows, await sensorRows(app, client, '本院', { device: rows.device!, dept: rows.dept! }))
  const asked = { deviceId: rows.device, reason: '型号有误', lines: [{ fieldCode: 'deviceModel', newText: 'M9' }] }
  await add('cardFieldUpdate', '/eam/cardfieldupdate/submit', asked)
  await poolRows(add, rows, home, '共享')
  rows.role = String((await app.sql(`select id from role where tenant_id = $1 and role_alias = 'virtual'`, [home.tenant]))[0]!.id)
  await add('announcement', '/blade-desk/notice/submit', { ...draftOf(announcement, 1, { links: rows, give: unsent }) })
  await add('sms', '/blade-resource/sms/submit', draftOf(sms, 1, { links: rows }))
  // Families whose declaration says everything need no line above.
  for (const of of batteryFamilies())
    if (!rows[of.name])
      await add(of.name, urlsOf(of, 'submit')[0]!, draftOf(of, 1, { links: rows, give: familyFacts[of.name]?.give?.(1, false) }))
  Object.assign(rows, await custodyRows(app, home.tenant, '本院', { dept: rows.dept!, device: rows.device!, user: rows.user! }))
  Object.assign(rows, await ledgerRows(app, home.tenant, '本院'), await flowRows(app, client, '本院', home.users.engineer))
  await add('replacementRule', '/eam/replacement-rule/submit', { ruleName: '规则', ...usualTerms })
  const balance = { assetNo: 'ZC-1', balanceOn: '2026-01-31', ruleId: rows.depreciationRule, originalValue: '100', accumulated: '10' }
  await add('ledgerBalance', '/eam/ledger-balance/submit', balance)
  const provider = {
    providerCode: 'sso',
    providerName: '统一登录',
    kind: 'oidc',
    matchBy: 'email',
    issuer: 'https://sso.example',
    clientId: 'ward',
  }
  await add('identityProvider', '/blade-system/identity-provider/submit', provider)
  await add('noticeChannel', '/blade-resource/notice-channel/submit', { channelName: '全院群', kind: 'robot' })
  before = await stored(app)
})

/** Calls of the platform are not open to a hospital's administrator; the fuzz makes them as the platform's. */
const ofHospitals = calls.filter((of) => !isPlatformRight(of.may))

/** Parts of a test that asks every family or call: each ends on a slow machine, too. */
const parts = [1, 2, 3, 4]
const ofPart = <T>(all: readonly T[], part: number): T[] => all.filter((_, at) => at % parts.length === part - 1)

const unchanged = async () => expect(await stored(app)).toEqual(before)
/** Rows of the platform, and rules of roles, which `data-scope.test.ts` tries. */
const isLeftOut = (of: Entity, right: string): boolean => isPlatformRight(right) || of.name === 'dataScope'
const withVerb = (verb: 'submit' | 'remove' | 'detail' | 'list' | 'export' | 'select' | 'lazyTree'): (readonly [string, Entity])[] =>
  entities.filter((of) => verbsOf(of).includes(verb) && !isLeftOut(of, rightOf(of, verb))).map((of) => [of.name, of])
const draft = (of: Entity) =>
  draftOf(of, 7, {
    links: rows,
    give: {
      level: undefined,
      ...(of.name === 'location' ? { level: 'courtyard' } : {}),
      ...(of.name === 'announcement' ? unsent : {}),
      ...(of.name === 'customField' ? { code: 'other', fieldKind: 'text' } : {}),
    },
  })

// Refusals follow from declarations alone, so a run tries each kind of them with half of the families and calls: in four days with all.

describe('a draft', () => {
  test.each(inHalf(withVerb('submit')))('%s: every field refuses invalid values, on create and on update', async (_, of) => {
    const path = urlsOf(of, 'submit')[0]!
    const added = draft(of)
    // Every second pair of values is tried in changing a row, the others in adding one.
    const asks = draftFields(of).flatMap(([wire, field]) =>
      refusedBy(field).map((value, index): Spoilt => {
        const base = index % 4 < 2 ? added : { id: rows[of.name] }
        return { path, base, name: wire, value, status: [400] }
      }),
    )
    expect(asks.length).toBeGreaterThan(20)
    expect(await wrongValues(asks)).toEqual([])
    await unchanged()
  })

  test.each(inHalf(withVerb('submit'), 1))('%s: unknown and read-only fields are refused', async (_, of) => {
    const readOnly = Object.entries(of.fields).flatMap(([name, field]): [string, Json][] =>
      field.readOnly ? [[wireName(name, field), JSON.stringify(sampleOf(name, field, 3, rows) ?? 'ZC-1')]] : [],
    )
    const names = [...Object.entries(smuggled).filter(([name]) => !(name in of.fields)), ...readOnly]
    const bases = [draft(of), { id: rows[of.name] }]
    const asks = names.flatMap(([name, value]): Spoilt[] =>
      urlsOf(of, 'submit').flatMap((path) => bases.map((base) => ({ path, base, name, value, status: [400] }))),
    )
    expect(await wrongValues(asks)).toEqual([])
    await unchanged()
  })

  test.each(inHalf(withVerb('submit'), 1))('%s: invalid ids and versions, empty required fields', async (_, of) => {
    const path = urlsOf(of, 'submit')[0]!
    const required = draftFields(of).filter(([, field]) => field.required)
    const asks: Ask[] = [
      ...['{}', '[]', '1', 'true', '"x"', `"' or 1=1"`, '["018f0000-0000-7000-8000-00000000dead"]'].map((id) => ({
        what: `id ${id}`,
        path,
        body: withName(draft(of), 'id', id),
        status: [400],
      })),
      {
        what: 'an unknown row',
        path,
        body: withName(draft(of), 'id', '"018f0000-0000-7000-8000-00000000dead"'),
        status: of.name === 'purchaseQuote' ? [400] : [404],
      },
      ...['{}', '[]', '-1', '1.5', '"x"', 'true', '1e400', '99999999999'].map((version) => ({
        what: `version ${version}`,
        path,
        body: withName({ ...draft(of), id: rows[of.name] }, 'version', version),
        status: [400],
      })),
      // Without a picture, and without a document or a line, the draft is refused before its version is read.
      {
        what: 'an old version',
        path,
        body: withName({ ...draft(of), id: rows[of.name] }, 'version', '7'),
        status: ['floorPlan', 'serviceInvoice', 'purchaseQuote'].includes(of.name) ? [400] : [409],
      },
      ...required.flatMap(([wire]) =>
        ['null', '""', '"  "'].map((value) => ({ what: `${wire} ${value}`, path, body: withName(draft(of), wire, value), status: [400] })),
      ),
      { what: 'nothing', path, body: '{}', status: [400] },
      { what: 'only an id', path, body: JSON.stringify({ id: rows[of.name] }), status: [400] },
    ]
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('lines are refused as a whole', async () => {
    const base = { checkTitle: '又一次', beginDate: '2026-01-01', mode: 'open' }
    const member = (value: Json): Ask => ({
      what: value,
      path: '/eam/check/submit',
      body: withName(base, 'members', value),
      status: [400, 404],
    })
    const bad = [
      '{}',
      '"x"',
      '1',
      '[1]',
      '[null]',
      '["x"]',
      '[[]]',
      '[{}]',
      '[{"userId":"x"}]',
      '[{"userId":1}]',
      '[{"userId":"018f0000-0000-7000-8000-00000000dead"}]',
    ]
    const own = (extra: string) => `[{"userId":"${rows.user}"${extra}}]`
    const asks = [
      ...bad.map(member),
      ...[',"tenantId":"100003"', ',"id":"x"', ',"id":1', ',"checkId":"018f0000-0000-7000-8000-00000000dead"', ',"constructor":1'].map(
        (extra) => member(own(extra)),
      ),
      {
        what: 'a member twice',
        path: '/eam/check/submit',
        body: withName(base, 'members', `[{"userId":"${rows.user}"},{"userId":"${rows.user}"}]`),
        status: [400],
      },
    ]
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('text that looks like SQL or markup is text', async () => {
    const names = [
      "'; drop table device; --",
      "Robert'); delete from app_user;",
      '{{7*7}}',
      '<img src=x onerror=alert(1)>',
      '%_\\',
      '=cmd|calc',
      '监护仪\u{1F600}𠮷',
    ]
    for (const deviceName of names) {
      const { data } = await client.post('/eam/device/submit', { deviceName })
      expect((await client.get('/eam/device/detail', { id: data.id })).data.deviceName).toBe(deviceName)
      expect((await client.get<{ total: number }>('/eam/device/list', { deviceName })).data.total).toBe(1)
      // A bar separates fields in what a keyword is looked for in, so it is not part of one.
      if (!deviceName.includes('|'))
        expect([deviceName, (await client.get<{ total: number }>('/eam/device/list', { keyword: deviceName })).data.total]).toEqual([
          deviceName,
          1,
        ])
      expect((await client.post('/eam/device/remove', { ids: data.id })).status).toBe(200)
    }
    before = await stored(app)
  })
})

describe('steps, removals and calls', () => {
  const ids: readonly Json[] = [
    'null',
    '""',
    '{}',
    '[]',
    '1',
    'true',
    '"x"',
    `"' or 1=1 --"`,
    '[1]',
    '["x"]',
    '[[]]',
    '{"$in":[]}',
    JSON.stringify('x,'.repeat(2000)),
    `[${Array.from({ length: 1001 }, () => '"018f0000-0000-7000-8000-00000000dead"').join()}]`,
  ]
  const nobody = '"018f0000-0000-7000-8000-00000000dead"'

  test.each(parts)('invalid ids, part %i', async (part) => {
    const all = [
      ...withVerb('remove').flatMap(([, of]) =>
        urlsOf(of, 'remove').map((path) => ({ path, name: 'ids', said: {}, row: rows[of.name], own: new Set<string>() })),
      ),
      ...machines.flatMap((on) =>
        Object.entries(on.steps).flatMap(([name, step]) => {
          const path = stepUrls(on, name)[0]
          const said = Object.fromEntries(
            Object.entries(step.input).flatMap(([key, field], at) =>
              field.required ? [[wireName(key, field), inputOf(key, field, at, rows)]] : [],
            ),
          )
          const row = rows[on.entity]
          const own = new Set(Object.entries(step.input).map(([key, field]) => wireName(key, field)))
          return path ? [{ path, name: 'id', said, row, own }, ...(step.many ? [{ path, name: 'ids', said, row, own }] : [])] : []
        }),
      ),
    ]
    const targets = ofPart(inHalf(all), part)
    const asks = targets.flatMap(({ path, name, said }): Ask[] => [
      ...ids.map((value) => ({ what: `${name} ${value}`, path, body: withName(said, name, value), status: [400] })),
      { what: 'an unknown row', path, body: withName(said, name, nobody), status: [404] },
      { what: 'nothing', path, body: '{}', status: [400] },
    ])
    const beside = targets.flatMap(({ path, name, said, row, own }): Spoilt[] => {
      const base = { ...said, id: row }
      const names = name === 'id' ? Object.entries(smuggled).filter(([key]) => !own.has(key)) : []
      return names.map(([key, value]) => ({ path, base, name: key, value, status: [400] }))
    })
    expect(asks.length).toBeGreaterThan(100)
    expect(beside.length).toBeGreaterThan(100)
    expect(await wrongAnswers(asks)).toEqual([])
    expect(await wrongValues(beside)).toEqual([])
    await unchanged()
  })

  const steps = machines.flatMap((on) =>
    Object.entries(on.steps).flatMap(([name, step]) => {
      const path = stepUrls(on, name)[0]
      return path ? [{ path, input: step.input, entity: on.entity as string | undefined }] : []
    }),
  )
  // A wrong password is counted, whichever call brings it.
  const counted = [
    ...['session.token', 'session.refresh', 'session.unlock', 'sync.push', 'factor.begin', 'factor.remove'],
    ...['passkey.begin', 'passkey.submit', 'passkey.remove'],
  ]
  const posts = ofHospitals
    .filter((of) => of.method === 'POST' && !counted.includes(of.name))
    .map((of) => ({ path: pathsOf(of)[0]!, input: of.input, entity: undefined }))
  const inputs = inHalf([...steps, ...posts].filter(({ input }) => Object.keys(input).length > 0))
  const atOnce = 20
  const portions = Array.from({ length: Math.ceil(inputs.length / atOnce) }, (_, at) => inputs.slice(at * atOnce, (at + 1) * atOnce))

  test.each(portions.map((some) => [some[0]!.path, some] as const))(
    'inputs of steps and calls refuse what they cannot hold: %s and those after it',
    async (_, some) => {
      const valid: Record<string, unknown> = {
        checkId: rows.checkTask,
        code: 'x',
        id: rows.location,
        floor: 1,
        room: 1,
        entity: 'device',
        fields: [{ fieldCode: 'brand', isShow: 1 }],
      }
      const asks = some.flatMap(({ path, input, entity }): Spoilt[] =>
        Object.entries(input).flatMap(([name, field]) => {
          const wire = wireName(name, field)
          const base: Record<string, unknown> = entity ? { id: rows[entity], reason: '无' } : {}
          const others = Object.fromEntries(
            Object.entries(input)
              .filter(([, one]) => one.required)
              .map(([key, one]) => [wireName(key, one), valid[wireName(key, one)] ?? base[wireName(key, one)]]),
          )
          return refusedBy(field).map((value) => ({
            path,
            base: { ...base, ...others },
            name: wire,
            value,
            // The row may be in no state for the step before anybody looks for who is named.
            status: field.kind === 'link' ? [400, 404, 409] : [400, 404],
          }))
        }),
      )
      expect(asks.length).toBeGreaterThan(some.length)
      expect(await wrongValues(asks)).toEqual([])
      await unchanged()
    },
  )

  test('property names of Object.prototype are no fields', async () => {
    const save = (fieldCode: string): Ask => ({
      what: fieldCode,
      path: '/osm/industry-config/tenant-update',
      body: JSON.stringify({ entity: 'device', fields: [{ fieldCode, isShow: 1 }] }),
      status: [400],
    })
    expect(
      await wrongAnswers([
        ...['constructor', '__proto__', 'toString', 'hasOwnProperty', 'x_power', 'id'].map(save),
        { ...save('brand'), what: 'entity', body: '{"entity":"constructor","fields":[]}' },
      ]),
    ).toEqual([])
    await unchanged()
  })

  test('queued operations are refused one by one or as a whole, never with a server error', async () => {
    const headers = { 'x-eam-user': client.userId, 'x-eam-tenant': client.tenant }
    const op = {
      id: '018f0000-0000-7000-8000-000000000001',
      kind: 'device.submit',
      schema: 1,
      lane: 'x',
      target: { type: 'device', id: '018f0000-0000-7000-8000-000000000002' },
      body: {},
      fp: '0'.repeat(64),
      occurredAt: '2026-01-01T00:00:00Z',
      skewMs: 0,
    }
    const request = (ops: Json): Json => `{"deviceId":"018f0000-0000-7000-8000-000000000009","schema":1,"ops":${ops}}`
    const whole: Ask[] = ['{}', '"x"', '[1]', '[null]', '[{}]', '[[]]'].map((ops) => ({
      what: ops,
      path: '/sync/push',
      body: request(ops),
      headers,
      status: [400],
    }))
    const unknownKinds = ['__proto__', 'constructor', 'device.list', 'device.fly', 'session.logout', '']
    const refused: Ask[] = [
      ...['id', 'target', 'kind', 'schema', 'fp', 'lane', 'occurredAt', 'skewMs'].flatMap((name) =>
        ['{}', '[]', '1', '"x"', 'null', '[[[]]]', '1e400'].map((value) => ({
          what: `${name} = ${value}`,
          path: '/sync/push',
          body: request(`[${withName(op, name, value)}]`),
          headers,
          status: [200, 400],
        })),
      ),
      ...unknownKinds.map((kind) => ({
        what: kind,
        path: '/sync/push',
        body: request(`[${withName(op, 'kind', JSON.stringify(kind))}]`),
        headers,
        status: [200, 400],
      })),
      ...[20, 2000, 100_000].map((depth) => ({
        what: `depth ${depth}`,
        path: '/sync/push',
        body: request(`[${withName(op, 'body', '['.repeat(depth) + ']'.repeat(depth))}]`),
        headers,
        status: [200, 400],
      })),
    ]
    expect(await wrongAnswers([...whole, ...refused])).toEqual([])
    const answered = await Promise.all(
      refused.map(
        async (one) =>
          (
            await fetch(`${app.url}/api/sync/push`, {
              method: 'POST',
              headers: { ...client.headers, ...headers, 'content-type': 'application/json' },
              body: one.body as string,
            })
          ).json() as Promise<{ data?: { results?: { outcome: string; http: number; msg?: string }[] } | null }>,
      ),
    )
    for (const result of answered.flatMap(({ data }) => data?.results ?? [])) {
      expect(result).toMatchObject({ outcome: 'refused', msg: expect.stringMatching(/./) })
      expect(result.http).toBeLessThan(500)
    }
    await unchanged()
  })
})

describe('lists', () => {
  const query = (path: string, key: string, value: string, status: readonly number[] = [400]): Ask => ({
    what: '',
    path: `${path}?${encodeURIComponent(key)}=${encodeURIComponent(value)}`,
    method: 'GET',
    status,
  })

  test.each(inHalf(withVerb('list')))('%s: invalid pages, filters and orders', async (_, of) => {
    const path = urlsOf(of, 'list')[0]!
    const spoilt = (name: string, value: string): Spoilt => ({ path, name, value, status: [400] })
    const pages = ['0', '-1', '1.5', 'x', '1000001', '99999999999999999999', 'NaN', '1e3', "1'"].flatMap((value) => [
      spoilt('current', value),
      spoilt('size', value === '1000001' ? '201' : value),
    ])
    const filters = [
      ...['unheard', '__proto__', 'constructor', 'toString', 'id', 'tenant_id', 'created_by', '1=1', "a'b", 'deviceName_xx'].map((name) =>
        spoilt(name, 'x'),
      ),
      ...['createTime_dategt', 'createTime_datelt'].map((name) => spoilt(name, 'never')),
      ...Object.entries(of.fields).flatMap(([name, field]) => {
        const wire = wireName(name, field)
        if (field.kind === 'text' || field.kind === 'numbering') return [spoilt(wire, 'a\u0000b'), spoilt(wire, 'a\u0007')]
        if (field.kind === 'json') return [spoilt(wire, '1')]
        return ['x', "' or 1=1 --", '9'.repeat(50), 'NaN', 'a\u0000b', '__proto__', '{}']
          .map((value) => spoilt(wire, value))
          .concat(field.kind === 'choice' || field.kind === 'link' ? [] : [spoilt(`${wire}_ge`, 'x')])
      }),
    ]
    const asks = [
      ...['ascs', 'descs', 'columns'].flatMap((name) =>
        ['id;drop table device', '__proto__', 'constructor', "a'b", 'x'.repeat(3000)].map((value) => query(path, name, value, [200, 400])),
      ),
      ...["' or 1=1", 'a\u0000b', '%', '_', '\\', '|', 'x'.repeat(5000), '\ud800'].map((value) =>
        query(path, 'keyword', value.isWellFormed() ? value : '�', [200, 400]),
      ),
      { what: 'the same twice', path: `${path}?current=1&current=2`, method: 'GET', status: [400] },
      { what: 'broken escapes', path: `${path}?keyword=%ff%fe%zz`, method: 'GET', status: [200, 400] },
    ]
    expect(await wrongValues(pages)).toEqual([])
    expect(await wrongValues(filters)).toEqual([])
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('details', async () => {
    const details = withVerb('detail').flatMap(([, of]) =>
      urlsOf(of, 'detail').flatMap((path) => [
        ...['', 'x', "' or 1=1", '1', 'a\u0000b', '[]'].map((value) => query(path, 'id', value)),
        query(path, 'id', '018f0000-0000-7000-8000-00000000dead', [404]),
        { what: 'without an id', path, method: 'GET', status: [400] },
      ]),
    )
    expect(await wrongAnswers(details)).toEqual([])
    await unchanged()
  })

  test.each(parts)('exports, part %i', async (part) => {
    const exports = ofPart(inHalf(withVerb('export')), part).flatMap(([, of]) =>
      urlsOf(of, 'export').flatMap((path) => [
        query(path, 'format', 'exe'),
        query(path, 'unheard', 'x'),
        ...['constructor', '__proto__', 'toString', 'x,y,,z', "a'b"].map((value) => query(path, 'columns', value, [200, 400])),
      ]),
    )
    expect(await wrongAnswers(exports, 2)).toEqual([])
    await unchanged()
  })

  test('choices and trees', async () => {
    const trees = withVerb('lazyTree').flatMap(([, of]) =>
      ['x', "' or 1=1", 'a\u0000b'].flatMap((value) =>
        [...urlsOf(of, 'lazyTree'), ...urlsOf(of, 'lazyList')].map((path) => query(path, 'parentId', value)),
      ),
    )
    const choices = withVerb('select').flatMap(([, of]) => urlsOf(of, 'select').map((path) => query(path, 'unheard', 'x')))
    expect(await wrongAnswers([...trees, ...choices])).toEqual([])
    await unchanged()
  })

  test.each(parts)('the inputs of reading calls, part %i', async (part) => {
    const reading = ofHospitals.filter((of) => of.method === 'GET' && !of.writes && of.may !== 'public')
    const asks = ofPart(inHalf(reading), part).flatMap((of) =>
      Object.entries(of.input).flatMap(([name, field]) => {
        const values =
          field.kind === 'text' ? [JSON.parse(unprintable[0]!) as string, 'x'.repeat(field.max + 1)] : ['x', "' or 1=1", '9'.repeat(30)]
        return ['session.routes', 'session.topMenu'].includes(of.name)
          ? []
          : values
              .filter((value) => value.length < 15_000)
              .map((value) =>
                // A code may hold the separators of GS1, so one with other signs is found nowhere.
                query(
                  pathsOf(of)[0]!,
                  wireName(name, field),
                  value,
                  pathsOf(of)[0]!.includes('/:') || (field.kind === 'text' && field.scanned) ? [400, 404] : undefined,
                ),
              )
      }),
    )
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('cursors', async () => {
    const cursors = [
      '{',
      '[]',
      '1',
      '"x"',
      '{"base":1}',
      '{"base":"x"}',
      '{"__proto__":"1.1"}',
      '{"base":"99999999999999999999.1"}',
      `{"base":"1.99999999999999999999"}`,
      `{"' or 1=1":"0.0"}`,
    ].map((value) => query('/sync/pull', 'cursors', value, [200, 400, 410]))
    expect(await wrongAnswers(cursors)).toEqual([])
    await unchanged()
  })
})

describe('whole requests', () => {
  const path = '/eam/device/submit'
  const raw = (
    what: string,
    body: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = {},
    status: readonly number[] = [400],
  ): Ask => ({
    what,
    path,
    body,
    headers,
    status,
  })

  test('bodies that are not a JSON object', async () => {
    const asks = [
      ...[
        '',
        '{',
        '{"deviceName":}',
        'null',
        '[]',
        '[{}]',
        '"x"',
        '1',
        'true',
        "{'deviceName':'x'}",
        '{"deviceName":"x",}',
        '{"a":1}{"b":2}',
        'undefined',
        'NaN',
      ].map((body) => raw(body, body)),
      raw('a prototype', '{"deviceName":"x","__proto__":{"admin":true}}'),
      raw('a constructor', '{"deviceName":"x","constructor":{"prototype":{"admin":true}}}'),
      raw('bytes that are no text', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      ...['text/plain', 'application/xml', 'multipart/form-data', 'nonsense', 'application/json; charset=utf-16'].map((type) =>
        raw(type, 'deviceName=x', { 'content-type': type }),
      ),
      raw('a form', 'deviceName=x&tenantId=000000&version=7', { 'content-type': 'application/x-www-form-urlencoded' }),
      raw('five megabytes', JSON.stringify({ deviceName: 'x'.repeat(5 * 1024 * 1024) }), {}, [413]),
      raw('half a megabyte of fields', `{${Array.from({ length: 30_000 }, (_, index) => `"f${index}":1`).join()}}`),
      raw('a deep one', withName({}, 'deviceName', '['.repeat(100_000) + ']'.repeat(100_000))),
      raw('a deep one with a key', withName({}, 'deviceName', '['.repeat(100_000) + ']'.repeat(100_000)), {
        'idempotency-key': '018f0000-0000-7000-8000-0000000000ff',
      }),
      ...['x', '1', "' or 1=1", '018f0000'].map((key) => raw(`key ${key}`, '{"deviceName":"x"}', { 'idempotency-key': key })),
    ]
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('invalid addresses and methods', async () => {
    const asks: Ask[] = [
      ...['/nothing', '/eam/device', '/eam/device/list/x', '/eam/device/..%2f..%2fetc/passwd', '/%00', `/${'x'.repeat(4000)}`].map(
        (at) => ({ what: at, path: at, method: 'GET', status: [404] }),
      ),
      ...['/%zz', '/eam/device/%ff'].map((at) => ({ what: at, path: at, method: 'GET', status: [400, 404] })),
      ...(['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const).map((method) => ({
        what: method,
        path: '/eam/device/list',
        method,
        status: [404, 405],
      })),
      { what: 'reading by POST', path: '/eam/device/list', body: '{}', status: [404] },
      { what: 'writing by GET', path: '/eam/device/submit?deviceName=x', method: 'GET', status: [404] },
    ]
    expect(await wrongAnswers(asks)).toEqual([])
    await unchanged()
  })

  test('with too many downloads at once each is complete or refused with a message', async () => {
    const demo = await app.signIn('100001', 'manager')
    const download = async () => {
      const response = await fetch(`${app.url}/api/eam/device/export?format=csv`, { headers: demo.headers })
      return { status: response.status, text: await response.text() }
    }
    const answers = await Promise.all(Array.from({ length: 10 }, download))
    for (const { status, text } of answers)
      if (status === 200) expect(text.trim().split('\n')).toHaveLength(601)
      else expect([status, JSON.parse(text).error, JSON.parse(text).msg]).toEqual([503, 'busy', '服务器繁忙，请稍后再试'])
    expect((await download()).status).toBe(200)
    expect(app.pool.totalCount - app.pool.idleCount).toBe(0)
  })

  test('values with a required format are refused with an example of it', async () => {
    const answer = await client.post('/blade-system/role/submit', { roleName: '护理', roleAlias: 'Ward Clerk', reach: 'own' })
    expect(answer).toMatchObject({
      status: 400,
      msg: '角色标识格式不正确，应如 ward_clerk',
      data: [{ field: 'roleAlias', rule: 'pattern' }],
    })
  })

  test('an answer never reveals internals', async () => {
    const answers = await Promise.all(
      ['/eam/device/list?useDeptId=x', '/eam/device/detail?id=x', '/nothing', '/sync/pull?cursors={'].map(async (at) =>
        (await fetch(`${app.url}/api${at}`, { headers: client.headers })).text(),
      ),
    )
    for (const text of answers) expect(text).not.toMatch(/select |from |pg_|stack|node_modules|\.ts:|SQLSTATE|FST_/)
  })
})

test.each([
  ['/eam/home-page/device-statistics', 'useDeptId_equal'],
  ['/eam/home-page/processed', 'useDeptId_ge'],
  ['/eam/report/mainReport', 'purchaseDate_datege'],
  ['/blade-system/menu/grant-tree', 'name_like'],
  ['/blade-system/tenant/select', 'tenantName_notnull'],
  ['/eam/device/list', 'deviceName_like'],
])('%s refuses the condition %s, which it does not apply, and passes over the moment of the request', async (path, name) => {
  const refused = await client.get(path, { [name]: '1' })
  expect([refused.status, refused.data]).toEqual([400, [{ field: name, rule: 'unknown' }]])
  expect(refused.msg).toContain(name)
  expect((await client.get(path, { _t: '1764294000000' })).status).toBe(200)
})
