import { pageOf } from '#contract/kit/entity/answer.ts'
import { type Call, pathsOf } from '#contract/kit/entity/call.ts'
import { type Entity, urlsOf, type Verb, verbsOf, writes } from '#contract/kit/entity/entity.ts'
import { historyEvent } from '#contract/kit/entity/history.ts'
import { isLineCall } from '#contract/kit/entity/line-calls.ts'
import { lineNamed, mostLines } from '#contract/kit/entity/lines.ts'
import { isListCall, type ListKind } from '#contract/kit/entity/list.ts'
import { stepUrls } from '#contract/kit/entity/machine.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { type FieldMap, isListable } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { refusal } from '#contract/refusal.ts'
import { calls, entities, entityNamed, jsonShapes, machines, namedShapes } from '#contract/registry.ts'
import { answerSchema, listSchema, pageSchema, rowRef, savedSchema, shapeSchema } from '#server/kit/answer-schema.ts'
import { fieldSchema, inputSchema, rowSchema, type Schema, takenSchema } from '#server/kit/json-schema.ts'
import { listsWhole } from '#server/kit/read/whole-tree.ts'

interface Operation {
  readonly method: string
  readonly urls: readonly string[]
  readonly name: string
  readonly words: Words
  readonly tag: string
  readonly query?: Record<string, Schema>
  readonly body?: Schema
  readonly data: Schema
  readonly isPublic?: boolean
  /** Answered without the envelope. */
  readonly isFlat?: boolean
  readonly isFile?: boolean
  readonly isStream?: boolean
  /** Its body is plain bytes. */
  readonly isBytes?: boolean
}

const id: Schema = { type: 'string', format: 'uuid' }
const ref = (of: Entity): Schema => rowRef(of.name)
const nodeRef = (of: Entity): Schema => rowRef(`${of.name}.node`)
/** What a field of kind json holds. */
const jsonOf = (of: Entity, name: string): Schema | undefined => {
  const shape = jsonShapes.get(`${of.name}.${name}`)
  return shape && shapeSchema(shape, '', {})
}
/** A node of a tree; it carries the kinds of its row. */
const nodeSchema = (of: Entity): Schema => ({
  type: 'object',
  properties: {
    id,
    parentId: { type: ['string', 'null'] },
    ...Object.fromEntries(['name', 'title', 'key', 'value'].map((name) => [name, { type: 'string' }])),
    hasChildren: { type: 'boolean' },
    ...(of.retired ? { isRetired: { type: 'boolean' } } : {}),
    ...Object.fromEntries(
      Object.entries(of.fields).flatMap(([name, field]) => (field.kind === 'choice' && field.required ? [[name, fieldSchema(field)]] : [])),
    ),
    children: listSchema(nodeRef(of)),
  },
})
const paging: Record<string, Schema> = {
  current: { type: 'integer', minimum: 1, default: 1 },
  size: { type: 'integer', minimum: 1, maximum: 200, default: 10 },
  keyword: { type: 'string' },
  ascs: { type: 'string' },
  descs: { type: 'string' },
  columns: { type: 'string' },
  createTime_dategt: { type: 'string' },
  createTime_datelt: { type: 'string' },
}

const filtersOf = (of: Entity): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) =>
      isListable(field) ? [[wireName(name, field), { type: 'string', title: field.zh, description: field.en }]] : [],
    ),
  )

const verbWords: Readonly<Record<Verb, Words>> = {
  list: { zh: '列表', en: 'List' },
  page: { zh: '分页', en: 'Page' },
  detail: { zh: '详情', en: 'Detail' },
  submit: { zh: '新增或修改', en: 'Add or edit' },
  remove: { zh: '删除', en: 'Delete' },
  select: { zh: '选择项', en: 'Choices' },
  tree: { zh: '树', en: 'Tree' },
  lazyTree: { zh: '下级节点', en: 'Child nodes' },
  lazyList: { zh: '下级列表', en: 'Child rows' },
  export: { zh: '导出', en: 'Export' },
  template: { zh: '导入模板', en: 'Import template' },
  history: { zh: '修改记录', en: 'History' },
}

/** What a new row needs; a body with an id names only what changes. */
const draftSchema = (fields: FieldMap, more: Record<string, Schema>, told: FieldMap = {}): Schema => ({
  anyOf: [
    inputSchema(fields, more),
    { ...inputSchema({ ...fields, ...told }, { id, version: { type: 'integer' }, ...more }), required: ['id'] },
  ],
})

