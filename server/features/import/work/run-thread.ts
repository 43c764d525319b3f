import type pg from 'pg'
import { importStates } from '#contract/entities/import/import-job.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Inspected } from '#server/kit/import/archive/archive.ts'
import type { Progress } from '#server/kit/jobs/job-kind.ts'
import { threads } from '#server/kit/jobs/thread.ts'
import { programOf } from '../rows/import-places.ts'
import { busyStateOf } from './job-rows.ts'
import { tooLong, workLimit } from './one-go.ts'
import { signOfLife } from './sign-of-life.ts'
import type { ImportTask, Message, Report, Task } from './task.ts'
import { Spent, type TimeBudget, timeBudget } from './time-budget.ts'

/** Memory limit of a thread besides the file itself; a thread that needs more is ended and the rest of the program continues. */
const limits = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 48 }
const signMs = 10_000
const saidMs = 700
/** Seconds that a thread has to end by itself after its transaction was ended. */
const graceSeconds = 15

const tooMuch: Words = {
  zh: '文件太大，内存不足，请拆分后分次导入',
  en: 'The file is too large to be held in memory. Split it and import the parts',
}

const tooSlow = (seconds: number): Words => ({
  zh: `读取文件超过 ${seconds} 秒，已停止，没有导入任何数据；请删去多余的工作表和格式，或拆分后分次导入`,
  en: `Reading the file took more than ${seconds} s and was stopped. Nothing was imported. Remove sheets and formats that are not needed, or split it and import the parts`,
})

// Checking and writing follow each other, so a thread stays a while for what comes next.
const thread = threads<Task, Parameters<Report>[0]>('import-thread', limits)

/** Aborts the marking of files at shutdown; imports are handed back by the runner of jobs. */
export async function endImports(pool: pg.Pool): Promise<void> {
  for (const one of programOf(pool).busy) one.abort()
}

/** Hands a task to a thread. The time budget ends the thread, and so does `signal`, or a program that stops. */
async function inThread(pool: pg.Pool, task: Task, budget: TimeBudget, hear: Report, signal?: AbortSignal): Promise<void> {
  const { busy } = programOf(pool)
  const broken = new AbortController()
  const breakOff = (): void => broken.abort()
  if (signal) signal.addEventListener('abort', breakOff)
  else busy.add(broken)
  budget.onSpent(breakOff)
  try {
    signal?.throwIfAborted()
    await thread(task, hear, broken.signal)
  } catch (error) {
    throw budget.spent() ?? error
  } finally {
    busy.delete(broken)
    signal?.removeEventListener('abort', breakOff)
  }
}

/**
 * Works on an import in a thread and keeps its progress. `whole`: the task with its file, which is read then. The thread ends import and job in the
 * transaction that writes. Refuses what takes too long or too much memory; throws when the thread fails.
 */
export async function runImport(
  pool: pg.Pool,
  of: Pick<ImportTask, 'kind' | 'jobId' | 'version'> & { readonly tenantId: string; readonly rows?: number },
  whole: () => Promise<ImportTask>,
  signal: AbortSignal,
  tell: (progress: Progress) => void,
): Promise<void> {
  const { seconds, workSeconds } = programOf(pool)
  let limit = of.kind === 'undo' ? workLimit(workSeconds, of.rows ?? 0) : workSeconds
  let progress: number | null = null
  let said = 0
  const life = signOfLife(pool, of.tenantId, of, () => {})
  const say = (): void => {
    said = Date.now()
    void life.say(progress)
  }
  say()
  const sign = setInterval(say, signMs)
  const budget = timeBudget(of.kind === 'undo' ? limit + graceSeconds : seconds, of.kind === 'undo' ? 'work' : 'reading')
  try {
    const given = await budget.within(whole())
    await inThread(
      pool,
      given,
      budget,
      (message) => {
        if ('isRead' in message) {
          limit = workLimit(workSeconds, message.rows)
          budget.renew(limit + graceSeconds, 'work')
        }
        if (!('progress' in message)) return
        progress = message.progress
        tell({ done: message.progress, total: 100, phase: importStates[busyStateOf[of.kind]] })
        if (Date.now() - said > saidMs) say()
      },
      signal,
    )
  } catch (error) {
    if (error instanceof Spent && error.phase === 'work') throw tooLong(of.kind, limit)
    throw refusalFor(error) ?? error
  } finally {
    budget.end()
    clearInterval(sign)
    await life.end().catch(() => {})
  }
}

/** The refusal of work whose time or memory was not enough. */
function refusalFor(error: unknown): Refusal | undefined {
  if (error instanceof Spent && error.phase === 'reading') return new Refusal('rule', { ...tooSlow(error.seconds) })
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return new Refusal('rule', { ...tooMuch })
  return undefined
}

/** Looks into an archive. Refuses one that cannot be taken, or whose reading takes too long or too much memory. */
export async function runInspect(
  pool: pg.Pool,
  task: Extract<Task, { kind: 'inspect' }>,
  signal: AbortSignal,
): Promise<readonly Inspected[]> {
  const budget = timeBudget(programOf(pool).seconds, 'reading')
  let found: readonly Inspected[] = []
  let refused = undefined as Words | undefined
  try {
    await inThread(
      pool,
      task,
      budget,
      (message) => {
        if ('inspected' in message) found = message.inspected
        if ('refused' in message) refused = message.refused
      },
      signal,
    )
  } catch (error) {
    throw refusalFor(error) ?? error
  } finally {
    budget.end()
  }
  if (refused) throw new Refusal('rule', { ...refused })
  return found
}

/** The file that a task makes. Refuses one that takes too long or too much memory; throws when the thread fails. */
export async function runMark(pool: pg.Pool, task: Extract<Task, { kind: 'mark' }>): Promise<{ file: Uint8Array; format: 'xlsx' | 'csv' }> {
  const { markQueue, seconds } = programOf(pool)
  let made: Extract<Message, { file: Uint8Array }> | undefined
  try {
    await markQueue(task.actor.tenantId, async () => {
      const budget = timeBudget(seconds, 'reading')
      try {
        await inThread(pool, task, budget, (message) => {
          if ('file' in message) made = message
        })
      } finally {
        budget.end()
      }
    })
  } catch (error) {
    throw refusalFor(error) ?? error
  }
  if (!made) throw new Error('the thread made no file')
  return made
}
