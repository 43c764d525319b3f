import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartRefused } from '../refused.ts'

const sentences: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) => `Port ${port} is taken: stop what uses it, or leave PORT out and a free one is taken.`,
  EACCES: (_host, port) => `Port ${port} may not be used by this user: take one above 1023, or leave PORT out.`,
  EADDRNOTAVAIL: (host) => `HOST=${host} is no address of this machine: use 127.0.0.1 or 0.0.0.0.`,
  ENOTFOUND: (host) => `HOST=${host} is no address of this machine: use 127.0.0.1 or 0.0.0.0.`,
}

/** The sentence for an address that cannot be listened on; other errors come back as they are. */
export const listenRefusal = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence ? new StartRefused(sentence(host, port)) : error
}

/** Tries the address before anything else is started, so that a taken port leaves nothing half done. Port 0 is any free one; answers the port. */
export const tryAddress = (host: string, port: number): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error) => fail(listenRefusal(error, host, port)))
    probe.listen(port, host, () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })

/**
 * The port to use: the one asked for, else the one of the last start in this folder when it is free (phones keep their data by address),
 * else any free one. Throws StartRefused when the port asked for is taken.
 */
export const choosePort = async (host: string, asked: number | undefined, folder: string): Promise<number> => {
  if (asked !== undefined) return tryAddress(host, asked)
  const file = join(folder, 'last-port')
  const last = Number(await readFile(file, 'utf8').catch(() => '0')) || 0
  const port = await tryAddress(host, last).catch(() => tryAddress(host, 0))
  if (port !== last) await writeFile(file, `${port}\n`)
  return port
}

/** A host as it stands in an address. */
export const inAddress = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The host by which people reach a listener: one on every interface by the best name of the machine, else the one it listens on. */
export const reachedAs = (host: string, names: readonly string[] = []): string =>
  host === '0.0.0.0' || host === '::' ? (names[0] ?? 'localhost') : host

/** Whether a host is this machine alone. */
export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/i.test(host)

/** An address for people. */
export const addressOf = (host: string, port: number, tls?: { readonly reachedBy: readonly string[] }): string =>
  `${tls ? 'https' : 'http'}://${inAddress(reachedAs(host, tls?.reachedBy))}:${port}`
