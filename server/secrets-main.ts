import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { asWholeOwner } from './backup/tables.ts'
import { dataHome } from './db/cluster/data-home.ts'
import { withClient } from './db/cluster/embedded.ts'
import { processUser } from './db/cluster/process-user.ts'
import { withOwner } from './db/cluster/with-owner.ts'
import { refusalOf, StartRefused } from './refused.ts'
import { reseal } from './reseal.ts'
import { addKey, keyFile, presentKeys } from './secret-keys.ts'
import { readSettings, type Settings } from './settings.ts'

async function rotate(settings: Settings): Promise<void> {
  const builtIn = settings.DATABASE_URL === undefined
  const home = (await dataHome(settings.DATA_DIR, builtIn ? processUser() : undefined, false)).folder
  if (builtIn && !existsSync(join(home, 'postgres')))
    throw new StartRefused(`There is no database in ${home}: start the program once, or set DATA_DIR to its folder.`)
  const place = { ...settings, DATA_DIR: home }
  presentKeys(place)
  if (!settings.SECRETS_KEY) addKey(home)
  const keys = presentKeys(place)
  await withOwner(settings, home, (ownerUrl) =>
    withClient(ownerUrl, async (client) => {
      const { done, left } = await asWholeOwner(client, [{ name: 'secret', columns: [] }], () => reseal(client, keys))
      const where = settings.SECRETS_KEY ? 'SECRETS_KEY' : keyFile(home)
      console.log(
        `密钥已更换 / Rotated: ${done} secrets are sealed with the key ${keys[0]!.id} of ${where}. Keep the older keys while a backup needs them.`,
      )
      if (left.length > 0)
        throw new StartRefused(
          `Some secrets are sealed with keys that are not here (${left.join(', ')}): add those keys and run this again.`,
        )
    }),
  )
}

/** `rotate` seals every secret with the first key; without SECRETS_KEY it makes that key. Prints one sentence and answers the exit code. */
async function run([command]: readonly string[]): Promise<number> {
  try {
    const settings = readSettings(process.env)
    if (command !== 'rotate') throw new StartRefused('Say what to do: npm run secrets -- rotate.')
    await rotate(settings)
    return 0
  } catch (error) {
    console.error(refusalOf(error)?.message ?? error)
    return 1
  }
}

process.exitCode = await run(process.argv.slice(2))
