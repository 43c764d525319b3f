import { readdirSync, readFileSync } from 'node:fs'

/** CPU of a process since it began, with its ended threads left out: microseconds over all live threads. */
export function cpuOf(pid: number): number {
  let sum = 0
  for (const task of readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0])
    } catch {
      // A thread that has just ended.
    }
  }
  return sum / 1000
}

/** Process ids of the direct children of a process. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** CPU of a PostgreSQL server with all its live sessions and helpers, microseconds. */
export function postgresCpu(postmaster: number): number {
  let sum = 0
  for (const pid of [postmaster, ...childrenOf(postmaster)]) {
    try {
      sum += cpuOf(pid)
    } catch {
      // A session that has just ended.
    }
  }
  return sum
}

/** How busy the machine is: the mean number of runnable processes over the last minute. */
export const loadNow = (): number => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0])
