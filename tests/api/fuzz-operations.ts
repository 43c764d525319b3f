import { pathsOf } from '#contract/kit/entity/call.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import type { Json } from './hostile.ts'

type Schema = Record<string, unknown>

/** One call of the OpenAPI document, as seen by a client that knows only the document. */
export interface Operation {
  readonly id: string
  readonly method: string
  /** With `{names}` in it. */
  readonly path: string
  readonly query: readonly { name: string; schema: Schema }[]
  readonly inPath: readonly string[]
  /** What the body may hold; undefined for calls without one. */
  readonly fields: readonly { name: string; schema: Schema; isRequired: boolean }[] | undefined
  readonly answers: 'envelope' | 'flat' | 'file' | 'stream'
  readonly isPublic: boolean
}

interface Documented {
  operationId: string
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content: Record<string, { schema: { properties?: object } }> }>
  security?: unknown[]
}

const fieldsOf = (schema: Schema | undefined): Operation['fields'] => {
  if (!schema) return undefined
  const all = (schema.anyOf as Schema[] | undefined) ?? [schema]
  const required = new Set(all[0]!.required as string[] | undefined)
  const properties: Record<string, Schema> = Object.assign({}, ...all.map((one) => one.properties))
  return Object.entries(properties).map(([name, one]) => ({ name, schema: one, isRequired: required.has(name) }))
}

/** Every call of the document. Those that take rows away come last, so that the others find them. */
export function operationsOf(document: { paths: Record<string, Record<string, Documented>> }): Operation[] {
  const all = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, of]): Operation => {
      const answer = of.responses['200']!.content['application/json']
      return {
        id: of.operationId,
        method: method.toUpperCase(),
        path,
        query: (of.parameters ?? []).filter((one) => one.in === 'query'),
        inPath: (of.parameters ?? []).filter((one) => one.in === 'path').map((one) => one.name),
        fields: fieldsOf(of.requestBody?.content['application/json']?.schema),
        answers: of.responses['200']!.content['text/event-stream']
          ? 'stream'
          : !answer
            ? 'file'
            : answer.schema.properties && 'code' in answer.schema.properties
              ? 'envelope'
              : 'flat',
        isPublic: of.security?.length === 0,
      }
    }),
  )
  const isLast = (of: Operation): boolean => /remove|undo|logout|factor\.rule/i.test(of.id)
  return [...all.filter((of) => !isLast(of)), ...all.filter(isLast)]
}

/** The entity that a link or a list of ids names, by the name it travels under. */
export const namedBy: ReadonlyMap<string, string> = new Map(
  [
    ...entities.map((of) => of.fields),
    ...calls.map((of) => of.input),
    ...machines.flatMap((on) => Object.values(on.steps).map((step) => step.input)),
  ]
    .flatMap((fields: FieldMap) => Object.entries(fields))
    .flatMap(([name, field]): [string, string][] =>
      (field.kind === 'link' || field.kind === 'ids') && field.to ? [[wireName(name, field), field.to]] : [],
    ),
)

/** Calls that the document has under several addresses are one. */
export const isWriting = (of: Operation): boolean => {
  const declared = calls.find((one) => one.name === of.id.replace(/\.\d+$/, ''))
  return declared ? (declared.writes ?? declared.method !== 'GET') : of.method === 'POST'
}

/** Every address that the registry declares; the document must hold them all. */
export const declaredPaths = (): string[] => calls.flatMap((of) => pathsOf(of).map((path) => `/api${path.replace(/:(\w+)/g, '{$1}')}`))

/** A value that the schema of a field allows, as JSON; `idOf` finds rows. Undefined where none is at hand. */
export function rightValue(name: string, schema: Schema, idOf: (name: string) => string | undefined): Json | undefined {
  const type = [schema.type].flat()[0]
  if (Array.isArray(schema.enum)) return JSON.stringify(schema.enum[0])
  if (schema.format === 'uuid') return idOf(name) && JSON.stringify(idOf(name))
  if (schema.format === 'date') return '"2026-03-04"'
  if (schema.format === 'date-time') return '"2026-03-04T05:06:07Z"'
  if (type === 'integer' || type === 'number') return String(schema.minimum ?? 1)
  if (type === 'array') {
    const items = schema.items as Schema | undefined
    if (items?.type !== 'object') {
      const inner = rightValue(name, items ?? {}, idOf)
      return inner === undefined ? '[]' : `[${inner}]`
    }
    return `[${rightObject(fieldsOf(items) ?? [], idOf)}]`
  }
  if (type !== 'string') return undefined
  const fitting = ['x1', '07-01', '027-8000001', 'x@example.org', '1.50', '99999999'].find((one) =>
    new RegExp(String(schema.pattern ?? ''), 'u').test(one),
  )
  return JSON.stringify(idOf(name) ?? fitting ?? 'x1')
}

/** An object with the required fields, and an id where the call asks for one. */
export const rightObject = (fields: NonNullable<Operation['fields']>, idOf: (name: string) => string | undefined): Json =>
  `{${fields
    .filter((one) => one.isRequired || one.name === 'id')
    .flatMap(({ name, schema }) => {
      const value = rightValue(name, schema, idOf)
      return value === undefined ? [] : [`${JSON.stringify(name)}:${value}`]
    })
    .join()}}`
