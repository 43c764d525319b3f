import { parseArgs } from 'node:util'
import type pg from 'pg'
import { contentsOf } from './contents.ts'
import { dataHome } from './db/cluster/data-home.ts'
import { processUser } from './db/cluster/process-user.ts'
import { isRunning, withOwner } from './db/cluster/with-owner.ts'
import type { OpenDatabase } from './db/open-database.ts'
import { openPool, readAs } from './db/pool.ts'
import { demoPassword, demoPeople } from './demo/demo.ts'
import { cardsOf, fillRegister, settleRegister } from './demo/demo-fill.ts'
import { makeDemoHospital } from './demo/demo-hospital.ts'
import { departmentStems } from './demo/demo-kinds.ts'
import { foldCounts } from './jobs/fold-counts.ts'
import { refusalOf, StartRefused } from './refused.ts'
import { takeLock } from './runtime/lock.ts'
import { prepareDatabase } from './runtime/prepare.ts'
import { readSettings, type Settings } from './settings.ts'

interface Asked {
  readonly devices: number
  readonly tenant: string
  readonly production: boolean
}

const usage =
  'Say how many: npm run demo -- --devices 100000 [--tenant 100010] [--production]. Up to 2000000; --tenant: six digits, 100010 without it; --production: also in a database that is no demo.'
/** A hospital of its own, beside the small one of the demo. */
const largeHospital = '100010'

function askedOf(args: readonly string[]): Asked {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { devices: { type: 'string' }, tenant: { type: 'string' }, production: { type: 'boolean' } },
    })
    const devices = Number(values.devices)
    const tenant = values.tenant ?? largeHospital
    if (Number.isInteger(devices) && devices >= 1 && devices <= 2_000_000 && /^\d{6}$/.test(tenant) && tenant !== '000000')
      return { devices, tenant, production: values.production ?? false }
  } catch {
    // Said below.
  }
  throw new StartRefused(usage)
}

let stopped = false
const stop = (): void => {
  stopped = true
  console.log('正在停止 / stopping after what is being written')
}

/** Tells how far a filling is, on one line of a terminal or every tenth in a log. */
function progress(wanted: number): (standing: number) => void {
  const began = Date.now()
  let tenth = 0
  return (standing) => {
    const line = `${standing} / ${wanted} · ${Math.round((Date.now() - began) / 1000)} s`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${standing >= wanted ? '\n' : ''}`)
    else if (Math.floor((10 * standing) / wanted) > tenth) {
      tenth = Math.floor((10 * standing) / wanted)
      console.log(line)
    }
  }
}

/** Refuses a database that was set up for real work, unless the operator asks for it, and one of an older program. */
async function refuseUnfit(pool: pg.Pool, { production }: Asked): Promise<void> {
  const [state, table] = await readAs(pool, '000000', [
    { text: `select value from program_state where key = 'filled'` },
    { text: `select to_regclass('device_count')::text as found` },
  ])
  if (!table!.rows[0]!.found) throw new StartRefused('An older program runs on this database: stop it, start this one once, and fill then.')
  if (state!.rows[0]?.value !== 'demo' && !production)
    throw new StartRefused('This database is no demo: add --production to put invented cards into it.')
}

async function fill(pool: pg.Pool, { devices, tenant }: Asked): Promise<void> {
  const [people] = await readAs(pool, tenant, [{ text: 'select 1 from app_user where tenant_id = $1 limit 1', values: [tenant] }])
  const isNew = people!.rows.length === 0
  if (isNew) {
    const staff = demoPeople.map(([account, name, role, dept]) => ({
      account,
      name,
      role,
      dept: dept === null ? null : 1 + Math.max(0, (departmentStems as readonly string[]).indexOf(dept)),
    }))
    await makeDemoHospital(pool, tenant, `示范医院 ${tenant}`, staff, demoPassword)
  }
  const there = await cardsOf(pool, tenant)
  console.log(`租户 / tenant ${tenant}: ${there} 张设备卡 / cards${there >= devices ? '，不再添加 / nothing to add' : ''}`)
  const { added } = await fillRegister(pool, tenant, devices, progress(devices), () => stopped)
  if (added > 0) {
    await foldCounts(pool)
    await settleRegister(pool)
    console.log(`已添加 / added ${added}: ${there + added} 张设备卡 / cards`)
  }
  if (there + added < devices) console.log('已停止；再次运行会继续 / stopped: the same command goes on from here')
  if (isNew) console.log(`登录 / sign in: ${tenant}, ${demoPeople.map(([account]) => account).join(' | ')}, ${demoPassword}`)
}

async function work(settings: Settings, asked: Asked): Promise<void> {
  const builtIn = settings.DATABASE_URL === undefined
  const found = await dataHome(settings.DATA_DIR, builtIn ? processUser() : undefined, builtIn)
  // While this works on its own database, the program cannot start on it.
  const lock = builtIn && !(await isRunning(found.folder)) ? await takeLock(found.asked) : undefined
  try {
    await withOwner(settings, found.folder, async (ownerUrl, opened) => {
      if (opened) await prepare(settings, opened)
      const pool = openPool(ownerUrl, 3)
      try {
        await refuseUnfit(pool, asked)
        await fill(pool, asked)
      } finally {
        await pool.end()
      }
    })
  } finally {
    await lock?.release()
  }
}

async function prepare(settings: Settings, database: OpenDatabase): Promise<void> {
  const pool = openPool(database.appUrl, 2, database.isPooled)
  try {
    const password = (): never => {
      throw new StartRefused('This database has no users yet: start the program once.')
    }
    await prepareDatabase(database, pool, settings.DEMO, password, contentsOf(settings, () => {}).put)
  } finally {
    await pool.end()
  }
}

/** Fills a tenant as the arguments say. Answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  process.on('SIGINT', stop).on('SIGTERM', stop)
  try {
    const asked = askedOf(args)
    const settings = readSettings(process.env)
    if (settings.NODE_ENV === 'production' && !asked.production)
      throw new StartRefused('NODE_ENV is production: add --production to put invented cards into this database.')
    await work(settings, asked)
    return stopped ? 130 : 0
  } catch (error) {
    console.error(refusalOf(error)?.message ?? error)
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
