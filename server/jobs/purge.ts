import type pg from 'pg'

/** How long is kept what nobody needs any more. */
const statements = [
  `delete from sign_in_attempt where last_at < now() - interval '1 day'`,
  `delete from client_log where created_at < now() - interval '90 days'`,
  `delete from refresh_token where expires_at < now() - interval '1 day'`,
  `delete from session s where (s.revoked_at < now() - interval '30 days' or s.expires_at < now() - interval '60 days') and not exists (select 1 from refresh_token r where r.tenant_id = s.tenant_id and r.session_id = s.id)`,
  `delete from sync_op where created_at < now() - interval '400 days'`,
]

/** Deletes ended sessions and spent operation keys, tenant by tenant, each in a transaction of its own. */
export async function purge(pool: pg.Pool): Promise<void> {
  const tenants = await pool.query<{ id: string }>('select id from tenant')
  const client = await pool.connect()
  try {
    for (const { id } of tenants.rows) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant', $1, true)`, [id])
      for (const statement of statements) await client.query(statement)
      await client.query('commit')
    }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
