import type { LiveNews } from './live-news.ts'

/** Messages between the tab that holds the stream and the others; `who` keeps one person's news from the next. */
type Message =
  | { readonly is: 'news'; readonly who: string; readonly news: LiveNews; readonly id: string }
  | { readonly is: 'state'; readonly who: string; readonly isLive: boolean; readonly id: string }
  | { readonly is: 'ask'; readonly who: string }

export interface Channel {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: MessageEvent<Message>) => void): void
  close(): void
}

export interface ShareEnv {
  /** Undefined when the browser has none; every visible tab then holds a stream. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  readonly channel: Channel | undefined
  /** Holds the stream until the signal is aborted or the session ends; resumes after `lastId`. */
  readonly hold: (
    lastId: string,
    handlers: { onNews: (news: LiveNews, id: string) => void; onLive: (isLive: boolean) => void },
    signal: AbortSignal,
  ) => Promise<void>
  readonly onNews: (news: LiveNews) => void
  readonly onLive: (isLive: boolean) => void
}

/** One tab holds the stream and shares it with the others. When it closes or is hidden, the next visible tab resumes where it stopped. */
export function shareLive(env: ShareEnv, who: string, lockName: string): { want(isWanted: boolean): void; stop(): void } {
  const { locks, channel } = env
  let wanting: AbortController | undefined
  let isHolding = false
  let isLive = false
  // Id of the last news in this tab. Empty: none yet, so anything may have changed.
  let lastId = ''
  const say = (message: Message): void => channel?.postMessage(message)
  const sayState = (): void => say({ is: 'state', who, isLive, id: lastId })
  const setLive = (next: boolean): void => {
    if (next === isLive) return
    isLive = next
    env.onLive(next)
  }
  channel?.addEventListener('message', ({ data }) => {
    if (data.who !== who) return
    if (data.is === 'ask') {
      if (isHolding) sayState()
    } else if (!isHolding && data.is === 'state') {
      setLive(data.isLive)
      if (!data.isLive || lastId !== '') return
      lastId = data.id
      env.onNews('everything')
    } else if (!isHolding && data.is === 'news') {
      lastId = data.id
      env.onNews(data.news)
    }
  })
  const hold = async (signal: AbortSignal): Promise<void> => {
    isHolding = true
    try {
      await env.hold(
        lastId,
        {
          onNews(news, id) {
            lastId = id
            env.onNews(news)
            say({ is: 'news', who, news, id })
          },
          onLive(next) {
            setLive(next)
            sayState()
          },
        },
        signal,
      )
    } finally {
      isHolding = false
      if (isLive) {
        setLive(false)
        sayState()
      }
    }
  }
  say({ is: 'ask', who })
  return {
    want(isWanted) {
      if (!isWanted) {
        wanting?.abort()
        wanting = undefined
      } else if (!wanting) {
        wanting = new AbortController()
        const { signal } = wanting
        const held = locks ? locks.request(lockName, { signal }, () => hold(signal)) : hold(signal)
        // Aborted while waiting for the lock.
        void Promise.resolve(held).catch(() => {})
        say({ is: 'ask', who })
      }
    },
    stop() {
      wanting?.abort()
      wanting = undefined
      channel?.close()
      setLive(false)
    },
  }
}
