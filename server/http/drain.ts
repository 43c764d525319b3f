import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as immediate, setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How a program that stops takes leave of those it talks to. */
export interface Shutdown {
  /** For how long `/ready` says no before nobody new is let in, so that a balancer sends people elsewhere. */
  readonly delayMs: number
  /** How long requests in progress may take after that. */
  readonly withinMs: number
}

/** For so long whoever has just been answered finds the connection ended in words, and no request is on its way when it is cut. */
const partingMs = 400

const openAt = (server: Server): Promise<number> => new Promise((done) => server.getConnections((error, count) => done(error ? 1 : count)))

/**
 * Lets a closing program answer everything it has been asked: first it goes on as before but for `/ready`, then nobody new is let in, those who are in
 * are answered with `connection: close`, and what is in progress ends by itself; a reader that stands still does not keep the program from stopping.
 */
export function drain(app: FastifyInstance, shutdown: Shutdown | undefined): void {
  const { delayMs = 0, withinMs = 10_000 } = shutdown ?? {}
  app.addHook('preClose', async () => {
    await sleep(delayMs)
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    if (!shutdown) return
    // Right after the loop has let in who knocked, so that nobody is left standing at the door.
    await immediate()
    // The door alone: the server's own way would cut connections that rest between two requests.
    NetServer.prototype.close.call(app.server)
    for (const end = Date.now() + partingMs; Date.now() < end && (await openAt(app.server)) > 0; ) await sleep(20)
  })
}
