import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { liveChanges } from '#contract/calls/tooling/live.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { type Mounting, refuseForbidden } from '#server/http/mount.ts'
import { type Presented, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Hub, Reader } from './hub.ts'

/** Bytes that a client may leave unread before its stream ends; it reconnects and continues by id. */
const mostUnread = 64 * 1024
/** Seconds after which a refused browser may ask again. */
const retryAfterS = 30
/** Timers hold less than 25 days. */
const longestMs = 2 ** 31 - 1

const headerOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The stream of live changes. It ends with the session, and when its access token is replaced: the browser continues with the next one. */
export function liveRoute(app: FastifyInstance, mounting: Mounting, hub: Hub): void {
  const checked = (by: Presented): Promise<Actor> =>
    mounting.sessions.read(by, (actor) => {
      refuseForbidden(actor, liveChanges)
      return { queries: [], answer: () => actor }
    })
  // Compression would hold events back until a block is full.
  for (const path of pathsOf(liveChanges))
    app.get(`/api${path}`, { compress: false }, async (request, reply) => {
      const by = whoOf(request)
      const mark = hub.rightsMark()
      const actor = await checked(by)
      // HEAD reads nothing, so that its stream would be open until the session ends.
      const isStream = request.method === 'GET' && /text\/event-stream/.test(request.headers.accept ?? '')
      const out = new PassThrough()
      reply.header('retry-after', retryAfterS)
      const reader: Reader = {
        actor,
        check: () => checked(by),
        end: () => void out.end(),
        send: (part) => {
          if (out.readableLength + out.writableLength > mostUnread) out.destroy()
          else if (!out.writableEnded && !out.destroyed) out.write(part)
        },
      }
      const lastId = headerOf(request.headers['last-event-id'])
      const unsubscribe = isStream ? hub.add(reader, lastId, mark) : hub.once(reader, lastId)
      reply.removeHeader('retry-after')
      const untilExpiry = Math.min(longestMs, Math.max(0, new Date(actor.expiresAt).getTime() - Date.now()))
      const expiry = setTimeout(() => out.end(), untilExpiry)
      out.on('close', () => {
        clearTimeout(expiry)
        unsubscribe?.()
      })
      return reply.header('x-accel-buffering', 'no').type('text/event-stream; charset=utf-8').send(out)
    })
}
