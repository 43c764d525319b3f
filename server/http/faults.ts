import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const faultOf = (request: FastifyRequest): string => String(request.headers['x-test-fault'] ?? '')

/**
 * Faults that tests ask for by the header `x-test-fault`: drop_before, drop_after, dup, delay:<ms>, status:<n>, html. Only
 * registered where the settings say so; production refuses the setting.
 */
export function faults(app: FastifyInstance): void {
  app.addHook('preHandler', async (request, reply) => {
    const fault = faultOf(request)
    if (fault === 'drop_before') {
      request.raw.socket.destroy()
      return reply.hijack()
    }
    if (fault === 'html')
      return reply.removeHeader('x-eam-epoch').type('text/html').send('<!doctype html><title>Wi-Fi</title>Please sign in to this network')
    if (fault.startsWith('status:'))
      return reply
        .code(Number(fault.slice(7)))
        .type('application/json')
        .send('{"code":500,"success":false,"msg":"fault"}')
    if (fault.startsWith('delay:')) await wait(Math.min(10_000, Number(fault.slice(6)) || 0))
    if (fault === 'dup') {
      const { 'x-test-fault': _, 'content-length': __, ...headers } = request.headers
      await app.inject({
        method: request.method as 'POST',
        url: request.url,
        headers: headers as Record<string, string>,
        payload: request.body as object,
      })
    }
    return undefined
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (faultOf(request) !== 'drop_after') return payload
    request.raw.socket.destroy()
    reply.hijack()
    return payload
  })
}
