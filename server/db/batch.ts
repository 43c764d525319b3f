import { createRequire } from 'node:module'
import type pg from 'pg'
import type { Query, Rows } from './query.ts'

// The driver's own parts that a pipelined batch needs; they are not in its typings.
const require = createRequire(import.meta.url)
type DriverResult = Rows & {
  addFields(fields: unknown): void
  parseRow(values: unknown): never
  addRow(row: never): void
  addCommandComplete(message: unknown): void
}
const Result = require('pg/lib/result.js') as new (mode: null, types: unknown) => DriverResult
const { prepareValue } = require('pg/lib/utils.js') as { prepareValue: (value: unknown) => unknown }

interface Connection {
  stream: { cork(): void; uncork(): void }
  parsedStatements: Record<string, string>
  parse(message: { text: string; name: string; types: undefined }): void
  bind(message: { portal: string; statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void
  describe(message: { type: 'P'; name: string }): void
  execute(message: { portal: string; rows: number }): void
  sync(): void
  on(event: string, listener: () => void): void
  off(event: string, listener: () => void): void
}

const names = new Map<string, string>()
// Filters and orders make new texts; past this number a text is no longer worth a named statement on every connection.
const mostNames = 800

function nameOf(query: Query): string {
  if (query.once) return ''
  const known = names.get(query.text)
  if (known !== undefined) return known
  if (names.size >= mostNames) return ''
  const name = `w${names.size}`
  names.set(query.text, name)
  return name
}

/**
 * Several Parse/Bind/Execute and one Sync in one round trip. Outside BEGIN the batch is one implicit transaction, so a
 * `set_config(…, true)` at its head ends with it and nothing can leak to the next user of the connection.
 */
class Batch {
  private readonly results: Rows[] = []
  private current: DriverResult
  private error: unknown = null
  private connection: Connection | undefined
  private readonly fresh: { name: string; text: string }[] = []
  private readonly queries: readonly Query[]
  private readonly types: unknown
  /** The driver replaces it to learn of the end. */
  callback: (error: unknown, results?: Rows[]) => void

  constructor(queries: readonly Query[], types: unknown, callback: (error: unknown, results?: Rows[]) => void) {
    this.queries = queries
    this.types = types
    this.callback = callback
    this.current = new Result(null, types)
  }

  private readonly parsed = () => {
    const query = this.fresh.shift()
    if (query?.name && this.connection) this.connection.parsedStatements[query.name] = query.text
  }

  submit(connection: Connection): null {
    this.connection = connection
    const seen = new Set<string>()
    connection.on('parseComplete', this.parsed)
    connection.stream.cork()
    try {
      for (const query of this.queries) {
        const name = nameOf(query)
        if (!name || !(connection.parsedStatements[name] || seen.has(name))) {
          connection.parse({ text: query.text, name, types: undefined })
          this.fresh.push({ name, text: query.text })
          if (name) seen.add(name)
        }
        connection.bind({ portal: '', statement: name, values: query.values ?? [], valueMapper: prepareValue })
        connection.describe({ type: 'P', name: '' })
        connection.execute({ portal: '', rows: 0 })
      }
    } catch (error) {
      this.error = error
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription(message: { fields: unknown }): void {
    this.current.addFields(message.fields)
  }
  handleDataRow(message: { fields: unknown }): void {
    try {
      this.current.addRow(this.current.parseRow(message.fields))
    } catch (error) {
      this.error ??= error
    }
  }
  handleCommandComplete(message: unknown): void {
    this.current.addCommandComplete(message)
    this.results.push(this.current)
    this.current = new Result(null, this.types)
  }
  handleEmptyQuery(): void {
    this.results.push(this.current)
    this.current = new Result(null, this.types)
  }
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {
    this.error ??= new Error('COPY is not possible in a batch')
  }
  handleCopyData(): void {}
  handleError(error: unknown): void {
    this.connection?.off('parseComplete', this.parsed)
    const answer = this.callback
    this.callback = () => {}
    answer(error)
  }
  handleReadyForQuery(): void {
    this.connection?.off('parseComplete', this.parsed)
    this.callback(this.error, this.results)
  }
}

/** Runs queries in one round trip; rejects with the first error, after which none of an implicit transaction's effects remain. */
export function batch(client: pg.ClientBase, queries: readonly Query[], types: unknown): Promise<Rows[]> {
  return new Promise((resolve, reject) => {
    const work = new Batch(queries, types, (error, results) => (error ? reject(error as Error) : resolve(results ?? [])))
    client.query(work as never)
  })
}
