import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getSecure } from 'node:https'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanNames } from '#server/runtime/lan/addresses.ts'
import { type Clone, makeClone } from './clone.ts'
import { fillDemo } from './demo-data.ts'

/** A line of a printed code: a quarter of it is dark, so that a phone can read it from the screen. */
const code = /[█▀▄]{5}/

let clone: Clone
beforeAll(async () => {
  clone = await makeClone()
  await fillDemo(clone, join(clone.folder, '.data'))
})
afterAll(() => clone.remove())

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

const asked = (url: string, ca?: string): Promise<Answer> =>
  new Promise((done, fail) => {
    const hear = (response: IncomingMessage): void => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }))
    }
    const request = url.startsWith('https:') ? getSecure(url, { ca, agent: false }, hear) : getPlain(url, { agent: false }, hear)
    request.once('error', fail)
  })

test('--lan serves HTTPS with a local certificate authority, explains how phones trust it, and keeps it after a restart', async () => {
  const program = await clone.start({ LAN: 'on', HOST: '127.0.0.1', DEMO: 'on', ADMIN_PASSWORD: '' })
  const url = await program.url
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  // Phones do not reach it, so there is no code for them.
  expect(program.said()).toContain('It listens on this machine only (HOST=127.0.0.1)')
  expect(program.said()).not.toMatch(code)
  const trust = /http:\/\/127\.0\.0\.1:\d+\/trust/.exec(program.said())?.[0] ?? ''
  const page = await asked(trust)
  expect(page).toMatchObject({ status: 200 })
  expect(page.body.toString()).toContain(`href="${url}/m/"`)
  const authority = await readFile(join(clone.folder, '.data', 'tls', 'authority.crt'), 'utf8')
  const served = await asked(new URL('/trust/authority.crt', trust).href)
  expect(served.headers['content-type']).toBe('application/x-x509-ca-cert')
  expect(authority.replace(/-----[^-]+-----|\s/g, '')).toBe(served.body.toString('base64'))

  await expect(asked(`${url}/`)).rejects.toThrow(/self-signed|unable to (get|verify)/)
  expect((await asked(`${url}/m/`, authority)).status).toBe(200)
  const document = await asked(`${url}/api/openapi.json`, authority)
  expect(document.status).toBe(200)
  // The certificate authority may be replaced, so no HSTS header is sent.
  expect([document, await asked(`${url}/m/`, authority), page].map(({ headers }) => headers['strict-transport-security'])).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  // What a phone shows before it installs the certificate is compared with the terminal, not with the page that it came from.
  const { fingerprint256 } = new X509Certificate(authority)
  expect(fingerprint256).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  expect(program.said()).toContain(fingerprint256)
  expect(page.body.toString()).toContain(fingerprint256)
  const plain = await asked(new URL('/m/c/0123456789ab', trust).href)
  expect([plain.status, plain.headers.location]).toEqual([307, `${url}/`])

  expect(await program.end('SIGTERM')).toBe(0)
  const again = await clone.start({ LAN: 'on', HOST: '127.0.0.1' })
  expect((await asked(`${await again.url}/`, authority)).status).toBe(200)
  expect(await again.end('SIGTERM')).toBe(0)

  // On every interface the code leads to an address of the network; a machine without one prints none.
  const everywhere = await clone.start({ LAN: 'on' })
  const { hostname } = new URL(await everywhere.url)
  const found = /http:\/\/([^\s/]+):\d+\/trust/.exec(everywhere.said())
  const isReached = lanNames().addresses[0] !== '127.0.0.1'
  expect(code.test(everywhere.said())).toBe(isReached)
  expect(found?.[1]).toBe(hostname)
  expect(await everywhere.end('SIGTERM')).toBe(0)
})

test('a certificate of the hospital’s own that cannot be read is named', async () => {
  const program = await clone.start({ TLS_CERT: '/nowhere/chain.pem', TLS_KEY: '/nowhere/key.pem' })
  expect(await program.ended).toBe(1)
  expect(program.said()).toMatch(/TLS_CERT=\/nowhere\/chain\.pem cannot be read/)
})
