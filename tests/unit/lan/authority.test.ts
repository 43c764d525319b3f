import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:https'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lanNames } from '#server/runtime/lan/addresses.ts'
import { type Authority, authorityIn, leafIn, type Pair } from '#server/runtime/lan/authority.ts'

const names = { hosts: ['localhost', 'ward.local', 'ward'], addresses: ['127.0.0.1', '192.168.7.20'] }
const day = 86_400_000

/** Whether a client that trusts the authority alone takes the leaf for the host; the reason when it does not. */
const asked = (authority: Pair, leaf: Pair, host: string): Promise<string> =>
  new Promise((done, fail) => {
    const server = createServer({ key: leaf.key, cert: leaf.cert }).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      const finish = (said: string): void => {
        socket.destroy()
        server.close(() => done(said))
      }
      const socket = connect({
        port,
        host: '127.0.0.1',
        servername: isIP(host) ? '' : host,
        ca: authority.cert,
        checkServerIdentity: (_, { raw }) => {
          const cert = new X509Certificate(raw)
          return (isIP(host) ? cert.checkIP(host) : cert.checkHost(host)) ? undefined : new Error('another name')
        },
      })
      socket.once('secureConnect', () => finish('trusted'))
      socket.once('error', (error: Error) => finish(error.message))
    })
    server.once('error', fail)
  })

describe('the local authority', () => {
  let folder: string
  let authority: Authority
  let leaf: Pair
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wardkeeper-tls-'))
    authority = await authorityIn(folder, names)
    leaf = await leafIn(folder, authority, names)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('is made once, its key readable by the owner alone', async () => {
    expect(await authorityIn(folder, names)).toEqual(authority)
    expect((await stat(join(folder, 'authority.key'))).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'machine.key'))).mode & 0o777).toBe(0o600)
  })

  test('its leaf is trusted for the names and addresses of the machine by clients that trust the authority', async () => {
    expect(await asked(authority, leaf, '192.168.7.20')).toBe('trusted')
    expect(await asked(authority, leaf, 'ward.local')).toBe('trusted')
    expect(await asked(authority, leaf, '10.0.0.9')).toBe('another name')
  })

  test('a leaf for a name of the internet is refused even when the stolen key signed it', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'wardkeeper-tls-'))
    const stolen = await leafIn(elsewhere, authority, { hosts: ['bank.example.com'], addresses: [] })
    expect(await asked(authority, stolen, 'bank.example.com')).toMatch(/permitted subtree violation/)
    const routed = await leafIn(elsewhere, { ...authority, networks: ['8.8.8.0/24'] }, { hosts: [], addresses: ['8.8.8.8'] })
    expect(await asked(authority, routed, '8.8.8.8')).toMatch(/permitted subtree violation/)
    await rm(elsewhere, { recursive: true, force: true })
  })

  test('a leaf lives 397 days at most, and is issued again when addresses change or its end is near', async () => {
    const { validFrom, validTo } = new X509Certificate(leaf.cert)
    expect((Date.parse(validTo) - Date.parse(validFrom)) / day).toBeLessThanOrEqual(397)
    expect(await leafIn(folder, authority, names)).toEqual(leaf)
    const moved = { ...names, addresses: ['192.168.7.21'] }
    const second = await leafIn(folder, authority, moved)
    expect(second.cert).not.toBe(leaf.cert)
    expect(await asked(authority, second, '192.168.7.21')).toBe('trusted')
    const late = await leafIn(folder, authority, moved, Date.now() + 380 * day)
    expect(late.cert).not.toBe(second.cert)
  })

  test('a network that uses routed addresses inside is covered too, and an address that came later is left out', async () => {
    const house = await mkdtemp(join(tmpdir(), 'wardkeeper-tls-'))
    const own = { hosts: ['localhost'], addresses: ['192.0.2.2', '2001:db8::2', '127.0.0.1'] }
    const made = await authorityIn(house, own)
    const first = await leafIn(house, made, own)
    expect(await asked(made, first, '192.0.2.2')).toBe('trusted')
    expect(await asked(made, first, '2001:db8::2')).toBe('trusted')
    const later = await leafIn(house, await authorityIn(house, own), { ...own, addresses: ['198.51.100.7', '192.0.2.9'] })
    expect(await asked(made, later, '192.0.2.9')).toBe('trusted')
    expect(await asked(made, later, '198.51.100.7')).toBe('another name')
    await rm(house, { recursive: true, force: true })
  })

  test('the names are those that other machines can use', () => {
    const interfaces = {
      lo: [{ address: '127.0.0.1', internal: true, family: 'IPv4' }],
      eth0: [
        { address: 'fe80::1', internal: false, family: 'IPv6' },
        { address: 'fd00::5', internal: false, family: 'IPv6' },
        { address: '192.168.1.4', internal: false, family: 'IPv4' },
      ],
    } as unknown as Parameters<typeof lanNames>[0]
    expect(lanNames(interfaces, 'Ward.hospital.cn')).toEqual({
      hosts: ['localhost', 'ward.local', 'ward'],
      addresses: ['192.168.1.4', 'fd00::5', '127.0.0.1'],
    })
  })
})
