import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from '../db/cluster/left-over.ts'
import { StartRefused } from '../refused.ts'

/** Who holds a data folder. `birth` tells a process from a later one with the same number; `url` is known once it listens. */
interface Holder {
  pid: number
  birth: string
  url?: string
}

/** The lock of a data folder, held by this process. */
export interface Lock {
  /** Tells a second start where this one answers. */
  announce(url: string): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the data folder for this process, so that one database has one program. A lock whose process is gone counts for nothing.
 * Throws StartRefused that says where the other one runs.
 */
export const takeLock = async (folder: string): Promise<Lock> => {
  const file = join(folder, 'running.json')
  const me: Holder = { pid: process.pid, birth: await birthOf(process.pid) }
  for (const end = Date.now() + 10_000; Date.now() < end; await sleep(10)) {
    if (await create(file, me)) return lockOn(file, me)
    const holder = await holderOf(file)
    if (holder && (await isHeld(holder))) throw new StartRefused(sentence(folder, holder))
    await removeStale(file, me)
  }
  throw new StartRefused(`The lock ${file} cannot be taken: remove the file when nothing of this clone runs, and start again.`)
}

const sentence = (folder: string, holder: Holder): string =>
  holder.url
    ? `This program already runs at ${holder.url} (process ${holder.pid}, data in ${folder}): use that one, or stop it first.`
    : `This program is already starting (process ${holder.pid}, data in ${folder}): wait for it, or stop it first.`

const holderOf = async (file: string): Promise<Holder | undefined> => {
  try {
    const found = JSON.parse(await readFile(file, 'utf8')) as Holder
    return Number.isInteger(found.pid) ? found : undefined
  } catch {
    return undefined
  }
}

const isHeld = async (holder: Holder): Promise<boolean> => isAlive(holder.pid) && (await birthOf(holder.pid)) === holder.birth

/** Boot and start tick of a process where the system tells (Linux), else only its number counts. */
const birthOf = async (pid: number): Promise<string> => {
  if (!existsSync('/proc/self/stat')) return ''
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return `${boot.trim()}:${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
}

const partOf = (file: string): string => `${file}.${randomBytes(4).toString('hex')}`

/** A link appears whole or not at all, and only when there is none yet. */
const create = async (file: string, holder: Holder): Promise<boolean> => {
  const part = partOf(file)
  await writeFile(part, JSON.stringify(holder))
  try {
    await link(part, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(part, { force: true })
  }
}

/**
 * Only the holder of the second lock may remove the first, after checking it again: so a lock that was just taken is never removed.
 * A second lock is held for a moment; one whose process died in that moment is removed by the next process that finds it.
 */
const removeStale = async (file: string, me: Holder): Promise<void> => {
  const second = `${file}.removing`
  if (!(await create(second, me))) {
    const holder = await holderOf(second)
    if (holder && !(await isHeld(holder))) await rm(second, { force: true })
    return
  }
  try {
    const holder = await holderOf(file)
    if (!holder || !(await isHeld(holder))) await rm(file, { force: true })
  } finally {
    await rm(second, { force: true })
  }
}

const lockOn = (file: string, me: Holder): Lock => ({
  announce: async (url) => {
    const part = partOf(file)
    await writeFile(part, JSON.stringify({ ...me, url }))
    await rename(part, file)
  },
  release: () => rm(file, { force: true }),
})
