import { uploadLogs } from '#contract/calls/identity/session.ts'
import { ApiError } from './api-error.ts'
import { invoke } from './client.ts'
import { forget, keep, kept, siteKey } from './stored.ts'

/** An uncaught error of the interface, stored in this browser until it is sent or cleared. */
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
/** Cached entries of the storage; undefined when stale. */
let known: readonly LogEntry[] | undefined

const read = (): readonly LogEntry[] => kept<LogEntry[]>('logs') ?? []

function changed(): void {
  known = undefined
  for (const listener of listeners) listener()
}

/** The stored errors, oldest first. Returns the same array until it changes. */
export function errorLog(): readonly LogEntry[] {
  known ??= read()
  return known
}

/** Calls the listener when the stored errors change, in this tab or another; returns the unsubscribe function. */
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

/** Deletes the stored errors. */
export function clearLog(): void {
  forget('logs')
  changed()
}

/** Sends the stored errors to the server. Throws ApiError. */
export async function sendLog(): Promise<void> {
  await invoke(uploadLogs, { body: errorLog() })
}

/** Stores an error; drops the oldest ones beyond the limit. */
export function appendLog(fault: Error, info: string): void {
  const entry: LogEntry = {
    type: 'error',
    message: fault.message,
    stack: fault.stack ?? '',
    info,
    url: location.href,
    time: new Date().toISOString(),
  }
  // Read the storage again: another tab may have added an entry.
  keep('logs', [...read(), entry].slice(-most))
  changed()
}

/** Stores uncaught errors of handlers and promises. Skips server refusals and aborts, which are not errors of the interface. */
export function watchFaults(target: Window = window): void {
  target.addEventListener('error', ({ error }) => {
    if (error instanceof Error) appendLog(error, 'error')
  })
  target.addEventListener('unhandledrejection', ({ reason }) => {
    if (reason instanceof Error && !(reason instanceof ApiError) && reason.name !== 'AbortError') appendLog(reason, 'unhandledrejection')
  })
}
