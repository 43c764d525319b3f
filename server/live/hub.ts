import { randomBytes } from 'node:crypto'
import { Refusal } from '#contract/kit/errors.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { type EventName, frame, heartbeat, numberIn } from './frames.ts'
import { isNotified, type News, reachOf, readNews } from './news.ts'
import { type Ring, ringOf } from './ring.ts'

/** Changes are gathered for so long before they are told, ms. */
const gatherMs = 100
/** The newest changes, for streams that reconnect. */
const mostKept = 5000
/** Streams of one session: a browser needs one, and browsers without locks one for each visible window. */
const mostOfSession = 8
/** Streams of one person in all sessions, so that one account does not take the places of everybody else. */
const mostOfPerson = 24
/** Sessions that are checked at the same time. */
const checkedAtOnce = 4

export interface Reader {
  readonly actor: Actor
  /** Sends a part of the stream. */
  send(part: string): void
  end(): void
  /** The person as the database knows them now; rejects when the session is over. */
  check(): Promise<Actor>
}

/** Beside changes the ring holds that rights of a tenant may be others, which a stream that was away has missed. */
type Kept = Extract<News, { readonly is: 'change' | 'epoch' }>

interface Stream extends Reader {
  actor: Actor
  /** What the person may see, as it was when everything was told last; another reach needs a reset. */
  reach: string
  /** Id of the newest change that was sent, or was skipped because the person may not list it. */
  upTo: number
  /** Nothing is told until the session is checked; `again`: it changed during the check. */
  checking: 'no' | 'waiting' | 'running' | 'again'
}

export interface Hub {
  /** How many streams are open. */
  count(): number
  /** A mark of the rights that have changed so far, to be taken before the person of a stream is looked up. */
  rightsMark(): number
  /**
   * Adds a stream and sends its first event; refuses `busy` when there are too many or nothing can be told. A person who was looked up before rights changed
   * (`mark`) is looked up again. Returns the function that takes it out.
   */
  add(reader: Reader, lastId: string | undefined, mark: number): () => void
  /** Sends the first event alone. Refuses `busy` when nothing can be told. */
  once(reader: Reader, lastId: string | undefined): void
  onPayload(payload: string): void
  onConnected(): void
  onGone(): void
  /** Ends all streams; none opens after that. */
  close(): void
}

/** Tells open streams what has changed: at most `most` of them, by tenant, right and scope, with a heartbeat every so many milliseconds. */
export function openHub(most: number, heartbeatMs: number): Hub {
  const streams = new Set<Stream>()
  const waiting: Stream[] = []
  // Ids of another process, or of before a loss of the connection, continue nothing here.
  let generation = ''
  let changes: Ring<Kept> = ringOf(mostKept)
  let mark = 0
  let isListening = false
  let isClosed = false
  let gathering: NodeJS.Timeout | undefined
  let checks = 0
  const beat = setInterval(() => {
    for (const one of streams) one.send(heartbeat)
  }, heartbeatMs)
  beat.unref()

  const say = (to: Stream, event: EventName, names: readonly string[] = []): void => {
    to.upTo = changes.newest()
    to.send(frame(event, `${generation}-${to.upTo}`, { entities: names }))
  }
  const newsFor = (of: Stream): readonly string[] | undefined => {
    const after = changes.after(of.upTo)
    return after && [...new Set(after.flatMap((one) => (one.is === 'change' && isNotified(of.actor, one) ? [one.entity] : [])))].sort()
  }
  const tell = (to: Stream): void => {
    if (to.checking !== 'no') return
    const names = newsFor(to)
    if (!names) say(to, 'reset')
    else if (names.length > 0) say(to, 'change', names)
    else to.upTo = changes.newest()
  }
  const end = (one: Stream): void => {
    if (streams.delete(one)) one.end()
  }
  const endAll = (): void => {
    for (const one of streams) end(one)
  }

  /** A stream as it begins, with its first event. */
  const begin = (reader: Reader, lastId: string | undefined): { one: Stream; greet: () => void } => {
    if (!isListening || isClosed) throw new Refusal('busy')
    const from = numberIn(lastId, generation)
    const one: Stream = { ...reader, upTo: from ?? changes.newest(), checking: 'no', reach: reachOf(reader.actor) }
    const names = newsFor(one)
    // Who was away while their rights changed may see other rows of what did not change.
    const hasOtherRights = changes.after(one.upTo)?.some(({ is, tenantId }) => is === 'epoch' && tenantId === one.actor.tenantId)
    const isReset = !names || hasOtherRights || (lastId !== undefined && from === undefined)
    return { one, greet: () => (isReset ? say(one, 'reset') : say(one, names.length > 0 ? 'change' : 'ready', names)) }
  }

  async function check(one: Stream): Promise<void> {
    one.checking = 'running'
    try {
      one.actor = await one.check()
      if (!streams.has(one)) return
      const isStale = (one.checking as Stream['checking']) === 'again'
      one.checking = 'no'
      if (isStale) return checkLater(one)
      const reach = reachOf(one.actor)
      const isOther = reach !== one.reach
      one.reach = reach
      if (isOther) say(one, 'reset')
      else tell(one)
    } catch {
      // Signed out, locked, or the check failed: the browser reconnects and gets the reason.
      end(one)
    }
  }
  const checkNext = (): void => {
    while (checks < checkedAtOnce && waiting.length > 0) {
      checks++
      void check(waiting.shift()!).finally(() => {
        checks--
        checkNext()
      })
    }
  }
  function checkLater(one: Stream): void {
    if (one.checking === 'running') one.checking = 'again'
    if (one.checking !== 'no') return
    one.checking = 'waiting'
    waiting.push(one)
    checkNext()
  }

  return {
    count: () => streams.size,
    rightsMark: () => mark,
    add(reader, lastId, asOf) {
      const ofPerson = [...streams].filter(({ actor }) => actor.personId === reader.actor.personId)
      const ofSession = ofPerson.filter(({ actor }) => actor.sessionId === reader.actor.sessionId)
      if (streams.size >= most || ofPerson.length >= mostOfPerson || ofSession.length >= mostOfSession) throw new Refusal('busy')
      const { one, greet } = begin(reader, lastId)
      streams.add(one)
      greet()
      if (asOf !== mark) checkLater(one)
      return () => void streams.delete(one)
    },
    once(reader, lastId) {
      begin(reader, lastId).greet()
      reader.end()
    },
    onPayload(payload) {
      const news = readNews(payload)
      if (news?.is === 'change') {
        changes.add(news)
        gathering ??= setTimeout(() => {
          gathering = undefined
          for (const one of streams) tell(one)
        }, gatherMs)
      } else if (news?.is === 'session') {
        mark++
        for (const one of streams) if (one.actor.sessionId === news.sessionId) checkLater(one)
      } else if (news?.is === 'epoch') {
        mark++
        changes.add(news)
        for (const one of streams) if (one.actor.tenantId === news.tenantId) checkLater(one)
      }
    },
    onConnected() {
      isListening = true
      mark++
      generation = randomBytes(6).toString('hex')
      changes = ringOf(mostKept)
      for (const one of streams) {
        one.upTo = 0
        say(one, 'reset')
        checkLater(one)
      }
    },
    onGone() {
      isListening = false
      endAll()
    },
    close() {
      isClosed = true
      clearInterval(beat)
      clearTimeout(gathering)
      endAll()
    },
  }
}
