// Does a phone miss a change while others write: npx tsx bench/sync-cursor.ts [--seconds=60] [--cards=10000] [--home=<folder>]
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { v7 } from 'uuid'
import { type PullAnswer, pullQuery } from '#contract/sync/sync.ts'
import { buildApp } from '#server/app.ts'
import { startEmbedded } from '#server/db/cluster/embedded.ts'
import { processUser } from '#server/db/cluster/process-user.ts'
import { openPool, readAs, type Transaction, writeAs } from '#server/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { loadNow } from './cpu.ts'
import { removeHome, seededHome, tenants } from './ground.ts'
import { ask } from './load.ts'
import { password } from './seed.ts'

const { values: asked } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, cards: { type: 'string', default: '10000' }, home: { type: 'string' } },
})
const tenant = tenants.large
const home = await seededHome(asked.home, Number(asked.cards))
const database = await startEmbedded(home, processUser())
const pool = openPool(database.appUrl, 24)
const app = await buildApp({ settings: readSettings({ NODE_ENV: 'test', DEMO: 'off', RATE_LIMIT: '0', LOG_LEVEL: 'warn' }), pool })
const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)

const dice = (most: number): number => Math.floor(Math.random() * most)
const signIn = async (account: string): Promise<string> => {
  const digest = createHash('sha256').update(password).digest('hex')
  const query = new URLSearchParams({ tenantId: tenant, username: account, password: digest, grant_type: 'password', scope: 'all' })
  return (await ask<{ access_token: string }>(port, '', { path: `/api/osm/auth/oauth/token?${query}`, body: '{}' })).access_token
}
const cardsNow = async () =>
  (
    await readAs(pool, tenant, [{ text: 'select id, version, use_dept_id, is_deleted from device where tenant_id = $1', values: [tenant] }])
  )[0]!.rows

/** A phone: what it holds by scope, and how it asks for more. */
class Phone {
  readonly held = new Map<string, Map<string, number>>()
  pulls = 0
  changes = 0
  private cursors: Record<string, string | null> = {}
  private readonly token: string

  constructor(token: string) {
    this.token = token
  }

  async pull(): Promise<void> {
    for (let more = true; more; ) {
      const path = `/api/sync/pull?${pullQuery({ cursors: this.cursors, limit: 500 })}`
      const { data } = await ask<{ data: PullAnswer }>(port, this.token, { path })
      for (const change of data.changes) {
        if (change.entity !== 'device') continue
        this.changes++
        const rows = this.held.get(change.scope) ?? new Map<string, number>()
        this.held.set(change.scope, rows)
        if (change.deleted) rows.delete(change.id)
        else rows.set(change.id, Number(change.row!.version))
      }
      this.cursors = { ...this.cursors, ...data.cursors }
      more = data.more
    }
    this.pulls++
  }

  /** Cards that the phone holds otherwise than they are, lacks, or should not hold. */
  wrong(truth: ReadonlyMap<string, number>): number {
    const mine = new Map([...this.held.values()].flatMap((rows) => [...rows]))
    return [...truth].filter(([id, version]) => mine.get(id) !== version).length + [...mine.keys()].filter((id) => !truth.has(id)).length
  }
}

/** What such a phone would hold with a cursor over the time of change, or over a running number. */
class NaivePhone {
  readonly held = new Map<string, string>()
  private cursor: unknown
  private readonly by: 'updated_at' | 'seq'

  constructor(by: 'updated_at' | 'seq') {
    this.by = by
    this.cursor = by === 'seq' ? 0 : '1970-01-01'
  }

  async pull(): Promise<void> {
    const text =
      this.by === 'seq'
        ? `select d.id, d.version, d.is_deleted, c.seq as cursor from sync_change c join device d on d.tenant_id = c.tenant_id and d.id = c.entity_id
            where c.tenant_id = $1 and c.scope_id = 'tenant' and c.entity = 'device' and c.seq > $2 order by c.seq`
        : 'select id, version, is_deleted, updated_at::text as cursor from device where tenant_id = $1 and updated_at > $2 order by updated_at'
    const { rows } = (await readAs(pool, tenant, [{ text, values: [tenant, this.cursor] }]))[0]!
    for (const row of rows) this.held.set(String(row.id), `${row.version} ${row.is_deleted}`)
    this.cursor = rows.at(-1)?.cursor ?? this.cursor
  }
}

const counted = { commits: 0, rollbacks: 0, changes: 0 }
const ids = (await cardsNow()).map((row) => String(row.id))
const depts = (await readAs(pool, tenant, [{ text: 'select id from dept where tenant_id = $1', values: [tenant] }]))[0]!.rows.map((row) =>
  String(row.id),
)

