// Searches of the logs over HTTP, and their plans over the months: npx tsx bench/log-months.ts [--rows=10000000] [--home=<folder>] [--built=<folder>] [--only=sign-ins] [--plans]
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool, readAs } from '#server/db/pool.ts'
import { foldCounts } from '#server/jobs/fold-counts.ts'
import { loadNow } from './cpu.ts'
import { buildServer, bundle, removeHome, seededHome, startProgram, tenants } from './ground.ts'
import { ask, load } from './load.ts'

const { values: asked } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    home: { type: 'string' },
    built: { type: 'string' },
    // Which log, by the first word of its pages.
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
  },
})
const tenant = tenants.large
/** First and last of the rows that one statement writes. */
const parts = (rows: number): [number, number][] =>
  Array.from({ length: Math.ceil(rows / 500_000) }, (_, at) => [at * 500_000 + 1, Math.min(rows, (at + 1) * 500_000)])
const home = await seededHome(asked.home, 1000)
const database = await startEmbedded(home, processUser())
const pool = openPool(database.appUrl, 4)
const owner = openPool(database.superUrl, 1)
const [made] = (await owner.query('select count(*)::int as n from access_log')).rows as { n: number }[]
if (made!.n < Number(asked.rows)) {
  // What was there before the months is one table; the last half year is cut as the job cuts it.
  await owner.query('alter table access_log detach partition log_months.access_log_before')
  await owner.query(`delete from log_count where log = 'access_log'`)
  for (let ago = 6; ago >= 0; ago--)
    await owner.query(`select make_log_month('access_log', date_trunc('month', now(), 'UTC') - make_interval(months => ${ago}))`)
  await owner.query(`delete from log_word where log = 'access_log'`)
  // Indexes are built once: filling them row by row takes longer than all the rest.
  const indexes = await owner.query(
    `select indexname, indexdef from pg_indexes where tablename = 'access_log' and schemaname = 'public' and indexname <> 'access_log_pkey'`,
  )
  for (const { indexname } of indexes.rows) await owner.query(`drop index ${indexname}`)
  for (const [from, to] of parts(Number(asked.rows)))
    await owner.query(
      `insert into access_log (tenant_id, id, event, outcome, account, user_id, actor_id, address, client, created_at)
      select $1, gen_random_uuid(), (array['signIn', 'signOut', 'wrongPassword', 'export'])[1 + n % 4], 'done', 'nurse' || n % 3000, u.ids[1 + n % cardinality(u.ids)], null,
        '10.1.' || n % 250 || '.' || n % 200, 'Chrome', now() - n * interval '170 days' / $2::int
      from generate_series($3::int, $4::int) n, (select array_agg(id) as ids from app_user where tenant_id = $1) u`,
      [tenant, Number(asked.rows), from, to],
    )
  for (const { indexdef } of indexes.rows) await owner.query(String(indexdef).replace(' ON ONLY ', ' ON '))
}
// What calls wrote: one row for each, of cards that need not be there.
const [written] = (await owner.query('select count(*)::int as n from audit_event')).rows as { n: number }[]
if (written!.n < Number(asked.rows) && !'sign-ins'.startsWith(asked.only || 'all'))
  for (const [from, to] of parts(Number(asked.rows)))
    await owner.query(
      `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id, actor_name, at)
      select $1, gen_random_uuid(), (array['device', 'user', 'check', 'repair'])[1 + n % 4], md5('row' || n % 1000000)::uuid, 'change', md5('nurse' || n % 3000)::uuid, '张' || n % 3000,
        now() - n * interval '170 days' / $2::int
      from generate_series($3::int, $4::int) n`,
      [tenant, Number(asked.rows), from, to],
    )
// As the program does every minute.
const counting = openPool(database.appUrl, 1)
await foldCounts(counting)
await counting.end()
await owner.query('vacuum analyze access_log, audit_event, log_count, log_word')
await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
// Who reads the logs here is the head of the equipment department.
await owner.query(
  `insert into role_grant (tenant_id, role_id, right_code) select r.tenant_id, r.id, c from role r, unnest(array['log.list', 'accessLog.list']) c
    where r.tenant_id = $1 and r.role_alias = 'equipment_manager' on conflict do nothing`,
  [tenant],
)
await owner.end()

