import { keep, kept } from './stored.ts'

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
