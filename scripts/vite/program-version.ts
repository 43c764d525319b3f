import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Version of the program with a mark of its sources: two builds that differ are told apart, by people and by queued records that wait for an update. */
export function programVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const hash = createHash('sha256')
  for (const folder of ['contract', 'src'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      const file = join(root, folder, name)
      if (statSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file))
    }
  return `${version}-${hash.digest('hex').slice(0, 7)}`
}
