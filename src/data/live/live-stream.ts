import { eventReader, type StreamEvent } from './event-reader.ts'
import type { LiveNews } from './live-news.ts'

/** Delays before reconnecting, in milliseconds: after a stream that ended; after a failure, doubling up to the longest. */
const [endedMs, failedMs, longestMs] = [500, 1000, 30_000]
/** Delay in seconds after a refusal without Retry-After. */
const refusedS = 30
/** Idle timeout of a stream in milliseconds; the server sends heartbeats more often. */
export const silentMs = 65_000

export interface StreamEnv {
  readonly open: (lastId: string, signal: AbortSignal) => Promise<Response>
  /** Renews the session after a 401; false when the session has ended or there is no network. */
  readonly renew: () => Promise<boolean>
  readonly random: () => number
  /** Resolves after `ms` milliseconds, or at once when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export interface StreamHandlers {
  /** Called with changes and the id to resume from. */
  readonly onNews: (news: LiveNews, id: string) => void
  readonly onLive: (isLive: boolean) => void
}

const entitiesIn = (data: string): readonly string[] => {
  try {
    const { entities } = JSON.parse(data) as { entities?: unknown }
    return Array.isArray(entities) ? entities.map(String) : []
  } catch {
    return []
  }
}

/** Reads an answer to its end, or until it has been idle for too long. */
async function readAll(response: Response, onEvent: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  const take = eventReader(onEvent)
  let silence: ReturnType<typeof setTimeout> | undefined
  const giveUp = (): void => void reader.cancel().catch(() => {})
  signal.addEventListener('abort', giveUp)
  try {
    for (;;) {
      clearTimeout(silence)
      silence = setTimeout(giveUp, silentMs)
      const { value, done } = await reader.read()
      if (done) return
      take(value)
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', giveUp)
  }
}

/**
 * Keeps a stream of live changes open until the signal is aborted. Reconnects from the last event id, with random delays so that the browsers of a
 * hospital do not return at once. A stream that does not resume publishes `everything`, as earlier changes are unknown.
 */
export async function followStream(env: StreamEnv, handlers: StreamHandlers, firstId: string, signal: AbortSignal): Promise<void> {
  let lastId = firstId
  let failures = 0
  const backoff = (): number => Math.min(longestMs, failedMs * 2 ** failures++)
  const onEvent = ({ event, id, data }: StreamEvent): void => {
    const isContinued = event === 'ready' && lastId !== ''
    lastId = id || lastId
    if (event === 'change') handlers.onNews({ entities: entitiesIn(data) }, lastId)
    else if (!isContinued) handlers.onNews('everything', lastId)
  }
  /** Runs one stream to its end; returns the milliseconds to wait before the next. */
  const once = async (): Promise<number> => {
    const response = await env.open(lastId, signal)
    if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream')) {
      failures = 0
      handlers.onLive(true)
      await readAll(response, onEvent, signal)
      return endedMs
    }
    await response.body?.cancel()
    if (response.status === 401) return (await env.renew()) && failures++ === 0 ? 0 : backoff()
    return (Number(response.headers.get('retry-after')) || refusedS) * 1000
  }
  while (!signal.aborted) {
    const wait = await once().catch(backoff)
    handlers.onLive(false)
    if (!signal.aborted) await env.sleep(wait * (1 + env.random()), signal)
  }
}
