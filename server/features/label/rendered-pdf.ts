import { Refusal } from '#contract/kit/errors.ts'
import { queue, threads } from '#server/kit/jobs/thread.ts'
import type { Drawing, Rendered } from './label-pdf.ts'
import type { RecordedPrint } from './recorded-print.ts'

/** Memory limit of the thread: enough for the most labels of one print job, even when each has different characters. */
const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }
/** So many may stand in the queue, for each holds its labels in memory. */
const mostWaiting = 20

const thread = threads<Drawing, Rendered>('label-thread', limits)
/** One printing at a time in a process: two would share its cores with everybody else's requests. */
const enqueue = queue()
let waiting = 0

const tooMuch = (): Refusal =>
  new Refusal('rule', {
    zh: '标签太多，内存不足，文件没有生成，请分次打印',
    en: 'There are too many labels to fit in memory, so no file was created. Print them in parts',
  })

/**
 * A print job as PDF, drawn by a thread while the program answers other requests. Refuses when too many wait or the thread runs out of memory; `gone`
 * aborts it, because no client waits for it any more.
 */
export const renderedPdf = (print: RecordedPrint, logo: Buffer | undefined, gone?: AbortSignal): Promise<Buffer> =>
  rendered({ print, logo }, gone)

/** A print job as ZPL for a printer of so many dots in an inch, under the same limits. */
export const renderedZpl = (print: RecordedPrint, logo: Buffer | undefined, dpi: number, gone?: AbortSignal): Promise<Buffer> =>
  rendered({ print, logo, dpi }, gone)

async function rendered(drawing: Drawing, gone: AbortSignal | undefined): Promise<Buffer> {
  if (waiting >= mostWaiting) throw new Refusal('busy')
  waiting++
  let file: Uint8Array | undefined
  try {
    await enqueue(() =>
      thread(
        drawing,
        (done) => {
          file = done.file
        },
        gone,
      ),
    )
  } catch (error) {
    // No client receives this answer, and it is no fault.
    if (gone?.aborted) throw new Refusal('busy')
    throw (error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error
  } finally {
    waiting--
  }
  if (!file) throw new Error('the thread made no file')
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}
