import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { homeTime } from '#contract/kit/time/moment.ts'
import { putBack } from './backup/put-back.ts'
import { takeBackup } from './backup/take.ts'
import { bucketOf, contentsAway } from './contents.ts'
import { dataHome } from './db/cluster/data-home.ts'
import { withClient } from './db/cluster/embedded.ts'
import { processUser } from './db/cluster/process-user.ts'
import { withOwner } from './db/cluster/with-owner.ts'
import { StoreAway } from './kit/files/content-store-s3.ts'
import { reachableBy } from './kit/outbound/outbound.ts'
import { refusalOf, StartRefused } from './refused.ts'
import { takeLock } from './runtime/lock.ts'
import { keyFile, presentKeys } from './secret-keys.ts'
import { readSettings, type Settings } from './settings.ts'

const stamp = (): string => homeTime(new Date().toISOString()).replaceAll(':', '').replace(' ', '-')

/** The warning about what a backup does not contain: the keys that seal its secrets. */
function tellMissing(used: readonly string[], at: Pick<Settings, 'SECRETS_KEY' | 'DATA_DIR'>): void {
  const here = new Set(presentKeys(at).map(({ id }) => id))
  const missing = used.filter((id) => !here.has(id))
  if (missing.length === 0) return
  console.log(
    `缺少密钥 / Missing keys: the secrets of this backup are sealed with ${missing.join(', ')}. Put the old ${keyFile(at.DATA_DIR)} there, or name those keys in SECRETS_KEY, before the start; without them the sealed values must be entered again.`,
  )
}

const tell = ({ reason }: StoreAway): void => console.error(`The bucket with the files does not answer: ${reason}`)

async function backup(settings: Settings, folder: string): Promise<void> {
  const home = (await dataHome(settings.DATA_DIR, settings.DATABASE_URL ? undefined : processUser(), false)).folder
  if (settings.DATABASE_URL === undefined && !existsSync(join(home, 'postgres')))
    throw new StartRefused(`There is no database in ${home}: start the program once, or set DATA_DIR to its folder.`)
  await withOwner(settings, home, async (ownerUrl) => {
    const keys = presentKeys({ ...settings, DATA_DIR: home })
    const source = {
      folder: join(home, 'files'),
      secrets: { current: () => keys },
      reachable: reachableBy(settings.OUTBOUND_PRIVATE),
      warn: tell,
    }
    const away = await withClient(ownerUrl, (client) => contentsAway(client, settings, source))
    const { tables, files } = await takeBackup(ownerUrl, home, folder, away)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`备份完成 / Backup complete: ${folder} (${rows} rows of ${tables.length} tables, ${files} files)`)
  })
}

async function restore(settings: Settings, folder: string): Promise<void> {
  const builtIn = settings.DATABASE_URL === undefined
  const found = await dataHome(settings.DATA_DIR, builtIn ? processUser() : undefined, builtIn)
  const lock = builtIn ? await takeLock(found.asked) : undefined
  const made = join(found.folder, 'postgres')
  try {
    if (builtIn && existsSync(made))
      throw new StartRefused(`There is a database in ${found.folder} already: move that folder away, or set DATA_DIR to an empty one.`)
    await withOwner(settings, found.folder, async (ownerUrl) => {
      const { takenAt, secretKeys = [] } = await putBack(ownerUrl, found.folder, folder, bucketOf(settings, tell))
      console.log(
        `恢复完成 / Restored: ${found.folder}, the state of ${takenAt}. Start the program; phones reload their data and send what is missing.`,
      )
      tellMissing(secretKeys, { ...settings, DATA_DIR: found.folder })
    }).catch(async (error: unknown) => {
      // Half a restore must not be taken for data.
      if (builtIn) await rm(made, { recursive: true, force: true })
      throw error
    })
  } finally {
    await lock?.release()
  }
}

/** `backup [folder]` writes a backup, `restore <folder>` puts one back. Prints one sentence and answers the exit code. */
async function run([command, given]: readonly string[]): Promise<number> {
  try {
    const settings = readSettings(process.env)
    if (command === 'backup') await backup(settings, resolve(given ?? join('backups', stamp())))
    else if (command === 'restore' && given) await restore(settings, resolve(given))
    else throw new StartRefused('Say what to do: npm run backup -- [folder], or npm run restore -- <folder>.')
    return 0
  } catch (error) {
    // What became of the bucket has been told.
    if (!(error instanceof StoreAway)) console.error(refusalOf(error)?.message ?? error)
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
