import type pg from 'pg'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { writeAs } from '#server/db/pool.ts'
import { threads } from '#server/kit/thread.ts'
import { programOf } from './import-places.ts'
import { breakJob, brokenOff } from './job-rows.ts'
import { signOfLife } from './sign-of-life.ts'
import type { Message, Report, Task } from './task.ts'
import { Spent, type TimeBudget, timeBudget } from './time-budget.ts'

/** Memory limit of a thread besides the file itself; a thread that needs more is ended and the rest of the program continues. */
const limits = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 48 }
const signMs = 10_000
const saidMs = 700
/** Seconds that grading and writing may take once a file is read; a transaction that writes one is ended before. */
const workSeconds = 300

const tooMuch: Words = {
  zh: '文件太大，内存不足，请拆分后分次导入',
  en: 'The file is too large to be held in memory. Split it and import the parts',
}

const tooSlow = (seconds: number): Words => ({
  zh: `读取文件超过 ${seconds} 秒，已停止，没有写入任何数据；请删去多余的工作表和格式，或拆分后分次导入`,
  en: `Reading the file took more than ${seconds} s and was stopped. Nothing was written. Remove sheets and formats that are not needed, or split it and import the parts`,
})

// Checking and writing follow each other, so a thread stays a while for what comes next.
const thread = threads<Task, Parameters<Report>[0]>('import-thread', limits)

/**
 * Works on an import in a thread when its hospital's turn has come, and keeps its progress. `whole`: the task with its file, which is read then.
 * Never throws: how it ended is in the import.
 */
export async function runImport(...of: Parameters<typeof work>): Promise<void> {
  const { underWay } = programOf(of[0])
  const one = work(...of)
  underWay.add(one)
  await one
  underWay.delete(one)
}

/** Aborts running imports at shutdown, so that their owners are notified at once. */
export async function endImports(pool: pg.Pool): Promise<void> {
  const program = programOf(pool)
  program.isClosing = true
  for (const one of program.busy) one.abort()
  await Promise.all(program.underWay)
}

/** Hands a task to a thread. The time budget ends the thread, and so does a program that stops. */
async function inThread(pool: pg.Pool, task: Task, budget: TimeBudget, hear: Report): Promise<void> {
  const { busy } = programOf(pool)
  const broken = new AbortController()
  busy.add(broken)
  budget.onSpent(() => broken.abort())
  try {
    await thread(task, hear, broken.signal)
  } catch (error) {
    throw budget.spent() ?? error
  } finally {
    busy.delete(broken)
  }
}

async function work(
  pool: pg.Pool,
  task: Pick<Exclude<Task, { kind: 'mark' }>, 'kind' | 'jobId' | 'version' | 'actor' | 'language'>,
  whole: () => Promise<Exclude<Task, { kind: 'mark' }>>,
  onFault: (error: unknown) => void,
): Promise<void> {
  const program = programOf(pool)
  const { tenantId } = task.actor
  let progress: number | null = null
  let said = 0
  const life = signOfLife(pool, tenantId, task, onFault)
  const say = (): void => {
    said = Date.now()
    void life.say(progress)
  }
  const sign = setInterval(say, signMs)
  try {
    await program.queue(tenantId, async () => {
      if (program.isClosing) throw new Error('the program stops')
      const budget = timeBudget(task.kind === 'undo' ? workSeconds : program.seconds, task.kind === 'undo' ? 'work' : 'reading')
      try {
        const given = await budget.within(whole())
        await inThread(pool, given, budget, (message) => {
          if ('isRead' in message) budget.renew(workSeconds, 'work')
          if (!('progress' in message)) return
          progress = message.progress
          if (Date.now() - said > saidMs) say()
        })
      } finally {
        budget.end()
      }
    })
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (!isRefused && !(error instanceof Spent)) onFault(error)
    const note = isRefused ? sentence(error.code, error.parameters, task.language) : wordsOf(error, task.kind)[task.language]
    await writeAs(pool, tenantId, (tx) => breakJob(tx, task, note)).catch(onFault)
  } finally {
    clearInterval(sign)
    await life.end().catch(onFault)
  }
}

/** The message about work that did not complete. */
function wordsOf(error: unknown, kind: keyof typeof brokenOff): Words {
  if (error instanceof Spent && error.phase === 'reading') return tooSlow(error.seconds)
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return tooMuch
  return brokenOff[kind]
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
    if (error instanceof Spent) throw new Refusal('rule', { ...tooSlow(error.seconds) })
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('rule', { ...tooMuch })
    throw error
  }
  if (!made) throw new Error('the thread made no file')
  return made
}
