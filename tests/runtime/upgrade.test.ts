import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultRoles, rightsIn } from '#contract/roles.ts'
import { EPOCH_HEADER } from '#contract/sync/sync.ts'
import { withClient } from '#server/db/cluster/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { clientOf, type Page, signInAt } from '#tests/harness/client.ts'
import { Cache, pull } from '#tests/harness/ops.ts'
import { type Clone, makeClone } from './clone.ts'
import { type OwnServer, ownServer } from './own-server.ts'

/** What make-release.ts kept of a release: everything in its database, and what it answered. */
interface Release {
  readonly epoch: string
  /** A right that an administrator had taken from everybody. */
  readonly taken: string
  readonly sessions: Record<'manager' | 'keeper', Record<string, string>>
  readonly phone: { readonly cursors: Record<string, string | null>; readonly rows: number }
  readonly lists: Record<string, { readonly total: number; readonly first: readonly Record<string, unknown>[] }>
}

/** The number of its newest migration. */
const until = 7
const kept = (ending: string): Buffer => readFileSync(fileURLToPath(new URL(`../fixtures/release-0.1.${ending}`, import.meta.url)))
const before = JSON.parse(kept('json').toString()) as Release

let clone: Clone
let server: OwnServer
beforeAll(async () => {
  ;[clone, server] = await Promise.all([makeClone(), ownServer()])
})
afterAll(async () => {
  await clone.remove()
  await server.stop()
})

/** A database as that release left it. `here`: by a program that worked on this very server; else it was brought here from another. */
async function leftBy(name: string, here: boolean): Promise<{ env: Record<string, string>; rows(sql: string): Promise<unknown[]> }> {
  const { env, superUrl } = await server.database(name)
  await withClient(env.MIGRATE_DATABASE_URL, async (owner) => migrate(owner, (await readMigrations(migrationsFolder())).slice(0, until)))
  await withClient(superUrl, async (superuser) => {
    // Tables come one after another: what they ask of each other holds when all are there.
    await superuser.query(`set session_replication_role = replica`)
    for (const table of ['sync_meta', 'api_scope']) await superuser.query(`delete from ${table}`)
    await superuser.query(gunzipSync(kept('sql.gz')).toString())
    await superuser.query(`set search_path = public`)
    await superuser.query(`update session set expires_at = now() + interval '1 day'`)
    if (!here) return
    await superuser.query(`update sync_meta set (system_id, timeline) =
      (select system_identifier::text, timeline_id from pg_control_system(), pg_control_checkpoint())`)
    await superuser.query(`do $$ begin for i in 1..1500 loop perform pg_current_xact_id(); commit; end loop; end $$`)
  })
  return {
    env: { ...env, DEMO: 'on', ADMIN_PASSWORD: '' },
    rows: (sql) => withClient(superUrl, async (client) => (await client.query<Record<string, unknown>>(sql)).rows),
  }
}

describe('what release 0.1 left', () => {
  test('the current program continues with it: rows, sessions, phones and rights', async () => {
    const { env, rows } = await leftBy('upgraded', true)
    const program = await clone.start(env)
    const url = await program.url
    const newest = (await readMigrations(migrationsFolder())).length
    expect(await rows('select max(version) as version from schema_migration')).toEqual([{ version: newest }])

    const manager = clientOf(url, { ...before.sessions.manager, tenant_id: '100001' })
    for (const [path, { total, first }] of Object.entries(before.lists)) {
      const { data, status } = await manager.get<Page>(`${path}/list`, { current: 1, size: 50 })
      expect([path, status, data.total]).toEqual([path, 200, total])
      // A newer program may offer more steps, and none less.
      const same = first.map((row) => (Array.isArray(row.can) ? { ...row, can: expect.arrayContaining(row.can) } : row))
      expect(data.records.slice(0, 3), path).toMatchObject(same)
    }
    expect((await (await signInAt(url, '100001', 'engineer')).get('/eam/device/list')).status).toBe(200)

    // An existing phone continues: it gets the changes since its last pull, and nothing else.
    const phone = new Cache(clientOf(url, { ...before.sessions.keeper, tenant_id: '100001' }))
    const first = await pull(phone.client, before.phone.cursors)
    expect([first.status, first.headers.get(EPOCH_HEADER)]).toEqual([200, before.epoch])
    phone.cursors = { ...before.phone.cursors }
    expect((await phone.pull()).filter(({ entity }) => entity === 'device')).toEqual([])
    const [card] = (await phone.client.get<Page>('/eam/device/list')).data.records
    await manager.post('/eam/device/submit', { id: card!.id, version: card!.version, deviceName: '新版本改过的名称' })
    // A pull brings what no running transaction of the server is older than; the program's jobs run beside it.
    const sent: Awaited<ReturnType<Cache['pull']>> = []
    while (sent.length === 0) sent.push(...(await phone.pull()).filter(({ entity }) => entity === 'device'))
    expect(sent).toMatchObject([{ id: card!.id, row: { deviceName: '新版本改过的名称' } }])

    const granted = `select distinct right_code from role_grant g join role r on (r.tenant_id, r.id) = (g.tenant_id, g.role_id)
      where g.tenant_id = '100001' and r.role_alias = 'administrator'`
    const has = new Set((await rows(granted)).map((row) => String((row as { right_code: string }).right_code)))
    expect(has.has(before.taken)).toBe(false)
    expect((await rows(`select 1 from role_grant where tenant_id = '100001' and right_code = '${before.taken}'`)).length).toBe(0)
    const wanting = rightsIn('100001', defaultRoles.administrator).filter((right) => !has.has(right) && right !== before.taken)
    expect(wanting).toEqual([])
    expect(await program.end('SIGTERM')).toBe(0)

    await rows(
      `begin; select set_config('app.tenant', '100001', true); delete from role_grant where tenant_id = '100001' and right_code = 'device.export'; commit`,
    )
    const again = await clone.start(env)
    await again.url
    expect(
      await rows(`select 1 from role_grant where tenant_id = '100001' and right_code in ('device.export', '${before.taken}')`),
    ).toEqual([])
    expect(await again.end('SIGTERM')).toBe(0)
  })

  test('moved to another server, phones detect a new epoch and reload everything', async () => {
    const { env } = await leftBy('moved', false)
    const program = await clone.start(env)
    const url = await program.url
    const phone = new Cache(clientOf(url, { ...before.sessions.keeper, tenant_id: '100001' }))
    const asked = await pull(phone.client, before.phone.cursors)
    expect([asked.status, asked.error]).toEqual([410, 'resync'])
    expect(asked.headers.get(EPOCH_HEADER)).not.toBe(before.epoch)
    await phone.pull()
    expect(phone.rows.size).toBeGreaterThanOrEqual(before.phone.rows)
    expect(await program.end('SIGTERM')).toBe(0)
  })
})
