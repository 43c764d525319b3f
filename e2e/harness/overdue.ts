import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { RunningServer } from './server.ts'

/** The loan of a device that goes on should have ended two days ago. */
export async function overdueLoan(server: RunningServer, cardId: string): Promise<void> {
  const { owner } = JSON.parse(await readFile(join(server.dataDir, 'secrets.json'), 'utf8')) as { owner: string }
  const sockets = encodeURIComponent(join(server.dataDir, 'run'))
  const client = new pg.Client({ connectionString: `postgresql://wardkeeper_owner:${owner}@localhost/wardkeeper?host=${sockets}` })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant', '100001', true)`)
    await client.query(
      `update device_use set return_time = now() - interval '2 days', version = version + 1 where tenant_id = '100001' and card_id = $1 and status = 'received'`,
      [cardId],
    )
    await client.query('commit')
  } finally {
    await client.end()
  }
}
