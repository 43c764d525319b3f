import { beforeAll, describe, expect, test } from 'vitest'
import { type Entity, urlsOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { columnName, tableName } from '#server/kit/table.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { draftFields, draftOf } from '#tests/harness/factories.ts'
import { batteryFamilies, familyFacts } from '#tests/harness/family-facts.ts'
import { home } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { onCallRows } from '#tests/harness/on-call.ts'
import { op, push } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { repairs } from '#tests/harness/repairs.ts'
import { roundRows } from '#tests/harness/rounds.ts'
import { sampleRows } from '#tests/harness/sample-rows.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)
const samples = sampleRows(async () => admin)

const retirable = entities.filter((of) => of.retired)
/** A retired row of each entity that has such rows. */
const gone: Record<string, string> = {}

let serial = 1000
const next = (): number => ++serial

/** What a draft needs beside such a link. */
const fitting: Readonly<Record<string, object>> = {
  'location.parent': { level: 'building' },
}

const make = async (of: Entity, give: Row | object = {}): Promise<string> => {
  if (of.name === 'user') return (await lab.add('keeper')).id
  // Its stops are rooms, which stand on a floor.
  // Its people repair, and a department has one.
  if (of.name === 'onCallRota') return (await onCallRows(admin, '旧', home.depts.surgery)).onCallRota!
  if (of.name === 'roundRoute') return (await roundRows(app, admin, '旧', home.depts.bones)).roundRoute!
  const answer = await admin.post<Row>(urlsOf(of, 'submit')[0]!, {
    ...draftOf(of, next(), {
      links: await samples.linksOf(of),
      give: familyFacts[of.name]?.give?.(1, false),
    }),
    ...give,
  })
  expect(answer.msg).toBe('操作成功')
  return answer.data.id
}

/** Retires a row as people do, by the first value that its declaration names. */
const retire = async (of: Entity, id: string): Promise<void> => {
  const [name, values] = Object.entries(of.retired!.when)[0]!
  const answer =
    of.name === 'user'
      ? await admin.post('/osm/user/update-user-active', { userId: id, isActive: 0 })
      : await submit(of, { id, [name]: values![0] })
  expect(answer.msg).toBe('操作成功')
}
const submit = (of: Entity, draft: object) => admin.post<Row & { rule: string; field: string }[]>(urlsOf(of, 'submit')[0]!, draft)

beforeAll(async () => {
  for (const of of retirable) {
    gone[of.name] = await make(of)
    await retire(of, gone[of.name]!)
  }
})

describe('a retired row', () => {
  test('is offered by no picker, and shown where it is chosen', async () => {
    for (const of of retirable) {
      expect(verbsOf(of), of.name).toContain('select')
      const url = urlsOf(of, 'select')[0]!
      const found = async (query: Record<string, string | number>) => (await admin.get<Row[]>(url, query)).data.map((row) => row.id)
      const [row] = await app.sql(`select ${columnName(of.title, of.fields[of.title]!)} as name from ${tableName(of)} where id = $1`, [
        gone[of.name],
      ])
      expect(await found({ keyword: String(row!.name) }), of.name).not.toContain(gone[of.name])
      expect(await found({ keyword: String(row!.name), retired: 1 }), of.name).toContain(gone[of.name])
      expect(await found({ ids: String(gone[of.name]) }), of.name).toEqual([gone[of.name]])
      if (!of.tree) continue
      const below = async (query: Record<string, number>) =>
        (await admin.get<Row[]>(urlsOf(of, 'lazyTree')[0]!, { parentId: '', ...query })).data
      expect((await below({ offered: 1 })).map((one) => one.id)).not.toContain(gone[of.name])
      expect((await below({})).find((one) => one.id === gone[of.name])).toMatchObject({ isRetired: true })
      const all = (await admin.get<Row[]>(urlsOf(of, 'tree')[0]!, { offered: 1 })).data
      expect(all.map((one) => one.id)).not.toContain(gone[of.name])
    }
  })

  const linking = batteryFamilies().flatMap((of) =>
    draftFields(of).flatMap(([wire, field, name]) =>
      (field.kind === 'link' || field.kind === 'ids') && !field.past && field.to && entityNamed(field.to).retired
        ? [{ of, wire, field, name }]
        : [],
    ),
  )
  test.each(linking.map((one) => [`${one.of.name}.${one.name}`, one] as const))(
    'is no longer taken by %s, and stays where it is',
    async (_, one) => {
      const { of, wire, field, name } = one
      const links = await samples.linksOf(of)
      const target = await make(entityNamed(field.to!))
      const value = field.kind === 'ids' ? [target] : target
      const give = familyFacts[of.name]?.give
      const drafted = (seed: number) => ({
        ...draftOf(of, seed, { links, give: give?.(seed, false) }),
        ...fitting[`${of.name}.${name}`],
        [wire]: value,
      })
      const { data, msg } = await submit(of, drafted(next()))
      expect(msg).toBe('操作成功')
      await retire(entityNamed(field.to!), target)
      const refused = await submit(of, drafted(next()))
      expect(refused, refused.msg).toMatchObject({ status: 400, data: [{ field: wire, rule: 'retired' }] })
      expect(refused.msg).toContain('已停用，不能再选')
      expect((await submit(of, { id: data.id, [wire]: value })).msg).toBe('操作成功')
      // Lists still find the row by it.
      const row = (await admin.get<Row>(urlsOf(of, 'detail')[0]!, { id: data.id })).data
      expect(row[wire]).toEqual(value)
      if (field.kind === 'link') {
        const page = (await admin.get<Page>(urlsOf(of, 'list')[0]!, { [wire]: String(value) })).data
        expect(page.records.map((each) => each.id)).toContain(data.id)
      }
    },
  )

  test('links that may name one say so, and most do not', () => {
    expect(linking.length).toBeGreaterThan(30)
    const past = entities.flatMap((of) =>
      Object.entries(of.fields).flatMap(([name, field]) =>
        (field.kind === 'link' || field.kind === 'ids') && field.past ? [`${of.name}.${name}`] : [],
      ),
    )
    expect(past.sort()).toEqual([
      'checkScan.location',
      'checkTask.scopeCategories',
      'checkTask.scopeDepts',
      'checkTask.scopeLocations',
      'dataScope.depts',
      'dept.mergedInto',
      'purchaseInvoiceLine.dept',
      'purchaseInvoiceLine.supplier',
      'sensorConfig.device',
      'serviceInvoice.supplier',
    ])
  })

  test('is refused with its successor where it was merged, through any number of mergers', async () => {
    const dept = entityNamed('dept')
    const [a, b, c] = [
      await make(dept, { deptName: '一病区' }),
      await make(dept, { deptName: '二病区' }),
      await make(dept, { deptName: '三病区' }),
    ]
    const merge = (deptId: string, toId: string) => admin.post('/blade-system/dept/reorganize', { deptId, kind: 'merge', toId })
    expect((await merge(a, b)).msg).toBe('操作成功')
    expect((await merge(b, c)).msg).toBe('操作成功')
    const answer = await admin.post('/eam/device/submit', { deviceName: '泵', useDeptId: a })
    expect(answer).toMatchObject({
      status: 400,
      msg: '使用科室“一病区”已合并，不能再选，请改选“三病区”',
      data: [{ field: 'useDeptId', rule: 'merged', successor: { id: c, name: '三病区' } }],
    })
    // One that is opened again is chosen itself.
    expect((await admin.post('/blade-system/dept/submit', { id: a, isSealed: 0 })).msg).toBe('操作成功')
    expect((await admin.post('/eam/device/submit', { deviceName: '泵', useDeptId: a })).msg).toBe('操作成功')
    expect((await admin.get<Row>('/blade-system/dept/detail', { id: a })).data.mergedIntoId).toBeNull()
  })

  test('of a tree takes what is below it along', async () => {
    const location = entityNamed('location')
    const building = await make(location, { locationName: '旧楼群', level: 'courtyard' })
    const floor = await make(location, { locationName: '旧楼', level: 'building', parentId: building })
    await retire(location, building)
    expect((await admin.post('/eam/device/submit', { deviceName: '泵', locationId: floor })).data).toMatchObject([{ rule: 'retired' }])
    expect((await admin.get<Row[]>('/eam/plc/location/select', { keyword: '旧楼' })).data).toEqual([])
  })

  test('is no person who only looks at boards', async () => {
    const { id } = await lab.add('virtual')
    const answer = await admin.post('/eam/device/submit', { deviceName: '泵', keeperId: id })
    expect(answer).toMatchObject({ status: 400, data: [{ field: 'keeperId', rule: 'view_only' }] })
    expect((await admin.get<Row[]>('/blade/user/select', { ids: id })).data).toHaveLength(1)
  })

  test('is refused by steps, batches, change requests and lines', async () => {
    const kit = repairs(app, admin)
    const device = (await admin.post<Row>('/eam/device/submit', { deviceName: '批量泵' })).data
    const batch = { ids: [device.id], supplierId: gone.supplier }
    expect((await admin.post('/eam/device/batchEdit', batch)).data).toMatchObject([{ rule: 'retired' }])
    const request = { deviceId: device.id, reason: '更正', lines: [{ fieldCode: 'keeper', newText: gone.user }] }
    expect((await admin.post('/eam/cardfieldupdate/submit', request)).msg).toContain('已停用')
    const check = { checkTitle: '盘', beginDate: '2026-01-01', mode: 'open', scopeDepts: [gone.dept], members: [{ userId: gone.user }] }
    expect((await admin.post('/eam/check/submit', check)).data).toMatchObject([{ field: 'members.0.userId', rule: 'retired' }])
    // What a check looks at may be closed.
    expect((await admin.post('/eam/check/submit', { ...check, members: [{ userId: home.users.keeper }] })).msg).toBe('操作成功')
    const order = await kit.at('accepted', await kit.card())
    const manager = await app.as('equipment_manager')
    const sent = await manager.post('/eam/eventtyperepair/reassign', { id: order, engineerId: gone.user })
    expect(sent).toMatchObject({ status: 400, data: [{ field: 'engineerId', rule: 'retired' }] })
  })
})

test('an operation of a phone that chooses a retired row is refused, and taken once it names another one', async () => {
  const { id } = (await admin.post<Row>('/eam/device/submit', { deviceName: '离线泵', useDeptId: home.depts.bones })).data
  const { version } = (await admin.get<Row>('/eam/device/detail', { id })).data
  const choose = async (useDeptId: string) =>
    (await push(admin, await op({ kind: 'device.submit', target: { type: 'device', id }, baseVersion: version, body: { useDeptId } })))[0]
  expect(await choose(gone.dept!)).toMatchObject({ outcome: 'refused', http: 400, msg: expect.stringContaining('已停用，不能再选') })
  expect(await choose(home.depts.medicine)).toMatchObject({ outcome: 'done' })
  expect((await admin.get<Row>('/eam/device/detail', { id })).data.useDeptId).toBe(home.depts.medicine)
})

describe('an import', () => {
  const columns = 'deviceName,sn,useDeptId,useDeptName,supplierId,locationId,importNote,eamStatus'
  const cards = async (name: string) =>
    (await admin.get<Page>('/eam/device/list', { size: 20, keyword: name, columns, ascs: 'sn' })).data.records

  test('puts the successor in place of a merged department in new rows, leaves a retired link empty, and changes nothing the second time', async () => {
    const [dept, supplier] = [entityNamed('dept'), entityNamed('supplier')]
    const [old, now] = [await make(dept, { deptName: '老导管室' }), await make(dept, { deptName: '新导管室' })]
    const sold = await make(supplier, { supplierName: '旧公司' })
    const there = (await admin.post<Row>('/eam/device/submit', { deviceName: '导管机', sn: 'DG-1', supplierId: sold })).data.id
    await retire(supplier, sold)
    expect((await admin.post('/blade-system/dept/reorganize', { deptId: old, kind: 'merge', toId: now })).msg).toBe('操作成功')
    const csv = '设备名称,出厂编号,使用科室,供应商\n导管机,DG-2,老导管室,旧公司\n'
    const job = await verified(app, admin, 'device', csv)
    expect(job).toMatchObject({ newCount: 1, faultyCount: 0, warningCount: 2 })
    expect((await problemsOf(admin, job.id)).map(({ grade, message, value }) => [grade, message, value])).toEqual([
      ['warning', '使用科室已合并，改用“新导管室”', '老导管室'],
      ['warning', '供应商已停用，不能再选，留空', '旧公司'],
    ])
    expect((await begin(admin, 'device', 'write', { id: job.id })).status).toBe('done')
    expect(await cards('导管机')).toMatchObject([
      { id: there, supplierId: sold },
      { sn: 'DG-2', useDeptId: now, supplierId: null, importNote: '供应商: 旧公司' },
    ])
    expect(await verified(app, admin, 'device', csv)).toMatchObject({ newCount: 0, sameCount: 1, warningCount: 0 })
  })

  test('prefers a live row of the same name', async () => {
    const dept = entityNamed('dept')
    const old = await make(dept, { deptName: '撤并科' })
    await retire(dept, old)
    const again = await make(dept, { deptName: '撤并科' })
    const next = await verified(app, admin, 'device', '设备名称,出厂编号,使用科室\n撤并机,CB-3,撤并科\n')
    expect((await begin(admin, 'device', 'write', { id: next.id })).status).toBe('done')
    const [card] = await cards('撤并机')
    expect(card).toMatchObject({ sn: 'CB-3', useDeptId: again })
    // So does a change request, which names what it wants.
    const other = (await admin.post<Row>('/eam/device/submit', { deviceName: '改科机', useDeptId: home.depts.bones })).data.id
    const lines = [{ fieldCode: 'useDept', newText: '撤并科' }]
    const asked = await admin.post('/eam/cardfieldupdate/submit', { deviceId: other, reason: '搬迁', lines })
    expect(asked.msg).toBe('操作成功')
    const [line] = await app.sql('select new_value from card_field_update_line where request_id = $1', [asked.data.id])
    expect(line!.new_value).toBe(again)
  })
})

describe('nothing comes into a closed place', () => {
  test('neither by a warehouse entry that was written before, nor by a check', async () => {
    const warehouse = entityNamed('warehouse')
    const warehouseId = await make(warehouse, { warehouseName: '旧库' })
    const lines = [{ lineKind: 'part', itemName: '旧库探头', quantity: 2, unitPrice: '5' }]
    const entry = { warehouseId, deptId: home.depts.medicine, entryDate: '2026-07-01', lines }
    const { id } = (await admin.post<Row>('/eam/warehouse/enter/save', entry)).data
    expect((await admin.post('/eam/warehouse/enter/hand-in', { id })).msg).toBe('操作成功')
    await retire(warehouse, warehouseId)
    const refused = await (await app.as('equipment_manager')).post('/eam/warehouse/enter/approve', { id })
    expect(refused).toMatchObject({ status: 400, data: [{ field: 'warehouseId', rule: 'retired' }] })
    expect((await admin.get<Row>('/eam/warehouse/enter/detail', { id })).data.entryStatus).toBe('submitted')
  })
})
