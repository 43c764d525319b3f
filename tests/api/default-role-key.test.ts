import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withClient } from '#server/db/cluster/embedded.ts'
import { migrate, migrationsFolder, readMigrations } from '#server/db/migrate.ts'
import { emptyDatabase, type FreshDatabase } from '#tests/harness/postgres.ts'

let db: FreshDatabase
beforeAll(async () => {
  db = await emptyDatabase()
})
afterAll(() => db.drop())

test('an upgrade finds the default roles of every hospital, also those whose alias was changed and taken by another', async () => {
  const all = await readMigrations(migrationsFolder())
  const until = all.findIndex(({ name }) => name === 'default-roles-stop-requests')
  const found = await withClient(db.ownerUrl, async (owner) => {
    await migrate(owner, all.slice(0, until))
    const add = async (tenant: string, alias: string, person: string | null, deleted = false): Promise<string> => {
      const id = randomUUID()
      await owner.query(
        `insert into role (tenant_id, id, role_name, role_alias, reach, created_by, is_deleted) values ($1, $2, $3, $3, 'all', $4, $5)`,
        [tenant, id, alias, person, deleted],
      )
      return id
    }
    const renamed = async (tenant: string, id: string, version: number, from: string, to: string): Promise<void> => {
      const changes = JSON.stringify({ roleAlias: { from, to } })
      await owner.query(
        `insert into audit_event (tenant_id, id, entity, entity_id, verb, version, changes) values ($1, $2, 'role', $3, 'change', $4, $5)`,
        [tenant, randomUUID(), id, version, changes],
      )
    }
    for (const tenant of ['000000', '200001', '200002']) {
      await owner.query(`select set_config('app.tenant', $1, false)`, ['000000'])
      await owner.query(`insert into tenant (id, tenant_name, kind) values ($1, $1, 'hospital') on conflict do nothing`, [tenant])
      await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
      await add(tenant, 'auditor', null)
      const moved = await add(tenant, 'third_name', null)
      await renamed(tenant, moved, 2, 'engineer', 'second_name')
      await renamed(tenant, moved, 3, 'second_name', 'third_name')
      await add(tenant, 'engineer', randomUUID())
      await add(tenant, 'own_role', null)
    }
    await owner.query(`select set_config('app.tenant', '', false)`)
    await migrate(owner, all)
    await owner.query(`select set_config('app.tenant', '200002', false)`)
    const { rows } = await owner.query(`select role_alias, default_key from role where tenant_id = '200002' order by role_alias`)
    return rows
  })
  expect(found).toEqual([
    { role_alias: 'auditor', default_key: 'auditor' },
    { role_alias: 'engineer', default_key: '' },
    { role_alias: 'own_role', default_key: '' },
    { role_alias: 'third_name', default_key: 'engineer' },
  ])
})

test('an upgrade counts the entries that the logs have, and lets the system administrators of every hospital read imports of people', async () => {
  const fresh = await emptyDatabase()
  try {
    const all = await readMigrations(migrationsFolder())
    await withClient(fresh.ownerUrl, async (owner) => {
      await migrate(
        owner,
        all.slice(
          0,
          all.findIndex(({ name }) => name === 'log-counts'),
        ),
      )
      for (const [tenant, duty] of [
        ['000000', null],
        ['200001', 'system'],
      ] as const) {
        await owner.query(`select set_config('app.tenant', '000000', false)`)
        await owner.query(`insert into tenant (id, tenant_name, kind) values ($1, $1, 'hospital') on conflict do nothing`, [tenant])
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        await owner.query(`insert into role (tenant_id, id, role_name, role_alias, reach, duty) values ($1, $2, 'own', 'own', 'all', $3)`, [
          tenant,
          randomUUID(),
          duty,
        ])
        for (const [log, columns, values] of [
          ['access_log', 'event, outcome, created_at', `'signIn', 'done', timestamptz '2026-03-01 23:59:59Z'`],
          ['access_log', 'event, outcome, created_at', `'signOut', 'done', timestamptz '2026-03-02 00:00:00Z'`],
          ['audit_event', 'entity, entity_id, verb, at', `'device', gen_random_uuid(), 'add', timestamptz '2026-03-01 12:00:00Z'`],
          ['client_log', 'user_id, entry, created_at', `gen_random_uuid(), '{"message": "Boom"}', timestamptz '2026-03-01 12:00:00Z'`],
        ])
          await owner.query(`insert into ${log} (tenant_id, id, ${columns}) values ($1, gen_random_uuid(), ${values})`, [tenant])
      }
      await owner.query(`select set_config('app.tenant', '', false)`)
      await migrate(owner, all)
      for (const [tenant, rights] of [
        ['000000', []],
        ['200001', ['importJob.list']],
      ] as const) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        const held = await owner.query('select right_code from role_grant where tenant_id = $1', [tenant])
        expect(held.rows.map((row) => row.right_code)).toEqual(rights)
        const { rows } = await owner.query(
          `select concat_ws(' ', log, kind, act, day, n) as one from log_count where tenant_id = $1 and seq = 0 order by log, kind, day`,
          [tenant],
        )
        expect(rows.map(({ one }) => one)).toEqual([
          'access_log   2026-03-01 1',
          'access_log   2026-03-02 1',
          'access_log signIn done 2026-03-01 1',
          'access_log signOut done 2026-03-02 1',
          'audit_event   2026-03-01 1',
          'audit_event device add 2026-03-01 1',
          'client_log   2026-03-01 1',
        ])
        const words = await owner.query(
          `select concat_ws(' ', log, word, month, n) as one from log_word where tenant_id = $1 and seq = 0`,
          [tenant],
        )
        expect(words.rows.map(({ one }) => one)).toEqual(['access_log | 2026-03-01 2'])
      }
    })
  } finally {
    await fresh.drop()
  }
})

