import { describe, expect, test } from 'vitest'
import { eventReader, type StreamEvent } from '#src/data/live/event-reader.ts'
import type { LiveNews } from '#src/data/live/live-news.ts'
import { type Channel, shareLive } from '#src/data/live/live-share.ts'
import { followStream } from '#src/data/live/live-stream.ts'
import { newsEveryMs, pacedNews, spreadMs } from '#src/data/live/paced-news.ts'

describe('the reader of events', () => {
  const read = (...parts: string[]): StreamEvent[] => {
    const found: StreamEvent[] = []
    const take = eventReader((one) => found.push(one))
    for (const part of parts) take(part)
    return found
  }

  test('finds them however the text is cut, and leaves comments and unfinished ones out', () => {
    const text = ': alive\n\nid: a-1\nevent: change\ndata: {"entities":["device"]}\n\nevent: ready\r\ndata: {}\r\n\r\nid: a-3\ndata: half'
    const whole = [
      { event: 'change', id: 'a-1', data: '{"entities":["device"]}' },
      { event: 'ready', id: '', data: '{}' },
    ]
    expect(read(text)).toEqual(whole)
    for (let at = 1; at < text.length; at++) {
      // A pair of \r\n that is cut in two is no end of an event; the server sends plain line feeds.
      if (text[at] !== '\n' || text[at - 1] !== '\r') expect(read(text.slice(0, at), text.slice(at)), String(at)).toEqual(whole)
    }
  })

  test('joins lines of data, and an event without data is none', () => {
    expect(read('data: 1\ndata: 2\n\nevent: ready\n\n')).toEqual([{ event: 'message', id: '', data: '1\n2' }])
  })
})

