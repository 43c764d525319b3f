import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { customPrefix } from '#contract/kit/entity/view.ts'
import { type Field, type FieldMap, hasWord } from '#contract/kit/fields/field.ts'
import { isRenaming, type OtherFact, shownFacts } from '#contract/kit/fields/other-form.ts'

export type Schema = Record<string, unknown>

/** JSON Schema of one field in requests and answers. */
export function fieldSchema(field: Field): Schema {
  const title = { title: field.zh, description: field.en }
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        maxLength: field.max,
        ...(field.pattern ? { pattern: field.pattern } : {}),
        ...(field.example ? { examples: [field.example] } : {}),
        ...title,
      }
    case 'numbering':
      return { type: 'string', ...title }
    case 'integer':
      return {
        type: 'integer',
        ...(field.min === undefined ? {} : { minimum: field.min }),
        ...(field.max === undefined ? {} : { maximum: field.max }),
        ...title,
      }
    case 'decimal':
      return { type: 'number', ...title }
    case 'money':
      return { type: 'string', pattern: `^${(field.min ?? -1) < 0 ? '-?' : ''}\\d{1,14}(\\.\\d{1,2})?$`, ...title }
    case 'flag':
      return { type: 'integer', enum: [0, 1], ...title }
    case 'date':
      return { type: 'string', format: 'date', ...title }
    case 'time':
      return { type: 'string', format: 'date-time', ...title }
    case 'choice':
      // A hospital may add choices of its own.
      return field.more ? { type: 'string', maxLength: 60, ...title } : { type: 'string', enum: Object.keys(field.of), ...title }
    case 'dictionary':
      return { type: 'string', maxLength: 60, ...title }
    case 'link':
      return { type: 'string', format: 'uuid', ...title }
    case 'choices': {
      const declared = { type: 'string', enum: Object.keys(field.of) }
      return {
        type: 'array',
        items: field.own ? { anyOf: [declared, { type: 'string', pattern: `^${customPrefix}` }] } : declared,
        ...title,
      }
    }
    case 'ids':
      return { type: 'array', items: { type: 'string', format: 'uuid' }, ...title }
    case 'items':
      return { type: 'array', maxItems: field.max, items: inputSchema(field.fields), ...title }
    case 'json':
      return { ...title }
  }
}

/** The same schema, with null allowed. */
export const optional = ({ $ref, ...schema }: Schema): Schema => ({
  ...schema,
  ...(typeof schema.type === 'string' ? { type: [schema.type, 'null'] } : {}),
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
  ...($ref === undefined ? {} : { anyOf: [{ $ref }, { type: 'null' }] }),
})

/** JSON Schema of an input: without read-only fields; unknown fields are rejected. */
export function inputSchema(fields: FieldMap, extra: Schema = {}): Schema {
  const open = Object.entries(fields).filter(([, field]) => !field.readOnly)
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      ...extra,
      ...Object.fromEntries(
        open.map(([name, field]) => [wireName(name, field), field.required ? fieldSchema(field) : optional(fieldSchema(field))]),
      ),
    },
    required: open.flatMap(([name, field]) => (field.required ? [wireName(name, field)] : [])),
  }
}

/** JSON Schema of a fact under the name of other front ends. `own`: the schema of the field it is taken from. */
function otherSchema(name: string, fact: OtherFact, own: Schema | undefined): Schema {
  if ('tenant' in fact) return { type: 'string' }
  if ('file' in fact) return { type: ['string', 'null'] }
  if ('is' in fact) return fact.words ? { type: 'string' } : { const: fact.is }
  if (!fact.keys) return own ?? {}
  const keys = { enum: [...new Set(Object.values(fact.keys)), null] }
  return isRenaming(name, fact) && own ? { anyOf: [own, keys] } : keys
}

/** The facts that a draft may say under the names of other front ends; `is` facts say nothing, and are taken in any of their forms. */
export const takenSchema = ({ fields, others }: Entity): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(others?.takes ?? {}).flatMap(([name, fact]) => {
      if (Object.hasOwn(fields, name)) return []
      const own = 'as' in fact ? fields[fact.as] : undefined
      return [[name, 'is' in fact ? {} : otherSchema(name, fact, own && optional(fieldSchema(own)))]]
    }),
  )

/** JSON Schema of a row in an answer. `jsonOf`: the schema of a json field by name. */
export function rowSchema(of: Entity, jsonOf: (name: string) => Schema | undefined): Schema {
  const properties: Record<string, Schema> = {
    id: { type: 'string', format: 'uuid' },
    version: { type: 'integer' },
    createTime: { type: 'string', format: 'date-time' },
    updateTime: { type: 'string', format: 'date-time' },
    createUserName: { type: ['string', 'null'] },
    can: { type: 'array', items: { type: 'string' } },
  }
  for (const [name, field] of Object.entries(of.fields)) {
    const schema = { ...(field.kind === 'json' ? jsonOf(name) : undefined), ...fieldSchema(field) }
    properties[wireName(name, field)] = field.required ? schema : optional(schema)
    if (field.kind === 'link' || field.kind === 'ids') properties[`${name}Name`] = { type: ['string', 'null'] }
    if (hasWord(field)) properties[`${name}Value`] = { type: ['string', 'null'] }
  }
  for (const [name, fact] of of.others ? shownFacts(of.others) : [])
    if (isRenaming(name, fact) || !Object.hasOwn(properties, name))
      properties[name] = otherSchema(name, fact, 'as' in fact ? properties[fact.as] : undefined)
  return { type: 'object', title: of.zh, description: of.en, properties }
}
