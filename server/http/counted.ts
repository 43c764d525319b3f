import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { networkOf } from '#server/kit/access/network-of.ts'

/**
 * Counts the requests of one public call, over all addresses that the call has, by who asks; more than `limit` a minute are refused. By the address of
 * the network alone: an invented token must not open a separate count. Nothing is counted where the settings switch limits off.
 */
export function countedTogether(app: FastifyInstance, limit: number): RouteShorthandOptions {
  if (!app.hasDecorator('rateLimit')) return {}
  const counted = app.rateLimit({
    max: limit,
    timeWindow: '1 minute',
    // The calls that are counted in general are those below /api/; this one is counted wherever it is.
    allowList: [],
    keyGenerator: (request: FastifyRequest) => networkOf(request.ip),
  })
  return { config: { rateLimit: false }, onRequest: counted }
}
