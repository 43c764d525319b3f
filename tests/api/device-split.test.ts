import { beforeAll, describe, expect, test } from 'vitest'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { writeApiScopes } from '#server/db/first/new-api-scopes.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'
import { Cache } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'

const app = await appForFile({ timed: true })
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
let [hospital, company] = ['', '']
let system = ''

const split = (id: string, parts: readonly Row[] | readonly object[], more: object = {}) =>
  manager.post<{ id: string; ids: string[]; codes: string[] }>('/eam/device-split/split', {
    id,
    parts,
    reason: '按系统部件单独管理',
    ...more,
  })
const detail = async (id: string): Promise<Row> => (await manager.get<Row>('/eam/device/detail', { id })).data
const undo = (id: string) => manager.post('/eam/device-split/undo', { id })
const told = async (id: string) =>
  (await manager.get<Row[]>('/eam/device-split/of-device', { deviceId: id })).data.map((one) => one as Row & { parts: Row[] })
const sum = (amounts: readonly unknown[]): string =>
  (amounts.reduce<number>((all, one) => all + Math.round(Number(one) * 100), 0) / 100).toFixed(2)
/** What both books and every table that a split touches hold of some cards. */
const stored = (ids: readonly string[]) =>
  app.sql(
    `select d.original_value, d.eam_status, b.rule_id, b.book_value, b.accumulated, b.net_value, b.progress, b.progress_before, b.charged_on, b.opening_amount, b.fund_total,
        b.part_residual, (select json_agg(json_build_array(f.fund_source, f.amount) order by f.place) from device_fund f where f.card_id = b.id) as funds,
        (select json_agg(json_build_array(t.field, t.last_month, t.value) order by t.field, t.last_month) from depreciation_term t
          where t.owner_id in (d.id, b.id)) as terms
      from device d left join device_depreciation b on b.device_id = d.id where d.id = any($1::uuid[]) and not d.is_deleted order by d.id, b.rule_id`,
    [ids],
  )

beforeAll(async () => {
  hospital = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-15', defaultLife: 36 })
  company = await lab.book({
    ruleName: '企业会计账',
    ruleSet: 'enterprise',
    beginsOn: '2026-01-15',
    defaultLife: 36,
    defaultResidualRate: '0.05',
  })
  system = await lab.card({
    deviceName: '监护系统',
    originalValue: '100000.01',
    enableDate: '2026-01-05',
    manufacturer: '迈瑞',
    warrantyEnd: '2028-01-01',
    fundSource: 'fiscal_basic',
  })
  await lab.terms({
    deviceId: system,
    ruleId: hospital,
    funds: [
      { fundSource: 'fiscal_basic', amount: '66666.67' },
      { fundSource: 'other', amount: '33333.34' },
    ],
  })
  for (const ruleId of [hospital, company])
    for (const month of ['2026-01', '2026-02', '2026-03']) expect(await lab.close({ ruleId, month })).toMatchObject({ status: 'done' })
})

