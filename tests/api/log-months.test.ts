import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptDays } from '#contract/log-days.ts'
import { platformTenant } from '#contract/roles.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { makeLogMonths } from '#server/db/log-months.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { foldCounts } from '#server/jobs/fold-counts.ts'
import { keepLogMonths } from '#server/jobs/log-months.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'

const app = await appForFile()
const auditor = await app.as('auditor')
const platform = await app.signIn(platformTenant, 'admin', 'admin')
const jobs = openPool(app.database.jobsUrl, 2)
afterAll(() => jobs.end())

/** A row of the log of sign-ins and one of the log of errors at a moment in SQL. */
const write = (account: string, at: string) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    tx.later({
      text: `insert into access_log (tenant_id, id, event, outcome, account, created_at) values ($1, gen_random_uuid(), 'signIn', 'done', $2, ${at})`,
      values: [home.tenant, account],
    })
    tx.later({
      text: `insert into client_log (tenant_id, id, user_id, entry, created_at) values ($1, gen_random_uuid(), $2, jsonb_build_object('message', $3::text), ${at})`,
      values: [home.tenant, home.users.keeper, account],
    })
  })
const months = async (log: string): Promise<string[]> =>
  (await app.sql('select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass order by 1', [log])).map(
    ({ name }) => String(name),
  )
const monthOf = async (account: string) =>
  (await app.sql('select tableoid::regclass::text as name from access_log where account = $1', [account])).map(({ name }) => name)
const named = async (at: string): Promise<string> =>
  String((await app.sql(`select to_char((${at}) at time zone 'UTC', 'YYYY_MM') as name`))[0]!.name)
const found = async (keyword: string) => (await auditor.get<Page>('/blade-log/usual/list', { keyword, size: 100 })).data
const errors = async () => (await auditor.get<Page>('/blade-log/error/list', { size: 100 })).data.records.map((row) => row.message)

const asOwner = (text: string) => withClient(app.database.ownerUrl, (owner) => owner.query(text))

const thisMonth = `date_trunc('month', now(), 'UTC')`
const monthsAgo = (count: number) => `${thisMonth} - interval '${count} months'`

beforeAll(async () => {
  // The months before this one as they stand a year after the update: what was there then is one table, which the owner cuts here.
  for (const log of ['access_log', 'client_log']) {
    await asOwner(`alter table ${log} detach partition log_months.${log}_before`)
    await app.sql('delete from log_count where log = $1', [log])
    await app.sql('delete from log_word where log = $1', [log])
    for (let ago = 12; ago >= 0; ago--) await asOwner(`select make_log_month('${log}', ${monthsAgo(ago)})`)
  }
})

const logs = {
  usual: { table: 'access_log', at: 'created_at' },
  api: { table: 'audit_event', at: 'at' },
  error: { table: 'client_log', at: 'created_at' },
} as const

/** Reads every page of a log and holds rows, order and total against the table; `where` says in SQL over `t` what `filter` asks for. Answers how many there are. */
async function allAreFound(log: keyof typeof logs, filter: Record<string, string> = {}, where = 'true'): Promise<number> {
  const { table, at } = logs[log]
  const wanted = await app.sql(`select id from ${table} t where tenant_id = $1 and ${where} order by ${at} desc, id desc`, [home.tenant])
  const seen: unknown[] = []
  for (let current = 1; current === 1 || seen.length < wanted.length; current++) {
    const { records, total } = (await auditor.get<Page>(`/blade-log/${log}/list`, { ...filter, current, size: 7 })).data
    expect(total).toBe(wanted.length)
    if (records.length === 0) break
    seen.push(...records.map(({ id }) => id))
  }
  expect(seen).toEqual(wanted.map(({ id }) => id))
  return seen.length
}

test('rows fall into their months on both sides of a boundary, and one search finds them across months', async () => {
  await write('edge-before', `${monthsAgo(1)} - interval '1 microsecond'`)
  await write('edge-after', monthsAgo(1))
  await write('edge-now', 'now()')
  expect(await monthOf('edge-before')).toEqual([`log_months.access_log_${await named(monthsAgo(2))}`])
  expect(await monthOf('edge-after')).toEqual([`log_months.access_log_${await named(monthsAgo(1))}`])
  const page = await found('edge-')
  expect(page.total).toBe(3)
  expect(page.records.map((row) => row.account)).toEqual(['edge-now', 'edge-after', 'edge-before'])
  expect((await auditor.get<Row>('/blade-log/usual/detail', { id: page.records[2]!.id })).data.account).toBe('edge-before')
  expect(await errors()).toEqual(expect.arrayContaining(['edge-before', 'edge-after', 'edge-now']))
})

