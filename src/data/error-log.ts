import { uploadLogs } from '#contract/calls/session.ts'
import { ApiError } from './api-error.ts'
import { invoke } from './client.ts'
import { forget, keep, kept } from './stored.ts'

/** An uncaught fault of the interface, kept on this computer until it is sent or cleared. */
export interface LogEntry {
  readonly type: 'error'
  readonly message: string
  readonly stack: string
  readonly info: string
  readonly url: string
  readonly time: string
}

const most = 200

/** The kept faults, the newest last. */
export function errorLog(): readonly LogEntry[] {
  return kept<LogEntry[]>('logs') ?? []
}

/** Forgets the kept faults. */
export function clearLog(): void {
  forget('logs')
}

/** Sends the kept faults to the server. Throws ApiError. */
export async function sendLog(): Promise<void> {
  await invoke(uploadLogs, { body: errorLog() })
}

/** Adds a fault; the oldest go when there are too many. */
export function appendLog(fault: Error, info: string): void {
  const entry: LogEntry = {
    type: 'error',
    message: fault.message,
    stack: fault.stack ?? '',
    info,
    url: location.href,
    time: new Date().toISOString(),
  }
  keep('logs', [...errorLog(), entry].slice(-most))
}

/** Keeps the faults that no page catches: of handlers and of promises. Answers of the server that were not awaited say nothing of the interface. */
export function watchFaults(target: Window = window): void {
  target.addEventListener('error', ({ error }) => {
    if (error instanceof Error) appendLog(error, 'error')
  })
  target.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && !(reason instanceof ApiError) && reason.name !== 'AbortError') appendLog(reason, 'unhandledrejection')
  })
}
