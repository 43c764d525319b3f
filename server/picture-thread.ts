import { parentPort } from 'node:worker_threads'
import { jpegOf, type Made, type Source } from './kit/files/heic.ts'
import type { Ended } from './kit/jobs/thread.ts'

/** A thread that decodes pictures of iPhones, one after the other. */
const port = parentPort
if (!port) throw new Error('this file is started as a thread')

// libheif tells the console of every picture that it cannot read. The answer says that too, and the log holds JSON alone.
console.log = () => {}

port.on('message', (source: Source) => {
  jpegOf(source).then(
    (jpeg) => {
      const made: Made = { jpeg }
      port.postMessage(made)
      const ended: Ended = { ended: true }
      port.postMessage(ended)
    },
    (error: unknown) => {
      const ended: Ended = { ended: error instanceof Error ? error : new Error(String(error)) }
      port.postMessage(ended)
    },
  )
})
