import type { PlateAnswer, PlateAsked, PlateFault, PlateReading } from './plate-messages.ts'

/** What a reader is doing: fetching its files, with the share that has come, or reading. */
export type PlateProgress = { readonly is: 'loading'; readonly share: number } | { readonly is: 'reading' }

/** Why a picture could not be read. */
export class PlateUnread extends Error {
  override name = 'PlateUnread'
  constructor(
    readonly fault: PlateFault,
    why: string,
  ) {
    super(why)
  }
}

/** Reads pictures of nameplates in a worker of its own. */
export interface PlateReader {
  /** Throws PlateUnread. */
  read: (file: Blob, onProgress: (now: PlateProgress) => void) => Promise<PlateReading>
  /** Ends the worker, which holds 200 MB. */
  close: () => void
}

/** Starts a worker with the first picture. */
export function plateReader(): PlateReader {
  let worker: Worker | undefined
  let last = 0
  const waiting = new Map<number, { answer: (answer: PlateAnswer) => void; fail: (error: PlateUnread) => void }>()
  const close = (): void => {
    worker?.terminate()
    worker = undefined
    for (const { fail } of waiting.values()) fail(new PlateUnread('unfit', 'closed'))
    waiting.clear()
  }
  const start = (): Worker => {
    const begun = new Worker(new URL('./plate-worker.ts', import.meta.url), { type: 'module' })
    begun.addEventListener('message', ({ data }: MessageEvent<PlateAnswer>) => waiting.get(data.id)?.answer(data))
    // Its script could not be fetched, or the phone has no memory left.
    begun.addEventListener('error', (event) => {
      const failed = [...waiting.values()]
      waiting.clear()
      close()
      for (const { fail } of failed)
        fail(new PlateUnread(navigator.onLine ? 'unfit' : 'noPack', event.message || 'the worker did not start'))
    })
    return begun
  }
  const read: PlateReader['read'] = (file, onProgress) =>
    new Promise((done, fail) => {
      worker ??= start()
      last += 1
      const id = last
      const end = (then: () => void): void => {
        waiting.delete(id)
        then()
      }
      waiting.set(id, {
        fail,
        answer: (answer) => {
          if (answer.type === 'loading') onProgress({ is: 'loading', share: answer.share })
          else if (answer.type === 'reading') onProgress({ is: 'reading' })
          else if (answer.type === 'read') end(() => done(answer.reading))
          else end(() => fail(new PlateUnread(answer.fault, answer.why)))
        },
      })
      const asked: PlateAsked = { id, file }
      worker.postMessage(asked)
    })
  return { read, close }
}
