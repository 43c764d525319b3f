import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { RunningServer } from './program.ts'

/** Writes into the demo hospital's rows past the program, in one transaction: what would take months, or thousands of requests. */
export async function asOwner<T>(server: RunningServer, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { owner } = JSON.parse(await readFile(join(server.dataDir, 'secrets.json'), 'utf8')) as { owner: string }
  const sockets = encodeURIComponent(join(server.dataDir, 'run'))
  const client = new pg.Client({ connectionString: `postgresql://wardkeeper_owner:${owner}@localhost/wardkeeper?host=${sockets}` })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant', '100001', true)`)
    const done = await work(client)
    await client.query('commit')
    return done
  } finally {
    await client.end()
  }
}
