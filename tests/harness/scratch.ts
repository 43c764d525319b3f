import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const prefix = 'wardkeeper-tests-'
const gibibyte = 2 ** 30
/** More than the databases of a whole run take, with room for what runs beside it. */
const wanted = 8 * gibibyte
/** The magic number of a file system in memory, from statfs(2). */
const tmpfs = 0x01021994

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether files in memory have room: as large a file system, and as much memory that nothing uses. */
const hasRoom = (): boolean => {
  try {
    const { type, bavail, bsize } = statfsSync(memory)
    const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1] ?? 0) * 1024
    return type === tmpfs && bavail * bsize >= wanted && available >= wanted
  } catch {
    return false
  }
}

/** Removes what processes left that were killed, as far as it is ours. */
const tidy = (): void => {
  for (const name of readdirSync(memory)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : 0
    if (pid === 0 || isAlive(pid)) continue
    try {
      rmSync(join(memory, name), { recursive: true, force: true })
    } catch {
      // Of another person.
    }
  }
}

let folder: string | undefined

/**
 * The folder for the databases of tests: one of this process in memory where there is room, which goes with the process; otherwise, or where TMPDIR says so,
 * that of temporary files. Each file of API tests copies a database of two thousand files, which takes a fifth of its time on a disk.
 */
export const scratchFolder = (): string => {
  if (folder) return folder
  if (process.env.TMPDIR || !hasRoom()) return tmpdir()
  tidy()
  folder = join(memory, `${prefix}${process.pid}`)
  // PostgreSQL runs as another user where tests run as root. Each project of a run loads this file for itself, so the folder may be there.
  mkdirSync(folder, { mode: 0o711, recursive: true })
  process.once('exit', () => rmSync(folder!, { recursive: true, force: true }))
  return folder
}
