// Every list, tree and select of the platform in a large installation: npx tsx bench/platform.ts [--ms=1500] [--home=<folder>] [--built=<folder>] [--only=user]
// 5,000 menu items, 2,000 roles and 100,000 people in one tenant, 200 tenants. Ends with 1 when the 95th percentile of a list on one connection is over 100 ms.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool } from '#server/db/pool.ts'
import { makeDemoHospital } from '#server/demo/demo-hospital.ts'
import { prepareDatabase } from '#server/runtime/prepare.ts'
import { cpuOf, loadNow, postgresCpu } from './cpu.ts'
import { buildServer, bundle, type Program, removeHome, startProgram, tenants } from './ground.ts'
import { ask, load } from './load.ts'
import { phasesOf } from './phases.ts'
import { password, settle } from './seed.ts'

const { values: asked } = parseArgs({
  options: { ms: { type: 'string', default: '1500' }, home: { type: 'string' }, built: { type: 'string' }, only: { type: 'string' } },
})
const slowest = 100
const pathWidth = 84
const [large, platform] = [tenants.large, '000000']

/** What fills the installation, as the superuser: `t` is the large tenant. */
const fill: readonly string[] = [
  `insert into tenant (id, tenant_name, kind) select (300000 + i)::text, '压测医院' || i, 'hospital' from generate_series(1, 197) i`,
  // Fifty groups of a hundred links to the outside, which everybody sees.
  `insert into menu (tenant_id, id, path, menu_name, name_en, code, sort)
    select '${platform}', id, id || '/', '分组' || i, 'Group ' || i, 'benchGroup' || i, 1000 + i
      from (select i, gen_random_uuid() as id from generate_series(1, 50) i) g`,
  `insert into menu (tenant_id, id, path, menu_name, name_en, code, parent_id, address, sort)
    select '${platform}', m.id, g.path || m.id || '/', '链接' || m.i, 'Link ' || m.i, 'benchLink' || m.i, g.id, 'https://example.org/' || m.i, m.i
      from (select i, gen_random_uuid() as id from generate_series(1, 4950) i) m
      join menu g on g.tenant_id = '${platform}' and g.code = 'benchGroup' || (1 + m.i % 50)`,
  `insert into role (tenant_id, id, role_name, role_alias, reach, sort)
    select '${large}', gen_random_uuid(), '角色' || i, 'bench_' || i, 'dept', 100 + i from generate_series(1, 2000) i`,
  `insert into role_grant (tenant_id, role_id, right_code)
    select '${large}', r.id, g.right_code from role r, (select right_code from role_grant where tenant_id = '${large}' order by right_code, role_id limit 20) g
      where r.tenant_id = '${large}' and r.role_alias like 'bench\\_%' on conflict do nothing`,
  // Its triggers, one row at a time, would take minutes; what they keep is filled below.
  'set session_replication_role = replica',
  `insert into person (id, password_hash) select md5('person' || i)::uuid, '-' from generate_series(1, 100000) i`,
  `with r as (select array_agg(id order by id) as ids from role where tenant_id = '${large}' and role_alias like 'bench\\_%'),
      d as (select array_agg(id order by id) as ids from dept where tenant_id = '${large}')
    insert into app_user (tenant_id, id, person_id, account, real_name, phone, role_id, dept_id, status)
    select '${large}', md5('user' || i)::uuid, md5('person' || i)::uuid, 'bench' || i, '张' || chr(20000 + i % 5000) || chr(20000 + i % 977), (13000000000 + i)::text,
      r.ids[1 + i % 2000], d.ids[1 + i % cardinality(d.ids)], case when i % 20 = 0 then 'stopped' else 'active' end
      from generate_series(1, 100000) i, r, d`,
  `insert into user_role (tenant_id, user_id, role_id) select tenant_id, id, role_id from app_user where tenant_id = '${large}' on conflict do nothing`,
  `insert into membership (person_id, tenant_id, user_id) select person_id, tenant_id, id from app_user where tenant_id = '${large}' on conflict do nothing`,
]

