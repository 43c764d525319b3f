import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile, readlink, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '#server/refused.ts'

/**
 * After a kill -9 of the program its PostgreSQL is still running: shuts it down cleanly, without losing committed data, and neutralises the
 * pid file of one that has ended. Returns whether a running one was stopped. Throws StartRefused if it cannot be stopped.
 */
export const stopLeftOver = async (data: string): Promise<boolean> => {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (!(await isPostmasterOf(pid, data))) {
    await disown(pidFile)
    await sessionsGone(data, 20)
    return false
  }
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 20],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      throw new StartRefused(
        `The database in ${data} is run by another user (process ${pid}): start as that user, or set DATA_DIR to another folder.`,
      )
    }
    if (await goneWithin(pid, seconds)) return true
  }
  throw new StartRefused(`The database in ${data} still runs as process ${pid} and does not end: stop that process and start again.`)
}

const goneWithin = async (pid: number, seconds: number): Promise<boolean> => {
  for (let waited = 0; waited < seconds * 1000; waited += 25) {
    if (!isAlive(pid)) return true
    await sleep(25)
  }
  return false
}

/** Waits for the sessions of a killed server: they end shortly after it, and until then no other server starts on its files. */
const sessionsGone = async (data: string, seconds: number): Promise<void> => {
  for (let waited = 0; waited < seconds * 1000; waited += 25) {
    if (!(await someoneIn(data))) return
    await sleep(25)
  }
}

/** Whether a process has this data folder as its working directory, as all PostgreSQL processes do. Requires `/proc`. */
const someoneIn = async (data: string): Promise<boolean> => {
  const folder = await realpath(data)
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')))
  return folders.includes(folder)
}

/**
 * The process id in the file may now belong to another process or to a zombie, and PostgreSQL would take either for a running server. The
 * rest of the file stays: PostgreSQL uses it to find sessions of the old server that are still ending.
 */
const disown = async (pidFile: string): Promise<void> => {
  const lines = (await readFile(pidFile, 'utf8')).split('\n')
  // No operating system assigns a process id this high.
  lines[0] = '2147483646'
  await writeFile(pidFile, lines.join('\n'))
}

/** Whether a process with this id is running; a zombie (Linux: Z) is not. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat[stat.lastIndexOf(')') + 2] !== 'Z'
  } catch {
    return !existsSync('/proc/self/stat')
  }
}

/** Whether the process is the PostgreSQL of this data folder: its working directory is the data folder. */
const isPostmasterOf = async (pid: number, data: string): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cwd')) return true
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return cwd === undefined ? existsSync(`/proc/${pid}`) : cwd === (await realpath(data))
}
