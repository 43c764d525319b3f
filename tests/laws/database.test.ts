import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity/entity.ts'
import { integer, link, text } from '#contract/kit/fields/field.ts'
import { codeKey, codeWriting, searchForm } from '#contract/kit/text/one-writing.ts'
import { pinyinForm } from '#contract/kit/text/pinyin.ts'
import { pinyinTable } from '#contract/kit/text/pinyin-table.ts'
import { entities } from '#contract/registry.ts'
import { recountSql, tallySql } from '#server/kit/counts/tally-table.ts'
import { titleSql } from '#server/kit/read/title-table.ts'
import { createTable } from '#server/kit/table.ts'
import { serverModules } from '#server/modules.ts'
import { codeWritings } from '#tests/fixtures/code-writings.ts'
import { type FreshDatabase, freshDatabase } from '#tests/harness/postgres.ts'
import { readProduct } from '../../scripts/sql/product.ts'
import { type Catalogue, readCatalogue } from './catalogue.ts'
import {
  kindsOf,
  missingKeys,
  silentChanges,
  silentNames,
  staleTallies,
  staleTitles,
  unknownTables,
  wrongColumns,
  wrongForms,
  wrongKeys,
  wrongPolicies,
} from './database-laws.ts'
import { beyond, dayColumns, zonedObjects } from './day-laws.ts'
import { sourceFiles } from './source-files.ts'
import { loneJoins, loneJoinsOfFunctions, notLedByTenant } from './tenant-key-laws.ts'

const kinds = kindsOf(entities)
let database: FreshDatabase
let owner: pg.Client
let live: Catalogue

beforeAll(async () => {
  database = await freshDatabase()
  owner = new pg.Client(database.ownerUrl)
  await owner.connect()
  live = await readCatalogue(owner)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** The catalogue as it would be after this change, which is not made. */
const planted = async (sql: string): Promise<Catalogue> => {
  await owner.query('begin')
  try {
    await owner.query(sql)
    return await readCatalogue(owner)
  } finally {
    await owner.query('rollback')
  }
}

describe('the live database', () => {
  test('has the columns that the check of SQL reads from the migrations', async () => {
    const { schema } = await readProduct(['server/db/migrate.ts'])
    const read = [...schema.tables].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)).sort()
    const there = ({ columns }: Catalogue): string[] => columns.map(({ table, name }) => `${table}.${name}`).sort()
    expect(there(live)).toEqual(read)
    expect(there(await planted('alter table device rename column device_name to called'))).not.toEqual(read)
  })

  test('has the declared tables and no others', async () => {
    expect(unknownTables(live, entities)).toEqual([])
    expect(unknownTables(await planted('create table planted (id int primary key)'), entities)).toEqual([
      'planted is neither an entity nor in own-tables.ts',
    ])
    expect(unknownTables(await planted('drop table client_log'), entities)).toEqual(['client_log does not exist'])
  })

  test('has the declared columns, types and emptiness', async () => {
    expect(wrongColumns(live, entities)).toEqual([])
    const changed =
      await planted(`alter table device drop column remark, add column colour text, alter column brand set not null; alter table depreciation_work alter column units type numeric(16,2);
      alter table dept alter column path type text collate "default"`)
    expect(wrongColumns(changed, entities).sort()).toEqual([
      'depreciation_work.units is numeric(16,2) not null, declared numeric(16,3) not null',
      'dept.path is not collated "C"',
      'device.brand is text not null, declared text',
      'device.colour is not declared',
      'device.remark does not exist',
    ])
  })

  test('forces row level security with the policy of the kind on every table', () => {
    expect(wrongPolicies(live, kinds)).toEqual([])
  })

  test.each<[string, string]>([
    ['alter table client_log no force row level security', 'client_log has no forced row level security'],
    ['alter table client_log disable row level security', 'client_log has no forced row level security'],
    ['create policy second on client_log using (true)', 'client_log has not the one policy of tenants'],
    [`drop policy tenant on client_log`, 'client_log has not the one policy of tenants'],
    [`alter policy tenant on client_log with check (true)`, 'client_log has not the one policy of tenants'],
    [`alter policy change on captcha using (true)`, 'captcha has not the four policies of the platform'],
    [`alter policy own on person using (true)`, 'person has not the one policy of persons'],
    [`alter policy own on person using (id = current_setting('app.person', true)::uuid)`, 'person.own asks for its setting at every row'],
    ['create view planted as select * from device', 'view planted goes around the policies'],
    [`create function planted() returns int language sql security definer as 'select 1'`, 'function planted goes around the policies'],
  ])('%s is caught', async (sql, offence) => {
    expect(wrongPolicies(await planted(sql), kinds)).toEqual([offence])
  })

  test('leads every key of a tenant table by the tenant', () => {
    expect(wrongKeys(live, kinds)).toEqual([])
  })

  test.each<[string, string]>([
    ['create unique index planted on device (sn)', 'planted is unique over all tenants'],
    ['alter table client_log drop constraint client_log_pkey', 'client_log has no primary key'],
    [
      'drop policy tenant on sync_purge; alter table sync_purge alter column tenant_id type text collate "default"',
      'sync_purge.tenant_id is not text collate "C" not null',
    ],
    ['alter table captcha add column tenant_id text', 'captcha belongs to the platform and has a tenant_id'],
    [
      'create unique index alone on session (id); alter table refresh_token add constraint planted foreign key (session_id) references session (id)',
      'planted reaches into other tenants',
    ],
  ])('%s is caught', async (sql, offence) => {
    expect(wrongKeys(await planted(sql), kinds)).toContain(offence)
  })

  test('has a foreign key and an index for every link, an index for every tree and every unique field', async () => {
    expect(missingKeys(live, entities)).toEqual([])
    const changed = await planted(
      'alter table device drop constraint device_keeper_id_fk; drop index device_supplier_id, device_rfid_code_once, dept_path',
    )
    expect(missingKeys(changed, entities).sort()).toEqual([
      'dept.path has no index',
      'device.keeper_id has no foreign key',
      'device.rfid_code is not unique',
      'device.supplier_id has no index',
    ])
  })
})

