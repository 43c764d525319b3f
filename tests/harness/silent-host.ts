import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

/** A host that takes connections and never says a word. */
export interface SilentHost {
  readonly port: number
  /** Waits until so many connections have come. */
  reached(count: number): Promise<void>
  /** Cuts all connections and takes no more. */
  stop(): Promise<void>
}

/** Starts a silent host on a free port of this machine. */
export async function silentHost(): Promise<SilentHost> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async reached(count) {
      while (sockets.size < count) await once(server, 'connection')
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