async function seeded(): Promise<string> {
  const home = asked.home ?? (await mkdtemp(join(tmpdir(), 'wardkeeper-platform-')))
  if (existsSync(join(home, 'postgres'))) return home
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711)
  const database = await startEmbedded(home, processUser())
  const pool = openPool(database.appUrl, 2)
  const root = new pg.Client({ connectionString: database.superUrl })
  try {
    await prepareDatabase(database, pool, false, () => Promise.resolve('bench'))
    await makeDemoHospital(pool, large, '压测医院', [{ account: 'boss', name: '管理员', role: 'administrator', dept: null }], password)
    await root.connect()
    const begun = performance.now()
    for (const text of fill) await root.query(text)
    console.log(`filled in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    await root.end()
    await settle(database.superUrl)
  } finally {
    await pool.end()
    await database.stop()
  }
  return home
}

async function signInAs(program: Program, tenantId: string, username: string, word: string): Promise<string> {
  const digest = createHash('sha256').update(word).digest('hex')
  const query = new URLSearchParams({ tenantId, username, password: digest, grant_type: 'password', scope: 'all', type: 'account' })
  return (await ask<{ access_token: string }>(program.port, '', { path: `/api/osm/auth/oauth/token?${query}`, body: '{}' })).access_token
}

/** Lists of a family: the first page, a keyword, the last page. */
const pages = (path: string, keyword: string, last: number, ...filters: readonly string[]): string[] =>
  [
    'current=1&size=10',
    `current=1&size=10&keyword=${keyword}`,
    `current=${last}&size=10`,
    ...filters.map((one) => `current=1&size=10&${one}`),
  ].map((query) => `${path}?${query}`)

const ofTenant = [
  '/blade-system/menu/routes',
  '/blade-system/menu/top-menu',
  '/blade-system/menu/buttons',
  '/osm/user/info',
  ...pages('/blade/user/list', 'bench999', 10_000, 'status=stopped', 'realName=张'),
  '/blade/user/select',
  ...pages('/blade-system/role/page', '角色19', 200, 'roleAlias=bench_7'),
  '/blade-system/role/list?current=1&size=10',
  '/blade-system/role/tree',
  '/blade-system/role/select',
  '/blade-system/menu/grant-tree',
  ...pages('/blade-system/dept/list', '内科', 9),
  '/blade-system/dept/tree',
  '/blade-system/dept/lazy-list?parentId=0',
  '/blade-system/post/list?current=1&size=10',
  '/blade-system/dict/list',
  '/blade-system/dict/parent-list?current=1&size=10',
  '/blade-system/region/list?current=1&size=10',
  '/blade-system/param/list?current=1&size=10',
  '/blade-system/data-scope/list?current=1&size=10',
  '/blade-system/api-scope/list',
  '/blade-log/usual/list?current=1&size=10',
  '/blade-log/api/list?current=1&size=10',
  '/blade-log/error/list?current=1&size=10',
  '/blade-log/access-review/list?current=1&size=10',
  '/blade-log/access-review/changes?current=1&size=10',
  '/blade-user/registration/list?current=1&size=10',
  '/blade-desk/notice/list?current=1&size=10',
  '/blade-resource/attach/list?current=1&size=10',
]
const ofPlatform = [
  '/blade-system/menu/routes',
  ...pages('/blade-system/menu/list', '链接49', 500),
  '/blade-system/menu/tree',
  '/blade-system/menu/lazy-list?parentId=0',
  '/blade-system/menu/select',
  '/blade-system/menu/grant-top-tree',
  '/blade-system/topmenu/list?current=1&size=10',
  ...pages('/blade-system/tenant/list', '医院19', 20),
  '/blade-system/tenant/select',
  '/blade-system/tenant/figures',
  '/blade-system/tenant-package/list?current=1&size=10',
  '/blade-system/client/list?current=1&size=10',
  '/blade-resource/oss/list?current=1&size=10',
]

const part = (took: readonly number[], share: number): number => [...took].sort((a, b) => a - b)[Math.floor(took.length * share)] ?? 0

/** Asks every path on one connection and on eight; answers those over the target on one. */
async function measured(program: Program, home: string, who: string, token: string, paths: readonly string[]): Promise<string[]> {
  const over: string[] = []
  for (const path of paths.filter((one) => !asked.only || one.includes(asked.only))) {
    const request = { path: `/api${encodeURI(path)}` }
    const run = (connections: number, ms: number) => load(program.port, token, connections, ms, () => ({ request }))
    const once = await ask<unknown>(program.port, token, request)
    const ground = [cpuOf(program.pid), postgresCpu(program.postmaster)] as const
    const { took } = await run(1, Number(asked.ms))
    const cpu = [cpuOf(program.pid) - ground[0], postgresCpu(program.postmaster) - ground[1]].map((µs) => µs / 1000 / took.length)
    const { bind, execute } = await phasesOf(home, async () => (await run(1, 300)).took.length)
    const eight = (await run(8, Number(asked.ms))).took
    const cells = [...cpu, (bind + execute) / 1000, part(took, 0.5), part(took, 0.95), part(eight, 0.5), part(eight, 0.95)]
    const size = (JSON.stringify(once).length / 1024).toFixed(0)
    console.log(
      `${who} ${path}`.padEnd(pathWidth) + [...cells.map((ms) => ms.toFixed(1)), `${size} KB`].map((one) => one.padStart(9)).join(''),
    )
    if (part(took, 0.95) >= slowest) over.push(path)
  }
  return over
}

if (!asked.built) await buildServer()
const home = await seeded()
const program = await startProgram(home, asked.built ?? bundle)
try {
  const before = loadNow()
  console.log(
    'ms a request: CPU of Node and PostgreSQL, PostgreSQL’s plan and execution, times at 1 and at 8'.padEnd(pathWidth) +
      ['Node', 'PG', 'PG log', 'p50', 'p95', 'p50 8', 'p95 8', 'answer'].map((one) => one.padStart(9)).join(''),
  )
  const boss = await signInAs(program, large, 'boss', password)
  const [first] = (
    await ask<{ data: { records: { id: string }[] } }>(program.port, boss, { path: '/api/blade/user/list?current=1&size=1' })
  ).data.records
  const rights = `/blade-log/access-review/explain?userId=${first!.id}`
  const over = [
    ...(await measured(program, home, 'tenant', boss, [...ofTenant, rights])),
    ...(await measured(program, home, 'platform', await signInAs(program, platform, 'admin', 'bench'), ofPlatform)),
  ]
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${before} → ${loadNow()} · over ${slowest} ms: ${over.join(', ') || 'none'}`,
  )
  process.exitCode = over.length > 0 ? 1 : 0
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