describe('a split', () => {
  test('divides value, funds and depreciation to the cent, and is undone without a trace', async () => {
    const before = await stored([system])
    const lines = await lab.lines(system)
    const card = await detail(system)
    const done = await split(system, [
      { value: '33333.33', deviceName: '中央站', sn: 'SN-2', useDeptId: home.depts.medicine },
      { value: '0.05' },
    ])
    expect(done.status, done.msg).toBe(200)
    const all = [system, ...done.data.ids]
    const cards = await Promise.all(all.map(detail))
    expect(cards.map(({ originalValue }) => originalValue)).toEqual(['66666.63', '33333.33', '0.05'])
    expect(cards[0]!.deviceCode).toBe(card.deviceCode)
    expect(cards[1]).toMatchObject({
      ...{ deviceName: '中央站', sn: 'SN-2', useDeptId: home.depts.medicine, eamStatus: card.eamStatus, filingStatus: 'filed' },
      ...{ manufacturer: '迈瑞', warrantyEnd: '2028-01-01', enableDate: '2026-01-05' },
    })
    for (const rule of [hospital, company]) {
      const [was, now] = [before, await stored(all)].map((rows) => rows.filter((row) => row.rule_id === rule))
      for (const figure of ['book_value', 'accumulated', 'net_value', ...(rule === hospital ? ['fund_total'] : [])])
        expect(sum(now!.map((row) => row[figure])), figure).toBe(sum([was![0]![figure]]))
      const paid = (at: number) => sum(now!.map((row) => (row.funds as string[][] | null)?.[at]?.[1] ?? 0))
      if (rule === hospital) expect([paid(0), paid(1)]).toEqual(['66666.67', '33333.34'])
    }
    // Posted lines stay with the card they were posted for.
    expect(await lab.lines(system)).toEqual(lines)
    const [found] = await told(done.data.ids[0]!)
    expect(found).toMatchObject({ id: done.data.id, isOriginal: false, splitStatus: 'done', reason: '按系统部件单独管理' })
    expect(found!.parts.map(({ deviceCode, value }) => [deviceCode, value])).toEqual(
      cards.map(({ deviceCode, originalValue }) => [deviceCode, originalValue]),
    )
    const history = async (id: string): Promise<unknown[]> =>
      (await manager.get<{ records: Row[] }>('/eam/device/history', { id })).data.records.map(({ operationTypeValue, showContent }) => [
        operationTypeValue,
        showContent,
      ])
    expect((await history(system))[0]).toEqual(['拆分为', expect.stringContaining(done.data.codes.join('、'))])
    expect(await history(done.data.ids[1]!)).toContainEqual(['拆分自', expect.stringContaining(String(card.deviceCode))])
    const { data: kept } = await manager.get<Row>('/eam/device-split/detail', { id: done.data.id })
    expect(kept).toMatchObject({ partCount: 3, valueTotal: '100000.01', splitStatus: 'done' })
    expect(sum((kept.parts as Row[]).map(({ partValue }) => partValue))).toBe('100000.01')
    expect((kept.books as Row[]).length).toBe(6)
    // The latest month belongs to the whole card.
    const again = await manager.post('/eam/depreciation-record/repeat-depreciation', { ruleId: hospital })
    expect(again).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('已拆分') })

    // As an earlier release kept it, which knew fewer columns of a card in a book.
    await app.sql(
      `update device_split s set stands = s.stands || jsonb_build_object('places', (select jsonb_agg(p.one - 'misfiled' order by p.place)
        from jsonb_array_elements(s.stands->'places') with ordinality p(one, place))) where s.id = $1`,
      [done.data.id],
    )
    expect(await undo(done.data.id)).toMatchObject({ status: 200 })
    expect(await stored(all)).toEqual(before)
    expect(await told(system)).toEqual([])
    expect(await lab.repeat({ ruleId: hospital })).toMatchObject({ status: 'done' })
    expect((await stored([system])).map(({ accumulated }) => accumulated)).toEqual(before.map(({ accumulated }) => accumulated))
  })

  test('charges over the rest of the lives what the whole card would have been, and is not undone once a month was closed', async () => {
    const { data } = await split(system, [{ value: '33333.33', useDeptId: home.depts.medicine }, { value: '0.05' }])
    const all = [system, ...data.ids]
    for (const ruleId of [hospital, company]) expect(await lab.close({ ruleId, month: '2026-04' })).toMatchObject({ status: 'done' })
    const lines = (await Promise.all(all.map(lab.lines))).map((of) => of.filter(({ postedOn }) => postedOn === '2026-04-30'))
    const inHospital = lines.map((of) => of.filter(({ ruleSet }) => ruleSet === 'public'))
    // 100,000.01 / 36 is 2,777.78 a month; each part rounds its own.
    expect(sum(inHospital.flat().map(({ amount }) => amount))).toBe('2777.78')
    // What another department took over is charged to it once the month of the split is over.
    expect(inHospital[1]!.map(({ useDeptId }) => useDeptId)).toEqual(inHospital[1]!.map(() => home.depts.bones))
    expect(await undo(data.id)).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('已有月份结账') })
    const months = Array.from({ length: 33 }, (_, n) => `${2026 + Math.floor((n + 4) / 12)}-${String(((n + 4) % 12) + 1).padStart(2, '0')}`)
    const progress = await Promise.all(
      [hospital, company].flatMap((ruleId) =>
        all.map(async (deviceId) => (await manager.get<Row>('/eam/devicedepreciation/forecast', { deviceId, ruleId })).data),
      ),
    )
    const ends = progress.map(({ months: of }) => Number((of as Row[]).at(-1)!.netValue))
    expect(months).toContain((progress[0]!.months as Row[]).at(-1)!.month)
    expect([sum(ends.slice(0, 3)), sum(ends.slice(3))]).toEqual(['0.00', '5000.00'])
  })

  test('leaves the new cards in the contract, and in the ledgers that stop an overdue device', async () => {
    const admin = await app.as('administrator')
    const must = async (path: string, body: object): Promise<Row> => {
      const answer = await admin.post<Row>(path, body)
      expect([path, answer.msg]).toEqual([path, '操作成功'])
      return answer.data
    }
    const today = homeDay(new Date())
    const id = await lab.card({ deviceName: '拆分保障设备', originalValue: '900' })
    const { id: supplierId } = await must('/eam/supplierinfo/submit', { supplierName: '拆分维保公司', supplierKind: 'service' })
    const term = { supplierId, validFrom: daysAfter(today, -10), validUntil: daysAfter(today, 40), price: '100.00' }
    const contract = { contractName: '拆分维保', contractKind: 'full', ...term, devices: [{ deviceId: id }] }
    const { id: contractId } = await must('/eam/service-contract/submit', contract)
    await must('/eam/service-contract/activate', { id: contractId })
    await must('/eam/devicecardmeasure/submit', { deviceId: id, measureCycle: 12, measureCycleUnit: 'month', measureType: 'mandatory' })
    const certificate = { result: 'passed', measuredOn: today, certificateNo: 'SP-1' }
    await must('/eam/eventtypemeasure/supplement', { deviceId: id, measureKind: 'verification', ...certificate })
    const covered = async (deviceId: string) => (await admin.get<Row>('/eam/device/cover', { deviceId })).data
    const lines = async (): Promise<Row[]> =>
      (await admin.get<Row & { devices: Row[] }>('/eam/service-contract/detail', { id: contractId })).data.devices
    const ledger = async (deviceId: string) =>
      (await admin.get<{ records: Row[] }>('/eam/devicecardmeasure/list', { deviceId, columns: 'certificateNo,measureType' })).data.records
    const [own] = await ledger(id)

    const { data, msg } = await split(id, [{ value: '300' }])
    expect(msg).toBe('操作成功')
    const part = data.ids[0]!
    expect((await lines()).map((line) => [line.deviceId, line.joinedOn])).toEqual([
      [id, term.validFrom],
      [part, today],
    ])
    expect(await covered(part)).toMatchObject({ coverState: 'contract', contractId, coveredUntil: term.validUntil })
    expect(own!.validUntil).toEqual(expect.any(String))
    const { validUntil, labelState } = own!
    expect(await ledger(part)).toMatchObject([{ validUntil, labelState, measureType: 'mandatory', certificateNo: 'SP-1' }])

    expect((await undo(data.id)).msg).toBe('操作成功')
    expect((await lines()).map((line) => line.deviceId)).toEqual([id])
    expect((await admin.get<Row>('/eam/service-contract/detail', { id: contractId })).data.deviceCount).toBe(1)
    expect(await ledger(part)).toEqual([])

    // A new card with a service record of its own stays.
    const again = (await split(id, [{ value: '300' }])).data
    await must('/eam/eventtyperepair/save', { deviceId: again.ids[0], faultDescription: '不开机', urgency: 'normal' })
    expect((await undo(again.id)).status).toBe(400)
    expect(await covered(again.ids[0]!)).toMatchObject({ coverState: 'contract' })
  })

  test('is refused for a stopped card, of each kind of stop', async () => {
    const admin = await app.as('administrator')
    for (const stopKind of ['quality', 'statutory', 'recall']) {
      const id = await lab.card({ deviceName: `停用${stopKind}`, originalValue: '900' })
      expect((await admin.post('/eam/device-stop/place', { deviceId: id, stopKind, reason: '待查' })).msg).toBe('操作成功')
      expect(await split(id, [{ value: '300' }])).toMatchObject({ success: false })
    }
  })

  test('of a card whose terms the hospital hides gives its parts the same terms', async () => {
    const hide = (isShow: 0 | 1) =>
      manager.post('/osm/industry-config/tenant-update', { entity: 'device', fields: [{ fieldCode: 'usefulLifeMonths', isShow }] })
    const id = await lab.card({ deviceName: '洗消机', originalValue: '900', enableDate: '2026-01-05', usefulLifeMonths: 90 })
    expect(await hide(0)).toMatchObject({ status: 200 })
    const done = await split(id, [{ value: '300' }])
    expect(await hide(1)).toMatchObject({ status: 200 })
    expect(done.status, done.msg).toBe(200)
    expect((await detail(done.data.ids[0]!)).usefulLifeMonths).toBe(90)
  })

  test('reaches the phones of the department, and its undo does', async () => {
    const id = await lab.card({ deviceName: '牵引床', originalValue: '900' }, home.depts.surgery)
    const phone = new Cache(await app.as('keeper'))
    /** Other files of the run may hold changes back for a moment. */
    const until = async (one: string, isHeld: boolean): Promise<void> => {
      do await phone.pull()
      while (phone.ids('device').includes(one) !== isHeld)
    }
    await until(id, true)
    const { data } = await split(id, [{ value: '300' }])
    await until(data.ids[0]!, true)
    expect(await undo(data.id)).toMatchObject({ status: 200 })
    await until(data.ids[0]!, false)
    expect(phone.ids('device')).toContain(id)
  })

  test('of a card that no book knows divides its value alone', async () => {
    const placed = await lab.card({ deviceName: '投放仪器', originalValue: '900', ownership: 'placed' })
    const done = await split(placed, [{ value: '300' }])
    expect(done.status, done.msg).toBe(200)
    expect(
      (await Promise.all([placed, ...done.data.ids].map(detail))).map(({ originalValue, ownership }) => [originalValue, ownership]),
    ).toEqual([
      ['600.00', 'placed'],
      ['300.00', 'placed'],
    ])
    expect(await undo(done.data.id)).toMatchObject({ status: 200 })
  })
})

