import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withClient } from '#server/db/cluster/embedded.ts'
import { grantToRoles, migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/harness/postgres.ts'

// The tests of this file build on each other, in this order.

let db: FreshDatabase
let folder: string

const first = 'create table thing (id int primary key);\ncreate sequence thing_number;'
const write = async (files: Record<string, string>) => {
  await rm(folder, { recursive: true, force: true })
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-migrations-'))
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return readMigrations(folder)
}
const run = async (files: Record<string, string>) => {
  const migrations = await write(files)
  return withClient(db.ownerUrl, (owner) => migrate(owner, migrations))
}
const roleOf = (url: string) => decodeURIComponent(new URL(url).username)

beforeAll(async () => {
  db = await emptyDatabase()
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-migrations-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

describe('migrating', () => {
  test('several processes at once apply every file exactly once', async () => {
    const migrations = await write({ '001-first.sql': first, '002-slow.sql': `select pg_sleep(0.2);\ninsert into thing values (1);` })
    const answers = await Promise.all([1, 2, 3, 4].map(() => withClient(db.ownerUrl, (owner) => migrate(owner, migrations))))
    expect(answers.flat().sort()).toEqual([1, 2])
    expect(await withClient(db.ownerUrl, async (owner) => (await owner.query('select * from thing')).rows)).toEqual([{ id: 1 }])
  })

  test('only what is missing is applied, with any line ends of the checkout', async () => {
    const done = { '001-first.sql': first.replaceAll('\n', '\r\n'), '002-slow.sql': `select pg_sleep(0.2);\ninsert into thing values (1);` }
    expect(await run({ ...done, '003-more.sql': 'alter table thing add note text' })).toEqual([3])
    expect(await run({ ...done, '003-more.sql': 'alter table thing add note text' })).toEqual([])
  })

  test('a database newer than the program is refused', async () => {
    await expect(run({ '001-first.sql': first })).rejects.toThrow(/at version 3, newer than this program \(1\): start the newer program/)
  })

  test('an applied file that has changed is refused', async () => {
    const changed = { '001-first.sql': `${first} `, '002-slow.sql': 'select 1', '003-more.sql': 'select 1' }
    await expect(run(changed)).rejects.toThrow(/Migration 1 \(first\) differs .* put the file back/)
  })

  test('a file that fails leaves nothing of itself and names itself', async () => {
    const other = await emptyDatabase()
    try {
      const migrations = await write({ '001-first.sql': first, '002-broken.sql': 'create table half (id int); select nonsense;' })
      await withClient(other.ownerUrl, async (owner) => {
        await expect(migrate(owner, migrations)).rejects.toThrow(/migration 2 \(broken\): column "nonsense" does not exist/)
        expect(
          (await owner.query(`select to_regclass('half') as half, (select max(version) from schema_migration) as version`)).rows,
        ).toEqual([{ half: null, version: 1 }])
      })
    } finally {
      await other.drop()
    }
  })

  test('numbers with a gap are a mistake', async () => {
    await expect(write({ '001-first.sql': first, '003-third.sql': 'select 1' })).rejects.toThrow(/must be called 002-name.sql/)
  })

  test('the working roles may change rows and nothing else', async () => {
    const roles = [roleOf(db.appUrl), roleOf(db.jobsUrl)]
    await withClient(db.ownerUrl, (owner) => grantToRoles(owner, roles))
    for (const url of [db.appUrl, db.jobsUrl]) {
      await withClient(url, async (client) => {
        const role = (
          await client.query('select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user')
        ).rows[0]
        expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false })
        await client.query(`insert into thing values (nextval('thing_number') + 100)`)
        await client.query('update thing set note = $1', ['x'])
        await client.query('delete from thing where id > 100')
        await expect(client.query('truncate thing')).rejects.toThrow(/permission denied/)
        await expect(client.query('drop table thing')).rejects.toThrow(/must be owner/)
        await expect(client.query('create table mine (id int)')).rejects.toThrow(/permission denied/)
        await expect(client.query('delete from schema_migration')).rejects.toThrow(/permission denied/)
      })
    }
  })

  test('sessions of the application have time limits and one worker', async () => {
    await withClient(db.appUrl, async (app) => {
      const shown = async (name: string) => (await app.query(`select current_setting($1, true) as it`, [name])).rows[0].it
      expect(await shown('idle_in_transaction_session_timeout')).toBe('1min')
      expect(await shown('max_parallel_workers_per_gather')).toBe('0')
      const version = Number(await shown('server_version_num'))
      expect(await shown('transaction_timeout')).toBe(version >= 170000 ? '2min' : null)
    })
  })

  test('Chinese letters are letters, so that keyword indexes see them', async () => {
    await withClient(db.appUrl, async (app) => {
      expect((await app.query(`select '监护仪' ~ '^[[:alpha:]]+$' as known`)).rows[0]).toEqual({ known: true })
    })
  })
})

test('rows of before cycles had units, stops had kinds and stock had a value are carried over', async () => {
  const filled = await emptyDatabase()
  const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  try {
    const all = await readMigrations(migrationsFolder())
    await withClient(filled.ownerUrl, async (owner) => {
      await migrate(owner, all.slice(0, 80))
      await owner.query(`select set_config('app.tenant', '000000', false)`)
      await owner.query(`insert into tenant (id, tenant_name, kind) values ('T1', '甲', 'hospital'), ('T2', '乙', 'hospital')`)
      for (const tenant of ['T1', 'T2']) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        const write = (text: string) => owner.query(text.replaceAll('$t', `'${tenant}'`).replace(/#(\d+)/g, (_, n) => `'${id(Number(n))}'`))
        await write(`insert into device (tenant_id, id, device_name, device_code, eam_status, filing_status, measure_cycle, maintain_cycle)
          values ($t, #1, '失败', 'D1', 'idle', 'filed', 365, null), ($t, #2, '过期', 'D2', 'in_use', 'filed', null, 90), ($t, #3, '未检', 'D3', 'in_use', 'filed', null, null)`)
        await write(`insert into measure_card (tenant_id, id, card_title, device_id, measure_type, cycle_days, label_state, last_result, certificate_no, valid_until, has_stopped)
          values ($t, #11, '失败', #1, 'voluntary', 180, 'stopped', 'failed', 'ZS-1', null, 1),
            ($t, #12, '过期', #2, 'mandatory', 365, 'qualified', 'passed', 'ZS-2', '2020-01-31', 0),
            ($t, #13, '未检', #3, 'mandatory', 365, 'none', null, null, null, 0)`)
        await write(`insert into measure_record (tenant_id, id, record_no, record_status, device_id, measure_kind, result, measured_on, certificate_no, valid_until)
          values ($t, #21, 'JL-1', 'done', #1, 'verification', 'passed', '2018-01-01', 'ZS-0', '2019-01-01'),
            ($t, #22, 'JL-2', 'done', #1, 'verification', 'failed', '2019-01-01', 'ZS-1', null),
            ($t, #23, 'JL-3', 'done', #2, 'verification', 'passed', '2019-02-01', 'ZS-2', '2020-01-31')`)
        await write(
          `insert into measure_catalog (tenant_id, id, catalog_name, measure_kind, cycle_days) values ($t, #31, '天平', 'verification', 730)`,
        )
        await write(`insert into audit_event (tenant_id, id, entity, entity_id, verb, field, from_state, to_state, version)
          values ($t, #41, 'device', #1, 'failMeasure', 'eamStatus', 'in_use', 'idle', 1)`)
        await write(`insert into device_part (tenant_id, id, part_name, quantity, unit_price) values ($t, #51, '滤芯', 3, 3.33)`)
      }
      await owner.query(`select set_config('app.tenant', '', false)`)
      await migrate(owner, all)
      for (const tenant of ['T1', 'T2']) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        const read = async (text: string) => (await owner.query({ text, rowMode: 'array' })).rows
        expect(
          await read('select measure_cycle, measure_cycle_unit, maintain_cycle_unit, stop_kinds, eam_status from device order by id'),
        ).toEqual([
          [365, 'day', null, ['metrology'], 'idle'],
          [null, null, 'day', null, 'in_use'],
          [null, null, null, null, 'in_use'],
        ])
        const cards =
          await read(`select measure_cycle || measure_cycle_unit, label_state, verification_label, verification_no, calibration_label, due_date::text,
          unverified_since = due_date from measure_card order by id`)
        expect(cards).toEqual([
          ['180day', 'stopped', 'stopped', 'ZS-1', null, null, null],
          ['365day', 'stopped', 'stopped', 'ZS-2', null, '2020-01-31', null],
          ['365day', 'none', null, null, null, expect.stringMatching(/^20/), true],
        ])
        expect(await read('select measure_cycle, measure_cycle_unit from measure_catalog')).toEqual([[730, 'day']])
        expect(
          await read('select device_id, stop_kind, cause, certificate_no, lifted_at, stop_no like $$TY-%-000001$$ from device_stop'),
        ).toEqual([[id(1), 'metrology', 'failed', 'ZS-1', null, true]])
        expect(await read(`select verb, from_state, by_rule from audit_event where entity_id = '${id(1)}' and verb = 'stopUse'`)).toEqual([
          ['stopUse', 'in_use', 'measurePosting'],
        ])
        expect(await read('select stock_value from device_part')).toEqual([['9.99']])
      }
    })
  } finally {
    await filled.drop()
  }
})

test('codes that are alike are kept, told to administrators, and alike codes to come are refused', async () => {
  const filled = await emptyDatabase()
  const id = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
  try {
    const all = await readMigrations(migrationsFolder())
    await withClient(filled.ownerUrl, async (owner) => {
      await migrate(
        owner,
        all.slice(
          0,
          all.findIndex(({ name }) => name === 'codes'),
        ),
      )
      await owner.query(`select set_config('app.tenant', '000000', false)`)
      await owner.query(`insert into tenant (id, tenant_name, kind) values ('T1', '甲', 'hospital'), ('T2', '乙', 'hospital')`)
      const write = (text: string) => owner.query(text.replace(/#(\d+)/g, (_, n) => `'${id(Number(n))}'`))
      const at = (tenant: string) => owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
      await owner.query(`select set_config('app.person', $1, false)`, [id(10)])
      await write(`insert into person (id, password_hash) values (#10, 'x')`)
      for (const tenant of ['T1', 'T2']) {
        await at(tenant)
        await write(`insert into dept (tenant_id, id, dept_name, category, path) values ('${tenant}', #5, '设备科', 'equipment', '')`)
        await write(
          `insert into role (tenant_id, id, role_name, role_alias, reach, default_key) values ('${tenant}', #6, '管理员', 'administrator', 'all', 'administrator'), ('${tenant}', #7, '医生', 'doctor', 'all', '')`,
        )
        await write(
          `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, dept_id, status) values ('${tenant}', #8, #10, 'a', '甲', #6, #5, 'active'), ('${tenant}', #9, #10, 'b', '乙', #7, #5, 'active')`,
        )
      }
      await at('T1')
      await write(`insert into device (tenant_id, id, device_name, device_code, rfid_code, sn, manufacturer, eam_status, filing_status, created_at) values
        ('T1', #1, '甲（一）', 'D1', 'REUSE-1', 'SN-1', '迈瑞', 'in_use', 'filed', '2026-01-01'), ('T1', #2, '乙', 'D2', 'reuse-1', 'ＳＮ－１', '迈瑞', 'in_use', 'filed', '2026-01-02'),
        ('T1', #3, '丙', 'D3', 'ＥＰＣ', 'sn-1', '迈瑞', 'in_use', 'filed', '2026-01-03')`)
      await at('')
      await migrate(owner, all)
      await at('T1')
      const read = async (text: string) => (await owner.query({ text, rowMode: 'array' })).rows
      expect(await read('select rfid_code, rfid_code_key, search from device order by id')).toEqual([
        ['REUSE-1', 'REUSE-1', expect.stringContaining('甲(一)|d1')],
        ['reuse-1', 'REUSE-1', expect.stringContaining('乙|d2')],
        ['ＥＰＣ', 'EPC', expect.stringContaining('|epc|')],
      ])
      expect(await read('select user_id, kind, subject, detail from notice order by sent_at, subject desc')).toEqual([
        [id(8), 'codes_alike', '有 1 组编码只差大小写、全半角或空格', 'RFID：REUSE-1、reuse-1'],
        [id(8), 'codes_alike', '有 1 组设备的生产厂家和出厂编号相同', '迈瑞 SN-1、ＳＮ－１'],
      ])
      expect(await read('select sn, sn_alike from device order by id')).toEqual([
        ['SN-1', false],
        ['ＳＮ－１', true],
        ['sn-1', false],
      ])
      await expect(write(`update device set sn = 'SN－1' where id = #3`)).rejects.toThrow(/device_sn_once/)
      const change = (rfid: string, of: number) => write(`update device set rfid_code = '${rfid}' where id = #${of}`)
      for (const taken of ['Reuse-1', 'ＲＥＵＳＥ－１', 'reuse\u200b-1'])
        await expect(change(taken, 3)).rejects.toThrow(/device_rfid_code_once/)
      // Who tidies up is not kept from it.
      await change('REUSE-2', 2)
      await at('T2')
      expect(await read('select * from notice')).toEqual([])
    })
  } finally {
    await filled.drop()
  }
})