test('an upgrade hides the whole cost of maintenance where its cost was hidden, and lets who issued reserved parts go on', async () => {
  const fresh = await emptyDatabase()
  try {
    const all = await readMigrations(migrationsFolder())
    const found = await withClient(fresh.ownerUrl, async (owner) => {
      await migrate(
        owner,
        all.slice(
          0,
          all.findIndex(({ name }) => name === 'order-rights'),
        ),
      )
      const role = randomUUID()
      for (const [tenant, isShow] of [
        ['200001', 0],
        ['200002', 1],
      ] as const) {
        await owner.query(`select set_config('app.tenant', '000000', false)`)
        await owner.query(`insert into tenant (id, tenant_name, kind) values ($1, $1, 'hospital')`, [tenant])
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        await owner.query(
          `insert into field_config (tenant_id, id, entity, field_code, is_show) values ($1, gen_random_uuid(), 'maintainOrder', 'cost', $2)`,
          [tenant, isShow],
        )
      }
      await owner.query(`insert into role (tenant_id, id, role_name, role_alias, reach) values ('200002', $1, 'store', 'store', 'all')`, [
        role,
      ])
      await owner.query(`insert into role_grant (tenant_id, role_id, right_code) values ('200002', $1, 'partReservation.submit')`, [role])
      await owner.query(`select set_config('app.tenant', '', false)`)
      await migrate(owner, all)
      const answers = []
      for (const tenant of ['200001', '200002']) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        const { rows } = await owner.query('select field_code as name from field_config where is_show = 0 order by 1')
        const rights = await owner.query('select right_code as name from role_grant order by 1')
        answers.push([...rows, ...rights.rows].map(({ name }) => name))
      }
      return answers
    })
    expect(found).toEqual([
      ['cost', 'labourCost', 'partsCost', 'totalCost'],
      ['partReservation.issue', 'partReservation.submit'],
    ])
  } finally {
    await fresh.drop()
  }
})

test('an upgrade lets plans of providers be confirmed that waited before there was a limit, in every hospital', async () => {
  const fresh = await emptyDatabase()
  try {
    const all = await readMigrations(migrationsFolder())
    const found = await withClient(fresh.ownerUrl, async (owner) => {
      await migrate(
        owner,
        all.slice(
          0,
          all.findIndex(({ name }) => name === 'provider-plans-messages'),
        ),
      )
      for (const tenant of ['200001', '200002']) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        for (const [no, state] of [
          ['A', 'planned'],
          ['B', 'accepted'],
        ])
          await owner.query(`insert into service_order (tenant_id, id, order_no, share_state) values ($1, gen_random_uuid(), $2, $3)`, [
            tenant,
            no,
            state,
          ])
      }
      await owner.query(`select set_config('app.tenant', '', false)`)
      await migrate(owner, all)
      const levels = []
      for (const tenant of ['200001', '200002']) {
        await owner.query(`select set_config('app.tenant', $1, false)`, [tenant])
        const { rows } = await owner.query('select plan_level as level from service_order where tenant_id = $1 order by order_no', [tenant])
        levels.push(rows.map(({ level }) => level))
      }
      return levels
    })
    expect(found).toEqual([
      ['within', null],
      ['within', null],
    ])
  } finally {
    await fresh.drop()
  }
})
