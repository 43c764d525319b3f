import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { ended, ledgerLab } from '#tests/harness/ledger.ts'

const app = await appForFile()
const manager = await app.as('equipment_manager')
const lab = ledgerLab(manager)
const book = await lab.book({ ruleName: '政府会计账', ruleSet: 'public', beginsOn: '2026-01-01', defaultLife: 12 })
const card = await lab.card({ deviceName: '泵', originalValue: '1200', enableDate: '2026-01-05' })
const close = '/eam/depreciation-record/create-depreciation-record'

/** Holds what a statement writes until `work` waits for it or is done with; then commits it. Answers what came of the work. */
async function between<T>(text: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const other = new pg.Client({ connectionString: app.database.superUrl })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(text, values)
    let isDone = false
    const working = work().finally(() => {
      isDone = true
    })
    const isHeld = async (): Promise<boolean> =>
      (await app.sql(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length > 0
    while (!isDone && !(await isHeld())) await wait(10)
    await other.query('commit')
    return await working
  } finally {
    await other.end()
  }
}

test('a card that leaves the book while its month is closed has lines only with what they come to', async () => {
  await lab.terms({ deviceId: card, ruleId: book, remark: '手工添加' })
  const job = await between('delete from device_depreciation where device_id = $1', [card], async () => {
    const { data } = await manager.post<{ jobId: string }>(close, { month: '2026-01' })
    return ended(manager, data.jobId)
  })
  expect(job).toMatchObject({ status: 'done' })
  // It is a card of the hospital all the same, so it is charged as one that the book did not know.
  expect((await lab.lines(card)).map(({ amount }) => amount)).toEqual(['100.00'])
  expect(await lab.inBooks(card)).toMatchObject({ accumulated: '100.00', chargedMonths: 1 })
  const [record] = await lab.records(book)
  expect(record).toMatchObject({ cardCount: 1, chargeTotal: '100.00' })
})

test('a comparison waits for a month that is being closed', async () => {
  expect(await lab.close({})).toMatchObject({ status: 'done' })
  const { deviceCode } = (await manager.get<Row>('/eam/device/detail', { id: card })).data
  const balance = { assetNo: deviceCode, originalValue: '1200', accumulated: '200', balanceOn: '2026-02-28' }
  expect((await manager.post('/eam/ledger-balance/submit', balance)).status).toBe(200)
  const closedOn = 'update depreciation_rule set closed_on = $2 where id = $1'
  await app.sql(closedOn, [book, '2026-01-31'])
  const answer = await between(closedOn, [book, '2026-02-28'], () =>
    manager.post<Row>('/eam/ledger-reconciliation/run', { month: '2026-02' }),
  )
  expect(answer.status, answer.msg).toBe(200)
  expect((await manager.get<Row>('/eam/ledger-reconciliation/detail', { id: answer.data.id })).data).toMatchObject({ agreeCount: 1 })
})

test('a department that is corrected after the month has read its card moves what the month itself posts', async () => {
  const { bones, medicine } = home.depts
  const id = await lab.card({ deviceName: '错科机', originalValue: '1200', enableDate: '2026-01-05' }, bones)
  expect(await lab.close({ month: '2026-03' })).toMatchObject({ status: 'done' })
  // What a correction writes, by statements that commit while the month waits for the place of the card.
  const correct = `update device set use_dept_id = '${medicine}' where id = '${id}';
    delete from depreciation_term where owner_id = '${id}';
    update device_depreciation set misfiled = '[{"dept": "${bones}", "why": "科室录错"}]' where device_id = '${id}'`
  expect(await between(correct, [], () => lab.close({ month: '2026-04' }))).toMatchObject({ status: 'done' })
  const borne = `select dept, sum(amount)::text as amount from (
      select use_dept_id as dept, amount from depreciation_line where device_id = $1 and line_kind = 'charge'
      union all select use_dept_id, amount from depreciation_offset where device_id = $1) p
    group by dept having sum(amount) <> 0`
  expect(await app.sql(borne, [id])).toEqual([{ dept: medicine, amount: '400.00' }])
})
