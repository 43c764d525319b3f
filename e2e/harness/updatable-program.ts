import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PUSH_PATH } from '#contract/sync.ts'

/** The running program behind another address, whose service worker can become a newer one. */
export interface UpdatableProgram {
  readonly url: string
  /** From now on the service worker's script is another one. */
  release(): void
  /** From now on what is sent gets no answer; `let` ends that, and the requests with it. */
  readonly pushes: { hold(): void; let(): void; readonly held: number }
  [Symbol.asyncDispose](): Promise<void>
}

/** Stands before the program under `url`. The browser takes any change of the script for a new release. */
export async function updatableProgram(url: string): Promise<UpdatableProgram> {
  const { hostname, port } = new URL(url)
  let isNewer = false
  let isHolding = false
  const held: ServerResponse[] = []
  const server = createServer((asked, answer) => {
    if (isHolding && asked.url === PUSH_PATH) {
      held.push(answer)
      return
    }
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
    pushes: {
      hold: () => {
        isHolding = true
      },
      let: () => {
        isHolding = false
        for (const answer of held.splice(0)) answer.destroy()
      },
      get held() {
        return held.length
      },
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