async function changeOne(tx: Transaction, id: string): Promise<void> {
  const kind = dice(12)
  if (kind === 0) {
    const text = `insert into device (tenant_id, id, device_name, device_code, use_dept_id, eam_status, filing_status) values ($1, $2, '新卡', $3, $4, 'in_use', 'filed')`
    await tx.run({ text, values: [tenant, v7(), `N-${v7()}`, depts[dice(depts.length)]] })
  } else if (kind === 1)
    await tx.run({
      text: 'update device set is_deleted = not is_deleted, version = version + 1, updated_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenant, id],
    })
  else if (kind < 5)
    await tx.run({
      text: 'update device set use_dept_id = $3, version = version + 1, updated_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenant, id, depts[dice(depts.length)]],
    })
  else {
    const isDropped = kind === 5
    if (isDropped) await tx.run({ text: 'savepoint maybe' })
    await tx.run({
      text: 'update device set remark = $3, version = version + 1, updated_at = clock_timestamp() where tenant_id = $1 and id = $2',
      values: [tenant, id, `${Math.random()}`],
    })
    if (isDropped) await tx.run({ text: 'rollback to maybe' })
  }
  counted.changes++
}

const anyCard = (): string => ids[200 + dice(ids.length - 200)]!

/** Hundreds of cards in one statement, as imports and moves of departments change them. */
async function changeMany(tx: Transaction): Promise<void> {
  const chosen = Array.from({ length: 200 + dice(800) }, anyCard)
  const { rowCount } = await tx.run({
    text: `with mine as (select id from device where tenant_id = $1 and id = any($2::uuid[]) order by id for update)
      update device d set use_dept_id = case when $4 then $3::uuid else use_dept_id end, remark = $5, version = version + 1, updated_at = clock_timestamp()
      from mine where d.tenant_id = $1 and d.id = mine.id`,
    values: [tenant, chosen, depts[dice(depts.length)], dice(3) === 0, `${Math.random()}`],
  })
  counted.changes += rowCount
}

/** Changes up to twenty cards one by one, or hundreds at once; the first two writers are slow, one transaction in six is undone. */
async function write(writer: number): Promise<void> {
  // The slow writers have separate cards, otherwise all writers would wait for them.
  const pick = (): string => (writer < 2 ? ids[dice(200)]! : anyCard())
  const chosen = [...new Set(Array.from({ length: 1 + dice(20) }, pick))].sort()
  try {
    await writeAs(pool, tenant, async (tx) => {
      if (writer >= 2 && dice(2) === 0) await changeMany(tx)
      for (const id of dice(2) === 0 ? chosen : []) {
        await changeOne(tx, id)
        if (dice(8) === 0) await sleep(dice(40))
      }
      if (writer < 2) await sleep(1500 + dice(1500))
      if (dice(6) === 0) throw new Error('undone')
    })
    counted.commits++
  } catch (error) {
    // Two transactions deadlock: PostgreSQL rolls one back.
    const isDeadlock = (error as { code?: string }).code === '40P01'
    if (!isDeadlock && !(error instanceof Error && error.message === 'undone')) throw error
    counted.rollbacks++
  }
}

try {
  const phones = { all: new Phone(await signIn('manager')), few: new Phone(await signIn('restricted')) }
  const naive = { time: new NaivePhone('updated_at'), number: new NaivePhone('seq') }
  const pullers = [phones.all, phones.few, naive.time, naive.number]
  for (const puller of pullers) await puller.pull()
  const end = Date.now() + Number(asked.seconds) * 1000
  const until = async (work: () => Promise<void>, pause: number): Promise<void> => {
    while (Date.now() < end) {
      await work()
      await sleep(dice(pause))
    }
  }
  await Promise.all([
    ...Array.from({ length: 8 }, (_, writer) => until(() => write(writer), 10)),
    ...pullers.map((puller) => until(() => puller.pull(), 60)),
  ])
  for (const puller of pullers) await puller.pull()
  const rows = await cardsNow()
  const live = rows.filter((row) => !row.is_deleted)
  const mine = new Set([...phones.few.held.keys()].map((scope) => scope.replace('dept:', '')))
  const truth = (some: typeof rows) => new Map(some.map((row) => [String(row.id), Number(row.version)]))
  const stale = (phone: NaivePhone): number =>
    rows.filter((row) => phone.held.get(String(row.id)) !== `${row.version} ${row.is_deleted}`).length
  const seconds = Number(asked.seconds)
  console.log(`8 writers (2 of them with transactions of 1.5 to 3 s), ${seconds} s, ${rows.length} cards, load ${loadNow()}`)
  console.log(
    `${counted.commits} transactions committed, ${counted.rollbacks} undone, ${counted.changes} changes, ${(counted.changes / seconds).toFixed(0)} a second`,
  )
  for (const [name, phone, of] of [
    ['a phone that sees all', phones.all, live],
    ['a phone of a few departments', phones.few, live.filter((row) => mine.has(String(row.use_dept_id)))],
  ] as const)
    console.log(
      `${name}: ${phone.pulls} pulls, ${(phone.changes / seconds).toFixed(0)} rows a second, ${of.length} cards held, ${phone.wrong(truth(of))} missed (0 wanted)`,
    )
  console.log(`the same with a cursor over updated_at: ${stale(naive.time)} missed; over a running number: ${stale(naive.number)} missed`)
  process.exitCode =
    phones.all.wrong(truth(live)) === 0 && phones.few.wrong(truth(live.filter((row) => mine.has(String(row.use_dept_id))))) === 0 ? 0 : 1
} finally {
  await app.close()
  await pool.end()
  await database.stop()
  if (!asked.home) await removeHome(home)
}
