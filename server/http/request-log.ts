import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Sessions } from './sessions.ts'
import { presented } from './who.ts'

const lacking = new WeakMap<FastifyRequest, string>()

/** Notes for the line of a refused call what its person lacks. */
export const noteLacking = (request: FastifyRequest, lacks: string): void => void lacking.set(request, lacks)

/**
 * One line for every call that was answered: its number, declared address, status and milliseconds. No query, no body, no name: what a line
 * tells more is looked up by its number in the events. A refused right writes no event, so its line carries tenant and id of the person and the right or
 * API scope that they lack. Pages and their parts are left out. The answer carries the same number.
 */
export function requestLog(app: FastifyInstance, sessions: Pick<Sessions, 'userOf'>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    if (!route?.startsWith('/api/')) return
    const by = reply.statusCode === 403 ? presented(request) : undefined
    const userId = sessions.userOf(by)
    const who = userId === undefined ? {} : { tenantId: by?.tenantId, userId, lacks: lacking.get(request) }
    const line = {
      requestId: request.id,
      method: request.method,
      route,
      status: reply.statusCode,
      ...who,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