test('each log is searched by kind, act, person and moments: every page, in order, with its exact total, before and after counts are added up', async () => {
  const someone = home.users.keeper
  await writeAs(app.pool, home.tenant, async (tx) => {
    // Three hours apart over nine days, so that moments cut days and a page goes over several; two of a kind lie far behind.
    tx.later({
      text: `insert into access_log (tenant_id, id, event, outcome, account, created_at) select $1, gen_random_uuid(),
        (array['signIn', 'signOut', 'wrongPassword'])[1 + n % 3], (array['done', 'refused'])[1 + n % 2], 'spread', now() - n * interval '3 hours' from generate_series(1, 72) n
        union all select $1, gen_random_uuid(), 'passkeyAdded', 'done', 'spread', now() - n * interval '35 days' from generate_series(1, 2) n`,
      values: [home.tenant],
    })
    tx.later({
      text: `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id, at) select $1, gen_random_uuid(),
        (array['post', 'dept', 'role'])[1 + n % 3], gen_random_uuid(), (array['add', 'change'])[1 + n % 2], case when n % 5 = 0 then $2::uuid end, now() - n * interval '3 hours' from generate_series(1, 72) n`,
      values: [home.tenant, someone],
    })
    tx.later({
      text: `insert into client_log (tenant_id, id, user_id, entry, created_at) select $1, gen_random_uuid(), $2, jsonb_build_object('type', case when n % 2 = 0 then 'vue' else 'error' end,
        'message', 'Boom 故障 ' || n % 10, 'url', 'https://example.org/' || n), now() - n * interval '3 hours' from generate_series(1, 30) n`,
      values: [home.tenant, someone],
    })
  })
  const [day] = await app.sql(
    `select to_char(now() - interval '5 days', 'YYYY-MM-DD') as since, to_char(now() - interval '3 days', 'YYYY-MM-DD') as until,
      to_char(now() - interval '50 days', 'YYYY-MM-DD') as months`,
  )
  const between = { createTime_dategt: String(day!.since), createTime_datelt: `${day!.until} 13:30` }
  const inside = (at: string) => `t.${at} >= '${day!.since} 00:00+08' and t.${at} <= '${day!.until} 13:30+08'`
  const oneDay = { createTime_dategt: `${day!.since} 09:00`, createTime_datelt: `${day!.since} 17:00` }
  for (let folded = 0; folded < 2; folded++) {
    expect(await allAreFound('usual')).toBeGreaterThan(70)
    expect(await allAreFound('usual', { event: 'passkeyAdded' }, `event = 'passkeyAdded'`)).toBe(2)
    await allAreFound('usual', { event: 'signIn,passkeyAdded' }, `event in ('signIn', 'passkeyAdded')`)
    await allAreFound('usual', { outcome: 'refused', ...between }, `outcome = 'refused' and ${inside('created_at')}`)
    expect(await allAreFound('usual', between, inside('created_at'))).toBeGreaterThan(10)
    expect(await allAreFound('usual', { keyword: 'spread' }, `account = 'spread'`)).toBe(74)
    expect(await allAreFound('usual', { keyword: 'Pread' }, `account = 'spread'`)).toBe(74)
    expect(await allAreFound('usual', { keyword: 'spread', event: 'signOut' }, `account = 'spread' and event = 'signOut'`)).toBe(24)
    expect(await allAreFound('usual', { keyword: 'spread', ...between }, `account = 'spread' and ${inside('created_at')}`)).toBeGreaterThan(
      10,
    )
    const since = { createTime_dategt: String(day!.months) }
    expect(
      await allAreFound('usual', { keyword: 'spread', ...since }, `account = 'spread' and created_at >= '${day!.months} 00:00+08'`),
    ).toBe(73)
    await allAreFound(
      'usual',
      { keyword: 'spread', ...since, createTime_datelt: between.createTime_datelt },
      `account = 'spread' and created_at >= '${day!.months} 00:00+08' and created_at <= '${day!.until} 13:30+08'`,
    )
    expect(
      await allAreFound(
        'usual',
        { keyword: 'spread', outcome: 'refused', ...oneDay },
        `account = 'spread' and outcome = 'refused'
      and created_at >= '${day!.since} 09:00+08' and created_at <= '${day!.since} 17:00+08'`,
      ),
    ).toBeLessThan(4)
    expect(await allAreFound('usual', { keyword: 'unknown account' }, 'false')).toBe(0)
    expect(await allAreFound('api')).toBeGreaterThan(70)
    await allAreFound('api', { entity: 'post' }, `entity = 'post'`)
    await allAreFound('api', { verb: 'change', ...between }, `verb = 'change' and ${inside('at')}`)
    expect(await allAreFound('api', { entity: 'dept', verb: 'add' }, `entity = 'dept' and verb = 'add'`)).toBeGreaterThan(0)
    expect(await allAreFound('api', { userId: someone, entity: 'role' }, `entity = 'role' and actor_id = '${someone}'`)).toBeGreaterThan(0)
    await allAreFound('api', oneDay, `t.at >= '${day!.since} 09:00+08' and t.at <= '${day!.since} 17:00+08'`)
    expect(await allAreFound('api', { createTime_dategt: '2199-01-01' }, 'false')).toBe(0)
    expect(await allAreFound('api', { entity: 'nothing' }, 'false')).toBe(0)
    await allAreFound('error')
    expect(await allAreFound('error', { type: 'vue' }, `entry ->> 'type' = 'vue'`)).toBe(15)
    expect(await allAreFound('error', { keyword: '故障 3' }, `entry ->> 'message' = 'Boom 故障 3'`)).toBe(3)
    await allAreFound('error', { keyword: 'example.org/1', ...between }, `entry ->> 'url' like '%/1%' and ${inside('created_at')}`)
    await foldCounts(jobs)
  }
  const [event] = (await auditor.get<Page>('/blade-log/api/list', { entity: 'post', verb: 'change', size: 1 })).data.records
  expect(event).toMatchObject({ entityValue: '岗位', verbValue: '修改' })
  const [signedIn] = (await auditor.get<Page>('/blade-log/api/list', { entity: 'session', verb: 'signIn', size: 1 })).data.records
  expect(signedIn).toMatchObject({ entityValue: '登录会话', verbValue: '登录' })
  // A page that lies behind the last one is empty and still says how many there are.
  const behind = (await auditor.get<Page>('/blade-log/error/list', { current: 500, size: 100 })).data
  expect(behind).toMatchObject({ records: [], total: expect.any(Number) })
  for (const [wrong, said] of [
    [{ createTime_dategt: 'yesterday' }, '从'],
    [{ userId: 'someone' }, '操作人'],
    [{ speed: '1' }, 'speed'],
  ] as const)
    expect(await auditor.get('/blade-log/api/list', wrong)).toMatchObject({ status: 400, msg: expect.stringContaining(said) })
})

