import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const keeper = await app.as('keeper')
const lab = ledgerLab(manager)
const run = '/eam/ledger-reconciliation/run'
const differences = '/eam/ledger-difference/list'
let book: string
const nos: Record<string, string> = {}
const ids: Record<string, string> = {}

beforeAll(async () => {
  book = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 12 })
  for (const [name, more] of [
    ['same', {}],
    ['value', {}],
    ['depreciation', {}],
    ['both', {}],
    ['net', {}],
    ['gone', {}],
    ['state', { assetsCode: 'GZ-0007' }],
  ] as const) {
    ids[name] = await lab.card(
      { deviceName: name, originalValue: '1200', enableDate: '2026-01-05', ...more },
      name === 'gone' ? home.depts.medicine : home.depts.bones,
    )
    nos[name] = String((await manager.get<Row>('/eam/device/detail', { id: ids[name]! })).data.deviceCode)
  }
  // The first import starts the thread that reads files, which takes long on a busy machine.
  await verified(app, manager, 'ledgerBalance', sheet([['ZZ-0', '', '1', '0', '']]))
})

/** A sheet of a finance system: number, value, accumulated depreciation, net value. */
const sheet = (rows: readonly (readonly unknown[])[], heading = '卡片编号,资产名称,资产原值,累计折旧额,净值') =>
  [heading, ...rows.map((row) => row.join(','))].join('\n')
const balances = () =>
  sheet([
    [nos.same!.toLowerCase(), '甲', '1200.00', '100.00', '1100.00'],
    [nos.value, '乙', '1300', '100', ''],
    [nos.depreciation, '丙', '1200', '99.99', '1100.01'],
    [nos.both, '丁', '1200.5', '0', '1200.50'],
    [nos.net, '戊', '1200', '100', '1000'],
    ['GZ-0007', '己', '1200', '100', '1100'],
    ['ZZ-9', '庚', '777.77', '7.77', '770.00'],
  ])
const load = async (text: string) => {
  const job = await verified(app, manager, 'ledgerBalance', text)
  return { job, done: await begin(manager, 'ledgerBalance', 'write', { id: job.id }) }
}
const found = async (id: string, query: Record<string, string> = {}) =>
  (await manager.get<Page>(differences, { reconciliationId: id, size: 100, ascs: 'assetNo', ...query })).data.records

describe('balances of the finance ledger', () => {
  test('need a closed month or say their own', async () => {
    const job = await verified(app, manager, 'ledgerBalance', balances())
    expect(job).toMatchObject({ status: 'verified', rowCount: 7, faultyCount: 7 })
    expect((await problemsOf(manager, job.id))[0]).toMatchObject({ field: 'balanceOn', grade: 'error' })
    expect(await manager.post(run, {})).toMatchObject({ status: 400, error: 'rule', msg: expect.stringContaining('请先导入') })
    expect(await lab.close({})).toMatchObject({ status: 'done' })
  })

  test('come from a sheet with the columns of finance; the same file again changes nothing, another amount is told', async () => {
    const { job, done } = await load(balances())
    expect(job).toMatchObject({ newCount: 7, faultyCount: 0 })
    expect(done).toMatchObject({ status: 'done', writtenCount: 7 })
    const { records } = (await manager.get<Page>('/eam/ledger-balance/list', { size: 20 })).data
    expect(records).toHaveLength(7)
    expect(records[0]).toMatchObject({ balanceOn: '2026-01-31', ruleId: book })
    expect(await verified(app, manager, 'ledgerBalance', balances())).toMatchObject({ newCount: 0, sameCount: 7, faultyCount: 0 })
    // Another name with the same amounts is another row, and told of it.
    const renamed = await verified(app, manager, 'ledgerBalance', balances().replace('庚', '辛'))
    expect(renamed).toMatchObject({ newCount: 0, sameCount: 6, faultyCount: 1 })
    expect((await problemsOf(manager, renamed.id)).map(({ row, field }) => [row, field])).toEqual([[8, 'assetNo']])
    const wrong = await verified(
      app,
      manager,
      'ledgerBalance',
      sheet([
        ['ZZ-9', '庚', '1', '0', ''],
        ['zz-8', '', 'x', '0', ''],
        ['ZZ-7', '', '1', '0', ''],
        ['zz-7', '', '2', '0', ''],
      ]),
    )
    expect(wrong).toMatchObject({ newCount: 1, faultyCount: 3 })
    expect((await problemsOf(manager, wrong.id)).map(({ row, field }) => [row, field])).toEqual([
      [2, 'assetNo'],
      [3, 'originalValue'],
      [5, 'assetNo'],
    ])
    const again = await manager.post('/eam/ledger-balance/submit', {
      assetNo: 'ZZ-9',
      originalValue: '1',
      accumulated: '0',
      balanceOn: '2026-01-05',
    })
    expect(again).toMatchObject({ status: 409, error: 'taken' })
  })
})

