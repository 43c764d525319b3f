import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dataHome } from './db/cluster/data-home.ts'
import { processUser } from './db/cluster/process-user.ts'
import { withOwner } from './db/cluster/with-owner.ts'
import { openPool, readAs, writeAs } from './db/pool.ts'
import { readCatalogue } from './features/asset/names/catalogue-file.ts'
import { loadClasses } from './features/asset/names/load-classes.ts'
import { refusalOf, StartRefused } from './refused.ts'
import { readSettings } from './settings.ts'

const usage = 'Say whose and which: npm run catalogue -- --tenant 100001 --file classes.json'

function askedOf(args: readonly string[]): { tenant: string; file: string } {
  try {
    const { values } = parseArgs({ args: [...args], options: { tenant: { type: 'string' }, file: { type: 'string' } } })
    if (/^\d{6}$/.test(values.tenant ?? '') && values.file) return { tenant: values.tenant!, file: values.file }
  } catch {
    // Said below.
  }
  throw new StartRefused(usage)
}

async function load(ownerUrl: string, tenant: string, file: string): Promise<void> {
  const listed = readCatalogue(readFileSync(file, 'utf8'))
  const pool = openPool(ownerUrl, 1)
  try {
    const [found] = await readAs(pool, tenant, [{ text: 'select 1 from tenant where id = $1', values: [tenant] }])
    if (!found!.rows[0]) throw new StartRefused(`There is no tenant ${tenant}.`)
    const added = await writeAs(pool, tenant, (tx) => loadClasses(tx, listed))
    console.log(`租户 / tenant ${tenant}: 已添加 / added ${added} 个分类 / classes, ${listed.length - added} 个已有 / there already`)
  } finally {
    await pool.end()
  }
}

/** Loads a classification catalogue into a tenant. Prints one sentence and answers the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    const { tenant, file } = askedOf(args)
    if (!existsSync(file)) throw new StartRefused(`There is no file ${file}.`)
    const settings = readSettings(process.env)
    const builtIn = settings.DATABASE_URL === undefined
    const home = (await dataHome(settings.DATA_DIR, builtIn ? processUser() : undefined, false)).folder
    if (builtIn && !existsSync(join(home, 'postgres')))
      throw new StartRefused(`There is no database in ${home}: start the program once, or set DATA_DIR to its folder.`)
    await withOwner(settings, home, (ownerUrl) => load(ownerUrl, tenant, file))
    return 0
  } catch (error) {
    console.error(refusalOf(error)?.message ?? (error instanceof Error ? error.message : error))
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
