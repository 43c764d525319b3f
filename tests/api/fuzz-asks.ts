import fc from 'fast-check'
import { namedBy, type Operation, rightObject, rightValue } from './fuzz-operations.ts'
import { hostileQuery, hostileValue, type Spoilt, spoiltBodies } from './fuzz-values.ts'
import { type Json, refusedBy, withName } from './hostile.ts'

const asItShouldBe = 'as it should be'

/** One call to make. */
export interface Ask extends Spoilt {
  readonly url: string
  readonly method: string
}

const idOf = (name: string, entityName: string, rows: Readonly<Record<string, string>>): string | undefined =>
  rows[namedBy.get(name) ?? ''] ?? (/^(id|ids|.*Id)$/.test(name) ? (rows[name.replace(/Ids?$/, '')] ?? rows[entityName]) : undefined)

export interface Asking {
  /** Calls with the same seed are the same calls. */
  readonly seed: string
  /** Values for each field. */
  readonly width: number
  readonly share: number
  /** The most calls, taken evenly of all; the one that is as it should be comes on top. */
  readonly most: number
  /** A row of the hospital by entity, and one of another hospital. */
  readonly ours: Readonly<Record<string, string>>
  readonly theirs: Readonly<Record<string, string>>
}

const pathOf = (of: Operation, value: (name: string) => string | undefined): string =>
  of.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name) ?? '018f0000-0000-7000-8000-00000000dead'))

/** The call of an operation that reads as it should be, with the ids of rows that are there; without them most of a call is never reached. */
export function rightReading(of: Operation, ours: Readonly<Record<string, string>>): Ask {
  const own = (name: string) => idOf(name, of.id.split('.')[0]!, ours)
  const given = of.query.flatMap(({ name, schema }): [string, string][] => {
    const value = own(name) && rightValue(name, schema, own)
    return value ? [[name, [JSON.parse(value)].flat().join()]] : []
  })
  return { what: asItShouldBe, url: `${pathOf(of, own)}?${new URLSearchParams(given)}`, method: of.method, body: undefined }
}

/** The calls to make of one operation. */
export function asksOf(of: Operation, { seed, width, share, most, ours, theirs }: Asking): Ask[] {
  const entityName = of.id.split('.')[0]!
  const own = (name: string) => idOf(name, entityName, ours)
  const foreign = (name: string): Json[] => {
    const id = idOf(name, entityName, theirs)
    return id ? [JSON.stringify(id), `["${id}"]`, `"${own(name)},${id}"`] : []
  }
  // Each call has a seed of its own, so that one can be run alone.
  let turn = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) | 0, 7)
  const sample = <T>(values: fc.Arbitrary<T>, count: number): T[] =>
    fc.sample(values, { seed: turn++, numRuns: Math.max(1, Math.round(count)) })
  const path = pathOf(of, own)
  const { method } = of
  const asks: Ask[] = []
  const isDocumented = (schema: Record<string, unknown>): Json[] =>
    refusedBy(kindOf(schema) as never).filter((one) => one.length < 3000) as Json[]
  const fields = of.fields ?? (method === 'POST' ? of.query.map((one) => ({ ...one, isRequired: false })) : undefined)
  if (fields) {
    const base = rightObject(fields, own)
    const parsed = JSON.parse(base) as Record<string, unknown>
    for (const { name, schema, isRequired } of fields) {
      const values = sample(
        hostileValue([
          ...isDocumented(schema),
          ...foreign(name),
          ...(rightValue(name, schema, own) ? [rightValue(name, schema, own)!] : []),
        ]),
        width * share,
      )
      for (const value of values) asks.push({ what: name, url: path, method, body: withName(parsed, name, value) })
      if (isRequired) asks.push({ what: `no ${name}`, url: path, method, body: JSON.stringify({ ...parsed, [name]: undefined }) })
    }
    const spoilt = spoiltBodies(base, fields[0]?.name ?? 'id')
    const some = sample(fc.constantFrom(...spoilt), 7 * width * share)
    for (const one of some) asks.push({ ...one(), url: path, method })
    asks.push({ what: asItShouldBe, url: path, method, body: base })
  } else if (method === 'GET') {
    asks.push(rightReading(of, ours))
  }
  const body = method === 'PUT' ? new Uint8Array(40) : undefined
  const type = method === 'PUT' ? 'application/octet-stream' : undefined
  for (const { name } of [...of.query, { name: 'unheardOf' }])
    for (const query of sample(hostileQuery(name, foreign(name)), (width * share) / 2))
      asks.push({ what: query.slice(0, 40), url: `${path}?${query}`, method, body: fields ? '{}' : body, type })
  for (const name of of.inPath)
    for (const value of [
      ...sample(hostileValue(foreign(name)), 8 * width * share),
      '%00',
      '..%2f..%2fetc%2fpasswd',
      '%ff',
      'x'.repeat(3000),
    ])
      asks.push({
        what: name,
        url: of.path.replace(
          `{${name}}`,
          value.startsWith('%') || value.startsWith('.') ? value : encodeURIComponent(value.replace(/^"|"$/g, '')),
        ),
        method,
        body,
        type,
      })
  const whole = asks.filter(({ what }) => what === asItShouldBe)
  const others = asks.filter(({ what }) => what !== asItShouldBe)
  const every = Math.max(1, others.length / most)
  return [...others.filter((_, at) => Math.floor(at / every) !== Math.floor((at - 1) / every)), ...whole]
}

/** The field facts that a schema was made of, as far as it tells them. */
function kindOf(schema: Record<string, unknown>): object {
  const type = [schema.type].flat()[0]
  const is = (kind: string, more: object = {}) => ({ kind, zh: '', en: '', ...more })
  if (Array.isArray(schema.enum)) return type === 'integer' ? is('flag') : is('choice', { of: {} })
  if (schema.format === 'uuid') return is('link', { to: '' })
  if (schema.format === 'date') return is('date')
  if (schema.format === 'date-time') return is('time')
  if (type === 'integer' || type === 'number') return is('integer', { min: schema.minimum, max: schema.maximum })
  if (type === 'array') return (schema.items as { type?: string } | undefined)?.type === 'object' ? is('items', { max: 3 }) : is('ids')
  return is('text', { max: schema.maxLength ?? 100 })
}
