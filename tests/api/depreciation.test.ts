import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

let book: string
let ultrasound: string
let mri: string
let scans: string
const app = await appForFile({ timed: true })
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
beforeAll(async () => {
  book = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2024-01-01' })
  const used = { originalValue: '368000', usefulLifeMonths: 72, enableDate: '2024-03-15' }
  ultrasound = await lab.card({ deviceName: '超声', ...used })
  mri = await lab.card({ deviceName: '磁共振', originalValue: '12800000', usefulLifeMonths: 72, enableDate: '2024-01-05' })
  scans = await lab.card({ deviceName: 'CT', originalValue: '600000', usefulLifeMonths: 96, enableDate: '2024-01-20' })
  const funds = [
    { fundSource: 'fiscal_basic', amount: '8000000' },
    { fundSource: 'fiscal_project', amount: '1800000' },
    { fundSource: 'teaching_research', amount: '3000000' },
  ]
  await lab.terms({ deviceId: mri, ruleId: book, funds })
  await lab.terms({ deviceId: scans, ruleId: book, depreciationMethod: 'units', lifeUnits: 30_000 })
  for (const [workedOn, units] of [
    ['2024-01-10', 400],
    ['2024-01-31', 10],
    ['2024-03-01', 100],
  ])
    expect((await manager.post('/eam/depreciation-work/submit', { deviceId: scans, workedOn, units })).status).toBe(200)
})

const sum = (rows: readonly Row[]): string => rows.reduce((all, row) => all + Number(row.amount), 0).toFixed(2)

describe('the book of a public hospital', () => {
  test('is found by the tenant, and a month is created for it', async () => {
    expect((await manager.get('/eam/depreciation-rule/detail', { tenantId: home.tenant })).data).toMatchObject({ id: book, isMain: 1 })
    const done = await lab.close({ tenantId: home.tenant })
    expect(done).toMatchObject({ status: 'done', note: expect.stringContaining('2024-01') })
    expect(await lab.records()).toMatchObject([
      { recordMonth: '2024-01', ruleId: book, postedOn: '2024-01-31', cardCount: 2, chargeTotal: '185977.78', closedById: manager.userId },
    ])
    const elsewhere = await manager.post('/eam/depreciation-record/create-depreciation-record', { tenantId: '100003' })
    expect(elsewhere).toMatchObject({ status: 404, error: 'not_found' })
  })

  test('splits by funds, and charges work done', async () => {
    expect((await lab.lines(mri)).map(({ fundSource, amount }) => [fundSource, amount])).toEqual(
      expect.arrayContaining([
        ['fiscal_basic', '111111.11'],
        ['fiscal_project', '25000.00'],
        ['teaching_research', '41666.67'],
      ]),
    )
    expect(await lab.lines(scans)).toMatchObject([{ amount: '8200.00', accumulated: '8200.00', netValue: '591800.00' }])
    expect(await lab.lines(ultrasound)).toEqual([])
    expect(await lab.inBooks(ultrasound)).toMatchObject({ cardState: 'waiting', netValue: '368000.00' })
  })

  test('catches up all months in one go, and begins a card with the month of its addition', async () => {
    expect(await lab.closeAll({ month: '2024-12' })).toMatchObject({ status: 'done' })
    const lines = await lab.lines(ultrasound)
    expect([lines[0]!.postedOn, lines[0]!.amount, sum(lines)]).toEqual(['2024-03-31', '5111.11', '51111.10'])
    expect(await lab.inBooks(ultrasound)).toMatchObject({
      accumulated: '51111.10',
      netValue: '316888.90',
      chargedMonths: 10,
      cardState: 'charging',
    })
    expect((await lab.records()).map(({ recordMonth }) => recordMonth)).toHaveLength(12)
    expect(sum(await lab.lines(scans))).toBe('10200.00')
  })

  test('charges none in the month of removal and nothing after it', async () => {
    const { id } = await lab.inBooks(ultrasound)
    await lab.terms({ id, writeOffDate: '2026-07-10' })
    expect(await lab.closeAll({ month: '2026-09' })).toMatchObject({ status: 'done' })
    const lines = await lab.lines(ultrasound)
    expect([lines.at(-1)!.postedOn, sum(lines)]).toEqual(['2026-06-30', '143111.08'])
    expect(await lab.inBooks(ultrasound)).toMatchObject({ cardState: 'ended', accumulated: '143111.08' })
  })
})

