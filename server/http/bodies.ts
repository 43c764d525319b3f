import type { FastifyInstance } from 'fastify'

/**
 * How bodies are read: JSON, where an empty one is no body at all, and plain forms, as programs of other makers send them. Keys
 * that would change prototypes are refused by the parser.
 */
export function bodies(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.trim() === '') done(null, undefined)
    else void json(request, body, done)
  })
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, body, done) => {
    done(null, Object.fromEntries(new URLSearchParams(body)))
  })
}
