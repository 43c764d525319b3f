import { parentPort } from 'node:worker_threads'
import './modules.ts'
import { runTask } from './features/import/work/run-task.ts'
import type { Message, Task } from './features/import/work/task.ts'

/** A thread that works on imports, one task after the other. */
const port = parentPort
if (!port) throw new Error('this file is started as a thread')
const say = (message: Message): void => port.postMessage(message)

port.on('message', (task: Task) => {
  runTask(task, say).then(
    () => say({ ended: true }),
    (error: unknown) => say({ ended: error instanceof Error ? error : new Error(String(error)) }),
  )
})
