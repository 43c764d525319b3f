import { beforeAll, describe, expect, test } from 'vitest'
import { monthNumber, monthText } from '#contract/depreciation/depreciation-month.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { custody, useUrl } from '#tests/harness/custody.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'
import { op, push } from '#tests/harness/ops.ts'

const app = await appForFile({ timed: true })
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
/** Months since the year 0: the one that is running. */
const now = monthNumber(homeDay(new Date()))
const month = (before: number): string => monthText(now - before)
const used = { originalValue: '36000', usefulLifeMonths: 60, enableDate: `${month(46)}-05`, residualRate: 0.05 }
const cards: Record<string, string> = {}
let books: { public: string; enterprise: string }

const change = async (name: string, draft: Record<string, unknown>) => manager.post('/eam/device/submit', { id: cards[name], ...draft })
const must = async (name: string, draft: Record<string, unknown>) => {
  const answer = await change(name, draft)
  expect(answer.status, answer.msg).toBe(200)
}
const lines = async (name: string, rules: keyof typeof books = 'public'): Promise<Row[]> =>
  (await lab.lines(cards[name]!)).filter((line) => line.ruleSet === rules)
/** The amounts of a card by month. */
const amounts = async (name: string, rules: keyof typeof books = 'public'): Promise<Record<string, unknown>> =>
  Object.fromEntries((await lines(name, rules)).map((line) => [`${String(line.postedOn).slice(0, 7)} ${line.lineKind}`, line.amount]))
const last = async (name: string, rules: keyof typeof books = 'public') => (await lines(name, rules)).at(-1)!
const offsets = async (name: string, ruleId: string): Promise<Row[]> =>
  (await manager.get<Page>('/eam/depreciation-offset-record/page', { deviceId: cards[name], ruleId, size: 200 })).data.records
const closeAll = async (before: number): Promise<void> => {
  for (const ruleId of Object.values(books)) expect(await lab.closeAll({ ruleId, month: month(before) })).toMatchObject({ status: 'done' })
}
const forecast = async (name: string, ruleId: string): Promise<Record<string, unknown>> => {
  const { data } = await manager.get('/eam/devicedepreciation/forecast', { deviceId: cards[name], ruleId })
  return Object.fromEntries((data.months as Row[]).filter((one) => one.isForecast).map((one) => [one.month, one.amount]))
}

beforeAll(async () => {
  books = {
    public: await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: `${month(50)}-01` }),
    enterprise: await lab.book({ ruleName: '企业账', ruleSet: 'enterprise', beginsOn: `${month(50)}-01` }),
  }
  for (const name of ['value', 'life', 'dept', 'corrected', 'lowered', 'batch', 'asked', 'imported', 'funds', 'misfiled'])
    cards[name] = await lab.card({ deviceName: name, ...used })
  cards.nominal = await lab.card({ deviceName: 'nominal', ...used, originalValue: '1' })
  cards.free = await lab.card({ deviceName: 'free', ...used, originalValue: '0', usefulLifeMonths: undefined })
  const funds = [
    { fundSource: 'fiscal_basic', amount: '12000' },
    { fundSource: 'teaching_research', amount: '24000' },
  ]
  await lab.terms({ deviceId: cards.funds, ruleId: books.public, funds })
  await closeAll(6)
})

