import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { Refusal, sentence } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { writeAs } from '#server/db/pool.ts'
import { afterFault, aliveJob, changeJob } from './job-rows.ts'
import type { Message, Task } from './task.ts'
import { tellEnded } from './tell-ended.ts'

/** What a thread may hold beside the file itself; one that needs more is ended and the rest of the program goes on. */
const limits = { maxOldGenerationSizeMb: 448, maxYoungGenerationSizeMb: 48 }
const signMs = 10_000
const saidMs = 700
const idleMs = 20_000

const isSource = import.meta.url.endsWith('.ts')

const stopped: Words = {
  zh: '处理被中断，请重新开始',
  en: 'The work was interrupted. Start it again',
}
const tooMuch: Words = {
  zh: '文件太大，内存不足，请拆分后分次导入',
  en: 'The file is too large to be held in memory. Split it and import the parts',
}

/** A queue of its own. */
const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
}

/** One import at a time in a process: two would share its cores with everybody else's requests. */
const inTurn = queue()
/** Marked copies are waited for by people, so they do not stand behind an import that runs for minutes. */
const markInTurn = queue()

// In the sources the thread lies beside this folder's parent, in the program beside the one file it was built into.
const threadFile = new URL(isSource ? '../../import-thread.ts' : './import-thread.js', import.meta.url)

// A thread does not take over the loader that reads the sources, so it begins by asking for it.
const begun = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(threadFile.href)}) })`

const open = (): Worker => {
  const options = { resourceLimits: limits, execArgv: [] }
  return isSource ? new Worker(begun, { ...options, eval: true }) : new Worker(threadFile, options)
}

// Checking and writing follow each other, so a thread stays a while for what comes next.
let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined
let busy: Worker | undefined

function taken(): Worker {
  const worker = idle?.worker ?? open()
  clearTimeout(idle?.timer)
  idle = undefined
  worker.ref()
  return worker
}

function kept(worker: Worker): void {
  if (idle) {
    void worker.terminate()
    return
  }
  const timer = setTimeout(() => {
    idle = undefined
    void worker.terminate()
  }, idleMs).unref()
  worker.unref()
  worker.removeAllListeners('exit')
  worker.once('exit', () => {
    if (idle?.worker === worker) idle = undefined
  })
  idle = { worker, timer }
}

function ending(): { promise: Promise<void>; resolve(): void; reject(error: unknown): void } {
  let resolve: () => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<void>((done, fail) => {
    resolve = done
    reject = fail
  })
  return { promise, resolve, reject }
}

/** Lets a thread do a task; what it says on the way goes to `see`. Rejects when the task or the whole thread fails. */
async function thread(task: Task, see: (message: Exclude<Message, { ended: unknown }>) => void): Promise<void> {
  const worker = taken()
  const { promise, resolve, reject } = ending()
  const hear = (message: Message): void => {
    if (!('ended' in message)) see(message)
    else if (message.ended === true) resolve()
    else reject(message.ended)
  }
  const stop = (code: number): void => reject(new Error(`the thread ended with ${code}`))
  worker.on('message', hear)
  worker.on('error', reject)
  worker.on('exit', stop)
  if (task.kind !== 'mark') busy = worker
  try {
    worker.postMessage(task)
    await promise
  } catch (error) {
    // Nobody knows what is left in it.
    void worker.terminate()
    throw error
  } finally {
    if (busy === worker) busy = undefined
    worker.off('message', hear)
    worker.off('exit', stop)
  }
  worker.off('error', reject)
  kept(worker)
}

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
  if (busy && [...all].length > 0) void busy.terminate()
  await Promise.all(all)
}

async function work(
  pool: pg.Pool,
  task: Pick<Exclude<Task, { kind: 'mark' }>, 'kind' | 'jobId' | 'actor' | 'language'>,
  whole: () => Promise<Exclude<Task, { kind: 'mark' }>>,
  onFault: (error: unknown) => void,
): Promise<void> {
  const { tenantId } = task.actor
  let progress: number | null = null
  let said = 0
  const say = (): void => {
    said = Date.now()
    writeAs(pool, tenantId, (tx) => tx.run(aliveJob(tenantId, task.jobId, progress))).catch(onFault)
  }
  const sign = setInterval(say, signMs)
  try {
    await inTurn(async () => {
      if (closing.has(pool)) throw new Error('the program stops')
      const given = await whole()
      return thread(given, (message) => {
        if (!('progress' in message)) return
        progress = message.progress
        if (Date.now() - said > saidMs) say()
      })
    })
  } catch (error) {
    const isRefused = error instanceof Refusal
    if (!isRefused) onFault(error)
    const words = (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch : stopped
    const note = isRefused ? sentence(error.code, error.parameters, task.language) : words[task.language]
    await writeAs(pool, tenantId, async (tx) => {
      tx.later(changeJob(tenantId, task.jobId, { status: afterFault[task.kind], progress: 0, note }))
      await tellEnded(tx, task.actor, task.jobId, note)
    }).catch(onFault)
  } finally {
    clearInterval(sign)
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
