import type pg from 'pg'

/** Hospitals whose messages leave at a time. */
const mostAtATime = 4

/** Sends for every hospital that is not stopped, a few at a time. A failure of one does not keep the others from theirs; the first is thrown at the end. */
export async function someAtATime(pool: pg.Pool, send: (tenantId: string) => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ id: string }>('select id from tenant where stopped_at is null')
  const left = rows.map(({ id }) => id)
  const failures: unknown[] = []
  const work = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await send(id).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: mostAtATime }, work))
  if (failures[0] !== undefined) throw failures[0]
}
