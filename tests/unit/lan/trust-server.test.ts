import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { authorityIn } from '#server/runtime/lan/authority.ts'
import { trustServer } from '#server/runtime/lan/trust-server.ts'
import { isLoopback, reachedAs } from '#server/runtime/listen.ts'
import { plainRequest } from '#tests/harness/plain-request.ts'

const folder = await mkdtemp(join(tmpdir(), 'wardkeeper-trust-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a phone that asks for a foreign host is led to this machine', async () => {
  const { cert } = await authorityIn(folder, { hosts: ['localhost'], addresses: ['192.168.1.5', '127.0.0.1'] })
  const names = new Set(['192.168.1.5', 'ward.local'])
  const server = trustServer(cert, (asked) => `https://${names.has(asked) ? asked : '192.168.1.5'}:8443`)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const led = async (host: string) => (await plainRequest(`${at}/m/`, { headers: { host } })).headers.get('location')
  expect(await led('ward.local:80')).toBe('https://ward.local:8443/')
  expect(await led('evil.example')).toBe('https://192.168.1.5:8443/')
  expect((await plainRequest(`${at}/trust`, { headers: { host: 'evil.example' } })).text).not.toContain('evil')
  await new Promise((done) => server.close(done))
})

test('an address is printed as what the program listens on', () => {
  expect(reachedAs('0.0.0.0', ['192.168.1.5', '127.0.0.1'])).toBe('192.168.1.5')
  expect(reachedAs('127.0.0.1', ['192.168.1.5'])).toBe('127.0.0.1')
  expect(['127.0.0.1', '127.1.2.3', '::1', 'localhost', '192.168.1.5', '0.0.0.0', 'fd00::1'].map(isLoopback)).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ])
})
