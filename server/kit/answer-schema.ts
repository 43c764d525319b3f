import { type AnswerKind, type Answers, type Shape, type ShapeMap, saved } from '#contract/kit/entity/answer.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { hasWord } from '#contract/kit/fields/field.ts'
import { fieldSchema, optional, type Schema } from './json-schema.ts'

/** JSON Schema of an array. */
export const listSchema = (items: Schema): Schema => ({ type: 'array', items })
/** JSON Schema of a page: the records and their total. */
export const pageSchema = (items: Schema): Schema => ({
  type: 'object',
  properties: {
    records: listSchema(items),
    total: { type: 'integer' },
    size: { type: 'integer' },
    current: { type: 'integer' },
    pages: { type: 'integer' },
  },
  required: ['records', 'total', 'size', 'current', 'pages'],
})
/** A reference to the schema of an entity's rows. */
export const rowRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

function objectSchema(fields: ShapeMap, schemaOf: (shape: Shape) => Schema): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const [name, part] of Object.entries(fields)) {
    if ('is' in part) {
      properties[name] = schemaOf(part)
      if (part.is !== 'optional') required.push(name)
      continue
    }
    const wire = wireName(name, part)
    properties[wire] = part.required ? fieldSchema(part) : optional(fieldSchema(part))
    required.push(wire)
    if (part.kind === 'link' || part.kind === 'ids') properties[`${name}Name`] = { type: ['string', 'null'] }
    if (hasWord(part)) properties[`${name}Value`] = { type: ['string', 'null'] }
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

const nullable = (schema: Schema): Schema => (typeof schema.type === 'string' ? optional(schema) : { anyOf: [schema, { type: 'null' }] })

/** JSON Schema of a shape. A tree is recursive, so its schema is put into `components` under `name`. */
export function shapeSchema(shape: Shape, name: string, components: Record<string, Schema>): Schema {
  const schemaOf = (part: Shape): Schema => shapeSchema(part, name, components)
  switch (shape.is) {
    case 'text':
      return { type: 'string' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'flag':
      return { type: 'integer', enum: [0, 1] }
    case 'anything':
      return {}
    case 'word':
      return { type: 'string', enum: shape.of }
    case 'nullable':
      return nullable(schemaOf(shape.of))
    case 'optional':
      return schemaOf(shape.of)
    case 'list':
      return listSchema(schemaOf(shape.of))
    case 'map':
      return { type: 'object', additionalProperties: schemaOf(shape.of) }
    case 'object':
      return objectSchema(shape.fields, schemaOf)
    case 'either':
      return { anyOf: shape.of.map(schemaOf) }
    case 'row':
    case 'listed':
    case 'named':
      return rowRef(shape.of)
    case 'with':
      return { allOf: [schemaOf(shape.of), objectSchema(shape.fields, schemaOf)] }
    case 'tree': {
      const node = objectSchema(shape.fields, schemaOf)
      const key = `${name}.node`
      components[key] = { ...node, properties: { ...(node.properties as Schema), children: listSchema(rowRef(key)) } }
      return rowRef(key)
    }
  }
}

const around: Partial<Record<AnswerKind, (items: Schema) => Schema>> = { page: pageSchema, list: listSchema }

/** JSON Schema of the answer of a call, without the envelope. */
export function answerSchema({ kind, shape }: Answers, name: string, components: Record<string, Schema>): Schema {
  const schema = shapeSchema(shape, name, components)
  return around[kind]?.(schema) ?? schema
}

/** JSON Schema of the answer to a saved row. */
export const savedSchema = objectSchema(saved, (part) => shapeSchema(part, '', {}))
