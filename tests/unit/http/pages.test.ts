import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from '#server/http/reply.ts'
import { web } from '#server/http/web.ts'

let folder: string
let app: FastifyInstance
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-pages-'))
  await mkdir(join(folder, 'm'))
  await writeFile(join(folder, 'index.html'), 'desk')
  await writeFile(join(folder, 'm', 'index.html'), 'phone')
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
