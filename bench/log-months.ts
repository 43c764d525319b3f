// The plan of the usual search of the log of sign-ins over its months: npx tsx bench/log-months.ts [--rows=3000000] [--home=<folder>]
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/db/embedded.ts'
import { openPool, readAs } from '#server/db/pool.ts'
import { processUser } from '#server/db/process-user.ts'
import { removeHome, seededHome, tenants } from './ground.ts'

const { values: asked } = parseArgs({ options: { rows: { type: 'string', default: '3000000' }, home: { type: 'string' } } })
const tenant = tenants.large
const home = await seededHome(asked.home, 1000)
const database = await startEmbedded(home, processUser())
const pool = openPool(database.appUrl, 4)
const owner = openPool(database.superUrl, 1)
const [made] = (await owner.query('select count(*)::int as n from access_log')).rows as { n: number }[]
if (made!.n < Number(asked.rows)) {
  // What was there before the months is one table; the last half year is cut as the job cuts it.
  await owner.query('alter table access_log detach partition log_months.access_log_before')
  for (let ago = 6; ago >= 0; ago--)
    await owner.query(`select make_log_month('access_log', date_trunc('month', now(), 'UTC') - make_interval(months => ${ago}))`)
  await owner.query(
    `insert into access_log (tenant_id, id, event, outcome, account, user_id, actor_id, address, client, created_at)
      select $1, gen_random_uuid(), (array['signIn', 'signOut', 'wrongPassword', 'export'])[1 + n % 4], 'done', 'nurse' || n % 3000, u.ids[1 + n % cardinality(u.ids)], null,
        '10.1.' || n % 250 || '.' || n % 200, 'Chrome', now() - n * interval '170 days' / $2::int
      from generate_series(1, $2::int) n, (select array_agg(id) as ids from app_user where tenant_id = $1) u`,
    [tenant, Number(asked.rows)],
  )
}
await owner.query('vacuum analyze access_log')
await owner.end()

const searches = {
  'the newest page': 'order by created_at desc, id desc limit 20',
  'one person': `and user_id = (select id from app_user where tenant_id = '${tenant}' limit 1) order by created_at desc, id desc limit 20`,
  'one week': `and created_at between now() - interval '60 days' and now() - interval '53 days' order by created_at desc, id desc limit 20`,
}
for (const [name, text] of Object.entries(searches)) {
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
if (!asked.home) await removeHome(home)