const searches = {
  'the newest page': 'order by created_at desc, id desc limit 20',
  'one person': `and user_id = (select id from app_user where tenant_id = '${tenant}' limit 1) order by created_at desc, id desc limit 20`,
  'one week': `and created_at between now() - interval '60 days' and now() - interval '53 days' order by created_at desc, id desc limit 20`,
}
for (const [name, text] of Object.entries(asked.plans ? searches : {})) {
  const query = {
    text: `explain (analyze, costs off, timing off) select * from access_log where tenant_id = '${tenant}' ${text}`,
    values: [],
  }
  await readAs(pool, tenant, [query])
  const [plan] = await readAs(pool, tenant, [query])
  process.stdout.write(`${asked.rows} rows, ${name}\n${plan!.rows.map((row) => `  ${Object.values(row)[0]}`).join('\n')}\n`)
}
await pool.end()
await database.stop()

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
/** One of the 3,000 people that wrote: the id that PostgreSQL makes of the same text. */
const someone = createHash('md5')
  .update('nurse777')
  .digest('hex')
  .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
const pages = {
  'sign-ins, newest': '/blade-log/usual/list?current=1&size=20',
  'sign-ins, page 1,000': '/blade-log/usual/list?current=1000&size=20',
  'sign-ins, last page': `/blade-log/usual/list?current=${Number(asked.rows) / 20}&size=20`,
  'sign-ins, one event': '/blade-log/usual/list?current=1&size=20&event=wrongPassword',
  'sign-ins, one account': '/blade-log/usual/list?current=1&size=20&keyword=nurse777',
  'sign-ins, one address': '/blade-log/usual/list?current=1&size=20&keyword=10.1.77.77',
  'sign-ins, one account, one week': `/blade-log/usual/list?current=1&size=20&keyword=nurse777&createTime_dategt=${day(60)}&createTime_datelt=${day(53)}`,
  'sign-ins, a part of all accounts': '/blade-log/usual/list?current=1&size=20&keyword=nurse',
  'sign-ins, all accounts, one week': `/blade-log/usual/list?current=1&size=20&keyword=nurse&createTime_dategt=${day(60)}&createTime_datelt=${day(53)}`,
  'sign-ins, one account, one event': '/blade-log/usual/list?current=1&size=20&keyword=nurse777&event=wrongPassword',
  'sign-ins, an unknown account': '/blade-log/usual/list?current=1&size=20&keyword=stranger',
  'sign-ins, one week': `/blade-log/usual/list?current=1&size=20&createTime_dategt=${day(60)}&createTime_datelt=${day(53)}`,
  'calls, newest': '/blade-log/api/list?current=1&size=20',
  'sign-ins, a rare event': '/blade-log/usual/list?current=1&size=20&event=passkeyAdded',
  'calls, page 1,000': '/blade-log/api/list?current=1000&size=20',
  'calls, last page': `/blade-log/api/list?current=${Number(asked.rows) / 20}&size=20`,
  'calls, one entity': '/blade-log/api/list?current=1&size=20&entity=check',
  'calls, one act': '/blade-log/api/list?current=50&size=20&verb=change',
  'calls, one week': `/blade-log/api/list?current=1&size=20&createTime_dategt=${day(60)}&createTime_datelt=${day(53)}`,
  'calls, one person': `/blade-log/api/list?current=1&size=20&userId=${someone}`,
  'errors, newest': '/blade-log/error/list?current=1&size=20',
}
if (!asked.built) await buildServer()
const program = await startProgram(home, asked.built ?? bundle)
try {
  const token = await program.signIn('manager')
  for (const [name, path] of Object.entries(pages)) {
    if (!name.startsWith(asked.only)) continue
    const request = { path: `/api${path}` }
    const began = performance.now()
    const answer = await ask<{ code: number; msg: string; data?: { total: number } }>(program.port, token, request)
    const first = performance.now() - began
    if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg}`)
    const took = [...(await load(program.port, token, 1, 2000, () => ({ request }))).took].sort((a, b) => a - b)
    const part = (share: number) => (took[Math.floor(took.length * share)] ?? first).toFixed(1).padStart(9)
    console.log(
      `${name.padEnd(33)} first ${first.toFixed(0).padStart(6)}   p50 ${part(0.5)}   p95 ${part(0.95)}   of ${answer.data!.total}`,
    )
  }
  console.log(`${new Date().toISOString().slice(0, 16)} · ${asked.rows} rows in each log · load ${loadNow()}`)
} finally {
  await program.stop()
}
if (!asked.home) await removeHome(home)
