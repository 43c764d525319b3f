import { connect, type Socket } from 'node:net'

/** One request as text ready to send; `body` makes it a POST. */
export interface Request {
  readonly path: string
  readonly body?: string
  /** Asks for a compressed answer, as browsers do. */
  readonly compressed?: boolean
}

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const text = (host: string, token: string, { path, body, compressed }: Request): string =>
  `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\nhost: ${host}\r\n${token ? `blade-auth: bearer ${token}\r\n` : ''}${compressed ? 'accept-encoding: br, gzip\r\n' : ''}${
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  }\r\n${body ?? ''}`

const lastPiece = Buffer.from('0\r\n\r\n')

/** A kept-alive connection that sends one request at a time; it costs the machine little, so that the server has the rest. */
class Connection {
  private readonly socket: Socket
  private waiting: ((answer: Answer) => void) | undefined
  private fail: ((error: Error) => void) | undefined
  private chunks: Buffer[] = []
  private have = 0
  private need = -1
  private head = 0

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.socket.on('data', (chunk) => this.take(chunk))
    this.socket.on('error', (error) => this.fail?.(error))
    this.socket.on('close', () => this.fail?.(new Error('the server closed the connection')))
  }

  send(message: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting = resolve
      this.fail = reject
      this.socket.write(message)
    })
  }

  private take(chunk: Buffer): void {
    this.chunks.push(chunk)
    this.have += chunk.length
    if (this.need < 0) {
      const start = this.chunks.length === 1 ? chunk : Buffer.concat(this.chunks)
      const end = start.indexOf('\r\n\r\n')
      if (end < 0) return
      this.head = end + 4
      const length = /\r\ncontent-length: (\d+)/i.exec(start.toString('latin1', 0, end))
      this.need = length ? this.head + Number(length[1]) : Number.POSITIVE_INFINITY
    }
    // Without a length it comes in pieces and ends with an empty one.
    const isLast = this.need === Number.POSITIVE_INFINITY && chunk.subarray(-5).equals(lastPiece)
    if (this.have < this.need && !isLast) return
    const whole = this.chunks.length === 1 ? this.chunks[0]! : Buffer.concat(this.chunks)
    const answer = { status: Number(whole.toString('latin1', 9, 12)), body: whole.subarray(this.head) }
    this.chunks = []
    this.have = 0
    this.need = -1
    this.waiting?.(answer)
  }

  close(): void {
    this.fail = undefined
    this.socket.destroy()
  }
}

export interface Run {
  /** Milliseconds of every request. */
  readonly took: number[]
  /** Milliseconds of the whole run. */
  readonly wall: number
}

/** The next request of one of `connections`; `seen` receives its answer. */
export type Next = (connection: number) => { readonly request: Request; readonly seen?: (answer: Answer) => void }

/** An answer that is not 200. */
export class Unanswered extends Error {
  readonly status: number

  constructor(path: string, { status, body }: Answer) {
    super(`${path}: ${status} ${body.toString().slice(0, 300)}`)
    this.status = status
  }
}

/** Keeps this many connections busy for this long. Throws at the first answer that is not 200. */
export async function load(port: number, token: string, connections: number, ms: number, next: Next): Promise<Run> {
  const host = `127.0.0.1:${port}`
  const took: number[] = []
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const connection = new Connection(port)
      while (performance.now() - begun < ms) {
        const { request, seen } = next(index)
        const message = text(host, token, request)
        const sent = performance.now()
        const answer = await connection.send(message)
        took.push(performance.now() - sent)
        if (answer.status !== 200) throw new Unanswered(request.path, answer)
        seen?.(answer)
      }
      connection.close()
    }),
  )
  return { took, wall: performance.now() - begun }
}

/** One request, its answer as JSON. */
export async function ask<T>(port: number, token: string, request: Request): Promise<T> {
  const connection = new Connection(port)
  const answer = await connection.send(text(`127.0.0.1:${port}`, token, request))
  connection.close()
  if (answer.status !== 200) throw new Unanswered(request.path, answer)
  return JSON.parse(answer.body.toString()) as T
}

/** The answer to one of the requests of `inTurn`, and how many milliseconds it took. */
export interface Taken {
  readonly status: number
  readonly ms: number
  readonly body: string
}

/** Several people at once, each on one connection: sends the requests of each one after another, also after a refusal. */
export async function inTurn(
  port: number,
  people: readonly { readonly token: string; readonly requests: readonly Request[] }[],
): Promise<Taken[]> {
  const taken: Taken[] = []
  await Promise.all(
    people.map(async ({ token, requests }) => {
      const connection = new Connection(port)
      for (const request of requests) {
        const sent = performance.now()
        const { status, body } = await connection.send(text(`127.0.0.1:${port}`, token, request))
        taken.push({ status, ms: performance.now() - sent, body: body.toString() })
      }
      connection.close()
    }),
  )
  return taken
}