describe('texts and codes are compared in one form', () => {
  test('every kept form is made of the declared fields', async () => {
    expect(wrongForms(live, entities)).toEqual([])
    const changed = await planted(`alter table device drop column sn_key, add column sn_key text generated always as (upper(sn)) stored;
      alter table area_larger drop column search, add column search text generated always as (lower(coalesce(area_name, ''))) stored`)
    expect(wrongForms(changed, entities)).toEqual(['device.sn_key is upper(sn)', expect.stringMatching(/^area_larger\.search is lower/)])
  })

  test('the database writes them as phones and pages do', async () => {
    const ranges = [
      [0x20, 0x12f],
      [0x131, 0x17f],
      [0x370, 0x52f],
      [0x1160, 0x1160],
      [0x17b4, 0x17b5],
      [0x1800, 0x180f],
      [0x2000, 0x206f],
      [0x2100, 0x22ff],
      [0x2460, 0x24ff],
      [0x2800, 0x2810],
      [0x3000, 0x33ff],
      [0xfe00, 0xffef],
      [0xfff9, 0xfffd],
      [0x1f600, 0x1f610],
      [0xe0000, 0xe0fff],
    ] as const
    const signs = ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => `a-${String.fromCodePoint(from + at)}b1`))
    const all = [...codeWritings.map(({ writing }) => writing), ...signs]
    const { rows } = await owner.query<{ key: string | null; writing: string | null; form: string }>(
      'select code_key(t) as key, code_writing(t) as writing, search_form(t) as form from unnest($1::text[]) with ordinality u(t, at) order by at',
      [all],
    )
    const differing = all.flatMap((text, at) => {
      const { key, writing, form } = rows[at]!
      return (key ?? '') === codeKey(text) && (writing ?? '') === codeWriting(text) && form === searchForm(text)
        ? []
        : [[text, key, codeKey(text), form, searchForm(text)]]
    })
    expect(differing).toEqual([])
  })

  test('and types their names by pinyin as they do', async () => {
    const chars = [...pinyinTable.replaceAll(/[a-z ]/g, '')]
    const names = ['', 'iMEC8', 'Ångström', '３.０T磁共振（二）', '女更衣室 B-1', '㐀龥〇', `${'长'.repeat(70)}`, ...chars]
    const { rows } = await owner.query<{ form: string }>(
      'select pinyin_form(t) as form from unnest($1::text[]) with ordinality u(t, at) order by at',
      [names],
    )
    expect(names.filter((name, at) => rows[at]!.form !== pinyinForm(name))).toEqual([])
  })
})