describe('a comparison', () => {
  let first: string
  test('finds every kind of difference with its amount, and keeps its totals', async () => {
    const { status, msg, data } = await manager.post<Row>(run, { month: '2026-01' })
    expect(status, msg).toBe(200)
    first = data.id
    const rows = await found(first)
    expect(rows.map(({ assetNo, differenceKind, difference }) => [assetNo, differenceKind, difference]).sort()).toEqual(
      [
        [nos.value, 'value', '-100.00'],
        [nos.depreciation, 'depreciation', '0.01'],
        [nos.both, 'value', '-0.50'],
        [nos.both, 'depreciation', '100.00'],
        [nos.net, 'net', '100.00'],
        [nos.gone, 'missing_ledger', '1200.00'],
        ['ZZ-9', 'missing_register', '-777.77'],
      ].sort(),
    )
    expect(rows.find(({ assetNo }) => assetNo === nos.both)).toMatchObject({
      deviceId: ids.both,
      registerValue: '1200.00',
      ledgerValue: '1200.50',
      registerAccumulated: '100.00',
      ledgerAccumulated: '0.00',
    })
    expect((await manager.get<Row>('/eam/ledger-reconciliation/detail', { id: first })).data).toMatchObject({
      runTitle: '2026-01 政府会计账 (1)',
      registerCount: 7,
      ledgerCount: 7,
      agreeCount: 2,
      differenceCount: 7,
      ...{ missingLedgerCount: 1, missingLedgerTotal: '1200.00', missingRegisterCount: 1, missingRegisterTotal: '-777.77' },
      ...{ valueCount: 2, valueTotal: '-100.50', depreciationCount: 2, depreciationTotal: '100.01', netCount: 1, netTotal: '100.00' },
      ...{ registerValue: '8400.00', ledgerValue: '8078.27', registerAccumulated: '700.00', ledgerAccumulated: '507.76' },
      runById: manager.userId,
    })
  })

  test('is filtered by kind, exported, and kept beside later ones', async () => {
    expect(await found(first, { differenceKind: 'value' })).toHaveLength(2)
    const { bytes } = await manager.file('/eam/ledger-difference/export', {
      reconciliationId: first,
      differenceKind: 'value,net',
      format: 'csv',
    })
    expect(new TextDecoder().decode(bytes).trim().split(/\r?\n/)).toHaveLength(4)
    const [wrong] = (await manager.get<Page>('/eam/ledger-balance/list', { assetNo: nos.value! })).data.records
    expect((await manager.post('/eam/ledger-balance/submit', { id: wrong!.id, originalValue: '1200' })).status).toBe(200)
    const { data } = await manager.post<Row>(run, {})
    expect(await found(data.id, { differenceKind: 'value' })).toHaveLength(1)
    expect(await found(first, { differenceKind: 'value' })).toHaveLength(2)
    const runs = (await manager.get<Page>('/eam/ledger-reconciliation/list', { ruleId: book })).data.records
    expect(runs.map(({ runNo }) => runNo)).toEqual([2, 1])
  })

  test('of an earlier month sees the book as it stood then', async () => {
    expect(await manager.post(run, { month: '2026-02' })).toMatchObject({ status: 400, error: 'rule' })
    const offset = { deviceId: ids.same, ruleId: book, amount: '-10', offsetKind: 'adjustment', reason: '多提' }
    expect((await manager.post('/eam/depreciation-offset-record/submit', offset)).status).toBe(200)
    expect(await lab.close({})).toMatchObject({ status: 'done' })
    expect((await manager.post('/eam/device/submit', { id: ids.same, originalValue: '5000' })).status).toBe(200)
    expect(await lab.close({})).toMatchObject({ status: 'done' })
    const before = await found(first, { differenceKind: 'depreciation' })
    const { data } = await manager.post<Row>(run, { month: '2026-01' })
    expect((await found(data.id, { differenceKind: 'depreciation' })).map(({ assetNo, difference }) => [assetNo, difference])).toEqual(
      before.map(({ assetNo, difference }) => [assetNo, difference]),
    )
    const later = await manager.post('/eam/ledger-balance/submit', {
      assetNo: nos.same,
      originalValue: '1200',
      accumulated: '0',
      balanceOn: '2026-02-28',
    })
    expect(later.status).toBe(200)
    const second = await manager.post<Row>(run, { month: '2026-02' })
    // 100 of January less 10 of the offset, and the rest spread over the months that are left.
    expect(
      (await found(second.data.id)).find(({ assetNo, differenceKind }) => assetNo === nos.same && differenceKind === 'depreciation'),
    ).toMatchObject({
      difference: '190.91',
    })
  })

  test('is for who may run it and sees every card; lists show the departments of the person', async () => {
    expect(await keeper.post(run, {})).toMatchObject({ status: 403 })
    expect((await keeper.get(differences)).status).toBe(403)
    const [role] = await app.sql(`select id from role where tenant_id = $1 and role_alias = 'keeper'`, [home.tenant])
    const rights = ['ledgerReconciliation.run', 'ledgerReconciliation.list', 'ledgerDifference.list']
    const admin = await app.as('administrator')
    const granted = await admin.post('/blade-system/role/grant', { roleIds: [role!.id], menuIds: rights.join() })
    expect(granted.status, granted.msg).toBe(200)
    const limited = await app.as('keeper')
    expect(await limited.post(run, {})).toMatchObject({ status: 400, error: 'rule' })
    const seen = (await limited.get<Page>(differences, { reconciliationId: first, size: 100 })).data.records
    expect(seen.map(({ assetNo }) => assetNo)).not.toContain(nos.gone)
    expect(seen.map(({ assetNo }) => assetNo)).not.toContain('ZZ-9')
    expect(seen).toHaveLength(5)
    const stranger = await app.as('equipment_manager', other)
    expect((await stranger.get<Page>(differences)).data.records).toEqual([])
    expect(await stranger.post(run, { ruleId: book })).toMatchObject({ status: 404 })
  })
})

