import type { FastifyInstance } from 'fastify'
import type { Mounting } from '#server/http/mount.ts'
import { type Hub, openHub } from './hub.ts'
import { listenTo } from './listener.ts'
import { liveRoute } from './live-route.ts'

/** Mounts the stream of live changes, with one connection that listens; without places for streams nothing listens and pages poll. */
export async function startLive(app: FastifyInstance, mounting: Mounting, options: { streams: number; heartbeatS: number; url?: string | undefined }): Promise<Hub> {
  const hub = openHub(options.streams, options.heartbeatS * 1000)
  liveRoute(app, mounting, hub)
  if (options.streams > 0) {
    const listener = listenTo(options.url ?? String(mounting.tools.pool.options.connectionString), hub, app.log)
    app.addHook('onClose', () => listener.stop())
    await listener.start()
  }
  app.addHook('onClose', async () => hub.close())
  return hub
}
