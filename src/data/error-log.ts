import { uploadLogs } from '#contract/calls/session.ts'
import { ApiError } from './api-error.ts'
import { invoke } from './client.ts'
import { forget, keep, kept, siteKey } from './stored.ts'

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

const listeners = new Set<() => void>()
/** What was read last; undefined when it has changed since. */
let known: readonly LogEntry[] | undefined

const read = (): readonly LogEntry[] => kept<LogEntry[]>('logs') ?? []

function changed(): void {
  known = undefined
  for (const listener of listeners) listener()
}

/** The kept faults, the newest last; the same list until it changes. */
export function errorLog(): readonly LogEntry[] {
  known ??= read()
  return known
}

/** Calls the listener at each change of the kept faults, by other tabs too; returns the function that ends it. */
export function onErrorLog(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === `${siteKey}logs` || key === null) changed()
  }
  listeners.add(listener)
  globalThis.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    globalThis.removeEventListener('storage', onStorage)
  }
}

/** Forgets the kept faults. */
export function clearLog(): void {
  forget('logs')
  changed()
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
  // From the storage: another tab may have kept one of its own.
  keep('logs', [...read(), entry].slice(-most))
  changed()
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