/** A clock that is moved by hand. */
const clock = () => {
  let at = 10_000
  let due: { at: number; work: () => void }[] = []
  return {
    now: () => at,
    later(work: () => void, ms: number) {
      const one = { at: at + ms, work }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
    pass(ms: number) {
      const end = at + ms
      for (;;) {
        const [next] = due.filter((one) => one.at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due = due.filter((one) => one !== next)
        at = Math.max(at, next.at)
        next.work()
      }
      at = end
    },
  }
}

describe('news are handed on', () => {
  const lab = () => {
    const time = clock()
    const handed: [number, LiveNews][] = []
    const sight = { isVisible: true }
    const pace = pacedNews({
      ...time,
      random: () => 1,
      isVisible: () => sight.isVisible,
      hand: (news) => handed.push([time.now() - 10_000, news]),
    })
    return { pace, time, handed, sight }
  }

  test('at once, then each entity once a second, the last change always', () => {
    const { pace, time, handed } = lab()
    for (let n = 0; n < 30; n++) {
      pace.take({ entities: ['device'] })
      time.pass(100)
    }
    pace.take({ entities: ['notice'] })
    time.pass(5000)
    const times = handed.flatMap(([at, news]) => (news !== 'everything' && news.entities.includes('device') ? [at] : []))
    expect(times[0]).toBe(spreadMs)
    expect(times.slice(1).every((at, n) => at - times[n]! >= newsEveryMs)).toBe(true)
    expect(times.at(-1)!).toBeGreaterThanOrEqual(2900)
    expect(handed.filter(([, news]) => news !== 'everything' && news.entities.includes('notice'))).toHaveLength(1)
  })

  test('together where they come together, and everything covers what waits', () => {
    const { pace, time, handed } = lab()
    pace.take({ entities: ['device', 'notice'] })
    pace.take({ entities: ['repairOrder'] })
    time.pass(spreadMs)
    expect(handed).toEqual([[spreadMs, { entities: ['device', 'notice', 'repairOrder'] }]])
    pace.take({ entities: ['device'] })
    pace.take('everything')
    time.pass(5000)
    expect(handed.slice(1).map(([, news]) => news)).toEqual(['everything'])
  })

  test('when the page is seen again, not while it is hidden', () => {
    const { pace, time, handed, sight } = lab()
    sight.isVisible = false
    pace.take({ entities: ['device'] })
    time.pass(5000)
    expect(handed).toEqual([])
    sight.isVisible = true
    pace.wake()
    time.pass(spreadMs)
    expect(handed.map(([, news]) => news)).toEqual([{ entities: ['device'] }])
    pace.take({ entities: ['device'] })
    pace.stop()
    time.pass(5000)
    expect(handed).toHaveLength(1)
  })
})

const stream = (...events: string[]) => new Response(events.join(''), { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
const event = (name: string, id: string, ...entities: string[]) => `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify({ entities })}\n\n`

describe('a stream is followed', () => {
  /** Answers one after the other; ends with the last one. */
  const follow = async (answers: (Response | Error)[], firstId = '', renews = true) => {
    const asked: string[] = []
    const waits: number[] = []
    const news: unknown[] = []
    const live: boolean[] = []
    let renewals = 0
    const stop = new AbortController()
    await followStream(
      {
        async open(lastId) {
          asked.push(lastId)
          const answer = answers[asked.length - 1]!
          if (answer instanceof Error) throw answer
          return answer
        },
        renew: async () => {
          renewals++
          return renews
        },
        random: () => 0,
        async sleep(ms) {
          waits.push(ms)
          if (asked.length === answers.length) stop.abort()
        },
      },
      { onNews: (what, id) => news.push([what, id]), onLive: (isLive) => live.push(isLive) },
      firstId,
      stop.signal,
    )
    return { asked, waits, news, live, renewals }
  }

  test('from its first event on, and continued by the id of the last one', async () => {
    const found = await follow([
      stream(event('ready', 'a-1'), event('change', 'a-2', 'device')),
      stream(event('ready', 'a-2')),
      stream(event('reset', 'b-0')),
    ])
    expect(found.asked).toEqual(['', 'a-2', 'a-2'])
    // Nothing is known before the first event, nor after a reset; a stream that continues has missed nothing.
    expect(found.news).toEqual([
      ['everything', 'a-1'],
      [{ entities: ['device'] }, 'a-2'],
      ['everything', 'b-0'],
    ])
    expect(found.live).toEqual([true, false, true, false, true, false])
  })

  test('with a renewed session, after the time that a refusal names, and with growing waits after failures', async () => {
    const refusal = (status: number, headers = {}) => new Response('{}', { status, headers })
    const found = await follow([
      refusal(401),
      refusal(503, { 'retry-after': '30' }),
      refusal(403),
      new Error('no network'),
      new Error('no network'),
      refusal(200, { 'content-type': 'text/html' }),
    ])
    expect(found.waits).toEqual([0, 30_000, 30_000, 2000, 4000, 30_000])
    expect([found.renewals, found.live.includes(true), found.news]).toEqual([1, false, []])
    expect((await follow([refusal(401), refusal(401)], '', false)).waits).toEqual([1000, 2000])
  })

  test('where an event cannot be read nothing breaks', async () => {
    expect((await follow([stream('event: change\nid: a-1\ndata: nonsense\n\n', event('change', 'a-2', 'notice'))], 'a-0')).news).toEqual([
      [{ entities: [] }, 'a-1'],
      [{ entities: ['notice'] }, 'a-2'],
    ])
  })
})

describe('the tabs of a browser', () => {
  type Hold = Parameters<Parameters<typeof shareLive>[0]['hold']>
  /** A browser: tabs share a lock and a channel, which deliver at once. */
  const browser = (hasLocks = true) => {
    const waiting: { run: () => Promise<unknown>; signal: AbortSignal }[] = []
    let isHeld = false
    const next = (): void => {
      const first = waiting.shift()
      if (!first) return
      if (first.signal.aborted) {
        next()
        return
      }
      isHeld = true
      void first.run().finally(() => {
        isHeld = false
        next()
      })
    }
    const listeners = new Map<object, (event: MessageEvent) => void>()
    return (who = 'h/1') => {
      const holds: Hold[] = []
      const news: LiveNews[] = []
      const live: boolean[] = []
      const channel: Channel = {
        postMessage: (data) => {
          for (const [of, listen] of listeners) if (of !== channel) listen({ data } as MessageEvent)
        },
        addEventListener: (_, listen) => void listeners.set(channel, listen as (event: MessageEvent) => void),
        close: () => void listeners.delete(channel),
      }
      const tab = shareLive(
        {
          locks: hasLocks
            ? ({
                request: (_: string, { signal }: { signal: AbortSignal }, run: () => Promise<unknown>) => {
                  waiting.push({ run, signal })
                  if (!isHeld) next()
                  return Promise.resolve()
                },
              } as never)
            : undefined,
          channel,
          hold: (...given) =>
            new Promise((done) => {
              holds.push(given)
              given[2].addEventListener('abort', () => done())
            }),
          onNews: (what) => news.push(what),
          onLive: (isLive) => live.push(isLive),
        },
        who,
        'lock',
      )
      return { tab, holds, news, live }
    }
  }
  const settled = () => new Promise((done) => setTimeout(done))

  test('have one stream, whose news all of them get', async () => {
    const open = browser()
    const [first, second] = [open(), open()]
    first.tab.want(true)
    second.tab.want(true)
    expect([first.holds.length, second.holds.length]).toEqual([1, 0])
    const [, stream] = first.holds[0]!
    stream.onLive(true)
    stream.onNews({ entities: ['device'] }, 'a-1')
    expect(second.live).toEqual([true])
    expect(second.news).toContainEqual({ entities: ['device'] })
    const third = open()
    // Who comes later does not know what has happened before.
    expect([third.live, third.news]).toEqual([[true], ['everything']])
    const stranger = open('h/2')
    stream.onNews({ entities: ['notice'] }, 'a-2')
    expect([stranger.live, stranger.news]).toEqual([[], []])
    expect(third.news.at(-1)).toEqual({ entities: ['notice'] })
  })

  test('pass it on, and the next one continues where it stopped', async () => {
    const open = browser()
    const [first, second] = [open(), open()]
    first.tab.want(true)
    second.tab.want(true)
    first.holds[0]![1].onLive(true)
    first.holds[0]![1].onNews({ entities: ['device'] }, 'a-7')
    first.tab.want(false)
    await settled()
    expect(second.holds.map(([lastId]) => lastId)).toEqual(['a-7'])
    expect([first.live.at(-1), second.live.at(-1)]).toEqual([false, false])
    second.holds[0]![1].onLive(true)
    expect(first.live.at(-1)).toBe(true)
    second.tab.stop()
    expect(second.live.at(-1)).toBe(false)
  })

  test('without locks have one each', () => {
    const open = browser(false)
    const [first, second] = [open(), open()]
    first.tab.want(true)
    second.tab.want(true)
    expect([first.holds.length, second.holds.length]).toEqual([1, 1])
  })
})
