import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from '#server/http/reply.ts'
import { web } from '#server/http/web.ts'
import { compressAssets } from '../../../scripts/compress-web.mjs'

const script = 'export const desk = 1\n'.repeat(200)

let folder: string
let app: FastifyInstance
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-pages-'))
  await mkdir(join(folder, 'm'))
  await writeFile(join(folder, 'index.html'), 'desk')
  await writeFile(join(folder, 'm', 'index.html'), 'phone')
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets', 'desk-1.js'), script)
  await writeFile(join(folder, 'assets', 'small-1.js'), 'small')
  compressAssets(folder)
  app = fastify({
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    routerOptions: { ignoreTrailingSlash: true },
  })
  app.setErrorHandler(sendError)
  await web(app, folder)
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

/** The page at an address exactly as it is written, which fetch would tidy; the status where there is none. */
const asked = (path: string): Promise<string> =>
  new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, agent: false, headers: { accept: 'text/html' } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (piece: string) => {
        body += piece
      })
      response.on('end', () => done(response.statusCode === 200 ? body : String(response.statusCode)))
    })
      .on('error', fail)
      .end()
  })

test.each([
  ['/', 'desk'],
  ['/eam/device', 'desk'],
  ['/login?from=//evil.example', 'desk'],
  ['/m/', 'phone'],
  ['/m/check/1', 'phone'],
])('%s is a page', async (url, body) => {
  expect(await asked(url)).toBe(body)
})

test.each([
  '//evil.example/x?body=desk',
  '/\\evil.example/x?body=desk',
  '///evil.example',
  '/%2fevil.example/x',
  '/%2F%2Fevil.example/x',
  '%2f%2fevil.example',
  '/%5cevil.example/x',
  '/%252fevil.example/x',
  '//m/',
  '/\\/m/',
])('%s is no page: a browser may read it as another host', async (url) => {
  expect(await asked(url)).toMatch(/^40\d$/)
})

test.each(['br', 'gzip', 'identity'])('a script comes as the build left it for a browser that reads %s', async (encoding) => {
  const got = await app.inject({ url: '/assets/desk-1.js', headers: { 'accept-encoding': encoding } })
  expect(got.headers).toMatchObject({ vary: 'accept-encoding', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(got.headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(got.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
  const read = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }[encoding]!
  expect(read(got.rawPayload).toString()).toBe(script)
  expect(got.rawPayload.length < script.length).toBe(encoding !== 'identity')
})

test('a script without a compressed twin comes as it is, and a twin has no address of its own', async () => {
  const small = await app.inject({ url: '/assets/small-1.js', headers: { 'accept-encoding': 'br' } })
  expect([small.body, small.headers['content-encoding']]).toEqual(['small', undefined])
  expect((await app.inject({ url: '/assets/desk-1.js.br' })).statusCode).toBe(404)
})
