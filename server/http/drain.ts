import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Graceful shutdown. */
export interface Leave {
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
 * `connection: close` and requests in progress finish within `withinMs`; a stalled reader does not keep the program from stopping.
 */
export function drain(app: FastifyInstance, leave: Leave | undefined): void {
  const { delayMs = 0, withinMs = 10_000 } = leave ?? {}
  app.addHook('preClose', async () => {
    await sleep(delayMs)
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    if (!leave) return
    // Accept queued connections before closing.
    await turn()
    // Closes the listening socket only: the HTTP server's own `close` would cut idle connections between two requests.
    NetServer.prototype.close.call(app.server)
    for (const end = Date.now() + partingMs; Date.now() < end && (await openAt(app.server)) > 0; ) await sleep(20)
  })
}
