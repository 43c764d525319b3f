import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The program that holds this data folder, if one does: `{ pid, url }` of server/runtime/lock.ts. Only a first look, to leave the files
 * of a running program alone; the program itself takes the lock.
 */
export const runningHere = (dataDir = process.env.DATA_DIR?.trim() || '.data') => {
  try {
    const holder = JSON.parse(readFileSync(join(resolve(dataDir), 'running.json'), 'utf8'))
    process.kill(holder.pid, 0)
    return birthOf(holder.pid) === holder.birth ? holder : undefined
  } catch {
    return undefined
  }
}

/** Boot and start tick of a process on Linux: tells it from a later one with the same number. */
export const birthOf = (pid) => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${boot}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return ''
  }
}
