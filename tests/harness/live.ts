import type { Client } from './app-for-test.ts'

/** What arrived: an event, or a comment. */
export interface Arrived {
  readonly event: string
  readonly id: string
  readonly entities: readonly string[]
}

export interface LiveStream {
  readonly status: number
  readonly headers: Headers
  /** The next event; undefined when the stream has ended. */
  next(): Promise<Arrived | undefined>
  /** Entities that are told until one of these is, in order. */
  until(...entities: string[]): Promise<string[]>
  /** Resolves with the next comment. */
  comment(): Promise<string | undefined>
  /** Whether the connection broke instead of ending. */
  isCut(): boolean
  close(): void
}

const parsed = (block: string): Arrived => {
  const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? ''
  return { event: field('event'), id: field('id'), entities: (JSON.parse(field('data') || '{}') as { entities?: string[] }).entities ?? [] }
}

/** Opens the stream of live changes as a browser does; `lastId` continues a former one. */
export async function openLive(url: string, client: Pick<Client, 'headers'>, lastId?: string): Promise<LiveStream> {
  const stop = new AbortController()
  const response = await fetch(`${url}/api/sse/realtime-data`, {
    headers: {
      ...client.headers,
      accept: 'text/event-stream',
      'accept-encoding': 'gzip, br',
      ...(lastId ? { 'last-event-id': lastId } : {}),
    },
    signal: stop.signal,
  })
  if (!response.ok) await response.text()
  let isCut = false
  const blocks = async function* (): AsyncGenerator<string> {
    let rest = ''
    try {
      for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
        const all = (rest + part).split('\n\n')
        rest = all.pop()!
        yield* all
      }
    } catch {
      isCut = true
    }
  }
  const arriving = blocks()
  const find = async (isWanted: (block: string) => boolean): Promise<string | undefined> => {
    for (;;) {
      const { value, done } = await arriving.next()
      if (done) return undefined
      if (isWanted(value)) return value
    }
  }
  const next = async (): Promise<Arrived | undefined> => {
    const block = await find((one) => !one.startsWith(':'))
    return block === undefined ? undefined : parsed(block)
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(...wanted) {
      const told: string[] = []
      for (;;) {
        const one = await next()
        if (!one) return [...told, 'the end']
        told.push(...(one.event === 'change' ? one.entities : [one.event]))
        if (told.some((name) => wanted.includes(name))) return told
      }
    },
    comment: () => find((one) => one.startsWith(':')),
    isCut: () => isCut,
    close: () => stop.abort(),
  }
}
