import { existsSync } from 'node:fs'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '../refused.ts'

/**
 * After a kill -9 of the program its PostgreSQL still runs: shuts that one down in order (nothing committed is lost) and removes the pid
 * file of one that is gone. Answers true when a running one was stopped. Throws StartRefused when it cannot be stopped.
 */
export const stopLeftOver = async (data: string): Promise<boolean> => {
  const pidFile = join(data, 'postmaster.pid')
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 1) return false
  if (!(await isPostmasterOf(pid, data))) {
    // The number may belong to someone else by now, and PostgreSQL would then refuse to start.
    await rm(pidFile, { force: true })
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

/** True while a process with this number exists (a zombie that nobody has waited for does not count on Linux). */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** PostgreSQL works inside its data folder, so the process's own folder tells whether the number is still it. */
const isPostmasterOf = async (pid: number, data: string): Promise<boolean> => {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cwd')) return true
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  return cwd === undefined ? existsSync(`/proc/${pid}`) : cwd === (await realpath(data))
}
