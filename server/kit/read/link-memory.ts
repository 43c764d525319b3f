import { entityNamed } from '#contract/registry.ts'
import type { NamedColumn, Query, Row, Rows } from '#server/db/query.ts'
import { namesSql, namesStay } from '../table.ts'

export interface LinkMemory {
  /**
   * Adds the titles of linked rows to the rows of queries that request them (`named`). `mark`: the tenant's cache version for titles, read
   * after the rows (`nameMark`). Titles that are not cached under this version are read in one more round trip.
   */
  fill(tenantId: string, mark: unknown, queries: readonly Query[], results: readonly Rows[]): Promise<void>
  /** Estimated bytes of all cached titles. */
  bytes(): number
}

/** SQL of the cache version for titles in a row of tenant_epoch `e`; it changes whenever a cached title of the tenant changes. */
export const nameMark = 'e.names'

/** The cached titles of one entity in one tenant, in two generations: recently used ones and older ones. */
interface Names {
  readonly mark: unknown
  lately: Map<string, string>
  before: Map<string, string>
  latelyBytes: number
  beforeBytes: number
}

interface Missing {
  readonly row: Row
  readonly column: NamedColumn
  readonly id: string
}

/** Estimated bytes of an id and a title as strings, including the map entry. */
const bytesOf = (name: string): number => 180 + 2 * name.length

const markQuery = (tenantId: string): Query => ({
  text: `select ${nameMark} from tenant_epoch e where e.tenant_id = $1`,
  values: [tenantId],
})

function namesQuery(tenantId: string, name: string, ids: readonly string[]): Query {
  const of = entityNamed(name)
  return {
    text: namesSql(of),
    values: [tenantId, ids],
  }
}

/**
 * Caches titles of linked rows by tenant and entity while the tenant's cache version stays the same. A change of a title changes the
 * version in the same transaction, so no process shows an outdated title. `read` runs queries in the tenant one after another; each sees
 * what was committed before it. `most`: maximum bytes of all titles together.
 */
export function rememberLinks(read: (tenantId: string, queries: readonly Query[]) => Promise<Rows[]>, most = 16 * 1024 * 1024): LinkMemory {
  // In order of last use.
  const known = new Map<string, Names>()
  let bytes = 0
  const forget = (key: string, names: Names): void => {
    known.delete(key)
    bytes -= names.latelyBytes + names.beforeBytes
  }
  const namesOf = (tenantId: string, of: string, mark: unknown): Names | undefined => {
    const key = `${tenantId} ${of}`
    const names = known.get(key)
    if (!names || names.mark !== mark) return undefined
    known.delete(key)
    known.set(key, names)
    return names
  }
  const add = (names: Names, id: string, name: string): void => {
    const more = bytesOf(name)
    names.lately.set(id, name)
    names.latelyBytes += more
    bytes += more
    if (names.latelyBytes <= most / 4) return
    bytes -= names.beforeBytes
    names.before = names.lately
    names.beforeBytes = names.latelyBytes
    names.lately = new Map()
    names.latelyBytes = 0
  }
  const nameOf = (names: Names, id: string): string | undefined => {
    const name = names.lately.get(id)
    if (name !== undefined || names.before.size === 0) return name
    const older = names.before.get(id)
    if (older === undefined) return undefined
    names.before.delete(id)
    names.beforeBytes -= bytesOf(older)
    bytes -= bytesOf(older)
    add(names, id, older)
    return older
  }
  const remember = (tenantId: string, of: string, mark: unknown, rows: readonly Row[]): void => {
    const key = `${tenantId} ${of}`
    const start = (): Names => {
      const old = known.get(key)
      if (old) forget(key, old)
      const made = { mark, lately: new Map(), before: new Map(), latelyBytes: 0, beforeBytes: 0 }
      known.set(key, made)
      return made
    }
    const names = namesOf(tenantId, of, mark) ?? start()
    for (const { id, name } of rows) if (nameOf(names, String(id)) === undefined) add(names, String(id), String(name))
    for (const [oldest, its] of known) {
      if (bytes <= most || known.size === 1) break
      forget(oldest, its)
    }
  }
  const put = (tenantId: string, mark: unknown, column: NamedColumn, rows: readonly Row[], missing: Missing[]): void => {
    const names = namesOf(tenantId, column.of, mark)
    for (const row of rows) {
      const id = row[column.id] as string | null | undefined
      const name = names && id ? nameOf(names, id) : undefined
      row[column.as] = name ?? null
      if (id && name === undefined) missing.push({ row, column, id })
    }
  }
  const readMissing = async (tenantId: string, missing: readonly Missing[]): Promise<void> => {
    const wanted = new Map<string, Set<string>>()
    for (const { column, id } of missing) wanted.set(column.of, (wanted.get(column.of) ?? new Set()).add(id))
    const asked = [...wanted]
    // Read the version before the titles: titles newer than their version are only read again, but older ones would be shown.
    const [marked, ...found] = await read(tenantId, [markQuery(tenantId), ...asked.map(([of, ids]) => namesQuery(tenantId, of, [...ids]))])
    const mark = marked!.rows[0]?.names ?? null
    const byId = new Map<string, string>()
    asked.forEach(([of], index) => {
      const { rows } = found[index]!
      if (namesStay(entityNamed(of))) remember(tenantId, of, mark, rows)
      for (const { id, name } of rows) byId.set(`${of} ${id}`, String(name))
    })
    for (const { row, column, id } of missing) row[column.as] = byId.get(`${column.of} ${id}`) ?? null
  }
  return {
    bytes: () => bytes,
    async fill(tenantId, mark, queries, results) {
      const missing: Missing[] = []
      queries.forEach(({ named }, index) => {
        for (const column of named ?? []) put(tenantId, mark, column, results[index]!.rows, missing)
      })
      if (missing.length > 0) await readMissing(tenantId, missing)
    },
  }
}
