import { X509Certificate } from 'node:crypto'
import type { Server as SecureServer } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { inAddress, isLoopback, reachedAs, tryAddress } from '../listen.ts'
import type { ProcessLife } from '../process-life.ts'
import type { Tls } from './tls.ts'
import { trustServer } from './trust-server.ts'

/** How often files and addresses are looked at, for a certificate that should be another one now. */
const lookEveryMs = 10 * 60_000

/** What leads a phone to trusting the local authority. */
export interface Trust {
  /** Of the page, by plain HTTP. */
  readonly address: string
  /** Whether phones reach the address: the program listens beyond this machine. */
  readonly isReached: boolean
  /** SHA-256 of the authority's certificate, to compare with what the phone shows. */
  readonly fingerprint: string
}

/**
 * Keeps the certificate true while the program runs and, with a local authority, serves the page that leads people through trusting it on the
 * next free port. Answers what phones need for it; undefined with a certificate of the hospital's own.
 */
export async function serveLan(given: {
  tls: Tls
  app: FastifyInstance
  port: number
  host: string
  life: ProcessLife
}): Promise<Trust | undefined> {
  const { tls, app, port, host, life } = given
  let shown = tls.pair.cert
  const look = setInterval(() => {
    tls
      .renew()
      .then((pair) => {
        if (pair.cert === shown) return
        shown = pair.cert
        ;(app.server as unknown as SecureServer).setSecureContext(pair)
        // For other listeners with the same certificate.
        app.server.emit('certificate', pair)
      })
      .catch((error: unknown) => app.log.error({ err: error }, 'the certificate could not be renewed'))
  }, lookEveryMs)
  life.onStop(async () => clearInterval(look))
  if (!tls.authority) return undefined
  const plain = await tryAddress(host, port + 1).catch(() => tryAddress(host, 0))
  const best = reachedAs(host, tls.reachedBy)
  const names = new Set([best, ...tls.reachedBy])
  const server = trustServer(tls.authority, (asked) => `https://${inAddress(names.has(asked) ? asked : best)}:${port}`)
  await new Promise<void>((done, fail) => {
    server.once('error', fail).listen(plain, host, done)
  })
  life.onStop(() => new Promise((done) => server.close(() => done())))
  return {
    address: `http://${inAddress(best)}:${plain}/trust`,
    isReached: !isLoopback(best),
    fingerprint: new X509Certificate(tls.authority).fingerprint256,
  }
}
