import { pathsOf } from '#contract/kit/entity/call.ts'
import { calls as declared } from '#contract/registry.ts'
import { familyRoutes, stepRoutes } from '#server/kit/family.ts'
import { openapi } from '#server/openapi.ts'
import { plainRequest } from '#tests/harness/plain-request.ts'
import { namedBy, type Operation, operationsOf, rightObject } from './fuzz-operations.ts'

/** Every call of the OpenAPI document. */
export const operations = operationsOf(openapi('test') as never)

const byUrl = new Map<string, { may: string; name: string }>(
  [...familyRoutes(), ...stepRoutes(), ...declared.map((of) => ({ ...of, urls: pathsOf(of) }))].flatMap(({ urls, method, may, name }) =>
    urls.map((url) => [`${method} /api${url.replace(/:(\w+)/g, '{$1}')}`, { may, name }] as const),
  ),
)

/** Which right opens a call, and what the registry names it. */
export const declarationOf = ({ method, path }: Operation): { may: string; name: string } =>
  byUrl.get(`${method} ${path}`) ?? { may: 'undeclared', name: `${method} ${path}` }

/** One request of an operation. */
export interface Ask {
  readonly of: Operation
  readonly url: string
  readonly body?: string | undefined
  /** Who asks, where several do. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Told {
  readonly ask: Ask
  readonly status: number
  readonly text: string
}

/** A line about an answer, for a report. */
export const lineOf = ({ ask: { of, url, body }, status, text }: Told): string =>
  `${of.id} ${of.method} ${url} ${body ?? ''} -> ${status} ${text.slice(0, 400)}`

export const portions = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, at) => all.slice(at * most, (at + 1) * most))

/** Works through a list in its order, so many at a time. */
async function inTurns<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < all.length) await work(all[next++]!)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Makes all requests with these headers. Of downloads the program makes only a few at once, so they come first and two at a time. */
export async function askAll(base: string, asks: readonly Ask[], headers: Readonly<Record<string, string>> = {}): Promise<Told[]> {
  const told: Told[] = []
  const make = async (ask: Ask): Promise<void> => {
    const { method } = ask.of
    const typed = { ...(method === 'POST' ? { 'content-type': 'application/json' } : {}), ...headers, ...ask.headers }
    const { status, text } = await plainRequest(`${base}${ask.url}`, { method, headers: typed, body: ask.body })
    told.push({ ask, status, text })
  }
  await inTurns(
    asks.filter(({ of }) => of.answers === 'file'),
    2,
    make,
  )
  await inTurns(
    asks.filter(({ of }) => of.answers !== 'file'),
    8,
    make,
  )
  return told
}

const nobody = '018f0000-0000-7000-8000-00000000dead'

/** A call that names nothing that exists. */
export const emptyAsk = (of: Operation): Ask => ({
  of,
  url: `${of.path.replace(/\{\w+\}/g, nobody)}${of.method === 'GET' ? `?id=${nobody}` : ''}`,
  body: of.method === 'POST' ? '{}' : undefined,
})

/**
 * What is kept is read before and after all calls. Only where it differs are they made once more in smaller portions, to name those after which it differs;
 * where that tells nothing, those that were accepted. `kept` reads.
 */
export async function changedBy(
  asks: readonly Ask[],
  make: (asks: readonly Ask[]) => Promise<readonly Told[]>,
  kept: () => Promise<string>,
): Promise<string[]> {
  const before = await kept()
  const told = await make(asks)
  if ((await kept()) === before) return []
  if (asks.length === 1) return told.map(lineOf)
  const found: string[] = []
  for (const some of portions(asks, Math.ceil(asks.length / 4))) found.push(...(await changedBy(some, make, kept)))
  const accepted = told.filter(({ ask, status }) => ask.of.method !== 'GET' && status < 400)
  return found.length > 0 ? found : [`one of ${[...new Set(accepted.map(({ ask }) => ask.of.id))].join()}`]
}

const isId = (name: string): boolean => namedBy.has(name) || /^(id|ids|.*Ids?)$/.test(name)
type Rows = Readonly<Record<string, string>>
const rowOf = (rows: Rows, of: Operation, name: string): string | undefined =>
  isId(name) ? (rows[namedBy.get(name) ?? ''] ?? rows[name.replace(/Ids?$/, '')] ?? rows[of.id.split('.')[0]!] ?? rows.device) : undefined

/** The requests of an operation that name rows of others: all of them in every place, one in each place alone, and none at all but the secret word. */
export function foreignAsks(of: Operation, own: Rows, theirs: Rows, secret: string): Ask[] {
  const names = [...new Set([...(of.fields ?? []), ...of.query].map((one) => one.name).filter(isId)), ...of.inPath]
  const asked = (foreign: (name: string) => boolean, more: Record<string, string> = {}): Ask => {
    const idOf = (name: string) => rowOf(foreign(name) ? theirs : own, of, name)
    const path = of.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(idOf(name) ?? own.device!))
    const query = of.query.flatMap(({ name }) => (isId(name) && foreign(name) && idOf(name) ? [[name, idOf(name)!]] : []))
    const readable = of.query.some(({ name }) => name === 'format') ? [['format', 'csv']] : []
    const url = `${path}?${new URLSearchParams([...query, ...readable, ...Object.entries(more)])}`
    if (of.method !== 'POST') return { of, url }
    const body = JSON.parse(rightObject(of.fields ?? [], idOf)) as Record<string, unknown>
    for (const { name, schema } of of.fields ?? [])
      if (isId(name) && foreign(name)) body[name] = [schema.type].flat()[0] === 'array' ? [idOf(name)] : idOf(name)
    return { of, url: path, body: JSON.stringify(of.fields ? body : { ...body, ...Object.fromEntries(query) }) }
  }
  const isListed = of.query.some(({ name }) => name === 'keyword')
  const all = [
    asked(() => true),
    asked(() => false),
    ...names.map((only) => asked((name) => name === only)),
    ...(isListed ? [asked(() => false, { keyword: secret }), asked(() => false, { size: '200' })] : []),
  ]
  // With a single place, all and one are the same.
  return [...new Map(all.map((one) => [`${one.url} ${one.body}`, one])).values()]
}
