import { create } from 'zustand'
import { unreadNum } from '#contract/calls/notice/notice.ts'
import { invoke } from './client.ts'
import { person, useSession } from './session.ts'

/** Milliseconds between two requests for the number of unread notices. */
export const unreadEvery = 10_000

interface Unread {
  readonly count: number
}

/** Unread notices of the signed-in person; shared by all tabs of the browser. */
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
// Counts requests, to drop the answer to an older one.
let looks = 0

/** Fetches the number now and publishes it to the other tabs. Keeps the last number when the request fails. */
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
    // Keep the last number; the next poll retries.
  }
}

/** Polls every ten seconds; returns the function that stops it. */
function watch(): () => void {
  void lookForUnread()
  const timer = setInterval(() => void lookForUnread(), unreadEvery)
  return () => clearInterval(timer)
}

/**
 * Keeps the number of unread notices up to date. One tab polls while it holds a lock and publishes the result to the others; when it closes, the next
 * tab takes over. Returns the function that stops it.
 */
export function followUnread(): () => void {
  const stop = new AbortController()
  channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('eam-unread')
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.who === who()) useUnread.setState({ count: data.count })
  })
  // Do not show one person the number of another.
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
