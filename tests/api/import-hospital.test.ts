import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, type Page, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { begin, type Job, problemsOf, verified } from '#tests/harness/imports.ts'
import { realData } from '#tests/harness/real-data.ts'

const file = realData('hospital-inventory.csv')

/** The list as it was typed: the hospital's own row number, department and serial of every row. */
const typed = (text: string) =>
  text
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split(','))

// The list belongs to a hospital and is not part of the program: without it there is nothing to read.
describe.skipIf(file === undefined)('a real hospital’s list (skipped without hospital-inventory.csv)', () => {
  let app: TestApp
  let manager: Client
  let bytes: Buffer
  let job: Job
  beforeAll(async () => {
    app = await startApp()
    manager = await app.as('equipment_manager')
    bytes = readFileSync(file!)
    job = await verified(app, manager, 'device', bytes, { createMissing: 1 })
  })
  afterAll(() => app.stop())

  test('is recognised without settings: headings, departments that do not exist yet, damaged serials', async () => {
    expect(job, String(job.note)).toMatchObject({ status: 'verified', rowCount: 1040 })
    const fields = Object.fromEntries(job.layout.columns.map(({ heading, field }) => [heading, field]))
    expect(fields).toMatchObject({
      Department: 'useDept',
      Name: 'deviceName',
      MODEL: 'deviceModel',
      SERIAL: 'sn',
      MANUFACTURER: 'manufacturer',
      Installation_Date: 'enableDate',
      Warranty_End: 'warrantyEnd',
    })
    expect(job.missing.dept).toHaveLength(26)
    const damaged = typed(bytes.toString()).filter((cells) => cells.some((cell) => /^\d(\.\d+)?E\+\d+$/.test(cell)))
    const warnings = await problemsOf(manager, job.id, { grade: 'warning' })
    expect(warnings.filter(({ field }) => field === 'sn').map(({ row }) => row)).toEqual(damaged.map(([no]) => Number(no) + 1))
    const errors = await problemsOf(manager, job.id, { grade: 'error' })
    expect(new Set(errors.map(({ row }) => row)).size).toBe(job.faultyCount)
    expect(errors.every(({ row, column, field, message }) => row > 1 && column !== null && field !== null && message !== '')).toBe(true)
    expect(job.newCount).toBeGreaterThanOrEqual(1000)
  })

  test('becomes cards with their departments, once', async () => {
    const done = await begin(manager, 'device', 'write', { id: job.id, skipFaulty: 1, createMissing: 1 })
    expect(done, String(done.note)).toMatchObject({ status: 'done', writtenCount: job.newCount })
    const [count] = await app.sql(
      `select count(*)::int as cards, count(d.use_dept_id)::int as placed, count(distinct d.use_dept_id)::int as depts, count(*) filter (where d.sn ~ 'E\\+')::int as damaged,
        count(*) filter (where d.sn is null)::int as empty from device d where d.tenant_id = $1`,
      [manager.tenant],
    )
    expect(count).toMatchObject({ cards: job.newCount, placed: job.newCount, depts: 26, damaged: 0 })
    expect(Number(count!.empty)).toBeGreaterThanOrEqual(18)
    const again = await verified(app, manager, 'device', bytes, { createMissing: 1 })
    expect(again).toMatchObject({ rowCount: 1040, newCount: 0, sameCount: job.newCount })
    const events = async () => (await app.sql('select count(*)::int as n from audit_event where entity = $1', ['device']))[0]!.n
    const before = await events()
    const nothing = await begin(manager, 'device', 'write', { id: again.id, skipFaulty: 1, createMissing: 1 })
    expect(nothing).toMatchObject({ status: 'done', writtenCount: 0, note: expect.stringContaining('所有行都已在系统中，没有改动') })
    expect(await events()).toBe(before)
    expect((await manager.get<Page>('/eam/device/list')).data.total).toBe(job.newCount)
  })

  test('is undone completely, with its departments', async () => {
    const undone = await begin(manager, 'device', 'undo', { id: job.id })
    expect(undone, String(undone.note)).toMatchObject({ status: 'undone' })
    expect((await manager.get<Page>('/eam/device/list')).data.total).toBe(0)
    const [left] = await app.sql('select count(*)::int as n from dept where tenant_id = $1 and not is_deleted', [manager.tenant])
    expect(left!.n).toBe(3)
  })
})
