import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The running program behind another address, whose service worker can become a newer one. */
export interface UpdatableProgram {
  readonly url: string
  /** From now on the service worker's script is another one. */
  release(): void
  [Symbol.asyncDispose](): Promise<void>
}

/** Stands before the program under `url`. The browser takes any change of the script for a new release. */
export async function updatableProgram(url: string): Promise<UpdatableProgram> {
  const { hostname, port } = new URL(url)
  let isNewer = false
  const server = createServer((asked, answer) => {
    const isScript = asked.url === '/m/sw.js'
    const headers = isScript
      ? { ...asked.headers, 'accept-encoding': 'identity', 'if-none-match': '', 'if-modified-since': '' }
      : asked.headers
    const onward = request({ hostname, port, path: asked.url, method: asked.method, headers }, (reply) => {
      if (!isScript || !isNewer) {
        answer.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(answer)
        return
      }
      const { 'content-length': _, etag: __, ...rest } = reply.headers
      answer.writeHead(reply.statusCode ?? 502, rest)
      reply.on('data', (chunk: Buffer) => answer.write(chunk))
      reply.on('end', () => answer.end('\n// newer'))
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    release: () => {
      isNewer = true
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
