import type { Transaction } from '#server/db/pool.ts'

/** What a part of writing took. */
export interface Taken {
  readonly rows: number
  readonly ms: number
}

/** What an import wrote, by kind. */
export interface Timings {
  readonly add: Taken
  readonly update: Taken
}

type Counts = Readonly<Record<keyof Timings, number>>

/** Rows a second of a slow server, until it has written some itself. */
const careful: Counts = { add: 400, update: 60 }
/** Imports that are looked at, and the fewest rows that say something about speed. */
const [latest, fewest] = [10, 100]

/** Runs work and says how long it took. */
export async function timed<T>(rows: number, work: () => Promise<T>): Promise<{ done: T; taken: Taken }> {
  const begin = performance.now()
  const done = await work()
  return { done, taken: { rows, ms: Math.round(performance.now() - begin) } }
}

/** The seconds that writing so many rows is expected to take, by the last imports of the same list on this server. */
export async function expectedSeconds(tx: Transaction, target: string, counts: Counts): Promise<number> {
  const { rows } = await tx.run({
    text: `select k.kind, sum((j.timings -> k.kind ->> 'rows')::numeric) / greatest(sum((j.timings -> k.kind ->> 'ms')::numeric), 1) * 1000 as speed
      from (values ('add'), ('update')) k(kind) cross join lateral (select i.timings from import_job i
        where i.tenant_id = $1 and i.target = $2 and (i.timings -> k.kind ->> 'rows')::numeric >= $3 order by i.updated_at desc limit $4) j group by k.kind`,
    values: [tx.tenantId, target, fewest, latest],
  })
  const known = new Map(rows.map((row) => [String(row.kind), Number(row.speed)]))
  const secondsOf = (kind: keyof Timings): number => counts[kind] / (known.get(kind) ?? careful[kind])
  return Math.ceil(secondsOf('add') + secondsOf('update'))
}