describe('a change takes effect from the next month', () => {
  test('that a phone made after the card was filed at the earliest, despite its claim', async () => {
    const client = await app.signIn(home.tenant, 'equipment_manager')
    await app.sql(`update session set signed_in_at = now() - interval '90 days' where tenant_id = $1`, [home.tenant])
    const id = await lab.card({ deviceName: 'phone', ...used })
    const { version } = (await client.get<Row>('/eam/device/detail', { id })).data
    const occurredAt = new Date(Date.now() - 80 * 86_400_000).toISOString()
    const target = { type: 'device', id }
    const sent = await op({ kind: 'device.submit', target, baseVersion: version, body: { originalValue: '48000.00' }, occurredAt })
    expect(await push(client, sent)).toMatchObject([{ outcome: 'done' }])
    expect(await app.sql(`select last_month from depreciation_term where owner_id = $1 and field = 'value'`, [id])).toEqual([
      { last_month: now },
    ])
  })

  test('of value, life and department, in months closed late, in the running one and in the forecast', async () => {
    await must('value', { originalValue: '48000' })
    await must('life', { usefulLifeMonths: 84 })
    await must('dept', { useDeptId: home.depts.medicine, originalValue: '48000' })
    const [{ records }] = [(await manager.get<Page>('/eam/device/history', { id: cards.value })).data]
    expect(records[0]).toMatchObject({ operationType: 'change', showContent: expect.stringContaining('变更（次月起）') })
    const foreseen = [
      await forecast('value', books.public),
      await forecast('value', books.enterprise),
      await forecast('life', books.public),
    ]
    expect(foreseen.map((one) => [one[month(0)], one[monthText(now + 1)]])).toEqual([
      ['600.00', '1523.08'],
      ['570.00', '1384.29'],
      ['600.00', '210.81'],
    ])
    // All but the running month, in one go.
    await closeAll(1)
    expect(await amounts('value')).toMatchObject({ [`${month(5)} charge`]: '600.00', [`${month(1)} charge`]: '600.00' })
    const moved = (await lines('dept')).slice(-5)
    expect(moved.map(({ useDeptId, amount }) => [useDeptId, amount])).toEqual(Array(5).fill([home.depts.bones, '600.00']))
    // The running month by statements of the database.
    for (const ruleId of Object.values(books)) expect(await lab.close({ ruleId })).toMatchObject({ status: 'done' })
    for (const name of ['value', 'life']) {
      expect(await last(name)).toMatchObject({ postedOn: expect.stringContaining(month(0)), amount: '600.00', accumulated: '28200.00' })
      expect(await last(name, 'enterprise')).toMatchObject({ postedOn: expect.stringContaining(month(0)), amount: '570.00' })
    }
    expect(await last('dept')).toMatchObject({ useDeptId: home.depts.bones, amount: '600.00' })
    expect(await lab.inBooks(cards.value!, books.public)).toMatchObject({ bookValue: '36000.00', netValue: '7800.00' })
    const [record] = (await lab.records(books.public)).slice(-1)
    const { bytes } = await manager.file('/eam/depreciation-record/voucher', { recordId: record!.id, format: 'csv' })
    expect(new TextDecoder().decode(bytes)).not.toContain('内科')
    expect(await forecast('value', books.public)).toMatchObject({ [monthText(now + 1)]: '1523.08' })
  })

  test('also in many cards at once, and by an approved request', async () => {
    expect((await manager.post('/eam/device/batchEdit', { ids: [cards.batch], usefulLifeMonths: 84 })).status).toBe(200)
    const before = await lab.inBooks(cards.batch!, books.public)
    expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
    expect(await lab.inBooks(cards.batch!, books.public)).toMatchObject({
      accumulated: before.accumulated,
      chargedMonths: before.chargedMonths,
    })
    const admin = await app.as('administrator')
    const asked = [{ fieldCode: 'originalValue', newText: '48000' }]
    const request = { deviceId: cards.asked, reason: '合同价', changeKind: 'correction', lines: asked }
    const made = await admin.post<Row>('/eam/cardfieldupdate/submit', request)
    expect(made.status, made.msg).toBe(200)
    const decided = await manager.post('/eam/cardfieldupdate/approval', { id: made.data.id, type: 'approve' })
    expect(decided.status, decided.msg).toBe(200)
    expect(await forecast('asked', books.public)).toMatchObject({ [monthText(now + 1)]: '800.00' })
  })

  test('of what finance says of a card, and of its funds, whose shares are the charge', async () => {
    const shares = async (): Promise<unknown[]> =>
      (await lines('funds'))
        .filter(({ postedOn }) => String(postedOn).startsWith(month(0)))
        .map(({ fundSource, amount }) => [fundSource, amount])
        .sort()
    const before = await shares()
    expect(before).toEqual([
      ['fiscal_basic', '200.00'],
      ['teaching_research', '400.00'],
    ])
    const { id } = await lab.inBooks(cards.funds!, books.public)
    await lab.terms({ id, lifeMonths: 84, funds: [{ fundSource: 'fiscal_project', amount: '1' }] })
    expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
    expect(await shares()).toEqual(before)
    const { data } = await manager.get<Page>('/eam/devicedepreciation/history', { id })
    expect(data.records[0]!.showContent).toContain('变更（次月起）')
  })
})

