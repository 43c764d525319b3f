import { parentPort } from 'node:worker_threads'
import { type Drawing, labelsPdf, type Rendered } from './features/label/label-pdf.ts'
import { labelsZpl } from './features/label/label-zpl.ts'
import type { Ended } from './kit/thread.ts'

/** A thread that draws labels, one printing after the other. */
const port = parentPort
if (!port) throw new Error('this file is started as a thread')
const say = (message: Rendered | Ended): void => port.postMessage(message)

port.on('message', (task: Drawing) => {
  const drawn = task.dpi === undefined ? labelsPdf(task) : labelsZpl(task, task.dpi)
  drawn.then(
    (file) => {
      say({ file })
      say({ ended: true })
    },
    (error: unknown) => say({ ended: error instanceof Error ? error : new Error(String(error)) }),
  )
})
