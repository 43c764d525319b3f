import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { outboundOf, reachableBy, refuseAddress } from '#server/kit/outbound/outbound.ts'

const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(String(request.url))
  if (request.url === '/away') response.writeHead(302, { location: '/there' }).end()
  else response.end('here')
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.0.0.1/',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[64:ff9b::a00:1]/',
  'http://10.1.2.3/',
  'http://172.31.0.1/',
  'https://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://[fd00::1]/',
  'http://[fec0::1]/',
  'http://[::7f00:1]/',
  'http://[::ffff:0:7f00:1]/',
  'http://[3fff::1]/',
  'http://[5f00::1]/',
  'http://localhost/',
  'http://db.localhost/',
  'ftp://example.org/',
  'file:///etc/passwd',
  'http://user:word@example.org/',
  'gopher://example.org',
  'nonsense',
])('%s is no address for a row', (address) => {
  expect(() => refuseAddress(address, reachableBy('off'))).toThrow()
})

test.each(['https://dysmsapi.aliyuncs.com/', 'http://8.8.8.8:9000/x', 'http://[2606:4700::1111]/'])('%s is one', (address) => {
  expect(() => refuseAddress(address, reachableBy('off'))).not.toThrow()
})

test('a private network is open where the setting says so, and no other one', () => {
  const some = reachableBy('10.1.0.0/16, 192.168.7.7')
  for (const open of ['http://10.1.2.3/', 'http://192.168.7.7/']) expect(() => refuseAddress(open, some)).not.toThrow()
  for (const shut of ['http://10.2.0.1/', 'http://192.168.7.8/', 'http://127.0.0.1/']) expect(() => refuseAddress(shut, some)).toThrow()
  expect(() => reachableBy('10.1.0.0/99')).toThrow()
})

test('a name that leads to this machine is not connected to, and a redirect is not followed', async () => {
  // The name has a public form, so that only its look-up tells where it leads.
  const shut = outboundOf((address) => !address.startsWith('127.') && address !== '::1')
  await expect(shut(`http://localhost:${port}/`)).rejects.toMatchObject({ code: 'rule' })
  await expect(shut(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: 'rule' })
  expect(asked).toEqual([])
  const open = outboundOf(reachableBy('on'))
  expect(await (await open(`http://localhost:${port}/x`)).text()).toBe('here')
  const led = await open(`http://127.0.0.1:${port}/away`)
  expect([led.status, asked]).toEqual([302, ['/x', '/away']])
})