describe('the rows of a tenant are found by their tenant', () => {
  /** Joins whose condition names the tenant in another way, each with it. */
  const otherwise = new Map<string, string>([
    [
      `server/features/settings/dictionary-rows.ts: join \${set.table} p on \${same(set, 'p', 'd')}p.id = d.parent_id`,
      '`same` compares the tenants',
    ],
  ])

  test('every index, foreign key and exclusion is led by the tenant', () => {
    expect(notLedByTenant(live, kinds)).toEqual([])
  })

  test.each<[string, string]>([
    ['create index planted on device (device_name, tenant_id)', 'device: planted'],
    ['create unique index planted on membership (person_id, user_id)', 'membership: planted'],
    ['alter table sync_purge add constraint planted exclude (xid with =)', 'sync_purge: planted'],
    [
      'create unique index alone on session (id); alter table captcha add session_id uuid constraint planted references session (id)',
      'captcha: planted',
    ],
    [
      'alter table membership add constraint planted foreign key (user_id, tenant_id) references app_user (id, tenant_id)',
      'membership: planted',
    ],
  ])('%s is caught', async (sql, offence) => {
    const other = sql.startsWith('alter table membership') ? 'create unique index other on app_user (id, tenant_id); ' : ''
    expect(notLedByTenant(await planted(other + sql), kinds)).toContain(offence)
  })

  test('every join of a tenant table, in the program and in functions of the database, names the tenant', async () => {
    const found = loneJoins(sourceFiles(), kinds)
    expect(found.filter((join) => !otherwise.has(join))).toEqual([])
    expect([...otherwise.keys()].filter((join) => !found.includes(join))).toEqual([])
    expect(loneJoinsOfFunctions(live, kinds)).toEqual([])
    const body = 'select d.id from device d left join dept p on p.id = d.use_dept_id where d.tenant_id = $1'
    const path = 'server/planted.ts'
    expect(loneJoins([{ path, text: `const text = '${body}'` }], kinds)).toEqual([
      `${path}: left join dept p on p.id = d.use_dept_id`.replace('left ', ''),
    ])
    expect(loneJoins([{ path, text: `const text = '${body.replace('on ', 'on p.tenant_id = d.tenant_id and ')}'` }], kinds)).toEqual([])
    const made = await planted(`create function planted(text) returns setof uuid language sql as $q$ ${body} $q$`)
    expect(loneJoinsOfFunctions(made, kinds)).toEqual(['planted: join dept p on p.id = d.use_dept_id'])
  })
})

describe('days', () => {
  /** Functions that name a zone, and why. */
  const known: Readonly<Record<string, string>> = {
    access_log_tally: 'by days of UTC, as log-count.ts reads them',
    audit_event_tally: 'by days of UTC, as log-count.ts reads them',
    client_log_tally: 'by days of UTC, as log-count.ts reads them',
    device_tallied: 'by months of UTC, as tally-months.ts reads them',
    keep_term: 'months of a day at home',
    make_log_month: 'partitions are months of UTC',
    keep_log_months: 'partitions are months of UTC',
    make_reading_day: 'partitions are days of UTC',
    keep_reading_days: 'partitions are days of UTC',
  }

  test('are those of the hospital in functions, defaults and indexes', async () => {
    const days = dayColumns(entities)
    const zoned = ({ functions, expressions }: Catalogue): string[] => beyond(zonedObjects([...functions, ...expressions], days), known)
    expect(zoned(live)).toEqual([])
    const changed = `alter table device alter column enable_date set default current_date;
      create function planted() returns date language sql as $q$ select now()::date $q$`
    expect(zoned(await planted(changed)).sort()).toEqual(['device.enable_date: CURRENT_DATE', 'planted: )::date'])
  })
})

describe('names that processes remember', () => {
  test('change the mark of their tenant when they change', async () => {
    expect(silentNames(live, entities)).toEqual([])
    expect(silentNames(await planted('drop trigger dept_names on dept; drop trigger app_user_names_gone on app_user'), entities)).toEqual([
      'dept: update of a name does not change the mark of its tenant',
      'app_user: delete of a name does not change the mark of its tenant',
    ])
  })
})

describe('live changes', () => {
  test('of every entity are told, with the columns that say whom they concern', async () => {
    expect(silentChanges(live, entities)).toEqual([])
    const wrong = `drop trigger dept_live_update on dept; drop trigger notice_live_insert on notice;
      create trigger notice_live_insert after insert on notice referencing new table as n for each statement execute function notice_live('notice', '')`
    expect(silentChanges(await planted(wrong), entities).map((one) => one.split(' is ')[0])).toEqual(['dept: update', 'notice: insert'])
  })
})

