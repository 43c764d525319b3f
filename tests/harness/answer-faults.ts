import { customPrefix } from '#contract/kit/entity/view.ts'
import { openapi } from '#server/openapi.ts'

type Schema = Readonly<Record<string, unknown>>

const document = openapi('test') as {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>>
}
const root = document as unknown as Schema

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

function resolved(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const steps = schema.$ref.slice(2).split('/')
  return resolved(steps.reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], root) as Schema)
}

/** Several schemas that all hold, as one. */
function merged(schemas: readonly Schema[]): Schema {
  const parts = schemas.map(resolved)
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties ?? {})),
    required: parts.flatMap((part) => (part.required as string[] | undefined) ?? []),
  }
}

function objectFaults(schema: Schema, value: Readonly<Record<string, unknown>>, at: string): string[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  const rest = schema.additionalProperties as Schema | undefined
  return [
    ...((schema.required as string[] | undefined) ?? []).flatMap((name) => (value[name] === undefined ? [`${at}.${name} is missing`] : [])),
    ...Object.entries(value).flatMap(([name, part]) => {
      const declared = Object.hasOwn(properties, name) ? properties[name] : rest
      // A hospital's own fields are in no declaration.
      if (!declared) return name.startsWith(customPrefix) ? [] : [`${at}.${name} is not declared`]
      return faultsOf(declared, part, `${at}.${name}`)
    }),
  ]
}

/** What keeps a value from being what a schema says. An object has the declared names and no others. */
export function faultsOf(given: Schema, value: unknown, at: string): string[] {
  const schema = resolved(given)
  if (Array.isArray(schema.allOf)) return faultsOf(merged(schema.allOf as Schema[]), value, at)
  if (Array.isArray(schema.anyOf)) {
    const each = (schema.anyOf as Schema[]).map((one) => faultsOf(one, value, at))
    return each.some((faults) => faults.length === 0) ? [] : each[0]!
  }
  const type = typeOf(value)
  const types = schema.type === undefined ? undefined : [schema.type].flat()
  if (types && !types.includes(type) && !(types.includes('integer') && Number.isInteger(value)))
    return [`${at} is ${type} and not ${types.join(' or ')}`]
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`]
  if (type === 'array' && schema.items)
    return (value as unknown[]).flatMap((one, index) => faultsOf(schema.items as Schema, one, `${at}[${index}]`))
  return type === 'object' && (schema.properties || schema.additionalProperties)
    ? objectFaults(schema, value as Readonly<Record<string, unknown>>, at)
    : []
}

/** Throws when a successful answer of a declared call is not what the call declares. `path`: with `/api`, without its query. */
export function holdAnswer(method: 'GET' | 'POST', path: string, body: unknown): void {
  const schema = document.paths[path]?.[method.toLowerCase()]?.responses['200']?.content?.['application/json']?.schema
  if (!schema) return
  const faults = faultsOf(schema, body, `${method} ${path}`)
  if (faults.length > 0) throw new Error(`An answer is not what its call declares:\n${faults.slice(0, 8).join('\n')}`)
}

/** Throws when a refusal is not what the document says of all of them. */
export function holdRefusal(path: string, body: unknown): void {
  const faults = faultsOf({ $ref: '#/components/schemas/refusal' }, body, path)
  if (faults.length > 0) throw new Error(`A refusal is not what is declared:\n${faults.slice(0, 8).join('\n')}`)
}
