type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const types = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

function wrongSchema(schema: unknown, at: string, root: Json, say: (what: string) => void): void {
  if (!isObject(schema)) {
    say(`${at} is no schema`)
    return
  }
  if ('nullable' in schema || 'example' in schema) say(`${at} speaks 3.0`)
  if (typeof schema.$ref === 'string') {
    const target = schema.$ref.startsWith('#/')
      ? schema.$ref
          .slice(2)
          .split('/')
          .reduce<unknown>((found, key) => (isObject(found) ? found[key] : undefined), root)
      : undefined
    if (target === undefined) say(`${at} refers to ${schema.$ref}`)
    return
  }
  for (const type of schema.type === undefined ? [] : [schema.type].flat()) if (!types.has(String(type))) say(`${at} has the type ${type}`)
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0)) say(`${at} has an empty enum`)
  if (typeof schema.pattern === 'string') new RegExp(schema.pattern, 'u')
  if (schema.type === 'array' && schema.items === undefined) say(`${at} is an array of nothing`)
  for (const [name, inner] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
    wrongSchema(inner, `${at}.${name}`, root, say)
  for (const key of ['anyOf', 'oneOf', 'allOf'])
    for (const [index, inner] of (Array.isArray(schema[key]) ? schema[key] : []).entries())
      wrongSchema(inner, `${at} ${key} ${index}`, root, say)
  if (schema.items !== undefined) wrongSchema(schema.items, `${at}[]`, root, say)
  const properties = isObject(schema.properties) ? schema.properties : {}
  for (const name of Array.isArray(schema.required) ? schema.required : [])
    if (!(String(name) in properties)) say(`${at} requires ${name}, which it does not describe`)
}

function wrongOperation(operation: Json, at: string, path: string, root: Json, say: (what: string) => void): void {
  for (const word of ['operationId', 'summary', 'description'])
    if (typeof operation[word] !== 'string' || operation[word] === '') say(`${at} has no ${word}`)
  if (!Array.isArray(operation.tags) || operation.tags.length === 0) say(`${at} has no tag`)
  const parameters = (operation.parameters ?? []) as Json[]
  const names = parameters.map((one) => `${one.in} ${one.name}`)
  if (new Set(names).size !== names.length) say(`${at} has a parameter twice`)
  for (const one of parameters) {
    if (!['query', 'header', 'path', 'cookie'].includes(String(one.in)) || typeof one.name !== 'string')
      say(`${at} has the parameter ${JSON.stringify(one)}`)
    if (one.in === 'path' && (one.required !== true || !path.includes(`{${one.name}}`))) say(`${at} has the path parameter ${one.name}`)
    wrongSchema(one.schema, `${at} ${one.name}`, root, say)
  }
  for (const match of path.matchAll(/\{(\w+)\}/g)) if (!names.includes(`path ${match[1]}`)) say(`${at} does not describe {${match[1]}}`)
  if (isObject(operation.requestBody))
    for (const [type, media] of Object.entries(operation.requestBody.content as Json))
      wrongSchema((media as Json).schema, `${at} body ${type}`, root, say)
  const responses = operation.responses
  if (!isObject(responses) || Object.keys(responses).length === 0) {
    say(`${at} has no responses`)
    return
  }
  for (const [status, response] of Object.entries(responses)) {
    if (!/^([1-5](\d\d|XX)|default)$/.test(status)) say(`${at} answers ${status}`)
    if (!isObject(response) || typeof response.description !== 'string') say(`${at} ${status} has no description`)
    else
      for (const [type, media] of Object.entries(isObject(response.content) ? response.content : {}))
        wrongSchema((media as Json).schema, `${at} ${status} ${type}`, root, say)
  }
  for (const requirement of (operation.security ?? []) as Json[])
    for (const name of Object.keys(requirement))
      if (
        !isObject((root.components as Json | undefined)?.securitySchemes) ||
        !(name in ((root.components as Json).securitySchemes as Json))
      )
        say(`${at} asks for the unknown security ${name}`)
}

/** What keeps a document from being OpenAPI 3.1. */
export function wrongDocument(document: unknown): string[] {
  const found: string[] = []
  const say = (what: string) => void found.push(what)
  if (!isObject(document)) return ['no object']
  if (!/^3\.1\.\d+$/.test(String(document.openapi))) say(`is OpenAPI ${document.openapi}`)
  const info = document.info
  if (!isObject(info) || typeof info.title !== 'string' || typeof info.version !== 'string') say('has no title or version')
  for (const name of Object.keys(document))
    if (
      !['openapi', 'info', 'paths', 'components', 'security', 'servers', 'tags', 'webhooks', 'externalDocs', 'jsonSchemaDialect'].includes(
        name,
      ) &&
      !name.startsWith('x-')
    )
      say(`has the part ${name}`)
  const ids: string[] = []
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    if (!path.startsWith('/')) say(`has the path ${path}`)
    for (const [method, operation] of Object.entries(item as Json)) {
      if (!methods.has(method)) say(`${path} has the method ${method}`)
      else {
        ids.push(String((operation as Json).operationId))
        wrongOperation(operation as Json, `${method} ${path}`, path, document, say)
      }
    }
  }
  for (const id of new Set(ids.filter((one, index) => ids.indexOf(one) !== index))) say(`has the operationId ${id} twice`)
  const schemas = isObject(document.components) && isObject(document.components.schemas) ? document.components.schemas : {}
  for (const [name, schema] of Object.entries(schemas)) wrongSchema(schema, name, document, say)
  return found
}
