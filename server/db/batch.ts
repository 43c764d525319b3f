import { createRequire } from 'node:module'
import type pg from 'pg'
import type { Query, Row, Rows } from './query.ts'

// Internals of the driver for a pipelined batch; its typings lack them.
const require = createRequire(import.meta.url)
const { prepareValue } = require('pg/lib/utils.js') as { prepareValue: (value: unknown) => unknown }
const { serialize } = createRequire(require.resolve('pg/lib/utils.js'))('pg-protocol') as {
  serialize: {
    parse(message: { text: string; name: string }): Buffer
    bind(message: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): Buffer
    describe(message: { type: 'P'; name: string }): Buffer
    execute(): Buffer
    sync(): Buffer
  }
}

interface Connection {
  stream: { readonly writable: boolean; write(bytes: Buffer): void }
  parsedStatements: Record<string, string>
  on(event: string, listener: () => void): void
  off(event: string, listener: () => void): void
}
type Parser = (value: string) => unknown
interface Types {
  getTypeParser(oid: number, format: 'text'): (value: never) => unknown
}

/** The columns of a statement's rows. */
interface Shape {
  readonly names: readonly string[]
  readonly parsers: readonly Parser[]
  /** A row of nulls; a copy of it has all columns in place. */
  readonly empty: Row
}

const nothing: Shape = { names: [], parsers: [], empty: {} }

function shapeOf(fields: readonly { name: string; dataTypeID: number }[], types: Types): Shape {
  const names = fields.map((field) => field.name)
  return {
    names,
    parsers: fields.map((field) => types.getTypeParser(field.dataTypeID, 'text') as Parser),
    empty: Object.fromEntries(names.map((name) => [name, null])),
  }
}

// PostgreSQL rejects a named statement whose columns have changed, so the shape of a connection's statement stays valid.
const shapes = new WeakMap<Connection, Map<string, Shape>>()
const [describePortal, execute, sync] = [serialize.describe({ type: 'P', name: '' }), serialize.execute(), serialize.sync()]

const names = new Map<string, string>()
const seen = new Set<string>()
// Filters and orders create many texts. A text gets a named statement, on every connection, only when it soon repeats.
const mostNames = 3000
const mostSeen = 1000

const nameless = new WeakSet<Connection>()

/** Sends the statements of this client without names, for a pooler that may use another session for each transaction. */
export function withoutNames(client: pg.ClientBase): void {
  nameless.add((client as unknown as { connection: Connection }).connection)
}

function nameOf(query: Query, connection: Connection): string {
  if (query.once || nameless.has(connection)) return ''
  const known = names.get(query.text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return ''
  if (!seen.delete(query.text)) {
    if (seen.size >= mostSeen) seen.delete(seen.keys().next().value!)
    seen.add(query.text)
    return ''
  }
  const name = `w${names.size}`
  names.set(query.text, name)
  return name
}

interface Step {
  readonly name: string
  /** Undefined if this batch describes the statement. */
  readonly shape: Shape | undefined
}

/**
 * Several Parse/Bind/Execute and one Sync in one round trip. Outside BEGIN the batch is one implicit transaction, so a `set_config(…,
 * true)` at its start ends with it and does not leak to the next user of the connection.
 */
class Batch {
  readonly results: Rows[] = []
  private readonly steps: Step[] = []
  private rows: Row[] = []
  private shape: Shape | undefined
  private error: unknown = null
  private listens = false
  private connection: Connection | undefined
  private readonly fresh: { name: string; text: string }[] = []
  private readonly queries: readonly Query[]
  private readonly types: Types
  /** Replaced by the driver, which needs to know when the batch ends. */
  callback: (error: unknown, results?: Rows[]) => void

  constructor(queries: readonly Query[], types: Types, callback: (error: unknown, results?: Rows[]) => void) {
    this.queries = queries
    this.types = types
    this.callback = callback
  }

  private readonly parsed = () => {
    const query = this.fresh.shift()
    if (query?.name && this.connection) this.connection.parsedStatements[query.name] = query.text
  }

  submit(connection: Connection): null {
    this.connection = connection
    const known = shapes.get(connection)
    const seen = new Set<string>()
    const parts: Buffer[] = []
    try {
      for (const query of this.queries) {
        const name = nameOf(query, connection)
        if (!name || !(connection.parsedStatements[name] || seen.has(name))) {
          parts.push(serialize.parse({ text: query.text, name }))
          this.fresh.push({ name, text: query.text })
          if (name) seen.add(name)
        }
        const shape = name ? known?.get(name) : undefined
        this.steps.push({ name, shape })
        parts.push(serialize.bind({ statement: name, values: query.values ?? [], valueMapper: prepareValue }))
        if (!shape) parts.push(describePortal)
        parts.push(execute)
      }
    } catch (error) {
      // A batch that cannot be serialised is not sent; the Sync alone makes the connection ready again.
      this.error = error
      parts.length = 0
      this.fresh.length = 0
    }
    if (this.fresh.length > 0) {
      connection.on('parseComplete', this.parsed)
      this.listens = true
    }
    parts.push(sync)
    this.shape = this.steps[0]?.shape
    if (connection.stream.writable) connection.stream.write(Buffer.concat(parts))
    return null
  }

  handleRowDescription(message: { fields: { name: string; dataTypeID: number }[] }): void {
    this.shape = shapeOf(message.fields, this.types)
  }
  handleDataRow(message: { fields: (string | null)[] }): void {
    const { names, parsers, empty } = this.shape ?? nothing
    const row = { ...empty }
    try {
      const values = message.fields
      for (let at = 0; at < values.length; at++) {
        const value = values[at]!
        if (value !== null) row[names[at]!] = parsers[at]!(value)
      }
      this.rows.push(row)
    } catch (error) {
      this.error ??= error
    }
  }
  handleCommandComplete(message: { text: string }): void {
    this.next(Number(/\d+$/.exec(message.text)?.[0] ?? 0))
  }
  handleEmptyQuery(): void {
    this.next(0)
  }
  private next(rowCount: number): void {
    const { name, shape } = this.steps[this.results.length]!
    if (name && !shape && this.connection) {
      let known = shapes.get(this.connection)
      if (!known) {
        known = new Map()
        shapes.set(this.connection, known)
      }
      known.set(name, this.shape ?? nothing)
    }
    this.results.push({ rows: this.rows, rowCount })
    this.rows = []
    this.shape = this.steps[this.results.length]?.shape
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {
    this.error ??= new Error('COPY is not possible in a batch')
  }
  handleCopyData(): void {}
  handleError(error: unknown): void {
    if (this.listens) this.connection?.off('parseComplete', this.parsed)
    const answer = this.callback
    this.callback = () => {}
    answer(error)
  }
  handleReadyForQuery(): void {
    if (this.listens) this.connection?.off('parseComplete', this.parsed)
    this.callback(this.error, this.results)
  }
}

/**
 * Runs queries in one round trip. Rejects with the first error, which rolls back an implicit transaction. `onFailure`: receives the results
 * of the queries before the failed one.
 */
export function batch(
  client: pg.ClientBase,
  queries: readonly Query[],
  types: Types,
  onFailure?: (done: readonly Rows[]) => void,
): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const work = new Batch(queries, types, (error, results) => {
      if (!error) return resolve(results ?? [])
      onFailure?.(work.results)
      reject(error as Error)
    })
    client.query(work as never)
  })
}
