import { type ResourceLimits, Worker } from 'node:worker_threads'

/** What a thread says after each task: that it has ended, well or with an error. */
export interface Ended {
  readonly ended: true | Error
}

/** A thread that has nothing to do stays so long for what comes next. */
const idleMs = 20_000

const isSource = import.meta.url.endsWith('.ts')

function open(name: string, resourceLimits: ResourceLimits): Worker {
  // In the sources the thread is in the folder above, in the build beside the bundle.
  const file = new URL(isSource ? `../${name}.ts` : `./${name}.js`, import.meta.url)
  const options = { resourceLimits, execArgv: [] }
  if (!isSource) return new Worker(file, options)
  // A thread does not take over the loader that reads the sources, so it begins by asking for it.
  const begun = `import('tsx/esm/api').then(({ register }) => { register(); return import(${JSON.stringify(file.href)}) })`
  return new Worker(begun, { ...options, eval: true })
}

/** Work one after the other; each waits for the one before it, however that ended. */
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
 * Threads of the entry `server/<name>.ts`, which does the tasks it is sent one after the other. The answer hands a task to one of them: what it says on
 * the way goes to `see`; rejects when the task or the whole thread fails, with `ERR_WORKER_OUT_OF_MEMORY` where it needs more than `limits`, and when
 * `signal` breaks it off.
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
      // Its state is unknown.
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
