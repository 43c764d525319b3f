import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { batch } from './batch.ts'
import { breaking, types } from './pool.ts'
import type { Query, Row } from './query.ts'

const pageRows = 1000
// A stalled reader holds a connection; the limit leaves the others free.
const mostCursors = 3
let open = 0

/**
 * The rows of a query, one by one, from a single snapshot, with at most a thousand in memory, under the tenant's row level security. Throws
 * `busy` if the maximum number of cursors is open.
 */
export async function* cursorAs(pool: pg.Pool, tenantId: string, query: Query): AsyncGenerator<Row> {
  if (open >= mostCursors) throw new Refusal('busy')
  open++
  const client = await pool.connect().catch((error: unknown) => {
    open--
    throw error
  })
  let broken: Error | undefined
  try {
    await batch(
      client,
      [
        { text: 'begin isolation level repeatable read read only', once: true },
        { text: `select set_config('app.tenant', $1, true)`, values: [tenantId] },
        { text: `declare rows_of_query no scroll cursor for ${query.text}`, values: query.values, once: true },
      ],
      types,
    )
    for (;;) {
      // The same text returns different columns for every cursor, so its shape must not be cached.
      const [page] = await batch(client, [{ text: `fetch ${pageRows} from rows_of_query`, once: true }], types)
      yield* page!.rows
      if (page!.rows.length < pageRows) break
    }
  } catch (error) {
    broken = breaking(error)
    throw error
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    open--
    client.release(broken)
  }
}
