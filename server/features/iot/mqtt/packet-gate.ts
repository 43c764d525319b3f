import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** Kinds of packets in the first half of their first byte. */
const [connectKind, publishKind] = [1, 3]
/** Bytes of a message that pass; the rest of a larger one is dropped as it arrives. Above 65,536 characters in any script. */
export const mostPublish = 256 * 1024
/** Bytes of any other packet. */
const mostOther = 64 * 1024
/** Messages of one connection that are read and not yet stored, and their bytes. */
export const mostOpen = 200
const mostOpenBytes = 1024 * 1024
/** How long one packet may take to arrive, ms. */
const packetMs = 60_000

/** What a gate asks and tells the broker. */
export interface Gatekeeper {
  /** Whether a message of this client may come in. */
  readonly hasRoom: () => boolean
  /** So many bytes of messages more, or fewer, are open. */
  readonly opened: (bytes: number) => void
}

/** The length in a fixed header, and where the packet's body begins; undefined while bytes are missing, NaN if it is malformed. */
function lengthIn(bytes: Buffer, at: number): { readonly length: number; readonly body: number } | undefined {
  let length = 0
  for (let place = 0; place < 4; place += 1) {
    const byte = bytes[at + 1 + place]
    if (byte === undefined) return undefined
    length += (byte & 127) * 128 ** place
    if (byte < 128) return { length, body: at + 2 + place }
  }
  return { length: Number.NaN, body: at }
}

/** A fixed header. */
function header(first: number, length: number): Buffer {
  const bytes = [first]
  do {
    const rest = length >> 7
    bytes.push((length & 127) | (rest > 0 ? 128 : 0))
    length = rest
  } while (length > 0)
  return Buffer.from(bytes)
}

/**
 * A connection that lets whole MQTT packets pass one by one, so that memory stays flat with any client: at most so many messages that are
 * not yet stored, nothing between CONNECT and its answer, and no message above `mostPublish`. A held client meets a full TCP window.
 */
export class PacketGate extends Duplex {
  /** Of the client. */
  readonly address: string
  readonly #socket: Socket
  readonly #keeper: Gatekeeper
  #rest: Buffer = Buffer.alloc(0)
  #passing = 0
  #dropping = 0
  readonly #open: number[] = []
  #openBytes = 0
  #isConnecting = false
  #isStopped = false
  #isFull = false
  #isHeld = false
  #hasEnded = false
  #isOver = false
  #scheduled: NodeJS.Immediate | undefined
  #late: NodeJS.Timeout | undefined

  constructor(socket: Socket, keeper: Gatekeeper) {
    super()
    this.#socket = socket
    this.#keeper = keeper
    this.address = socket.remoteAddress ?? ''
    socket.on('data', (chunk: Buffer) => {
      this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
      this.#pump()
    })
    socket.on('end', () => {
      this.#hasEnded = true
      this.#pump()
    })
    socket.on('error', (error) => this.destroy(error))
    // What came before a regular end is still read.
    socket.on('close', () => {
      if (!this.#hasEnded) this.destroy()
    })
  }

  /** The client has its answer to CONNECT. */
  welcome(): void {
    this.#isConnecting = false
    this.#go()
  }

  /** The oldest open message is stored, or will not be. */
  settled(): void {
    const bytes = this.#open.shift() ?? 0
    this.#openBytes -= bytes
    this.#keeper.opened(-bytes)
    this.retry()
  }

  /** Reads on, if it was held and there is room now. */
  retry(): void {
    if (this.#isHeld) this.#go()
  }

  /** Once for all calls of a turn. */
  #go(): void {
    this.#scheduled ??= setImmediate(() => {
      this.#scheduled = undefined
      this.#pump()
    })
  }

  /** Reads no further packet. */
  stop(): void {
    this.#isStopped = true
  }

  #pump(): void {
    if (this.destroyed || this.#isFull) return
    const bytes = this.#rest
    let [at, from, isHeld, hasBegun] = [0, 0, false, false]
    const pass = (part: Buffer): void => {
      if (part.length > 0 && !this.push(part)) this.#isFull = true
    }
    while (at < bytes.length && !isHeld) {
      if (this.#passing > 0) {
        const more = Math.min(this.#passing, bytes.length - at)
        this.#passing -= more
        at += more
      } else if (this.#dropping > 0) {
        pass(bytes.subarray(from, at))
        const more = Math.min(this.#dropping, bytes.length - at)
        this.#dropping -= more
        at += more
        from = at
      } else {
        const found = lengthIn(bytes, at)
        if (!found) break
        const kind = bytes[at]! >> 4
        if (!(found.length <= (kind === publishKind ? Number.POSITIVE_INFINITY : mostOther)))
          return void this.destroy(new Error('packet too large'))
        isHeld = !this.#admits(kind)
        if (isHeld) break
        const length = Math.min(found.length, mostPublish)
        if (kind === connectKind) this.#isConnecting = true
        if (kind === publishKind) {
          this.#open.push(length)
          this.#openBytes += length
          this.#keeper.opened(length)
        }
        hasBegun = true
        if (length < found.length) {
          pass(bytes.subarray(from, at))
          pass(header(bytes[at]!, length))
          from = found.body
        }
        ;[this.#passing, this.#dropping, at] = [length, found.length - length, found.body]
      }
    }
    pass(bytes.subarray(from, at))
    this.#rest = bytes.subarray(at)
    this.#isHeld = isHeld
    // Each packet has its own time, also where every chunk ends within one.
    if (hasBegun) this.#watch(false)
    this.#watch(!isHeld && !this.#isFull && (this.#passing > 0 || this.#dropping > 0 || at < bytes.length))
    if (isHeld || this.#isFull) this.#socket.pause()
    else if (!this.#hasEnded) this.#socket.resume()
    else if (!this.#isOver) {
      this.#isOver = true
      this.push(null)
    }
  }

  /** A packet that does not end keeps room from others: its connection ends. */
  #watch(isUnfinished: boolean): void {
    if (isUnfinished) this.#late ??= setTimeout(() => this.destroy(new Error('packet unfinished')), packetMs).unref()
    else {
      clearTimeout(this.#late)
      this.#late = undefined
    }
  }

  #admits(kind: number): boolean {
    if (this.#isConnecting || this.#isStopped) return false
    return kind !== publishKind || (this.#open.length < mostOpen && this.#openBytes < mostOpenBytes && this.#keeper.hasRoom())
  }

  override _read(): void {
    if (!this.#isFull) return
    this.#isFull = false
    this.#go()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#socket.write(chunk)) done()
    else this.#socket.once('drain', done)
  }

  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => Buffer.from(chunk))), 'binary', done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearImmediate(this.#scheduled)
    clearTimeout(this.#late)
    this.#keeper.opened(-this.#openBytes)
    this.#open.length = 0
    this.#openBytes = 0
    this.#socket.destroy()
    done(error)
  }
}