test('the voucher of a month balances, by department and fund', async () => {
  const [record] = await lab.records(book)
  const { bytes } = await manager.file('/eam/depreciation-record/voucher', { recordId: record!.id, format: 'csv' })
  const cells = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  const total = (at: number) => cells.reduce((all, row) => all + Number(row[at]), 0).toFixed(2)
  expect([total(6), total(7)]).toEqual([record!.chargeTotal, record!.chargeTotal])
  expect(cells).toContainEqual([
    '2024-01-31',
    '2024-01 计提折旧',
    '5001',
    '业务活动费用——固定资产折旧费',
    '骨科',
    '财政基本',
    '111111.11',
    '',
  ])
})

describe('the book of an enterprise beside it', () => {
  let second: string
  const card = (deviceName: string, originalValue: string, depreciationMethod: string, more: Record<string, unknown> = {}) =>
    lab.card({ deviceName, originalValue, depreciationMethod, usefulLifeMonths: 60, enableDate: '2024-01-10', ...more })
  let ids: Record<'line' | 'declining' | 'years' | 'improved', string>
  beforeAll(async () => {
    second = await lab.book({ ruleName: '企业账', ruleSet: 'enterprise', beginsOn: '2024-02-01' })
    ids = {
      line: await card('平均', '120000', 'straight_line', { residualRate: 0.05 }),
      declining: await card('双倍', '100000', 'double_declining', { residualRate: 0.04 }),
      years: await card('年数', '100000', 'sum_of_years', { residualRate: 0.04 }),
      improved: await card('改良', '360000', 'straight_line', { usefulLifeMonths: 72, residualRate: 0 }),
    }
    expect(await lab.closeAll({ ruleId: second, month: '2026-01' })).toMatchObject({ status: 'done' })
  })
  const inBook = async (id: string) => (await lab.lines(id)).filter((line) => line.ruleSet === 'enterprise')

  test('charges by its methods, in depreciation years', async () => {
    expect((await inBook(ids.line))[0]).toMatchObject({ postedOn: '2024-02-29', amount: '1900.00' })
    const years = (lines: Row[]) => [sum(lines.slice(0, 12)), sum(lines.slice(12, 24))]
    expect(years(await inBook(ids.declining))).toEqual(['40000.00', '24000.00'])
    expect(years(await inBook(ids.years))).toEqual(['32000.00', '25600.00'])
  })

  test('spreads an improvement over the life that is left, and ends a card with the month of removal', async () => {
    expect((await inBook(ids.improved)).at(-1)).toMatchObject({ amount: '5000.00', accumulated: '120000.00' })
    expect((await manager.post('/eam/device/submit', { id: ids.improved, originalValue: '420000' })).status).toBe(200)
    // It is made today, so months before are charged by what the card was worth in them.
    const { id } = await lab.inBooks(ultrasound, second)
    await lab.terms({ id, writeOffDate: '2026-07-10' })
    expect(await lab.closeAll({ ruleId: second, month: '2026-08' })).toMatchObject({ status: 'done' })
    expect((await inBook(ids.improved))[24]).toMatchObject({ amount: '5000.00' })
    const lines = await inBook(ultrasound)
    expect([lines[0]!.postedOn, lines.at(-1)!.postedOn, sum(lines)]).toEqual(['2024-04-30', '2026-07-31', '143111.08'])
    expect(sum(lines.slice(0, 9))).toBe('45999.99')
  })

  test('shows the months of a card and the next 36', async () => {
    const { data } = await manager.get('/eam/devicedepreciation/forecast', { deviceId: ids.improved, ruleId: second })
    const months = data.months as { month: string; amount: string; netValue: string; isForecast: boolean }[]
    expect(months.filter((one) => !one.isForecast)).toHaveLength(31)
    expect(months.filter((one) => one.isForecast)).toHaveLength(36)
    expect(months.find((one) => one.isForecast)).toEqual({ month: '2026-09', amount: '5000.00', netValue: '200000.00', isForecast: true })
  })

  test('reports by department, category and fund', async () => {
    const by = async (group: string) =>
      (await manager.get('/eam/measure/depreciation', { group, ruleSet: 'public', figures: 'amount' })).data
    const total = (await manager.get<Page>('/eam/depreciation-record/page', { ruleId: book, size: 200 })).data.records
    for (const group of ['useDept', 'assetsCategory', 'fundSource', 'month'])
      expect((await by(group)).values, group).toEqual({ amount: total.reduce((all, row) => all + Number(row.chargeTotal), 0).toFixed(2) })
  })
})