describe('a split is refused', () => {
  const refused = async (id: string, parts: readonly object[], msg: string, more: object = {}) => {
    const before = await stored([id])
    expect(await split(id, parts, more)).toMatchObject({ status: 400, msg: expect.stringContaining(msg) })
    expect(await stored([id])).toEqual(before)
  }

  test('where the parts take everything, nothing, too many or no cards', async () => {
    const id = await lab.card({ deviceName: '牙椅', originalValue: '1000' })
    await refused(id, [{ value: '1000' }], '须留有余额')
    await refused(id, [{ value: '600' }, { value: '600.01' }], '1200.01')
    await refused(id, [{ value: '0' }], '原值')
    await refused(id, [{ value: '-5' }], '原值')
    await refused(id, [], '拆出的设备卡')
    await refused(id, [{ value: '999' }], '名义金额')
    await refused(
      id,
      Array.from({ length: 50 }, () => ({ value: '1.5' })),
      '49',
    )
    await refused(id, [{ value: '10' }], '拆分原因', { reason: null })
    const twice = { value: '10', sn: 'SN-2026-1' }
    const made = await lab.card({ deviceName: '牙片机', originalValue: '1000', manufacturer: '迈瑞' })
    expect(await split(made, [twice, twice])).toMatchObject({ status: 409, error: 'taken' })
    expect((await detail(made)).originalValue).toBe('1000.00')
    expect(await split(id, [{ value: '10' }], { version: 1 })).toMatchObject({ status: 409, error: 'stale' })
  })

  test('while something of the device is open, and says what', async () => {
    const id = await lab.card({ deviceName: '输液泵', originalValue: '1000', enableDate: '2026-01-05' })
    const engineer = await app.as('engineer')
    const fault = await engineer.post<Row>('/eam/eventtyperepair/save', { deviceId: id, faultDescription: '不通电', urgency: 'normal' })
    expect(fault.status, fault.msg).toBe(200)
    await refused(id, [{ value: '10' }], '未完成的维修')
    const other = await lab.card({ deviceName: '呼吸机', originalValue: '1000', enableDate: '2026-01-05' })
    const task = {
      checkTitle: '年度盘点',
      beginDate: '2026-01-01',
      mode: 'open',
      scopeDepts: [home.depts.bones],
      members: [{ userId: manager.userId }],
    }
    const { data } = await manager.post<Row>('/eam/check/submit', task)
    expect((await manager.post('/eam/check/start', { id: data.id })).status).toBe(200)
    await refused(other, [{ value: '10' }], '进行中的盘点“年度盘点”')
    const lent = await lab.card({ deviceName: '轮椅', originalValue: '1000' }, home.depts.medicine)
    for (const [state, word] of [
      ['lent', '借出'],
      ['idle', '闲置'],
      ['pending_disposal', '待报废'],
    ] as const) {
      await app.sql('update device set eam_status = $2 where id = $1', [lent, state])
      await refused(lent, [{ value: '10' }], `“${word}”`)
    }
    const applied = await lab.card({ deviceName: '推车', originalValue: '1000' }, home.depts.medicine)
    await app.sql(
      `insert into device_hold (tenant_id, device_id, entity, apply_id, apply_no, apply_kind) values ($1, $2, 'deviceDisposal', gen_random_uuid(), 'BF-1', 'disposal')`,
      [home.tenant, applied],
    )
    await refused(applied, [{ value: '10' }], '未结束的申请“BF-1”')
    const draft = await manager.post<Row>('/eam/device/submit', { deviceName: '新卡', originalValue: '1000' })
    await refused(draft.data.id, [{ value: '10' }], '尚未建档')
  })

  test('while the books wait for something of the card', async () => {
    const card = (more: object = {}) =>
      lab.card({ deviceName: '血透机', originalValue: '36000', enableDate: '2026-04-01', ...more }, home.depts.medicine)
    const [offset, changed, units] = [await card(), await card(), await card()]
    await lab.terms({ deviceId: units, ruleId: hospital, depreciationMethod: 'units', lifeUnits: '100' })
    for (const ruleId of [hospital, company]) expect(await lab.close({ ruleId, month: '2026-05' })).toMatchObject({ status: 'done' })
    const said = { deviceId: offset, ruleId: hospital, amount: '-10', offsetKind: 'adjustment', reason: '多提' }
    expect((await manager.post('/eam/depreciation-offset-record/submit', said)).status).toBe(200)
    expect((await manager.post('/eam/device/submit', { id: changed, originalValue: '48000' })).status).toBe(200)
    await refused(offset, [{ value: '10' }], '未入账的冲销')
    await refused(changed, [{ value: '10' }], '尚未生效')
    await refused(units, [{ value: '10' }], '按工作量计提')
  })

  test('to people without the right, and for cards they do not see', async () => {
    const id = await lab.card({ deviceName: '除颤仪', originalValue: '1000' }, home.depts.medicine)
    const head = await app.as('head')
    expect(await head.post('/eam/device-split/split', { id, parts: [{ value: '10' }], reason: '试' })).toMatchObject({ status: 403 })
    const done = await split(id, [{ value: '10' }])
    expect(await head.post('/eam/device-split/undo', { id: done.data.id })).toMatchObject({ status: 403 })
    // A person of another department sees neither the split nor its cards.
    const keeper = await app.as('keeper')
    expect((await keeper.get<Row[]>('/eam/device-split/of-device', { deviceId: id })).data).toEqual([])
    expect(await keeper.get('/eam/device-split/detail', { id: done.data.id })).toMatchObject({ status: 404 })
    expect(await split('01a00000-0000-7000-8000-000000000000', [{ value: '10' }])).toMatchObject({ status: 404 })
  })
})