/** What a call takes in its body. */
function bodyOf(of: Call): Schema {
  if (!isLineCall(of) || of.acts === 'remove') return inputSchema(of.input)
  const line = lineNamed(entityNamed(of.header), of.as)
  const target = entityNamed(line.entity)
  const header = target.fields[line.by]!
  return draftSchema({ ...target.fields, [line.by]: { ...header, readOnly: false } }, {})
}

/** The rows of a tree as a list without pages answers them, each with those below it. */
const wholeSchema = (of: Entity): Schema => {
  const below = { type: 'object', properties: { hasChildren: { type: 'boolean' }, children: { type: 'array', items: { type: 'object' } } } }
  return listSchema({ allOf: [ref(of), below] })
}

/** Why a row is not offered. */
const whyRetired = ['retired', 'merged', 'view_only']
const oneFlag: Schema = { type: 'integer', enum: [0, 1] }
/** A tree without the rows that are no longer chosen. */
const offeredQuery = (of: Entity): Record<string, Schema> => (of.retired ? { offered: oneFlag } : {})

function shapeOf(of: Entity, verb: Verb): Pick<Operation, 'query' | 'body' | 'data' | 'isFile'> {
  const ownLines = Object.fromEntries((of.lines ?? []).map((line) => [line.as, listSchema(ref(entityNamed(line.entity)))]))
  const lines = Object.fromEntries(
    (of.lines ?? [])
      .filter((line) => !line.readOnly)
      .map((line) => [line.as, { ...listSchema(inputSchema(entityNamed(line.entity).fields, { id })), maxItems: mostLines(line) }]),
  )
  const fileQuery = { format: { type: 'string', enum: ['xlsx', 'csv'] } }
  switch (verb) {
    case 'detail':
      return {
        query: { [of.idName ?? 'id']: id },
        data: (of.lines ?? []).length === 0 ? ref(of) : { allOf: [ref(of), { type: 'object', properties: ownLines }] },
      }
    case 'submit':
      return { body: draftSchema(of.fields, { ...takenSchema(of), ...lines }, of.told), data: savedSchema }
    case 'remove':
      return { query: { ids: { type: 'string' } }, data: { type: 'object', properties: { removed: { type: 'integer' } } } }
    case 'select':
      return {
        query: { keyword: { type: 'string' }, ids: { type: 'string' }, ...(of.retired ? { retired: oneFlag } : {}) },
        data: listSchema({
          type: 'object',
          properties: {
            id,
            name: { type: 'string' },
            ...(of.others ? { [of.title]: { type: 'string' } } : {}),
            ...(of.about ? { about: { type: 'array', items: { type: 'string' } }, photo: { type: ['string', 'null'] } } : {}),
            ...(of.retired ? { retired: { type: ['string', 'null'], enum: [...whyRetired, null] } } : {}),
          },
        }),
      }
    case 'tree':
      return { query: offeredQuery(of), data: listSchema(nodeRef(of)) }
    case 'lazyTree':
      return { query: { parentId: { type: 'string' }, ...offeredQuery(of) }, data: listSchema(nodeRef(of)) }
    case 'lazyList':
      return {
        query: { parentId: { type: 'string' }, ...offeredQuery(of) },
        data: listSchema({ allOf: [ref(of), { type: 'object', properties: { hasChildren: { type: 'boolean' } } }] }),
      }
    case 'export':
      // With `lines` the sheet has the form of the import template: headers with their lines.
      return {
        query: {
          ...paging,
          ...filtersOf(of),
          ...fileQuery,
          ...((of.lines ?? []).some((line) => !line.readOnly) ? { lines: { type: 'integer' } } : {}),
        },
        data: {},
        isFile: true,
      }
    case 'history':
      return { query: { id, ...paging }, data: answerSchema(pageOf(historyEvent), '', {}) }
    case 'template':
      return { query: fileQuery, data: {}, isFile: true }
    default:
      return {
        query: { ...paging, ...filtersOf(of) },
        data: listsWhole(of) ? { anyOf: [pageSchema(ref(of)), wholeSchema(of)] } : pageSchema(ref(of)),
      }
  }
}

const filtered: ReadonlySet<ListKind> = new Set(['page', 'pageAndCount', 'list', 'select', 'count'])

/** What a reading call takes; a named list also what the list of its entity does. */
function queryOf(of: Call): Record<string, Schema> {
  const own = Object.fromEntries(Object.entries(of.input).map(([name, field]) => [wireName(name, field), fieldSchema(field)]))
  if (!isListCall(of) || !filtered.has(of.list.kind)) return own
  const { current: _, size: __, ...every } = paging
  return { ...every, ...filtersOf(entityNamed(of.entity)), ...own }
}

/** What a call answers, here and to other front ends. */
function answersOf({ answers, others, name }: Call, components: Record<string, Schema>): Schema {
  const schema = answerSchema(answers, name, components)
  return others ? { anyOf: [schema, answerSchema(others, `${name}.others`, components)] } : schema
}

