import { entityNamed } from '#contract/registry.ts'
import type { NamedColumn, Query, Row, Rows } from '#server/db/query.ts'
import { namesSql, namesStay } from './table.ts'

export interface LinkMemory {
  /**
   * Puts the names of linked rows into the rows of queries that ask for them (`named`). `mark`: the names' mark of the tenant, read after the rows
   * (`nameMark`). What is not remembered under that mark is read in one more round trip.
   */
  fill(tenantId: string, mark: unknown, queries: readonly Query[], results: readonly Rows[]): Promise<void>
  /** Estimated bytes of all remembered names. */
  bytes(): number
}

/** SQL of the names' mark of a row of tenant_epoch `e`: another value once a remembered name of the tenant has changed. */
export const nameMark = 'e.names'

/** The names of one entity in one tenant, those used lately apart from the others. */
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

/** An id and a name as strings of the engine, with their place in a map. */
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
 * Remembers names of linked rows, by tenant and entity, as long as the tenant's mark stays the same. A change of a name gives the tenant another mark in
 * the same transaction, so no name is shown after it was changed, whichever process changed it. `read` runs queries in the tenant, one after another,
 * each seeing what was committed before it; `most`: bytes of all names together.
 */
export function rememberLinks(read: (tenantId: string, queries: readonly Query[]) => Promise<Rows[]>, most = 16 * 1024 * 1024): LinkMemory {
  // In the order of their last use.
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
    // The mark first: names that are newer than their mark are read once more, older ones would be shown.
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