test('months are made ahead, once, and a row beyond them is kept and found', async () => {
  const before = await months('access_log')
  for (let ahead = 0; ahead <= 3; ahead++)
    expect(before).toContain(`log_months.access_log_${await named(`${thisMonth} + interval '${ahead} months'`)}`)
  await withClient(app.database.ownerUrl, makeLogMonths)
  expect(await months('access_log')).toEqual(before)
  await app.sql(`drop table log_months.access_log_${await named(`${thisMonth} + interval '3 months'`)}`)
  await withClient(app.database.ownerUrl, makeLogMonths)
  expect(await months('access_log')).toEqual(before)
  await write('far-off', `now() + interval '1 year'`)
  expect(await monthOf('far-off')).toEqual(['log_months.access_log_rest'])
  expect((await found('far-off')).total).toBe(1)
})

test('a month is dropped as a whole, once all of it is older than the logs are kept', async () => {
  // The last moment of the newest month that ended so long ago, and the first one of the month after it.
  const cut = `date_trunc('month', now() - interval '${keptDays.least} days', 'UTC')`
  await write('gone', `${cut} - interval '1 second'`)
  await write('stays', cut)
  const before = await months('access_log')
  expect(await keepLogMonths(jobs)).toBeGreaterThan(0)
  expect(await monthOf('gone')).toEqual([])
  expect((await found('stays')).total).toBe(1)
  expect((await found('edge-')).total).toBe(3)
  const messages = await errors()
  expect(messages).toContain('stays')
  expect(messages).not.toContain('gone')
  expect((await months('access_log')).length).toBeLessThan(before.length)
  expect((await found('gone')).total).toBe(0)
  for (const log of ['usual', 'error'] as const) await allAreFound(log)
  expect(await keepLogMonths(jobs)).toBe(0)
  // What lies in no month goes by its age.
  await write('late', `now() - interval '400 days'`)
  expect(await monthOf('late')).toEqual(['log_months.access_log_rest'])
  await keepLogMonths(jobs)
  expect(await monthOf('late')).toEqual([])
  expect((await found('far-off')).total).toBe(1)
})

