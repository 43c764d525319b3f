import { expect, test } from 'vitest'
import { importFacts } from '#contract/imports.ts'
import { entityNamed } from '#contract/registry.ts'
import { writeAs } from '#server/db/pool.ts'
import { loadClasses } from '#server/features/asset/names/load-classes.ts'
import { signOfLife } from '#server/features/import/work/sign-of-life.ts'
import { tableName } from '#server/kit/table.ts'
import { deptHoldings } from '#server/kit/write/dept-holdings.ts'
import { gatherStatistics } from '#server/kit/write/statistics.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { checkLab } from '#tests/harness/check-lab.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()

const ask = (name: string) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text: 'select gather_statistics($1)', values: [name] }))
const rowsOf = async (table: string): Promise<number> =>
  Number((await app.sql('select reltuples from pg_class where oid = $1::regclass', [table]))[0]!.reltuples)

test('what a large transaction wrote is known of its table when it commits, and a small one does not ask', async () => {
  const known = await rowsOf('supplier')
  const add = (tx: Parameters<Parameters<typeof writeAs>[2]>[0], count: number) =>
    tx.run({
      text: `insert into supplier (tenant_id, id, supplier_name, supplier_kind) select $1, gen_random_uuid(), '厂' || n, 'maker' from generate_series(1, $2::int) n`,
      values: [tx.tenantId, count],
    })
  await writeAs(app.pool, home.tenant, async (tx) => {
    await add(tx, 100)
    await gatherStatistics(tx, 100, [entityNamed('supplier')])
  })
  expect(await rowsOf('supplier')).toBe(known)
  await writeAs(app.pool, home.tenant, async (tx) => {
    await add(tx, 3000)
    await gatherStatistics(tx, 3000, [entityNamed('supplier')])
  })
  expect(await rowsOf('supplier')).toBeGreaterThanOrEqual(3100)
})

test('every table that an import fills may be analysed, and no other of any name', async () => {
  for (const target of Object.keys(importFacts))
    await writeAs(app.pool, home.tenant, (tx) => gatherStatistics(tx, 1_000_000, [entityNamed(target)]))
  for (const name of ['person', 'session', 'pg_authid', 'device; drop table device', 'public.device', ''])
    await expect(ask(name), name).rejects.toMatchObject({ code: '42501' })
  const [facts] = await app.sql(`select proconfig as set, prosecdef as owned from pg_proc where proname = 'gather_statistics'`)
  expect(facts).toEqual({ owned: true, set: ['search_path=pg_catalog, pg_temp', 'lock_timeout=1s'] })
})

test('what a merged department leaves behind may be analysed: the large entities that hang on one', async () => {
  const large = deptHoldings.filter(({ of }) => of.large)
  expect(large.length).toBeGreaterThan(0)
  for (const { of } of large) await expect(ask(tableName(of)), of.name).resolves.toBeDefined()
})

/** The values that statistics know as frequent in a column. */
const frequent = async (table: string, column: string): Promise<string> =>
  String(
    (await app.sql('select most_common_vals::text as known from pg_stats where tablename = $1 and attname = $2', [table, column]))[0]
      ?.known,
  )

test('a posted check, a merged department and a loaded catalogue leave statistics that know what they wrote', async () => {
  const lab = await checkLab(app)
  const [from, to] = await Promise.all(
    ['旧科', '新科'].map(async (deptName) =>
      String((await lab.admin.post('/blade-system/dept/submit', { deptName, category: 'clinical' })).data.id),
    ),
  )
  await app.sql(
    `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status)
      select $1, gen_random_uuid(), '泵' || n, 'MANY-' || n, $2, 'in_use', 'filed' from generate_series(1, 2500) n`,
    [home.tenant, from],
  )
  const check = await lab.started({ scopeDepts: [from] })
  await app.sql(`update check_line set result = 'match' where check_id = $1`, [check])
  expect(await frequent('check_line', 'posting')).not.toContain('posted')
  expect((await lab.step('real-submit', (await lab.dept(check, '旧科')).id)).status).toBe(200)
  expect(await frequent('check_line', 'posting')).toContain('posted')

  expect(await frequent('device', 'use_dept_id')).not.toContain(to)
  expect((await lab.admin.post('/blade-system/dept/reorganize', { deptId: from, kind: 'merge', toId: to })).status).toBe(200)
  expect(await frequent('device', 'use_dept_id')).toContain(to)

  const known = await rowsOf('device_class')
  const listed = Array.from({ length: 2100 }, (_, n) => ({ code: `9${n}`, name: `分类${n}`, riskLevel: null }))
  await writeAs(app.pool, home.tenant, (tx) => loadClasses(tx, listed))
  expect(await rowsOf('device_class')).toBeGreaterThanOrEqual(known + 2000)
})

test('a table that is being analysed already is skipped, and the transaction continues', async () => {
  await writeAs(app.pool, home.tenant, async (holder) => {
    await holder.run({ text: `select gather_statistics('location')` })
    await writeAs(app.pool, home.tenant, async (tx) => {
      await tx.run({ text: `select gather_statistics('location')` })
      expect((await tx.run({ text: 'select 1 as one' })).rows).toEqual([{ one: 1 }])
    })
  })
})

test('an import gives its sign of life while every connection of the program is busy', async () => {
  const id = '01900000-0000-7000-9000-00000000beef'
  await app.sql(
    `insert into import_job (tenant_id, id, file_name, target, status, progress, row_count, new_count, same_count, faulty_count, warning_count, written_count, user_id, alive_at)
      values ($1, $2, 'a.xlsx', 'device', 'writing', 1, 0, 0, 0, 0, 0, 0, $3, '2020-01-01')`,
    [home.tenant, id, home.users.administrator],
  )
  const held = await Promise.all(Array.from({ length: 12 }, () => app.pool.connect()))
  const faults: unknown[] = []
  const life = signOfLife(app.pool, home.tenant, { jobId: id, version: 1 }, (error) => faults.push(error))
  try {
    await life.say(42)
    const [row] = await app.sql(`select alive_at > now() - interval '1 hour' as alive, progress from import_job where id = $1`, [id])
    expect(row).toEqual({ alive: true, progress: 42 })
    expect(faults).toEqual([])
  } finally {
    for (const client of held) client.release()
    await life.end()
  }
})
