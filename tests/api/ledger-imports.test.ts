import { beforeAll, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { begin, problemsOf, verified } from '#tests/harness/imports.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
const nos: string[] = []
const ids: string[] = []
let book: string

beforeAll(async () => {
  book = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 60 })
  for (const deviceName of ['甲', '乙', '丙', '丁']) {
    const id = await lab.card({ deviceName, originalValue: '6000', enableDate: '2025-01-05' })
    ids.push(id)
    nos.push(String((await manager.get<Row>('/eam/device/detail', { id })).data.deviceCode))
  }
  // The first import starts the thread that reads files, which takes long on a busy machine.
  await verified(app, manager, 'deviceDepreciation', openings([['ZZ-0', '政府会计账', '1', '', '']]))
})

const sheet = (heading: string, rows: readonly (readonly unknown[])[]) => [heading, ...rows.map((row) => row.join(','))].join('\n')
const openings = (rows: readonly (readonly unknown[])[]) => sheet('资产编号,账簿,累计折旧,已计提月数,开始日期', rows)

describe('openings of depreciation', () => {
  test('that contradict the card are told cell by cell', async () => {
    const job = await verified(
      app,
      manager,
      'deviceDepreciation',
      openings([
        [nos[0], '政府会计账', '6000.01', '', ''],
        [nos[1], '政府会计账', '100', '61', ''],
        [nos[2], '政府会计账', '100', '6', '2024-01-01'],
        [nos[3], '政府会计账', '100', '', ''],
        [nos[3], '政府会计账', '200', '', ''],
        ['ZZ-1', '政府会计账', '1', '', ''],
      ]),
    )
    expect(job).toMatchObject({ rowCount: 6, newCount: 1, faultyCount: 5 })
    expect((await problemsOf(manager, job.id)).map(({ row, field }) => [row, field]).sort()).toEqual([
      [2, 'openingAmount'],
      [3, 'openingMonths'],
      [4, 'openingMonths'],
      [6, 'device'],
      [7, 'device'],
    ])
    const refused = await manager.post('/eam/devicedepreciation/submit', { deviceId: ids[0], ruleId: book, openingMonths: 61 })
    expect(refused).toMatchObject({ status: 400, error: 'rule' })
  })

  test('go into the book and are undone while no month has charged them', async () => {
    const rows = openings([
      [nos[0], '政府会计账', '2400', '24', ''],
      [nos[1], '政府会计账', '1300', '12', '2025-01-01'],
    ])
    const job = await verified(app, manager, 'deviceDepreciation', rows)
    expect(job).toMatchObject({ newCount: 2, faultyCount: 0 })
    expect(await begin(manager, 'deviceDepreciation', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 2 })
    // 24 months before January 2026 it began in January 2024; the card says another day.
    expect(await lab.inBooks(ids[0]!)).toMatchObject({ openingAmount: '2400.00', openingMonths: 24, startDate: '2024-01-01' })
    expect(await verified(app, manager, 'deviceDepreciation', rows)).toMatchObject({ newCount: 0, sameCount: 2, faultyCount: 0 })
    // Corrected months say something else of a card that is there: its row says so.
    const corrected = await verified(app, manager, 'deviceDepreciation', rows.replace('2400,24,', '2400,23,'))
    expect(corrected).toMatchObject({ newCount: 0, sameCount: 1, faultyCount: 1 })
    expect(await problemsOf(manager, corrected.id)).toMatchObject([
      { row: 2, field: 'device', message: expect.stringContaining('已有折旧卡') },
    ])
    expect(await begin(manager, 'deviceDepreciation', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
    expect(await lab.inBooks(ids[0]!)).toBeUndefined()
    const again = await verified(app, manager, 'deviceDepreciation', rows)
    expect(await begin(manager, 'deviceDepreciation', 'write', { id: again.id })).toMatchObject({ status: 'done', writtenCount: 2 })
    expect(await lab.close({})).toMatchObject({ status: 'done' })
    expect((await lab.lines(ids[0]!)).map(({ lineKind, amount, accumulated }) => [lineKind, amount, accumulated]).sort()).toEqual([
      ['charge', '100.00', '2500.00'],
      ['opening', '2400.00', '2400.00'],
    ])
    const kept = await begin(manager, 'deviceDepreciation', 'undo', { id: again.id })
    expect(kept).toMatchObject({ status: 'done', note: expect.stringContaining('已计提折旧') })
    expect(await lab.inBooks(ids[0]!)).toMatchObject({ accumulated: '2500.00' })
  })

  test('of cards that a closed month has charged are refused', async () => {
    const job = await verified(app, manager, 'deviceDepreciation', openings([[nos[3], '政府会计账', '100', '', '']]))
    expect(job).toMatchObject({ newCount: 0, faultyCount: 1 })
    expect((await problemsOf(manager, job.id))[0]).toMatchObject({ field: 'device', message: expect.stringContaining('2026-01') })
  })

  test('do not keep a charged card from being changed when its value falls below them', async () => {
    const [{ id }] = (await manager.get<Page>('/eam/devicedepreciation/list', { deviceId: ids[0]! })).data.records as [Row]
    expect((await manager.post('/eam/device/submit', { id: ids[0], originalValue: '2000', changeKind: 'correction' })).status).toBe(200)
    for (const change of [{ remark: '部分报废' }, { writeOffDate: '2026-02-10' }]) {
      const answer = await manager.post('/eam/devicedepreciation/submit', { id, ...change })
      expect(answer.status, answer.msg).toBe(200)
    }
  })
})

test('old certificates come as documents of their cards; a number is there once; the import is undone', async () => {
  const rows = sheet('证书名称,类型,资产编号,证书编号,检定日期,有效期至', [
    ['检定证书', '计量证书', nos[0], 'JD-1', '2025-03-01', '2026-02-28'],
    ['注册证', '注册证', nos[0], '国械注准20253010001', '2025-01-01', '2030-01-01'],
    ['检定证书', '计量证书', 'ZZ-1', 'JD-2', '2025-03-01', '2026-02-28'],
    ['检定证书', '计量证书', nos[1], 'JD-3', '2025-03-01', '很久'],
  ])
  const job = await verified(app, manager, 'deviceAttach', rows)
  expect(job).toMatchObject({ rowCount: 4, newCount: 3, faultyCount: 1, warningCount: 1 })
  expect((await problemsOf(manager, job.id, { grade: 'error' }))[0]).toMatchObject({ row: 4, field: 'device' })
  expect(await begin(manager, 'deviceAttach', 'write', { id: job.id, skipFaulty: 1 })).toMatchObject({ status: 'done', writtenCount: 3 })
  const { records } = (await manager.get<Page>('/eam/device/attach/list', { deviceId: ids[0]!, ascs: 'documentNo' })).data
  expect(records).toMatchObject([
    { documentNo: '国械注准20253010001', attachType: 'registration' },
    { documentNo: 'JD-1', attachType: 'metrology', issuedOn: '2025-03-01', validUntil: '2026-02-28' },
  ])
  const same = await verified(app, manager, 'deviceAttach', rows)
  expect(same).toMatchObject({ newCount: 0, sameCount: 3 })
  expect(await begin(manager, 'deviceAttach', 'undo', { id: job.id })).toMatchObject({ status: 'undone' })
  expect((await manager.get<Page>('/eam/device/attach/list', { deviceId: ids[0]! })).data.records).toEqual([])
})

test('stock of parts comes as an opening movement of its warehouse, which is never changed', async () => {
  const keeper = await app.as('administrator')
  const store = await keeper.post<Row>('/eam/plc/warehouse/submit', { warehouseName: '一号库' })
  expect(store.status, store.msg).toBe(200)
  const rows = sheet('配件名称,库房,数量,最低库存,有效期', [
    ['血氧探头', '一号库', '12', '5', '2027-01-01'],
    ['导联线', '没有的库', '3', '5', ''],
  ])
  const job = await verified(app, manager, 'devicePart', rows)
  expect(job).toMatchObject({ newCount: 2, warningCount: 1 })
  expect(await begin(manager, 'devicePart', 'write', { id: job.id })).toMatchObject({ status: 'done', writtenCount: 2 })
  const part = (await manager.get<Page>('/eam/deviceparts/list', { warehouseId: store.data.id })).data.records[0]!
  expect(part).toMatchObject({ partName: '血氧探头', quantity: 12 })
  const movements = async () => (await manager.get<Page>('/eam/part-movement/list', { partId: part.id })).data.records
  expect(await movements()).toMatchObject([{ movementKind: 'opening', quantity: 12, balance: 12 }])
  await expect(app.sql('update part_movement set quantity = 1 where part_id = $1', [part.id])).rejects.toThrow()
  expect((await manager.post('/eam/deviceparts/submit', { id: part.id, quantity: 11 })).status).toBe(200)
  expect((await movements()).map(({ movementKind, quantity }) => [movementKind, quantity]).sort()).toEqual([
    ['adjust', -1],
    ['opening', 12],
  ])
  // Something depends on it now.
  expect(await begin(manager, 'devicePart', 'undo', { id: job.id })).toMatchObject({ status: 'done' })
})