describe('a correction', () => {
  test('is what the first update of an imported card is, unless it is said otherwise', async () => {
    await verified(app, manager, 'device', '设备名称\n导入甲')
    const [job] = await app.sql('select id from import_job where tenant_id = $1 limit 1', [home.tenant])
    await app.sql(`insert into import_row (tenant_id, job_id, entity, entity_id) values ($1, $2, 'device', $3)`, [
      home.tenant,
      job!.id,
      cards.imported,
    ])
    await must('imported', { usefulLifeMonths: 84 })
    await must('imported', { usefulLifeMonths: 90 })
    const { records } = (await manager.get<Page>('/eam/device/history', { id: cards.imported })).data
    const kinds = records.flatMap(({ showContent }) => /变更（次月起）|更正（自始）/.exec(String(showContent))?.[0] ?? [])
    expect(kinds).toEqual(['变更（次月起）', '更正（自始）'])
    const wrong = await change('imported', { usefulLifeMonths: 12, changeKind: 'other' })
    expect(wrong).toMatchObject({ status: 400, error: 'bad_input', msg: expect.stringContaining('变动性质') })
  })

  test('holds from the start: what was posted gets an offset with the next month, which says why', async () => {
    await must('corrected', { originalValue: '48000', changeKind: 'correction', changeReason: '发票金额录错' })
    const { data } = await manager.get<Page>('/eam/device/history', { id: cards.corrected })
    expect(data.records[0]!.showContent).toContain('更正（自始） 发票金额录错')
    expect(await forecast('corrected', books.public)).toMatchObject({ [monthText(now + 1)]: '800.00' })
    for (const n of [1, 2]) {
      // A second run of the month posts the same.
      expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
      expect(await last('corrected'), String(n)).toMatchObject({ amount: '800.00', accumulated: '37600.00', netValue: '10400.00' })
      expect(await offsets('corrected', books.public)).toMatchObject([
        { offsetKind: 'correction', amount: '9200.00', reason: expect.stringContaining('发票金额录错'), recordName: month(0) },
      ])
    }
    // With those of the request and of the imported card.
    expect((await lab.records(books.public)).at(-1)).toMatchObject({ offsetTotal: '10514.22' })
    expect(await lab.repeat({ ruleId: books.enterprise })).toMatchObject({ status: 'done' })
    expect(await last('corrected', 'enterprise')).toMatchObject({ amount: '760.00', accumulated: '34960.00' })
    await must('corrected', { originalValue: '48000.60', changeKind: 'correction', changeReason: '再次核对' })
    expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
    expect(await offsets('corrected', books.public)).toMatchObject([{ reason: expect.stringMatching(/发票金额录错；.*再次核对/) }])
  })

  test('of a department moves what was posted to the right one; the sums of the book and the vouchers of posted months stay', async () => {
    const [before, held] = [(await lab.records(books.public)).at(-1)!, await lab.inBooks(cards.misfiled!, books.public)]
    const voucher = async (at: number): Promise<string> => {
      const record = (await lab.records(books.public)).at(-1 - at)!
      const { bytes } = await manager.file('/eam/depreciation-record/voucher', { recordId: record.id, format: 'csv' })
      return new TextDecoder().decode(bytes)
    }
    const posted = await voucher(1)
    await must('misfiled', { useDeptId: home.depts.medicine, changeKind: 'correction', changeReason: '科室录错' })
    for (const n of [1, 2]) {
      // A second run of the month moves the same.
      expect(await lab.repeat({ ruleId: books.public }), String(n)).toMatchObject({ status: 'done' })
      expect((await lines('misfiled')).slice(-2).map(({ useDeptId }) => useDeptId)).toEqual([home.depts.bones, home.depts.medicine])
      const moves = (await offsets('misfiled', books.public)).map((one) => [one.offsetKind, one.useDeptId, one.amount, one.reason])
      const why = expect.stringContaining('科室录错')
      expect(moves.toSorted((one, next) => Number(one[2]) - Number(next[2]))).toEqual([
        ['move', home.depts.bones, '-27600.00', why],
        ['move', home.depts.medicine, '27600.00', why],
      ])
    }
    expect(await lab.inBooks(cards.misfiled!, books.public)).toMatchObject({ accumulated: held.accumulated, netValue: held.netValue })
    expect((await lab.records(books.public)).at(-1)).toMatchObject({ offsetTotal: before.offsetTotal, chargeTotal: before.chargeTotal })
    expect(await voucher(1)).toBe(posted)
    expect(await voucher(0)).toContain('28200.00')
    const byHand = { deviceId: cards.misfiled, ruleId: books.public, offsetKind: 'move', amount: '1', reason: '手工' }
    expect((await manager.post('/eam/depreciation-offset-record/submit', byHand)).msg).toContain('由设备卡的变动自动入账')
    // It was right after all, before the month is closed for good.
    await must('misfiled', { useDeptId: home.depts.bones, changeKind: 'correction', changeReason: '原科室无误' })
    expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
    expect(await offsets('misfiled', books.public)).toEqual([])
    expect((await last('misfiled')).useDeptId).toBe(home.depts.bones)
  })

  test('of department, fund and shares of funds moves each posted month once, and back, and leaves real moves alone', async () => {
    const finance = await app.as('equipment_manager', other)
    const own = ledgerLab(finance)
    const ruleId = await own.book({ ruleName: '更正账', ruleSet: 'public', beginsOn: `${month(50)}-01` })
    const { bones, medicine } = other.depts
    const draft = { ...used, fundSource: 'fiscal_basic' }
    const [id, moved, shared] = [
      await own.card({ deviceName: '错科机', ...draft }, bones),
      await own.card({ deviceName: '调动机', ...draft }, bones),
      await own.card({ deviceName: '分摊机', ...draft }, bones),
    ]
    const funds = (first: string, second: string) => [
      { fundSource: 'fiscal_basic', amount: first },
      { fundSource: 'teaching_research', amount: second },
    ]
    await own.terms({ deviceId: shared, ruleId, funds: funds('12000', '24000') })
    const close = async (at: number) => expect(await own.closeAll({ ruleId, month: month(at) })).toMatchObject({ status: 'done' })
    const submit = async (deviceId: string, more: object) => {
      const answer = await finance.post('/eam/device/submit', { id: deviceId, ...more })
      expect(answer.status, answer.msg).toBe(200)
    }
    const said = { changeKind: 'correction', changeReason: '核对' }
    /** What departments and funds were charged in all, and by the moves of the latest month. */
    const sums = async (deviceId: string): Promise<unknown[]> =>
      (
        await app.sql(
          `select p.dept, p.fund, sum(p.amount)::text as amount from (
            select use_dept_id as dept, fund_source as fund, amount from depreciation_line where tenant_id = $1 and device_id = $2 and line_kind = 'charge'
            union all select use_dept_id, posted_fund, amount from depreciation_offset where tenant_id = $1 and device_id = $2) p
          group by p.dept, p.fund having sum(p.amount) <> 0 order by p.fund, sum(p.amount)`,
          [other.tenant, deviceId],
        )
      ).map(({ dept, fund, amount }) => [dept, fund, amount])
    const moves = async (deviceId: string): Promise<number> =>
      Number(
        (
          await app.sql(`select count(*) as n from depreciation_offset where tenant_id = $1 and device_id = $2 and offset_kind = 'move'`, [
            other.tenant,
            deviceId,
          ])
        )[0]!.n,
      )

    await close(4)
    // A real move, then a correction of where it went: what the former department was charged stays.
    await submit(moved, { useDeptId: medicine })
    await app.sql(`update depreciation_term set last_month = $3 where tenant_id = $1 and owner_id = $2`, [other.tenant, moved, now - 4])
    await close(3)
    expect(await sums(moved)).toEqual([
      [medicine, 'fiscal_basic', '600.00'],
      [bones, 'fiscal_basic', '25800.00'],
    ])
    const { id: third } = (
      await (
        await app.as('administrator', other)
      ).post<Row>('/blade-system/dept/submit', {
        deptName: '麻醉科',
        category: 'clinical',
      })
    ).data
    await submit(moved, { useDeptId: third, ...said })
    await submit(id, { useDeptId: medicine, fundSource: 'teaching_research', ...said })
    const book = await own.inBooks(shared, ruleId)
    await own.terms({ id: book.id, funds: funds('36000', '0'), ...said })
    await close(2)
    expect(await sums(moved)).toEqual([
      [third, 'fiscal_basic', '1200.00'],
      [bones, 'fiscal_basic', '25800.00'],
    ])
    expect(await sums(id)).toEqual([[medicine, 'teaching_research', '27000.00']])
    expect(await sums(shared)).toEqual([[bones, 'fiscal_basic', '27000.00']])
    expect(await moves(shared)).toBe(2)
    expect(await own.inBooks(shared, ruleId)).toMatchObject({ accumulated: '27000.00', netValue: '9000.00' })

    await submit(id, { useDeptId: bones, ...said })
    await own.terms({ id: book.id, funds: funds('10000', '20000'), ...said })
    await close(1)
    expect(await sums(id)).toEqual([[bones, 'teaching_research', '27600.00']])
    expect(await sums(shared)).toEqual([
      [bones, 'fiscal_basic', '9200.00'],
      [bones, 'teaching_research', '18400.00'],
    ])
    const counts = [await moves(id), await moves(shared)]
    await close(0)
    for (const n of [1, 2]) {
      // Nothing is moved twice, in later months and in those that run again.
      expect([await moves(id), await moves(shared), await moves(moved)], String(n)).toEqual([...counts, 2])
      expect(await sums(id)).toEqual([[bones, 'teaching_research', '28200.00']])
      expect(await own.repeat({ ruleId })).toMatchObject({ status: 'done' })
    }
    // Charges and offsets together are what departments and funds bear.
    const borne = async (charges: string, offsets: string): Promise<Record<string, string>> => {
      const sum = new Map<string, number>()
      for (const [path, group] of [
        ['depreciation', charges],
        ['depreciation-offsets', offsets],
      ]) {
        const { data } = await finance.get(`/eam/measure/${path}`, { group })
        for (const { key, values } of data.rows as { key: string; values: Row }[])
          sum.set(key, (sum.get(key) ?? 0) + Number(values.amount) * 100)
      }
      return Object.fromEntries([...sum].flatMap(([key, amount]) => (amount === 0 ? [] : [[key, (amount / 100).toFixed(2)]])))
    }
    expect(await borne('useDept', 'useDept')).toEqual({ [bones]: '82200.00', [third]: '2400.00' })
    expect(await borne('fundSource', 'postedFund')).toEqual({ fiscal_basic: '37600.00', teaching_research: '47000.00' })
    // What was posted of the months before is as it was.
    const lines = await own.lines(id)
    expect(lines.map(({ useDeptId, fundSource }) => [useDeptId, fundSource]).filter(([dept]) => dept === medicine)).toEqual([
      [medicine, 'teaching_research'],
    ])
    expect(lines.filter(({ fundSource }) => fundSource === 'fiscal_basic').length).toBeGreaterThan(40)
  })
})