test('an import of balances is undone, and a comparison that was made stays', async () => {
  const job = (await manager.get<Page>('/eam/import-job/list', { target: 'ledgerBalance', status: 'done' })).data.records[0]!
  const changed = await begin(manager, 'ledgerBalance', 'undo', { id: job.id })
  expect(changed).toMatchObject({ status: 'done', note: expect.stringContaining('1') })
  const { done } = await load(sheet([['ZZ-5', '', '5', '0', '']]))
  expect(await begin(manager, 'ledgerBalance', 'undo', { id: done.id })).toMatchObject({ status: 'undone' })
  expect((await manager.get<Page>('/eam/ledger-reconciliation/list')).data.records.length).toBeGreaterThan(2)
})

test('subjects of a voucher are the hospital’s own, by fund where it says so; debits and credits are the same', async () => {
  const head = await manager.post<Row>('/blade-system/dict-biz/submit', {
    code: 'voucher_subject',
    dictValue: '折旧凭证科目',
    sort: 1,
    isSealed: 0,
  })
  const admin = head.status === 200 ? manager : await app.as('administrator')
  const top =
    head.status === 200
      ? head
      : await admin.post<Row>('/blade-system/dict-biz/submit', { code: 'voucher_subject', dictValue: '折旧凭证科目', sort: 1, isSealed: 0 })
  expect(top.status, top.msg).toBe(200)
  for (const [dictKey, dictValue] of [
    ['public_cost', '5001.01 本院业务费用'],
    ['public_taken_fiscal_basic', '1602.09 财政累计折旧'],
  ]) {
    const added = await admin.post('/blade-system/dict-biz/submit', {
      parentId: top.data.id,
      code: 'voucher_subject',
      dictKey,
      dictValue,
      sort: 1,
      isSealed: 0,
    })
    expect(added.status, added.msg).toBe(200)
  }
  expect((await manager.post('/eam/device/submit', { id: ids.value, fundSource: 'fiscal_basic' })).status).toBe(200)
  expect(await lab.repeat({})).toMatchObject({ status: 'done' })
  const record = (await lab.records(book)).at(-1)!
  const { bytes } = await manager.file('/eam/depreciation-record/voucher', { recordId: record.id, format: 'csv' })
  const cells = new TextDecoder()
    .decode(bytes)
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
  const cents = (at: number) => cells.reduce((all, row) => all + Math.round(Number(row[at]) * 100), 0)
  expect(cents(6)).toBe(cents(7))
  expect(cells.map((row) => [row[2], row[3], row[5]])).toEqual(
    expect.arrayContaining([
      ['5001.01', '本院业务费用', '财政基本'],
      ['1602.09', '财政累计折旧', '财政基本'],
      ['1602', '固定资产累计折旧', ''],
    ]),
  )
})
