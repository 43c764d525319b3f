import type pg from 'pg'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { writeAs } from '#server/db/pool.ts'
import { queue, threads } from '#server/kit/thread.ts'
import { breakJob, brokenOff } from './job-rows.ts'
import { signOfLife } from './sign-of-life.ts'
import type { Message, Report, Task } from './task.ts'

/** What a thread may hold beside the file itself; one that needs more is ended and the rest of the program goes on. */
const limits = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 48 }
const signMs = 10_000
const saidMs = 700

const tooMuch: Words = {
  zh: '文件太大，内存不足，请拆分后分次导入',
  en: 'The file is too large to be held in memory. Split it and import the parts',
}

/** One import at a time in a process: two would share its cores with everybody else's requests. */
const inTurn = queue()
/** Marked copies are waited for by people, so they do not stand behind an import that runs for minutes. */
const markInTurn = queue()

// Checking and writing follow each other, so a thread stays a while for what comes next.
const thread = threads<Task, Parameters<Report>[0]>('import-thread', limits)
let busy: AbortController | undefined

/** What is worked on or waits for its turn, by the program it belongs to. */
const underWay = new Map<pg.Pool, Set<Promise<void>>>()
const closing = new WeakSet<pg.Pool>()

/**
 * Works on an import in a thread, after those before it, and keeps its progress. `whole`: the task with its file, which is read when its turn has come.
 * Never throws: how it ended is in the import.
 */
export async function runImport(...of: Parameters<typeof work>): Promise<void> {
  const [pool] = of
  const all = underWay.get(pool) ?? new Set()
  underWay.set(pool, all)
  const one = work(...of)
  all.add(one)
  await one
  all.delete(one)
}

/** Breaks off what a program that stops still works on, so that the people hear of it now and not when somebody finds out. */
export async function endImports(pool: pg.Pool): Promise<void> {
  closing.add(pool)
  const all = underWay.get(pool) ?? []
  if ([...all].length > 0) busy?.abort()
  await Promise.all(all)
}

async function work(
  pool: pg.Pool,
  task: Pick<Exclude<Task, { kind: 'mark' }>, 'kind' | 'jobId' | 'version' | 'actor' | 'language'>,
  whole: () => Promise<Exclude<Task, { kind: 'mark' }>>,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { tenantId } = task.actor
  let progress: number | null = null
  let said = 0
  const life = signOfLife(pool, tenantId, task.jobId, onFault)
  const say = (): void => {
    said = Date.now()
    void life.say(progress)
  }
  const sign = setInterval(say, signMs)
  try {
    await inTurn(async () => {
      if (closing.has(pool)) throw new Error('the program stops')
      const given = await whole()
      const hear: Report = (message) => {
        if (!('progress' in message)) return
        progress = message.progress
        if (Date.now() - said > saidMs) say()
      }
      busy = new AbortController()
      await thread(given, hear, busy.signal).finally(() => {
        busy = undefined
      })
    })
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (!isRefused) onFault(error)
    const words = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : brokenOff[task.kind]
    const note = isRefused ? sentence(error.code, error.parameters, task.language) : words[task.language]
    await writeAs(pool, tenantId, (tx) => breakJob(tx, task, note)).catch(onFault)
  } finally {
    clearInterval(sign)
    await life.end().catch(onFault)
  }
}

/** The file that a task makes. Throws when the thread fails. */
export async function runMark(task: Extract<Task, { kind: 'mark' }>): Promise<{ file: Uint8Array; format: 'xlsx' | 'csv' }> {
  let made: Extract<Message, { file: Uint8Array }> | undefined
  await markInTurn(() =>
    thread(task, (message) => {
      if ('file' in message) made = message
    }),
  )
  if (!made) throw new Error('the thread made no file')
  return made
}
