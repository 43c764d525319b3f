import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { wireName } from '#contract/kit/entity/shape.ts'
import { calls, entities } from '#contract/registry.ts'
import { holdRefusal } from '#tests/harness/answer-faults.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { answerOf, type Page } from '#tests/harness/app-for-test.ts'
import { wrongDocument } from './openapi-check.ts'

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId: string
        security?: unknown[]
        parameters?: { name: string }[]
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: { default: { content: { 'application/json': { schema: unknown } } } }
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}
interface Schema {
  properties: Record<string, unknown>
  required?: string[]
  additionalProperties?: boolean
  anyOf?: Schema[]
}

const root = fileURLToPath(new URL('../../', import.meta.url))
let document: Document
const app = await appForFile()
const client = await app.as('administrator')
beforeAll(async () => {
  document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as Document
})

describe('the OpenAPI document', () => {
  test('is printed without a database, and is the one that is served', () => {
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
    const printed = spawnSync('npm', ['run', '--silent', 'openapi'], { cwd: root, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    expect([printed.status, printed.stderr.replace(/^npm warn.*\n/gm, '')]).toEqual([0, ''])
    expect(JSON.parse(printed.stdout)).toEqual(document)
  })

  test('is OpenAPI 3.1', () => {
    expect(wrongDocument(document)).toEqual([])
  })

  test('a document that is none is told so', () => {
    const operation = { operationId: 'a', summary: 's', description: 'd', tags: ['t'], responses: { 200: { description: 'x' } } }
    const wrong = {
      openapi: '3.0.0',
      info: { title: 'x', version: '1' },
      paths: {
        '/a/{id}': { get: { ...operation, parameters: [{ name: 'x', in: 'query', schema: { type: 'text' } }] } },
        b: {
          post: {
            ...operation,
            responses: {},
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/none' } } } },
          },
        },
      },
      components: { schemas: { c: { type: 'object', properties: {}, required: ['d'], nullable: true } } },
      security: [{ token: [] }],
    }
    expect(wrongDocument(wrong)).toEqual([
      'is OpenAPI 3.0.0',
      'get /a/{id} x has the type text',
      'get /a/{id} does not describe {id}',
      'has the path b',
      'post b body application/json refers to #/components/schemas/none',
      'post b has no responses',
      'has the operationId a twice',
      'c speaks 3.0',
      'c requires d, which it does not describe',
    ])
  })

  test('names every call that the server answers under /api and no others', () => {
    const lines = app.app.printRoutes({ commonPrefix: false }).split('\n')
    const stack: string[] = []
    const served = new Set<string>()
    const documented = (path: string) => path.replace(/:(\w+)/g, '{$1}')
    for (const line of lines) {
      const match = /^([│├└─\s]*)([^\s(]*)\s*(?:\(([A-Z, ]+)\))?/.exec(line)
      if (!match || !line.trim()) continue
      const depth = Math.floor(match[1]!.length / 4)
      stack.length = Math.max(0, depth - 1)
      stack.push(match[2]!)
      const path = stack.join('').replace(/(.)\/$/, '$1')
      for (const method of (match[3] ?? '').split(', ').filter((one) => one && one !== 'OPTIONS'))
        if (path.startsWith('/api')) served.add(`${method} ${documented(path)}`)
    }
    const named = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    // What is read may be asked for without its content.
    const reported = [...served].filter(
      (one) => !named.includes(one) && !(one.startsWith('HEAD ') && served.has(one.replace('HEAD', 'GET'))),
    )
    expect(reported.sort()).toEqual(['GET /api/docs', 'GET /api/docs.js', 'GET /api/openapi.json'])
    expect(named.filter((one) => !served.has(one))).toEqual([])
  })

  test('says which calls are open', () => {
    const open = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .filter((one) => one.security?.length === 0)
    // A call at several addresses is there once for each.
    expect([...new Set(open.map((one) => one.operationId!.replace(/\.\d+$/, '')))]).toEqual(
      calls.filter((of) => of.may === 'public').map((of) => of.name),
    )
  })

  test('describes what is sent: no read-only field, the required ones, nothing else', () => {
    for (const of of entities) {
      const operation = Object.values(document.paths)
        .flatMap((item) => Object.values(item))
        .find((one) => one.operationId === `${of.name}.submit`)
      if (!operation) continue
      const { anyOf } = operation.requestBody!.content['application/json']!.schema
      // A line that is saved by a call of its own names its header.
      const above = entities.flatMap((header) => (header.lines ?? []).filter((line) => line.calls && line.entity === of.name)[0]?.by ?? [])
      const writable = Object.entries(of.fields).filter(([name, field]) => !field.readOnly || above.includes(name))
      const names = [
        ...writable.map(([name, field]) => wireName(name, field)),
        ...(of.lines ?? []).flatMap((line) => (line.readOnly ? [] : [line.as])),
        // The facts that front ends of the given calls say by names of their own.
        ...Object.keys(of.others?.takes ?? {}).filter((name) => !Object.hasOwn(of.fields, name)),
      ]
      const required = writable.filter(([, field]) => field.required).map(([name, field]) => wireName(name, field))
      // A new row has all that is required, a changed one its id and what changes.
      const [added, changed] = anyOf!
      expect(Object.keys(added!.properties).sort()).toEqual([...names].sort())
      expect(added!.required).toEqual(required)
      expect(Object.keys(changed!.properties).sort()).toEqual([...names, ...Object.keys(of.told ?? {}), 'id', 'version'].sort())
      expect(changed!.required).toEqual(['id'])
      expect(anyOf!.map((one) => one.additionalProperties)).toEqual([false, false])
    }
  })

  test('describes what is answered: every name of a real row', async () => {
    const made = (await client.post('/eam/device/submit', { deviceName: '监护仪' })).data
    const { data: row } = await client.get('/eam/device/detail', { id: made.id })
    expect(Object.keys(row).sort()).toEqual(Object.keys(document.components.schemas.device!.properties).sort())
    const { data: page } = await client.get<Page>('/eam/device/list')
    for (const name of Object.keys(page.records[0]!)) expect(document.components.schemas.device!.properties).toHaveProperty(name)
  })

  test('describes what a refused call answers, and every refusal is that', async () => {
    const refused = Object.values(document.paths)
      .flatMap((item) => Object.values(item))
      .map((one) => one.responses.default.content['application/json'].schema)
    expect(new Set(refused.map((schema) => JSON.stringify(schema)))).toEqual(new Set(['{"$ref":"#/components/schemas/refusal"}']))
    const { body } = await client.post('/eam/device/submit', { deviceName: '' })
    expect(body).toMatchObject({ code: 400, success: false, error: 'bad_input', data: [{ field: 'deviceName', rule: 'required' }] })
    expect(Object.keys(body).sort()).toEqual(Object.keys(document.components.schemas.refusal!.properties).sort())
    // The client of the tests holds every refusal against the document; so it does find what is not in it.
    expect(() => holdRefusal('/planted', body)).not.toThrow()
    expect(() => holdRefusal('/planted', { ...body, data: { secret: 1 } })).toThrow('/planted.data is')
    expect(() => holdRefusal('/planted', { ...body, error: 'made_up' })).toThrow('made_up')
    const stranger = await answerOf(await fetch(`${app.url}/api/eam/device/list`))
    expect(() => holdRefusal('/eam/device/list', stranger.body)).not.toThrow()
  })

  test('can be read as a page', async () => {
    for (const [path, type] of [
      ['/api/docs', 'text/html'],
      ['/api/docs.js', 'text/javascript'],
    ] as const) {
      const response = await fetch(app.url + path)
      expect([response.status, response.headers.get('content-type')?.startsWith(type)]).toEqual([200, true])
    }
  })
})