test('a value below what is charged is refused in a public book, and impaired with a reason in that of an enterprise', async () => {
  expect(await change('lowered', { originalValue: '15000' })).toMatchObject({
    status: 400,
    error: 'rule',
    msg: expect.stringContaining('28200.00'),
  })
  expect((await manager.get('/eam/device/detail', { id: cards.lowered })).data).toMatchObject({ originalValue: '36000.00' })
  const finance = await app.as('equipment_manager', other)
  const own = ledgerLab(finance)
  const ruleId = await own.book({ ruleName: '企业账', ruleSet: 'enterprise', beginsOn: `${month(50)}-01` })
  const id = await own.card({ deviceName: '贬值机', ...used }, other.depts.bones)
  expect(await own.closeAll({ ruleId, month: month(1) })).toMatchObject({ status: 'done' })
  const lower = (more: object) => finance.post('/eam/device/submit', { id, originalValue: '15000', ...more })
  expect(await lower({})).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('变动原因') })
  expect((await lower({ changeReason: '市场价格下跌' })).status).toBe(200)
  // As if it had been said in the month before.
  await app.sql(`update depreciation_term set last_month = last_month - 1 where owner_id = $1`, [id])
  for (const n of [1, 2]) {
    expect(await (n === 1 ? own.close({ ruleId }) : own.repeat({ ruleId }))).toMatchObject({ status: 'done' })
    expect(await own.inBooks(id, ruleId), String(n)).toMatchObject({
      bookValue: '15000.00',
      accumulated: '15000.00',
      netValue: '0.00',
      cardState: 'complete',
    })
    const posted = (await finance.get<Page>('/eam/depreciation-offset-record/page', { deviceId: id })).data.records
    expect(posted).toMatchObject([{ offsetKind: 'impairment', amount: '-10650.00', reason: '市场价格下跌', recordName: month(0) }])
  }
})