/** `components`: takes the schemas that answers refer to. */
function operations(components: Record<string, Schema>): Operation[] {
  return [
    ...entities.flatMap((of) =>
      verbsOf(of).map((verb) => ({
        method: writes(verb) ? 'post' : 'get',
        urls: urlsOf(of, verb),
        name: `${of.name}.${verb}`,
        tag: of.module,
        words: { zh: `${of.zh}：${verbWords[verb].zh}`, en: `${of.en}: ${verbWords[verb].en}` },
        ...shapeOf(of, verb),
      })),
    ),
    ...machines.flatMap((on) =>
      Object.entries(on.steps).flatMap(([name, step]) => {
        const urls = [...stepUrls(on, name)]
        const of = entityNamed(on.entity)
        const extra = { id, ...(step.many ? { ids: listSchema(id) } : {}), version: { type: 'integer' } }
        return urls.length > 0
          ? [
              {
                method: 'post',
                urls,
                name: `${on.entity}.${name}`,
                tag: of.module,
                words: { zh: `${of.zh}：${step.zh}`, en: `${of.en}: ${step.en}` },
                body: inputSchema(step.input, extra),
                data: step.many ? { anyOf: [savedSchema, listSchema(savedSchema)] } : savedSchema,
              },
            ]
          : []
      }),
    ),
    ...calls.map((of) => ({
      method: of.method.toLowerCase(),
      urls: pathsOf(of),
      name: of.name,
      tag: of.module,
      words: { zh: of.zh, en: of.en },
      isPublic: of.may === 'public',
      isFlat: of.answers.kind === 'flat',
      isFile: of.answers.kind === 'file',
      isStream: of.answers.kind === 'stream',
      ...(of.method === 'POST' ? { body: bodyOf(of) } : { query: queryOf(of), isBytes: of.method === 'PUT' }),
      data: answersOf(of, components),
    })),
  ]
}

const envelope = (data: Schema): Schema => ({
  type: 'object',
  properties: { code: { type: 'integer' }, success: { type: 'boolean' }, msg: { type: 'string' }, data },
})

const sheets = ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv']

const contentOf = ({ data, isFlat, isFile, isStream }: Operation): Schema => {
  if (isStream) return { 'text/event-stream': { schema: data } }
  return isFile
    ? Object.fromEntries(sheets.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
    : { 'application/json': { schema: isFlat ? data : envelope(data) } }
}

/** The name of the schema of a refusal; no entity is called so. */
const refusalName = 'refusal'
const refused = { description: '失败 / Refused', content: { 'application/json': { schema: rowRef(refusalName) } } }

/** The OpenAPI 3.1 document of every call, from the declarations alone. */
export function openapi(version: string): Schema {
  const paths: Record<string, Record<string, unknown>> = {}
  const components: Record<string, Schema> = Object.fromEntries([
    [refusalName, shapeSchema(refusal, refusalName, {})],
    ...[...namedShapes].map(([name, shape]) => [name, shapeSchema(shape, name, {})]),
    ...entities.map((of) => [of.name, rowSchema(of, (name) => jsonOf(of, name))]),
    ...entities.filter((of) => of.tree).map((of) => [`${of.name}.node`, nodeSchema(of)]),
  ])
  for (const operation of operations(components))
    operation.urls.forEach((url, index) => {
      const inPath = new Set([...url.matchAll(/:(\w+)/g)].map(([, name]) => name))
      const path = `/api${url.replace(/:(\w+)/g, '{$1}')}`
      const given = Object.entries(operation.query ?? {}).map(([name, schema]) =>
        inPath.has(name) ? { name, in: 'path', required: true, schema } : { name, in: 'query', schema },
      )
      paths[path] ??= {}
      paths[path][operation.method] = {
        operationId: index === 0 ? operation.name : `${operation.name}.${index + 1}`,
        summary: operation.words.zh,
        description: operation.words.en,
        tags: [operation.tag],
        ...(operation.isPublic ? { security: [] } : {}),
        ...(operation.query ? { parameters: given } : {}),
        ...(operation.isBytes
          ? { requestBody: { content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } } }
          : {}),
        ...(operation.body ? { requestBody: { content: { 'application/json': { schema: operation.body } } } } : {}),
        responses: {
          200: { description: '成功 / Done', content: contentOf(operation) },
          default: refused,
        },
      }
    })
  return {
    openapi: '3.1.0',
    info: { title: '医械管家 / Wardkeeper', version },
    paths,
    components: {
      schemas: components,
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Blade-Auth' } },
    },
    security: [{ token: [] }],
  }
}