describe('titles that are put together', () => {
  const label = { zh: '计划', en: 'Plan' }
  const plan = entity('planted', {
    ...label,
    module: 'asset',
    title: 'planTitle',
    table: 'tenant',
    softDelete: true,
    fields: {
      planTitle: text({ ...label, search: true, max: 20, composed: ['year', 'dept'] }),
      year: integer({ ...label, required: true, as: 'year' }),
      dept: link({ ...label, to: 'dept' }),
    },
  })

  test('follow their fields and the titles of the rows they name, in search too', async () => {
    expect(staleTitles(live, entities)).toEqual([])
    expect(staleTitles(live, [plan]).map((one) => one.split(' ')[0])).toEqual(['planted_plan_title', 'planted_plan_title_by_dept_id'])
    const id = (last: number) => `01900000-0000-7000-9000-00000000000${last}`
    const titles = async () => (await owner.query('select plan_title, search from planted order by year')).rows
    await owner.query('begin')
    try {
      await owner.query(`${createTable(plan)}${titleSql(plan)}`)
      expect(staleTitles(await readCatalogue(owner), [plan])).toEqual([])
      await owner.query(`select set_config('app.tenant', '100009', true)`)
      await owner.query(
        `insert into dept (tenant_id, id, dept_name, category, path) values ('100009', '${id(1)}', '外科 ICU', 'clinical', '${id(1)}/')`,
      )
      await owner.query(
        `insert into planted (tenant_id, id, year, dept_id) values ('100009', '${id(2)}', 2027, '${id(1)}'), ('100009', '${id(3)}', 2028, null)`,
      )
      expect(await titles()).toEqual([
        { plan_title: '2027 外科 ICU', search: '2027 外科 icu' },
        { plan_title: '2028', search: '2028' },
      ])
      await owner.query(`update dept set dept_name = '骨科' where id = '${id(1)}'`)
      await owner.query(`update planted set year = 2030 where id = '${id(3)}'`)
      expect(await titles()).toEqual([
        { plan_title: '2027 骨科', search: '2027 骨科' },
        { plan_title: '2030', search: '2030' },
      ])
    } finally {
      await owner.query('rollback')
    }
  })
})

describe('counts that are kept beside rows', () => {
  const tallies = serverModules.flatMap((module) => module.tallies ?? [])

  test('are kept by what the declaration says', async () => {
    expect(tallies.length).toBeGreaterThan(0)
    expect(staleTallies(live, tallies)).toEqual([])
    const more = tallies.map((one) => ({ ...one, by: [...one.by, 'origin'] }))
    expect(staleTallies(live, more).map((one) => one.split(' ')[0])).toEqual(['device_tallied'])
    const together = tallies.map((one) => ({ ...one, together: [...one.together, 'measureType'] }))
    expect(staleTallies(live, together).map((one) => one.split(' ')[0])).toEqual(['device_tallied', 'device_tally'])
    const planted_ = await planted(
      `create or replace function device_tally() returns trigger language plpgsql as $$ begin return null; end $$`,
    )
    expect(staleTallies(planted_, tallies).map((one) => one.split(' ')[0])).toEqual(['device_tally'])
  })

  test('are the same as before after they were counted again, by another field too', async () => {
    const [tally] = tallies
    const wider = { ...tally!, by: [...tally!.by, 'origin'] }
    await owner.query('begin')
    try {
      await owner.query(`${tallySql(wider)} ${recountSql(wider)}`)
      expect(staleTallies(await readCatalogue(owner), [wider])).toEqual([])
    } finally {
      await owner.query('rollback')
    }
  })
})

describe('the role of the program', () => {
  test('owns nothing, passes no policy, and may only read and change rows', async () => {
    const name = decodeURIComponent(new URL(database.appUrl).username)
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::int from pg_class where relowner = r.oid) as owned,
        (select count(*)::int from pg_auth_members where member = r.oid) as memberships,
        array(select c.relname::text from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege(r.oid, c.oid, 'truncate, references, trigger')) as more
      from pg_roles r where rolname = $1`,
      [name],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        owned: 0,
        memberships: 0,
        more: [],
      },
    ])
  })

  test('may read the list of migrations and not change it', async () => {
    const name = decodeURIComponent(new URL(database.appUrl).username)
    const { rows } = await owner.query(
      `select has_table_privilege($1, 'schema_migration', 'select') as read, has_table_privilege($1, 'schema_migration', 'insert, update, delete') as write`,
      [name],
    )
    expect(rows).toEqual([{ read: true, write: false }])
  })
})
