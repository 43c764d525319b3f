import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, realpath, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartRefused } from '../refused.ts'
import { canEnter, type ProcessUser } from './process-user.ts'

/** Bytes that must be free before a new database is laid out: its files, its log and room for the demo. */
const roomForNew = 400 * 1024 * 1024
const roomForOld = 32 * 1024 * 1024

/** Where everything that must survive lives. `moved` is true when that is not the folder asked for. */
export interface DataHome {
  folder: string
  /** The folder asked for, where the lock is; the same as `folder` unless moved. */
  asked: string
  moved: boolean
}

/**
 * Makes and answers the folder for database and files. For a user of its own (root's case) that user must be able to reach it; when a
 * folder above is closed to it, everything lives in /var/lib/wardkeeper/<hash of the path> instead. Modes of existing folders outside
 * stay as they are. `withDatabase` false asks for little room. Throws StartRefused when there is no room or the folder cannot be written.
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
  // A database that was laid out elsewhere stays in use when the folders above are opened later.
  const keeps = hasDatabase(substitute) && !hasDatabase(wanted)
  return canEnter(user, wanted) && !keeps
    ? { folder: wanted, asked: wanted, moved: false }
    : { folder: await elsewhere(wanted, user), asked: wanted, moved: true }
}

/** Makes a folder only the given user can look into (mode 700). */
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
    // A umask of 077 would shut out the database's user; this folder is new and ours.
    await chmod(folder, 0o711)
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason'
    if (why === 'ENOSPC') throw error
    throw new StartRefused(`The folder ${folder} cannot be made (${why}): set DATA_DIR to a folder that you can write.`)
  }
}

/** A `.data` that an earlier start left with mode 700 is ours to open; any other folder is not. */
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