describe('a hospital that hides fields of cards', () => {
  const admin = app.as('administrator')
  const show = async (fieldCode: string, isShow: 0 | 1): Promise<void> => {
    const { status, msg } = await (await admin).post('/osm/industry-config/tenant-update', {
      entity: 'device',
      fields: [{ fieldCode, isShow }],
    })
    expect(status, msg).toBe(200)
  }

  test('splits none by a value that it hides, and no sentence tells it', async () => {
    const id = await lab.card({ deviceName: '价格隐藏的泵', originalValue: '7654.32' })
    await show('originalValue', 0)
    const answers = [await split(id, [{ value: '100' }]), await split(id, [{ value: '99999' }])]
    await show('originalValue', 1)
    for (const { status, msg } of answers) expect([status, msg]).toEqual([400, '“原值”已被隐藏，不能按原值拆分设备卡'])
    expect(await app.sql('select original_value from device where device_name = $1', ['价格隐藏的泵'])).toEqual([
      { original_value: '7654.32' },
    ])
  })

  test('finds the department and all else that it hides on the new cards', async () => {
    const id = await lab.card({ deviceName: '科室隐藏的泵', originalValue: '900', manufacturer: '迈瑞' })
    for (const field of ['useDept', 'manufacturer']) await show(field, 0)
    const { status, msg, data } = await split(id, [{ value: '300' }])
    for (const field of ['useDept', 'manufacturer']) await show(field, 1)
    expect(status, msg).toBe(200)
    expect(await detail(data.ids[0]!)).toMatchObject({ originalValue: '300.00', useDeptId: home.depts.bones, manufacturer: '迈瑞' })
  })
})

