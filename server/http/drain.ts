import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Graceful shutdown. */
export interface Shutdown {
  /** How long `/ready` says no before new connections are refused, so that a balancer routes elsewhere. */
  readonly delayMs: number
  /** How long requests in progress may take after that. */
  readonly withinMs: number
}

/** Grace for open connections: clients see `connection: close` and no request is in flight when a connection is cut. */
const partingMs = 400

const openAt = (server: Server): Promise<number> => new Promise((done) => server.getConnections((error, count) => done(error ? 1 : count)))

/**
 * Graceful shutdown: requests are served for `delayMs` while `/ready` says no; then new connections are refused, open ones are answered with
 * `connection: close` and requests in progress finish within `withinMs`; a stalled reader does not keep the program from stopping. `endStreams` ends what
 * would never finish by itself, once the streams' clients can no longer come back to this process.
 */
export function drain(app: FastifyInstance, shutdown: Shutdown | undefined, endStreams: () => void): void {
  const { delayMs = 0, withinMs = 10_000 } = shutdown ?? {}
  app.addHook('preClose', async () => {
    await sleep(delayMs)
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    if (!shutdown) return endStreams()
    // Accept queued connections before closing.
    await immediate()
    // Closes the listening socket only: the HTTP server's own `close` would cut idle connections between two requests.
    NetServer.prototype.close.call(app.server)
    endStreams()
    for (const end = Date.now() + partingMs; Date.now() < end && (await openAt(app.server)) > 0; ) await sleep(20)
  })
}
