import { create } from 'zustand'
import { unreadNum } from '#contract/calls/notice.ts'
import { invoke } from './client.ts'
import { person, useSession } from './session.ts'

/** Milliseconds between two requests for the number of unread notices. */
export const unreadEvery = 10_000

interface Unread {
  readonly count: number
}

/** How many notices the signed-in person has not read; the same in all tabs of the browser. */
export const useUnread = create<Unread>()(() => ({ count: 0 }))

interface News {
  readonly who: string
  readonly count: number
}

const who = (): string | undefined => {
  const now = person()
  return now?.rights.includes(unreadNum.may) && !useSession.getState().isLocked ? `${now.tenantId}/${now.user_id}` : undefined
}

let channel: BroadcastChannel | undefined
// Counts the requests: an answer to an older one is outdated.
let looks = 0

/** Asks the server now and tells the other tabs. Without an answer the number stays as it is. */
export async function lookForUnread(): Promise<void> {
  const asked = who()
  if (!asked) return
  const look = ++looks
  try {
    const { count } = await invoke(unreadNum)
    if (who() !== asked || look !== looks) return
    useUnread.setState({ count })
    channel?.postMessage({ who: asked, count } satisfies News)
  } catch {
    // The bell keeps its last number; the next request follows by itself.
  }
}

/** Polls every ten seconds while it holds the lock; returns the function that ends it. */
function watch(): () => void {
  void lookForUnread()
  const timer = setInterval(() => void lookForUnread(), unreadEvery)
  return () => clearInterval(timer)
}

/**
 * Keeps the number of unread notices fresh: one tab of the browser polls, the others receive its result. The polling tab holds a lock; when it
 * closes, the next one takes over. Returns the function that stops it.
 */
export function followUnread(): () => void {
  const stop = new AbortController()
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('eam-unread')
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.who === who()) useUnread.setState({ count: data.count })
  })
  // Another person begins with their own number.
  const unsubscribe = useSession.subscribe((now, before) => {
    if (now.person?.user_id === before.person?.user_id && now.person?.tenantId === before.person?.tenantId) return
    useUnread.setState({ count: 0 })
    void lookForUnread()
  })
  const hold = (): Promise<void> =>
    new Promise((release) => {
      const end = watch()
      stop.signal.addEventListener('abort', () => {
        end()
        release()
      })
    })
  const { locks } = globalThis.navigator ?? {}
  if (locks) {
    void lookForUnread()
    locks.request('eam-unread', { signal: stop.signal }, hold).catch(() => {})
  } else void hold()
  return () => {
    stop.abort()
    unsubscribe()
    channel?.close()
    channel = undefined
  }
}
