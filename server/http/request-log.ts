import type { FastifyInstance } from 'fastify'

/**
 * One line for every call that was answered: its number, declared address, status and milliseconds. No query, no body, no person: what a line
 * tells more is looked up by its number in the events. Pages and their parts are left out. The answer carries the same number.
 */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url
    if (!route?.startsWith('/api/')) return
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (reply.statusCode >= 500) request.log.error(line, 'answered')
    else request.log.info(line, 'answered')
  })
}
