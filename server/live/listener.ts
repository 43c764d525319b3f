import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { liveChannel } from '#server/kit/write/live-table.ts'

/** The connection is tested so often, ms, by a notification to itself; a pooler that does not keep sessions fails this. */
const testEveryMs = 30_000
const testWithinMs = 5_000
/** After a notification the next ones are read together, ms: woken by each commit, the process spends a quarter of an update on them. */
const restMs = 50
/** Wait before the next attempt to connect: doubles from the first to the longest, ms. */
const [firstWaitMs, longestWaitMs] = [250, 10_000]

export interface Listener {
  /** Connects; resolves with the first attempt, whether it succeeded or not. */
  start(): Promise<void>
  stop(): Promise<void>
}

export interface ListenerEvents {
  onPayload(payload: string): void
  /** Connected, at the start and again after a loss; what was notified meanwhile is not known. */
  onConnected(): void
  /** Lost, and the first attempt to connect again failed. */
  onGone(): void
}

/** Leaves what arrives next in the buffers of the connection for a while. */
function rest(on: pg.Client): void {
  const { stream } = (on as unknown as { connection: { stream: { isPaused(): boolean; pause(): void; resume(): void } } }).connection
  if (stream.isPaused()) return
  stream.pause()
  setTimeout(() => stream.resume(), restMs)
}

/** Listens on one dedicated connection to what the database notifies, and connects again when it is lost. */
export function listenTo(url: string, events: ListenerEvents, log: FastifyBaseLogger): Listener {
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let isStopped = false

  /** A notification of this connection to itself. */
  let echo: { readonly token: string; readonly arrived: () => void } | undefined

  const test = async (on: pg.Client): Promise<void> => {
    let late: NodeJS.Timeout | undefined
    const token = `ping ${randomUUID()}`
    try {
      await new Promise<void>((resolve, reject) => {
        echo = { token, arrived: resolve }
        late = setTimeout(() => reject(new Error('its own notification did not arrive: a pooler must keep sessions')), testWithinMs)
        on.query('select pg_notify($1, $2)', [liveChannel, token]).catch(reject)
      })
    } finally {
      clearTimeout(late)
      // The test of a lost connection may end after that of the next one began.
      if (echo?.token === token) echo = undefined
    }
  }
  const drop = (): void => {
    clearTimeout(timer)
    client?.end().catch(() => {})
    client = undefined
  }
  const lost = (error: unknown): void => {
    if (isStopped) return
    drop()
    failures++
    log.warn({ err: error }, 'live changes: the connection to the database is lost')
    if (failures === 2) events.onGone()
    timer = setTimeout(() => void connect(), failures === 1 ? 0 : Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 2)))
  }
  const watch = (on: pg.Client): void => {
    timer = setTimeout(() => {
      test(on).then(
        () => on === client && watch(on),
        (error: unknown) => on === client && lost(error),
      )
    }, testEveryMs)
    timer.unref()
  }
  async function connect(): Promise<void> {
    const on = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: testWithinMs })
    client = on
    on.on('error', (error) => on === client && lost(error))
    on.on('end', () => on === client && lost(new Error('the connection has ended')))
    let isConnected = false
    on.on('notification', ({ payload }) => {
      if (on !== client || payload === undefined) return
      rest(on)
      if (payload === echo?.token) echo.arrived()
      else if (isConnected) events.onPayload(payload)
    })
    try {
      await on.connect()
      await on.query(`listen ${liveChannel}`)
      await test(on)
      if (on !== client) return
      failures = 0
      isConnected = true
      events.onConnected()
      watch(on)
    } catch (error) {
      if (on === client) lost(error)
    }
  }
  return {
    start: connect,
    async stop() {
      isStopped = true
      const ending = client
      clearTimeout(timer)
      client = undefined
      await ending?.end().catch(() => {})
    },
  }
}
