import { liveChanges } from '#contract/calls/tooling/live.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { renew, tokensHeld } from '../renewal.ts'
import { type Session, useSession } from '../session.ts'
import { spreadNews, useLive } from './live-news.ts'
import { shareLive } from './live-share.ts'
import { followStream, type StreamEnv } from './live-stream.ts'
import { pacedNews } from './paced-news.ts'

/** Milliseconds for which a hidden tab keeps the stream: a short absence does not reopen it, an abandoned tab releases it. */
const hiddenMs = 30_000
/** Name of the lock and the channel shared by all tabs. */
const shared = 'eam-live'

/** Resolves after `ms` milliseconds, or early when the signal is aborted or the network returns. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((done) => {
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      globalThis.removeEventListener('online', wake)
      done()
    }
    const timer = setTimeout(wake, ms)
    signal.addEventListener('abort', wake)
    globalThis.addEventListener('online', wake)
  })

/** Uses fetch directly, without the timeout of other calls. */
const browser = (): StreamEnv => {
  let tokens = ''
  return {
    open(lastId, signal) {
      tokens = tokensHeld()
      return fetch(`/api${pathsOf(liveChanges)[0]}`, {
        credentials: 'include',
        cache: 'no-store',
        headers: { accept: 'text/event-stream', 'x-eam-client': 'web', ...(lastId ? { 'last-event-id': lastId } : {}) },
        signal,
      })
    },
    renew: () => renew(tokens),
    random: Math.random,
    sleep,
  }
}

/** Identifies the person to notify; undefined when signed out, locked, or before the password or second factor is set up. */
const whoOf = ({ person, isLocked }: Session): string | undefined =>
  person && !isLocked && !person.mustChange && !person.mustEnrol ? `${person.tenantId}/${person.user_id}` : undefined

const isVisible = (): boolean => document.visibilityState === 'visible'

/** Subscribes to the server's changes for the signed-in person, again after every sign-in. Call once per page. Returns the function that ends it. */
export function startLive(): () => void {
  const pace = pacedNews({
    now: () => performance.now(),
    random: Math.random,
    later(work, ms) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    isVisible,
    hand: spreadNews,
  })
  let share: ReturnType<typeof shareLive> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  const follow = (who: string | undefined): void => {
    share?.stop()
    share =
      who === undefined
        ? undefined
        : shareLive(
            {
              locks: globalThis.navigator?.locks,
              channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(shared),
              hold: (lastId, handlers, signal) => followStream(browser(), handlers, lastId, signal),
              onNews: pace.take,
              onLive: (isLive) => useLive.setState({ isLive }),
            },
            who,
            shared,
          )
    share?.want(isVisible())
  }
  const look = (): void => {
    clearTimeout(hiding)
    if (!isVisible()) hiding = setTimeout(() => share?.want(false), hiddenMs)
    else {
      share?.want(true)
      pace.wake()
    }
  }
  document.addEventListener('visibilitychange', look)
  const forget = useSession.subscribe((now, before) => {
    if (whoOf(now) !== whoOf(before)) follow(whoOf(now))
  })
  follow(whoOf(useSession.getState()))
  return () => {
    forget()
    document.removeEventListener('visibilitychange', look)
    clearTimeout(hiding)
    follow(undefined)
  }
}
