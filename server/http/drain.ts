import type { Server } from 'node:http'
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How a program that stops takes leave of those it talks to. */
export interface Leave {
  /** For how long `/ready` says no before nobody new is let in, so that a balancer sends people elsewhere. */
  readonly delayMs: number
  /** How long requests in progress may take after that. */
  readonly withinMs: number
}

/**
 * For so long at least every answer asks its connection to end: who is asking just now goes by itself, and no connection is cut while a request is
 * on its way.
 */
const partingMs = 400

const openAt = (server: Server): Promise<number> => new Promise((done) => server.getConnections((error, count) => done(error ? 1 : count)))

/**
 * Lets a closing program answer everything it has been asked: first it goes on with a `connection: close` on every answer, then nobody new is let in,
 * then what is in progress ends by itself; a reader that stands still does not keep the program from stopping.
 */
export function drain(app: FastifyInstance, leave: Leave | undefined): void {
  const { delayMs = 0, withinMs = 10_000 } = leave ?? {}
  app.addHook('preClose', async () => {
    await sleep(delayMs)
    for (const end = Date.now() + (leave ? Math.max(0, partingMs - delayMs) : 0); Date.now() < end && (await openAt(app.server)) > 0; )
      await sleep(20)
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref()
    // Right after the loop has let in who knocked, so that nobody is left standing at the door.
    await turn()
  })
}