test('a parameter of the platform keeps them longer; fewer than 180 days are refused with a sentence', async () => {
  const set = (paramValue: string, by = platform) =>
    by.post<Row>('/blade-system/param/submit', { paramName: '日志保留天数', paramKey: keptDays.key, paramValue })
  for (const wrong of ['179', '0', '-200', '180.5', 'ever', '99999'])
    expect((await set(wrong)).msg).toBe('日志至少保留 180 天，最多 3650 天')
  expect((await set('200', await app.as('administrator'))).msg).toBe('日志保留天数只能由平台设置')
  const made = await set('3650')
  expect(made.status).toBe(200)
  expect((await platform.post('/blade-system/param/submit', { id: made.data.id, paramValue: '90' })).status).toBe(400)
  await asOwner(`select make_log_month('access_log', ${monthsAgo(11)})`)
  expect(await keepLogMonths(jobs)).toBe(0)
  expect((await platform.post('/blade-system/param/submit', { id: made.data.id, paramValue: '180' })).status).toBe(200)
  expect(await keepLogMonths(jobs)).toBe(1)
  for (const act of [
    () => platform.post('/blade-system/param/submit', { id: made.data.id, paramKey: 'log.other' }),
    () => platform.post('/blade-system/param/remove', { ids: made.data.id }),
  ])
    expect(await act()).toMatchObject({ status: 400, msg: '日志保留天数不能删除或改名，请修改参数值' })
})

test('neither the program nor its jobs reach a month itself, drop one before its time, or see another hospital in it', async () => {
  const [month] = (await months('access_log')).filter((name) => !name.endsWith('_rest'))
  for (const pool of [app.pool, jobs]) {
    const run = (text: string) => writeAs(pool, home.tenant, (tx) => tx.run({ text }))
    for (const text of [
      `select 1 from ${month}`,
      `delete from ${month}`,
      `drop table ${month}`,
      `select make_log_month('access_log', now() + interval '1 year')`,
    ])
      await expect(run(text)).rejects.toThrow(/permission denied|must be owner/)
    await expect(run('select keep_log_months(179)')).rejects.toThrow(pool === jobs ? /kept for 180 days/ : /permission denied/)
    if (pool !== jobs) await expect(run('select keep_log_months(null)')).rejects.toThrow(/permission denied/)
  }
  const open = await app.sql(
    `select c.relname from pg_class c where c.relnamespace = 'log_months'::regnamespace and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity
      and (select count(*) from pg_policy p where p.polrelid = c.oid) = 1)`,
  )
  expect(open).toEqual([])
  const led = await app.sql(
    `select i.indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'log_months'::regnamespace and a.attname <> 'tenant_id'`,
  )
  expect(led).toEqual([])
})

test('a keyword that more entries hold than are read one by one answers the newest of them, with their total, and a former month of it as well', async () => {
  await writeAs(app.pool, home.tenant, async (tx) =>
    tx.later({
      text: `insert into access_log (tenant_id, id, event, outcome, account, address, created_at) select $1, gen_random_uuid(),
        case when n % 4000 = 0 then 'lockedOut' else 'signIn' end, 'done', 'crowd' || n % 3, '10.7.0.' || n % 5, ${monthsAgo(2)} + n * interval '1 minute' from generate_series(1, 20002) n`,
      values: [home.tenant],
    }),
  )
  const wanted = async (where: string, offset = 0) =>
    (
      await app.sql(
        `select id from access_log where tenant_id = $1 and account like 'crowd%' and ${where} order by created_at desc, id desc limit 7 offset ${offset}`,
        [home.tenant],
      )
    ).map(({ id }) => id)
  const until = `${await named(monthsAgo(2))}_12 12:00`.replaceAll('_', '-')
  for (const [filter, where, total, offset] of [
    [{}, 'true', 20_002, 0],
    [{ current: 3 }, 'true', 20_002, 14],
    [{ event: 'lockedOut' }, `event = 'lockedOut'`, 5, 0],
    [{ keyword: 'crowd2' }, `account = 'crowd2'`, 6667, 0],
    [{ keyword: '10.7.0.4' }, `address = '10.7.0.4'`, 4000, 0],
    [{ createTime_datelt: until }, `created_at <= '${until}+08'`, 16_080, 0],
  ] as const) {
    const { data } = await auditor.get<Page>('/blade-log/usual/list', { keyword: 'crowd', size: 7, ...filter })
    expect(data.total, JSON.stringify(filter)).toBe(total)
    expect(data.records.map(({ id }) => id)).toEqual(await wanted(where, offset))
  }
})

test('the index of the texts has the order in which the kept ones are compared; in another one no keyword would use it', async () => {
  const [orders] = await app.sql(
    `select (select attcollation from pg_attribute where attrelid = 'log_word'::regclass and attname = 'word') as kept, indcollation[1] as indexed
      from pg_index where indexrelid = 'access_log_search'::regclass`,
  )
  expect(Number(orders!.indexed)).toBeGreaterThan(0)
  expect(orders!.indexed).toBe(orders!.kept)
})
