import { parentPort } from 'node:worker_threads'
import { type Drawing, labelsPdf, type Rendered } from './features/label/label-pdf.ts'
import type { Ended } from './kit/jobs/thread.ts'

/** A thread that draws labels, one printing after the other. */
const port = parentPort
if (!port) throw new Error('this file is started as a thread')
const say = (message: Rendered | Ended): void => port.postMessage(message)

port.on('message', (task: Drawing) => {
  // What a PDF needs not is loaded with the first ZPL.
  const drawn =
    task.dpi === undefined ? labelsPdf(task) : import('./features/label/label-zpl.ts').then(({ labelsZpl }) => labelsZpl(task, task.dpi!))
  drawn.then(
    (file) => {
      say({ file })
      say({ ended: true })
    },
    (error: unknown) => say({ ended: error instanceof Error ? error : new Error(String(error)) }),
  )
})