test('a role that is limited to the calls of the ledger splits, and one that is limited to those of cards does not', async () => {
  await writeApiScopes(app.pool)
  const admin = await app.as('administrator')
  const people = await peopleLab(app, () => admin)
  const { data: scopes } = await admin.get<{ id: string; patterns: string[] }[]>('/blade-system/api-scope/list')
  const answers: number[] = []
  for (const pattern of ['deviceSplit.*', 'device.*']) {
    const { client, alias } = await people.clerk(['device.list', 'deviceSplit.list', 'deviceSplit.split'])
    const apiScopeIds = [scopes.find(({ patterns }) => patterns.includes(pattern))!.id]
    const given = await admin.post('/blade-system/role/grant', { roleIds: [people.roles[alias]], apiScopeIds })
    expect(given.status, given.msg).toBe(200)
    const id = await lab.card({ deviceName: '接口泵', originalValue: '900' })
    answers.push((await client.post('/eam/device-split/split', { id, parts: [{ value: '300' }], reason: '试' })).status)
    answers.push((await client.get('/eam/device-split/of-device', { deviceId: id })).status)
  }
  expect(answers).toEqual([200, 200, 403, 403])
})

describe('an undo is refused', () => {
  test('once a new card has a record or a change of its own, or the original was changed', async () => {
    const id = await lab.card({ deviceName: '超声', originalValue: '9000' }, home.depts.medicine)
    const { data } = await split(id, [{ value: '3000' }])
    const [part] = data.ids as [string]
    expect((await manager.post('/eam/deviceparts/submit', { partName: '探头', quantity: 1, deviceId: part })).status).toBe(200)
    expect(await undo(data.id)).toMatchObject({ status: 400, msg: expect.stringContaining('自己的单据或变动') })
    const other = await lab.card({ deviceName: '心电图机', originalValue: '9000' }, home.depts.medicine)
    const { data: second } = await split(other, [{ value: '3000' }])
    expect((await manager.post('/eam/device/submit', { id: other, originalValue: '7000', changeKind: 'correction' })).status).toBe(200)
    expect(await undo(second.id)).toMatchObject({ status: 400, msg: expect.stringContaining('又有变动') })
    expect((await stored([part])).length).toBe(1)
  })

  test('once a label of a new card was printed', async () => {
    const id = await lab.card({ deviceName: '洗胃机', originalValue: '900' }, home.depts.medicine)
    const { data } = await split(id, [{ value: '300' }])
    const label = { labelKind: 'device', template: '60x40', output: 'pdf', ids: data.ids }
    expect((await manager.post('/eam/label/print', label)).status).toBe(200)
    expect(await undo(data.id)).toMatchObject({ status: 400, msg: expect.stringContaining('自己的单据或变动') })
  })
})

