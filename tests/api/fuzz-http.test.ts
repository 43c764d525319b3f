import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errors } from '#contract/kit/errors.ts'
import { type Client, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { stored } from './stored.ts'

let app: TestApp
let client: Client
let before: Record<string, string>
const faults: string[] = []
const onRejection = (error: unknown) => void faults.push(String(error))

beforeAll(async () => {
  process.on('unhandledRejection', onRejection)
  app = await startApp()
  client = await app.as('administrator')
  before = await stored(app)
})
afterAll(async () => {
  await app.stop()
  process.off('unhandledRejection', onRejection)
})

/** The program's output for these bytes until it closes the connection, or has answered once. */
const say = async (bytes: string | Buffer): Promise<string> => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let received = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    received += piece
    const [head = '', body] = received.split('\r\n\r\n')
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Number.NaN)
    if (body !== undefined && Buffer.byteLength(body) >= length) socket.end()
  })
  socket.on('error', () => {})
  socket.write(bytes)
  socket.setTimeout(8000, () => socket.destroy())
  await new Promise((done) => socket.on('close', done))
  return received
}

const token = () => `Blade-Auth: ${client.headers['blade-auth']}`
const get = (path: string, ...lines: string[]) => [`GET ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n')
const post = (body: string, ...lines: string[]) =>
  [
    'POST /api/eam/deviceparts/submit HTTP/1.1',
    'Host: x',
    'Connection: close',
    'Content-Type: application/json',
    token(),
    ...lines,
    '',
    body,
  ].join('\r\n')

const part = '{"partName":"x","quantity":1}'
const length = `Content-Length: ${part.length}`

/** What a request says that is no request, or too much of one. */
const odd: Readonly<Record<string, () => string | Buffer>> = {
  'no HTTP': () => 'hello\r\n\r\n',
  'another protocol': () => Buffer.from([0x16, 3, 1, 0, 200, 1, 0, 0, 196, 3, 3, 13, 10, 13, 10]),
  'an unknown method': () => 'BREW /api/eam/device/list HTTP/1.1\r\nHost: x\r\n\r\n',
  'a request to be sent back': () => 'TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: eam-access=x\r\n\r\n',
  'no host': () => 'GET /api/eam/device/list HTTP/1.1\r\n\r\n',
  'a version of the future': () => 'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
  'an address with spaces': () => get('/api/eam/device list'),
  'an address with bytes': () => Buffer.from('GET /api/\xff\x00 HTTP/1.1\r\nHost: x\r\n\r\n', 'latin1'),
  'an endless address': () => get(`/api/${'x'.repeat(70_000)}`),
  'an endless header': () => get('/api/eam/device/list', `X-A: ${'x'.repeat(70_000)}`),
  'very many headers': () => get('/api/eam/device/list', ...Array.from({ length: 3000 }, (_, at) => `x-${at}: 1`)),
  'a zero in a header': () => get('/api/eam/device/list', 'x-a: a\0b'),
  'a header without a name': () => get('/api/eam/device/list', ': x'),
  'a folded header': () => get('/api/eam/device/list', 'x-a: a', ' b'),
  'two lengths': () => post(part, length, 'Content-Length: 5'),
  'a length and pieces': () => post(`0\r\n\r\n${part}`, length, 'Transfer-Encoding: chunked'),
  'pieces that are none': () => post('zz\r\nx\r\n', 'Transfer-Encoding: chunked'),
  'a length below nothing': () => post(part, 'Content-Length: -1'),
  'a length that is a word': () => post(part, 'Content-Length: many'),
  'an endless length': () => post(part, 'Content-Length: 99999999999999999999'),
  'ten megabytes': () => post(`{"partName":"${'x'.repeat(10 * 1024 * 1024)}"}`, `Content-Length: ${10 * 1024 * 1024 + 15}`),
  'a packed body': () => post(part, length, 'Content-Encoding: gzip'),
}

test.each(Object.keys(odd))('%s is refused with a message, or the connection is closed', async (name) => {
  const answer = await say(odd[name]!())
  if (answer !== '') {
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
    expect(status, head).toBeGreaterThanOrEqual(400)
    expect(status, head).toBeLessThan(500)
    // Node itself refuses one, without a body.
    if (name !== 'no host') {
      const said = JSON.parse(body) as { code: number; error: string; msg: string }
      expect(said).toMatchObject({ code: status, success: false, error: expect.any(String) })
      expect(Object.keys(errors)).toContain(said.error)
      expect(said.msg).toMatch(/[㐀-鿿]/)
    }
  }
  expect((await fetch(`${app.url}/health`)).status).toBe(200)
  expect(await stored(app)).toEqual(before)
  expect(faults).toEqual([])
})

const values = ['', ' ', 'x'.repeat(7000), '\t', '"', '%00', 'a, b', ';;;=;', '{}', "' or 1=1 --", '医院', '../..', '-1', '9'.repeat(300)]
const names = [
  'blade-auth',
  'authorization',
  'cookie',
  'tenant-id',
  'captcha-key',
  'accept',
  'accept-language',
  'accept-encoding',
  'origin',
  'referer',
  'range',
  'if-none-match',
  'idempotency-key',
  'user-agent',
  'x-eam-client',
  'x-eam-user',
  'x-eam-tenant',
  'x-eam-epoch',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-http-method-override',
  'expect',
  'upgrade',
]

test('nonsensical headers break nothing', async () => {
  const wrong: string[] = []
  const ask = async (name: string, value: string): Promise<void> => {
    const line = `${name}: ${value}`
    const answers = [
      await say(get('/api/blade-user/info', ...(name === 'blade-auth' ? [] : [token()]), line)),
      await say(post('{"quantity":"x"}', 'Content-Length: 16', line)),
    ]
    for (const answer of answers) {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
      if (!(status >= 200 && status < 500)) wrong.push(`${line.slice(0, 80)}: ${answer.slice(0, 200)}`)
      if (/[\r\n]set-cookie/i.test(answer)) wrong.push(`${line.slice(0, 80)} sets a cookie`)
    }
  }
  await Promise.all(
    names.map(async (name) => {
      for (const value of values) await ask(name, value)
    }),
  )
  expect(wrong).toEqual([])
  expect(await stored(app)).toEqual(before)
  expect(faults).toEqual([])
})

test('the answer to a HEAD request that cannot be read ends with its headers', async () => {
  const wrong = (method: string) => say(`${method} /api/health HTTP/1.1\r\nHost: x\r\nNo colon here\r\n\r\n`)
  const [head, body] = (await wrong('HEAD')).split('\r\n\r\n')
  expect([head!.split('\r\n')[0], body]).toEqual(['HTTP/1.1 400 Bad Request', ''])
  expect((await wrong('GET')).split('\r\n\r\n')[1]).toContain('bad_request')
})
