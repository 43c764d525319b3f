import { join } from 'node:path'
import { type ResourceLimits, Worker } from 'node:worker_threads'

/** The message of a worker thread after each task: finished, or an error. */
export interface Ended {
  readonly ended: true | Error
}

/** An idle thread is kept this long for the next task. */
const idleMs = 20_000

const isSource = import.meta.url.endsWith('.ts')
let built: string | undefined

/** Takes the entries of threads from a folder of built ones, where the program itself runs from its sources: a built one is loaded in a tenth of the time. */
export const takeBuiltThreads = (folder: string): void => {
  built = folder
}

function open(name: string, resourceLimits: ResourceLimits): Worker {
  // In the sources, the entry is in the parent folder; in the build, beside the bundle.
  const file = new URL(isSource ? `../../${name}.ts` : `./${name}.js`, import.meta.url)
  const options = { resourceLimits, execArgv: [] }
  if (built) return new Worker(join(built, `${name}.js`), options)
  if (!isSource) return new Worker(file, options)
  // A worker thread does not inherit the loader for TypeScript sources, so it registers the loader itself.
  const begun = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  return new Worker(begun, { ...options, eval: true })
}

/** A queue that runs work sequentially; each item waits for the previous one to settle. */
export const queue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next.catch(() => {})
    return next
  }
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

/**
 * Worker threads of the entry `server/<name>.ts`, which runs the tasks it receives one after the other. The returned function sends a task
 * to a thread and passes its messages to `see`. Rejects if the task or the whole thread fails, with `ERR_WORKER_OUT_OF_MEMORY` if it
 * exceeds `limits`, and when `signal` aborts.
 */
export function threads<Task, Said extends object>(name: string, limits: ResourceLimits) {
  let idle: { worker: Worker; timer: NodeJS.Timeout } | undefined

  function taken(): Worker {
    const worker = idle?.worker ?? open(name, limits)
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

  return async (task: Task, see: (said: Said) => void, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted()
    const worker = taken()
    const { promise, resolve, reject } = ending()
    const hear = (message: Said | Ended): void => {
      if (!('ended' in message)) see(message)
      else if (message.ended === true) resolve()
      else reject(message.ended)
    }
    const stop = (code: number): void => reject(new Error(`the thread ended with ${code}`))
    const breakOff = (): void => void worker.terminate()
    worker.on('message', hear)
    worker.on('error', reject)
    worker.on('exit', stop)
    signal?.addEventListener('abort', breakOff)
    try {
      worker.postMessage(task)
      await promise
    } catch (error) {
      // The state of the thread is unknown, so it is not reused.
      void worker.terminate()
      throw error
    } finally {
      signal?.removeEventListener('abort', breakOff)
      worker.off('message', hear)
      worker.off('exit', stop)
    }
    worker.off('error', reject)
    kept(worker)
  }
}
