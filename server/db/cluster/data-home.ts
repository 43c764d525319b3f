import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, realpath, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartRefused } from '#server/refused.ts'
import { canEnter, type ProcessUser } from './process-user.ts'

/** Bytes that must be free to create a new database: its files, its log and room for the demo. */
const roomForNew = 400 * 1024 * 1024
const roomForOld = 32 * 1024 * 1024

/** The folder for all persistent data. `moved`: it is not the requested folder. */
export interface DataHome {
  folder: string
  /** The requested folder, which contains the lock; the same as `folder` unless moved. */
  asked: string
  moved: boolean
}

/**
 * Creates and returns the folder for database and files. If the program runs as root, the database has a user of its own, who must be able
 * to reach the folder; if a parent folder is closed to that user, /var/lib/wardkeeper/<hash of the path> is used instead. The modes of
 * existing folders outside are not changed. `withDatabase` false requires little space. Throws StartRefused if there is no space or the
 * folder is not writable.
 */
export const dataHome = async (asked: string, user: ProcessUser | undefined, withDatabase = true): Promise<DataHome> => {
  const wanted = resolve(asked)
  await makeFolder(wanted)
  if (user) await openOwn(wanted)
  const home = await chosen(wanted, user)
  const disk = await statfs(home.folder)
  const isNew = withDatabase && !existsSync(join(home.folder, 'postgres'))
  if (disk.bavail * disk.bsize < (isNew ? roomForNew : roomForOld)) {
    throw new StartRefused(
      `The disk that holds ${home.folder} is full: at least ${(isNew ? roomForNew : roomForOld) / 1048576} MB must be free there, or set DATA_DIR to a folder on another disk.`,
    )
  }
  return home
}

const chosen = async (wanted: string, user: ProcessUser | undefined): Promise<DataHome> => {
  if (!user) return { folder: wanted, asked: wanted, moved: false }
  const substitute = await substituteOf(wanted)
  // A database that was created elsewhere stays in use even if the parent folders are opened later.
  const keeps = hasDatabase(substitute) && !hasDatabase(wanted)
  return canEnter(user, wanted) && !keeps
    ? { folder: wanted, asked: wanted, moved: false }
    : { folder: await elsewhere(wanted, user), asked: wanted, moved: true }
}

/** Creates a folder that only the given user can read (mode 700). */
export const ownFolder = async (folder: string, user: ProcessUser | undefined): Promise<string> => {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

const makeFolder = async (folder: string): Promise<void> => {
  try {
    if (existsSync(folder)) return
    await mkdir(dirname(folder), { recursive: true })
    await mkdir(folder, { recursive: true })
    // A umask of 077 would lock out the database's user; this folder is new and belongs to the program.
    await chmod(folder, 0o711)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (why === 'ENOSPC') throw error
    throw new StartRefused(`The folder ${folder} cannot be made (${why}): set DATA_DIR to a folder that you can write.`)
  }
}

/** A `.data` folder that an earlier start left with mode 700 belongs to the program and may be opened; other folders may not. */
const openOwn = async (folder: string): Promise<void> => {
  if (folder.endsWith('/.data')) await chmod(folder, 0o711)
}

const elsewhere = async (wanted: string, user: ProcessUser): Promise<string> => {
  if (hasDatabase(wanted)) {
    throw new StartRefused(
      `The data in ${wanted} cannot be reached by the user ${user.name}: let others enter the folders above it, or move the clone.`,
    )
  }
  const folder = await substituteOf(wanted)
  for (const part of [dirname(folder), folder]) {
    if (existsSync(part)) continue
    await mkdir(part, { recursive: true })
    await chmod(part, 0o711)
  }
  if (!canEnter(user, folder))
    throw new StartRefused(`The folder ${folder} cannot be reached by the user ${user.name}: set DATA_DIR to a folder that can.`)
  return folder
}

const hasDatabase = (folder: string): boolean => existsSync(join(folder, 'postgres', 'PG_VERSION'))

const substituteOf = async (wanted: string): Promise<string> =>
  join(
    '/var/lib/wardkeeper',
    createHash('sha256')
      .update(await realpath(wanted))
      .digest('hex')
      .slice(0, 16),
  )