test('cards without a price are not charged, and are complete', async () => {
  expect(await lab.inBooks(cards.nominal!, books.public)).toMatchObject({ cardState: 'exempt', accumulated: '0.00', netValue: '1.00' })
  expect(await lab.inBooks(cards.free!, books.public)).toMatchObject({ cardState: 'exempt', netValue: '0.00' })
  expect(await lines('nominal')).toEqual([])
  expect((await lab.records(books.public)).at(-1)).toMatchObject({ incompleteCount: 0 })
})

test('a department holds for the month in which a transfer, a check or a merge changed it', async () => {
  const admin = await app.as('administrator')
  const [checks, moves] = [await checkLab(app), custody(app, admin)]
  const old = String((await moves.must(admin.post('/blade-system/dept/submit', { deptName: '旧病区', category: 'clinical' }))).id)
  cards.transfer = (await checks.card(used)).id
  const seen = await checks.card({ ...used, locationId: await checks.room('盘点间') })
  cards.check = seen.id
  cards.merge = (await checks.card({ ...used, useDeptId: old })).id

  const [clerk, keeper] = [await app.as('warehouse_keeper'), await app.as('keeper')]
  const { id: use } = await moves.firstUse(await moves.approved(clerk, 'allot', [cards.transfer]))
  for (const [who, step] of [
    [keeper, 'submit'],
    [clerk, 'confirm'],
  ] as const)
    await moves.must(who.post(`${useUrl}/${step}`, { id: use }))
  const checkId = await checks.started({ scopeLocations: [(await checks.device(seen.id)).locationId] })
  await checks.scan(checks.keeper, checkId, seen.rfidCode, checks.rooms[2])
  await moves.must(checks.step('real-submit', (await checks.dept(checkId, '骨科')).id, {}, manager))
  await moves.must(admin.post('/blade-system/dept/reorganize', { deptId: old, kind: 'merge', toId: home.depts.medicine }))

  expect(await lab.repeat({ ruleId: books.public })).toMatchObject({ status: 'done' })
  for (const [name, dept] of [
    ['transfer', home.depts.bones],
    ['check', home.depts.bones],
    ['merge', old],
  ] as const) {
    expect([name, (await checks.device(cards[name]!)).useDeptId]).toEqual([name, home.depts.medicine])
    expect([name, (await last(name)).useDeptId]).toEqual([name, dept])
  }
})
