import { beforeAll, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { ledgerLab } from '#tests/harness/ledger.ts'

// A hospital with one book whose months these tests close one after another.
const app = await appForFile({ timed: true })
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
let ruleId = ''
let month = 0

beforeAll(async () => {
  ruleId = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2025-01-15', defaultLife: 36 })
})

const close = async (): Promise<string> => {
  const named = `2025-${String(++month).padStart(2, '0')}`
  expect(await lab.close({ month: named })).toMatchObject({ status: 'done' })
  return named
}
const split = async (id: string, ...values: string[]): Promise<string[]> => {
  const answer = await manager.post<{ id: string; ids: string[] }>('/eam/device-split/split', {
    id,
    parts: values.map((value) => ({ value })),
    reason: '分开管理',
  })
  expect(answer.status, answer.msg).toBe(200)
  return [id, ...answer.data.ids]
}
const card = (originalValue: string, more: object = {}) =>
  lab.card({ deviceName: '系统', originalValue, enableDate: '2025-01-05', ...more })
const cents = (amount: unknown): number => Math.round(Number(amount) * 100)
const sum = (amounts: readonly unknown[]): number => amounts.reduce<number>((all, one) => all + cents(one), 0)
const booked = async (ids: readonly string[], figure: string): Promise<unknown[]> =>
  (await Promise.all(ids.map((id) => lab.inBooks(id, ruleId)))).map((row) => row[figure])

test('posted offsets stay with the original, and the parts go on from their shares', async () => {
  const id = await card('36000.01')
  await close()
  const said = { deviceId: id, ruleId, amount: '-700.10', offsetKind: 'reversal', reason: '多提' }
  expect((await manager.post('/eam/depreciation-offset-record/submit', said)).status).toBe(200)
  await close()
  const before = await lab.inBooks(id, ruleId)
  const all = await split(id, '12000', '0.37')
  expect(sum(await booked(all, 'accumulated'))).toBe(cents(before.accumulated))
  expect(sum(await booked(all, 'netValue'))).toBe(cents(before.netValue))
  await close()
  const charges = (await Promise.all(all.map(lab.lines))).map((lines) => lines.at(-1)!.amount)
  // What was left is spread over the 34 months that are left: (36,000.01 - 1,328.82) / 34.
  expect(Math.abs(sum(charges) - Math.round((3_600_001 - cents(before.accumulated)) / 34))).toBeLessThanOrEqual(all.length)
  const ends = await Promise.all(
    all.map(async (deviceId) => (await manager.get<Row>('/eam/devicedepreciation/forecast', { deviceId, ruleId })).data.months as Row[]),
  )
  expect(ends.map((months) => months.at(-1)!.netValue)).toEqual(all.map(() => '0.00'))
})

test('a correction charges a part again from the start by its share', async () => {
  const id = await card('7200')
  await close()
  await close()
  // The value was changed before the split: earlier months of the parts were charged by less.
  expect((await manager.post('/eam/device/submit', { id, originalValue: '9000' })).status).toBe(200)
  await app.sql(`update depreciation_term set last_month = $2 where owner_id = $1 and field = 'value'`, [id, 2025 * 12 + month - 1])
  const changedAfter = month
  await close()
  const changed = await lab.inBooks(id, ruleId)
  const [original, part] = (await split(id, '4500')) as [string, string]
  const fixed = { id: part, usefulLifeMonths: 72, changeKind: 'correction', changeReason: '年限录错' }
  expect((await manager.post('/eam/device/submit', fixed)).status).toBe(200)
  await close()
  const now = await lab.inBooks(part, ruleId)
  // Half of 7,200.00 over 72 months until the change, then what is left of half of 9,000.00 over the rest of the life.
  const until = changedAfter * 5000
  expect(cents(now.accumulated)).toBe(until + (month - changedAfter) * Math.round((450_000 - until) / (72 - changedAfter)))
  expect(cents(now.bookValue)).toBe(450_000)
  const kept = await lab.inBooks(original, ruleId)
  expect(cents(kept.accumulated)).toBeGreaterThan(cents(changed.accumulated) / 2)
})

test('earlier months of the register add up as they did', async () => {
  const id = await card('3600')
  const [before, code] = [await close(), String((await manager.get<Row>('/eam/device/detail', { id })).data.deviceCode)]
  const stood = await lab.inBooks(id, ruleId)
  const all = await split(id, '900', '900')
  const after = await close()
  await close()
  const codes = await Promise.all(
    all.map(async (one) => String((await manager.get<Row>('/eam/device/detail', { id: one })).data.deviceCode)),
  )
  const balance = (assetNo: string, named: string, originalValue: unknown, accumulated: unknown) =>
    manager.post('/eam/ledger-balance/submit', { assetNo, ruleId, balanceOn: `${named}-28`, originalValue, accumulated })
  expect(await balance(code, before, '3600', stood.accumulated)).toMatchObject({ status: 200 })
  const charged = await Promise.all(
    all.map(async (one) => (await lab.lines(one)).find(({ postedOn }) => String(postedOn).startsWith(after))!),
  )
  for (const [at, no] of codes.entries())
    expect(await balance(no, after, at === 0 ? '1800' : '900', charged[at]!.accumulated)).toMatchObject({ status: 200 })
  const compared = async (named: string): Promise<Row[]> => {
    const run = await manager.post<Row>('/eam/ledger-reconciliation/run', { ruleId, month: named })
    expect(run.status, run.msg).toBe(200)
    const query = { reconciliationId: run.data.id, size: '100' }
    return (await manager.get<{ records: Row[] }>('/eam/ledger-difference/list', query)).data.records.filter(({ assetNo }) =>
      codes.includes(String(assetNo)),
    )
  }
  expect(await compared(before)).toEqual([])
  expect(await compared(after)).toEqual([])
})

test('a part that is written off in the latest month is taken back with the next', async () => {
  const id = await card('3600')
  await close()
  const [original, part] = (await split(id, '1800')) as [string, string]
  const was = await lab.inBooks(part, ruleId)
  const writeOffDate = `2025-${String(month).padStart(2, '0')}-10`
  expect(await manager.post('/eam/devicedepreciation/submit', { id: was.id, writeOffDate })).toMatchObject({ status: 200 })
  await close()
  expect((await lab.inBooks(part, ruleId)).cardState).toBe('ended')
  expect(cents((await lab.inBooks(part, ruleId)).accumulated)).toBeLessThan(cents(was.accumulated))
  expect(cents((await lab.inBooks(original, ruleId)).accumulated)).toBeGreaterThan(cents(was.accumulated))
})

test('a book that began after a split does not keep it from being undone', async () => {
  const id = await card('3600')
  await split(id, '900')
  await lab.book({ ruleName: '企业会计账', ruleSet: 'enterprise', beginsOn: '2025-01-15', defaultLife: 36 })
  const [{ id: splitId }] = (await manager.get<Row[]>('/eam/device-split/of-device', { deviceId: id })).data as [Row]
  const undone = await manager.post('/eam/device-split/undo', { id: splitId })
  expect(undone.status, undone.msg).toBe(200)
  expect((await manager.get<Row>('/eam/device/detail', { id })).data.originalValue).toBe('3600.00')
})