describe('near the end of its life', () => {
  test('a card that is split into fifty cards, paid by four funds, some of a cent, ends in both books with what the whole card would have left', async () => {
    const term = { deviceName: '内镜系统', originalValue: '100.05', enableDate: '2026-01-05', usefulLifeMonths: 7 }
    const id = await lab.card({
      ...term,
      rfidCode: 'E2-SPLIT',
      assetsCode: 'GZ-SPLIT',
      assetTagNo: 'YN-SPLIT',
      sn: 'SN-SPLIT',
      udiPi: 'PI-SPLIT',
    })
    const paid = { fiscal_basic: '70.01', fiscal_project: '20.02', teaching_research: '10.01', other: '0.01' }
    await lab.terms({ deviceId: id, ruleId: hospital, funds: Object.entries(paid).map(([fundSource, amount]) => ({ fundSource, amount })) })
    const month = async (named: string) => {
      for (const ruleId of [hospital, company]) expect(await lab.close({ ruleId, month: named })).toMatchObject({ status: 'done' })
    }
    await month('2026-06')
    const before = await stored([id])
    const done = await split(id, [
      ...Array.from({ length: 20 }, () => ({ value: '0.01' })),
      ...Array.from({ length: 29 }, () => ({ value: '2.07' })),
    ])
    expect(done.status, done.msg).toBe(200)
    const all = [id, ...done.data.ids]
    const now = await stored(all)
    expect(sum(now.filter(({ rule_id }) => rule_id === hospital).map(({ accumulated }) => accumulated))).toBe(
      sum(before.filter(({ rule_id }) => rule_id === hospital).map(({ accumulated }) => accumulated)),
    )
    const funds = now.flatMap(({ rule_id, funds: of }) => (rule_id === hospital ? (of as [string, number][]) : []))
    for (const [fund, amount] of Object.entries(paid))
      expect(sum(funds.flatMap(([name, part]) => (name === fund ? [part] : []))), fund).toBe(amount)
    expect(now.every(({ accumulated, book_value }) => Number(accumulated) >= 0 && Number(accumulated) <= Number(book_value))).toBe(true)
    // What names the one device stays with the original.
    const part = await detail(done.data.ids[0]!)
    for (const name of ['rfidCode', 'assetsCode', 'assetTagNo', 'sn', 'udiPi']) expect(part[name], name).toBeNull()
    expect(part.qrToken).not.toBe((await detail(id)).qrToken)

    await month('2026-07')
    const closed = await stored(all)
    for (const ruleId of [hospital, company]) expect(await lab.repeat({ ruleId })).toMatchObject({ status: 'done' })
    expect((await stored(all)).map(({ accumulated }) => accumulated)).toEqual(closed.map(({ accumulated }) => accumulated))
    await month('2026-08')
    const ended = await stored(all)
    const left = (ruleId: string) => sum(ended.filter(({ rule_id }) => rule_id === ruleId).map(({ net_value }) => net_value))
    expect([left(hospital), left(company)]).toEqual(['0.00', '5.00'])
    expect(ended.every(({ net_value }) => Number(net_value) >= 0)).toBe(true)
  })
})
