import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as a browser reads it. */
export interface Pushed {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly told: { readonly id: string; readonly title: string; readonly body: string; readonly lang: string; readonly url: string }
}

/** A push server with browsers. */
export interface PushServer {
  readonly url: string
  readonly taken: readonly Pushed[]
  /** What it answers from now on; 201 at first. */
  answers(status: number): void
  /** A browser that subscribes at a path: what it sends to the program. */
  browser(path: string): { endpoint: string; p256dh: string; auth: string; language: string }
  stop(): Promise<void>
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes))

/** Starts a push server on a free port of this machine. It decrypts what comes with the keys of the browser of the path (RFC 8291). */
export async function startPush(): Promise<PushServer> {
  const browsers = new Map<string, { own: ReturnType<typeof createECDH>; secret: Buffer }>()
  const taken: Pushed[] = []
  let status = 201
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { own, secret } = browsers.get(request.url!)!
      const body = Buffer.concat(parts)
      const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const agreed = derive(
        own.computeSecret(sender),
        secret,
        Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]),
        32,
      )
      const open = createDecipheriv(
        'aes-128-gcm',
        derive(agreed, salt, 'Content-Encoding: aes128gcm\0', 16),
        derive(agreed, salt, 'Content-Encoding: nonce\0', 12),
      )
      open.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
      if (status < 300) taken.push({ path: request.url!, headers: request.headers, told: JSON.parse(plain.subarray(0, -1).toString()) })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    taken,
    answers: (next) => {
      status = next
    },
    browser(path) {
      const own = createECDH('prime256v1')
      own.generateKeys()
      const secret = randomBytes(16)
      browsers.set(path, { own, secret })
      return {
        endpoint: url + path,
        p256dh: own.getPublicKey('base64url'),
        auth: secret.toString('base64url'),
        language: 'zh',
      }
    },
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
