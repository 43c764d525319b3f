import { describe, expect, test } from 'vitest'
import type { Shape } from '#contract/kit/entity/answer.ts'
import { calls, entities, jsonShapes, namedShapes } from '#contract/registry.ts'
import { openapi } from '#server/openapi.ts'
import { faultsOf } from '#tests/harness/answer-faults.ts'
import { sourceFiles } from './source-files.ts'

/** Where a shape leaves open what stands there. */
function open(shape: Shape, at: string): string[] {
  if (shape.is === 'anything') return [at]
  if (shape.is === 'either') return shape.of.flatMap((one) => open(one, at))
  if (shape.is === 'object' || shape.is === 'tree' || shape.is === 'with')
    return Object.entries(shape.fields).flatMap(([name, part]) => ('is' in part ? open(part, `${at}.${name}`) : []))
  if (shape.is === 'nullable' || shape.is === 'optional' || shape.is === 'list' || shape.is === 'map') return open(shape.of, at)
  return []
}

interface Schema {
  readonly [part: string]: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}
interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string
            readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } }
          }
        >
      >
    >
  >
}

/** Where a schema allows anything; words alone are no type. */
function bare(schema: Schema, at: string): string[] {
  if (Object.keys(schema).every((key) => key === 'title' || key === 'description')) return [at]
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema
  return [
    ...Object.entries(properties).flatMap(([name, part]) => bare(part, `${at}.${name}`)),
    ...[...(items ? [items] : []), ...anyOf, ...allOf].flatMap((part) => bare(part, at)),
    ...(typeof additionalProperties === 'object' ? bare(additionalProperties, at) : []),
  ]
}

/** Answers without a type, and why; `#`: of a row. */
const untyped: Readonly<Record<string, string>> = {
  '#flowRecord.undo': 'what taking an opinion back needs, columns of three tables as they were; no call answers it',
  'log.apiDetail.changes': 'changes of a row of any entity, lines included, by the names of its fields',
  'sync.pack.columns.values': 'the values of a column of any entity',
  'sync.pull.changes.row': 'a row of any entity that phones keep',
  'sync.pullMany.changes.row': 'a row of any entity that phones keep',
  'sync.push.results.current': 'the row of any entity that an operation met',
}

describe('answers', () => {
  test('are declared: only rows whose entity the caller names have an open shape', () => {
    const found = calls.filter((of) => of.answers.kind !== 'file').flatMap((of) => open(of.answers.shape, of.name))
    expect(found.sort()).toEqual(Object.keys(untyped).filter((at) => !at.startsWith('#')))
  })

  test('every success in the OpenAPI document has a type, with the fields of kind json; what has none says why', () => {
    const { components, paths } = openapi('test') as unknown as Document
    const found = [
      ...Object.entries(components.schemas).flatMap(([name, schema]) => bare(schema, `#${name}`)),
      ...Object.values(paths)
        .flatMap((item) => Object.values(item))
        .flatMap(({ operationId, responses }) =>
          Object.values(responses['200'].content).flatMap(({ schema }) => bare(schema, operationId).map((at) => at.replace('.data', ''))),
        ),
    ]
    expect([...new Set(found)].sort()).toEqual(Object.keys(untyped))
    expect(Object.values(untyped).filter((why) => why.length < 20)).toEqual([])
    expect(bare({ type: 'object', properties: { a: { title: '甲' }, b: { type: 'array', items: {} } } }, 'x')).toEqual(['x.a', 'x.b'])
  })

  test('what is said of a field of kind json is about one, and every name of a shape is declared', () => {
    const fields = entities.flatMap((of) =>
      Object.entries(of.fields).flatMap(([name, { kind }]) => (kind === 'json' ? [`${of.name}.${name}`] : [])),
    )
    expect([...jsonShapes.keys()].filter((name) => !fields.includes(name))).toEqual([])
    const { components } = openapi('test') as unknown as Document
    const named = JSON.stringify(components).match(/#\/components\/schemas\/[\w.]+/g) ?? []
    expect([...new Set(named)].filter((ref) => !components.schemas[ref.split('/').at(-1)!])).toEqual([])
    expect([...namedShapes.keys()].filter((name) => entities.some((of) => of.name === name))).toEqual([])
  })

  test('no page types an answer by hand: calls have their declaration, verbs their entity', () => {
    const byHand = /\b(useCall|useAction|invoke|request|useList|useDetail|useHistory|useMeasure|fetchPage|fetchAll|readDetail|readOptions)</
    const typed = sourceFiles().flatMap(({ path, text }) =>
      path.startsWith('src/') && !path.startsWith('src/data/') && byHand.test(text) ? [path] : [],
    )
    expect(typed).toEqual([])
    expect(byHand.test('const detail = useDetail<Row>(device, id)')).toBe(true)
  })

  test('a missing, an unknown and a wrong part of an answer are found', () => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'string' }, on: { type: ['integer', 'null'], enum: [0, 1, null] } },
      required: ['id'],
    }
    expect(faultsOf(schema, { id: 'a', on: null }, 'row')).toEqual([])
    expect(faultsOf({ type: 'array', items: schema }, [{ on: 2, more: 1 }], 'rows')).toEqual([
      'rows[0].id is missing',
      'rows[0].on is 2',
      'rows[0].more is not declared',
    ])
    expect(faultsOf({ anyOf: [schema, { type: 'null' }] }, 'text', 'row')).toEqual(['row is string and not object'])
  })
})
