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

/**
 * How often open connections are looked at without any request coming in before they are cut, and the pause before each look, ms. Looks, as a busy
 * process reads what has come in only between two of them.
 */
const quietLooks = 20
const lookMs = 20

const openAt = (server: Server): Promise<number> => new Promise((done) => server.getConnections((error, count) => done(error ? 1 : count)))

/**
 * Graceful shutdown: requests are served for `delayMs` while `/ready` says no; then new connections are refused, open ones are answered with
 * `connection: close` and requests in progress finish within `withinMs`; a stalled reader does not keep the program from stopping. `endStreams` ends what
 * would never finish by itself, once the streams' clients can no longer come back to this process.
 */
export function drain(app: FastifyInstance, shutdown: Shutdown | undefined, endStreams: () => void): void {
  const { delayMs = 0, withinMs = 10_000 } = shutdown ?? {}
  let requests = 0
  app.server.on('request', () => requests++)
  app.addHook('preClose', async () => {
    await sleep(delayMs)
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    if (!shutdown) return endStreams()
    // Accept queued connections before closing.
    await immediate()
    // Closes the listening socket only: the HTTP server's own `close` would cut idle connections between two requests.
    NetServer.prototype.close.call(app.server)
    endStreams()
    // A client that sends at this moment sees `connection: close`; none is cut with a request under way.
    let seen = requests
    for (let quiet = 0; quiet < quietLooks && (await openAt(app.server)) > 0; quiet = seen === requests ? quiet + 1 : 0) {
      seen = requests
      await sleep(lookMs)
    }
  })
}
