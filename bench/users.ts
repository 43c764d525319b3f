// Two hundred people at desks and on phones, at a human pace: npx tsx bench/users.ts [--minutes=30] [--people=200] [--cards=20000] [--home=<folder>] [--built=<folder>]
// Prints one table and ends with 1 when a request failed, the memory of the server grows, or the 99th percentile is over 500 ms.

import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool } from '#server/db/pool.ts'
import { prepareDatabase } from '#server/runtime/prepare.ts'
import { loadNow } from './cpu.ts'
import { buildServer, bundle, removeHome, startProgram, tenants } from './ground.ts'
import { password, seedTenant, settle } from './seed.ts'
import { Figures, Memory } from './users-figures.ts'
import {
  type Action,
  count,
  edit,
  filter,
  labels,
  leaf,
  makeCard,
  orders,
  Person,
  pulls,
  type Role,
  record,
  repair,
  report,
  search,
  sheet,
} from './users-people.ts'

const { values: asked } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    people: { type: 'string', default: '200' },
    cards: { type: 'string', default: '20000' },
    home: { type: 'string' },
    built: { type: 'string' },
  },
})
const [minutes, people] = [Number(asked.minutes), Number(asked.people)]
const slowest = 500

/** The demo hospital, with all its roles, and a large register beside it. */
async function seeded(): Promise<string> {
  const home = asked.home ?? (await mkdtemp(join(tmpdir(), 'wardkeeper-users-')))
  if (existsSync(join(home, 'postgres'))) return home
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711)
  const database = await startEmbedded(home, processUser())
  const pool = openPool(database.appUrl, 2)
  try {
    await prepareDatabase(database, pool, true, () => Promise.reject(new Error('there is no terminal to ask at')))
    await seedTenant(database.appUrl, tenants.large, Number(asked.cards))
    await settle(database.superUrl)
  } finally {
    await pool.end()
    await database.stop()
  }
  return home
}

const desk: readonly Action[] = [leaf, leaf, filter, filter, search, search, record, record, edit, sheet, labels]
const at = (tenant: string, account: string, day: readonly Action[], pauseMs: number): Role => ({
  tenant,
  account,
  password: tenant === tenants.large ? password : 'ward2026',
  day,
  pauseMs,
})
/** Of ten people six sit at desks and four carry phones. */
const roles: readonly Role[] = [
  at(tenants.large, 'manager', desk, 8000),
  at(tenants.large, 'restricted', [leaf, filter, search, record], 8000),
  at(tenants.large, 'manager', desk, 8000),
  at('100001', 'manager', [...desk, orders, orders], 8000),
  at('100001', 'engineer', [orders, repair, record, search], 8000),
  at('100001', 'head', [leaf, orders, record, filter], 8000),
  at('100001', 'keeper', [report, count, count, pulls], 12_000),
  at('100001', 'engineer', [repair, repair, count, pulls], 12_000),
  at(tenants.large, 'restricted', [pulls], 20_000),
  at(tenants.large, 'manager', [makeCard, pulls], 20_000),
]

if (!asked.built) await buildServer()
const home = await seeded()
const program = await startProgram(home, asked.built ?? bundle)
const base = `http://127.0.0.1:${program.port}`
try {
  const [figures, memory] = [new Figures(), new Memory(program.pid, base)]
  const before = loadNow()
  const until = performance.now() + minutes * 60_000
  const watch = setInterval(() => memory.look().catch((error: unknown) => figures.errors.push(`metrics: ${String(error)}`)), 10_000)
  await Promise.all(
    Array.from({ length: people }, async (_, index) => {
      // People sign in gradually.
      await sleep((index * Math.min(60_000, minutes * 20_000)) / people)
      await new Person(base, roles[index % roles.length]!, figures).work(until)
    }),
  )
  clearInterval(watch)
  console.log(
    `${new Date().toISOString().slice(0, 16)} · Node ${process.version} · load ${before} → ${loadNow()} · ${people} people for ${minutes} minutes, ${asked.cards} cards and the demo hospital`,
  )
  const p99 = figures.print()
  const isStill = memory.print(Math.min(5, minutes / 3) * 60_000)
  const kinds = new Map<string, number>()
  for (const error of figures.errors) kinds.set(error, (kinds.get(error) ?? 0) + 1)
  for (const [error, times] of [...kinds].slice(0, 20)) console.log(`${times} × ${error}`)
  const fine = figures.errors.length === 0 && isStill && p99 < slowest
  console.log(
    `errors ${figures.errors.length}, p99 ${p99.toFixed(0)} ms (under ${slowest}), memory ${isStill ? 'does not grow' : 'GROWS'}: ${fine ? 'met' : 'NOT MET'}`,
  )
  process.exitCode = fine ? 0 : 1
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
