import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { writeAs } from '#server/db/pool.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { home, other } from '#tests/harness/hospitals.ts'
import { numbers } from '#tests/harness/numbers.ts'
import { Cache, op, pull, push } from '#tests/harness/ops.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')

const { surgery, bones, medicine } = home.depts
/** The same choices in every run; PULL_SEED makes others. What the writers do to each other is up to the machine. */
const seed = Number(process.env.PULL_SEED ?? 20_260_704)
const replay = `PULL_SEED=${seed}`
const random = numbers(seed)
/** The same in another order. */
const shuffled = <T>(list: readonly T[]): T[] => {
  const rest = [...list]
  return list.map(() => rest.splice(random(rest.length), 1)[0]!)
}
const add = async (more: Record<string, unknown> = {}, client = admin) =>
  (await client.post('/eam/device/submit', { deviceName: '卡', ...more })).data.id
const change = (id: string, more: Record<string, unknown>) => admin.post('/eam/device/submit', { id, ...more })
const remove = (id: string) => admin.post(`/eam/device/remove?ids=${id}`)
/** Pulls until everything committed before is delivered; other files of the run write in the same cluster and hold the horizon. */
const caughtUp = async (cache: Cache): Promise<void> => {
  const [newest] = await app.sql('select coalesce(max(xid::text::bigint), 0)::text as xid from sync_change where tenant_id = $1', [
    cache.client.tenant,
  ])
  for (;;) {
    await cache.pull()
    const { data } = await pull(cache.client, cache.cursors)
    if (BigInt(data.horizon) > BigInt(String(newest?.xid)) && data.changes.length === 0) return
    await wait(50)
  }
}

const scopesNow = async (client: Client) => (await pull(client)).data.scopes.sort()
const byDepts = (...ids: string[]) =>
  ids.flatMap((id) => [
    `dept:${id}`,
    `checklist:dept:${id}`,
    `maintenance:dept:${id}`,
    `repair:dept:${id}`,
    `set:dept:${id}`,
    `use:dept:${id}`,
  ])
const own = ({ userId }: Client) => [
  `user:${userId}`,
  `checklist:user:${userId}`,
  `maintenance:user:${userId}`,
  `repair:user:${userId}`,
  `team:user:${userId}`,
  `use:user:${userId}`,
]
/** Statements as the program makes them: in the tenant, under its row level security. */
const inTenant = (...statements: [string, ...unknown[]][]) =>
  writeAs(app.pool, home.tenant, async (tx) => {
    for (const [text, ...values] of statements) await tx.run({ text, values: [home.tenant, ...values] })
  })
/** An open check of one card, in which the keeper counts. */
const openCheck = async (deptId: string): Promise<string> => {
  const [id, deviceId] = [v7(), await add({ useDeptId: deptId })]
  await inTenant(
    [
      `insert into check_task (tenant_id, id, check_title, check_status, mode, begin_date) values ($1, $2, '盘', 'open', 'open', '2026-11-01')`,
      id,
    ],
    ['insert into check_member (tenant_id, id, check_id, user_id) values ($1, gen_random_uuid(), $2, $3)', id, keeper.userId],
    [
      `insert into check_dept (tenant_id, id, check_id, dept_id, dept_title, dept_status, round, book_count) values ($1, gen_random_uuid(), $2, $3, '科', 'counting', 1, 1)`,
      id,
      deptId,
    ],
    [
      `insert into check_line (tenant_id, id, check_id, device_id, dept_id, result, posting, is_surplus) values ($1, gen_random_uuid(), $2, $3, $4, 'pending', 'none', 0)`,
      id,
      deviceId,
      deptId,
    ],
  )
  return id
}
const grant = (right: string, alias: string) =>
  inTenant([
    'insert into role_grant (tenant_id, role_id, right_code) select tenant_id, id, $2 from role where tenant_id = $1 and role_alias = $3',
    right,
    alias,
  ])
const revoke = (right: string, alias: string) =>
  inTenant([
    'delete from role_grant g using role r where r.tenant_id = g.tenant_id and r.id = g.role_id and r.tenant_id = $1 and g.right_code = $2 and r.role_alias = $3',
    right,
    alias,
  ])

describe('scopes', () => {
  test('are the reach of the person for cards and orders, their own rows, and what everybody holds', async () => {
    expect(await scopesNow(admin)).toEqual(
      [
        ...[
          'base',
          'tenant',
          'checklist:tenant',
          'maintenance:tenant',
          'metrology:tenant',
          'provider:tenant',
          'repair:tenant',
          'round:tenant',
          'set:tenant',
          'use:tenant',
        ],
        ...own(admin),
        `round:user:${admin.userId}`,
      ].sort(),
    )
    expect(await scopesNow(keeper)).toEqual(['base', ...byDepts(surgery, bones), ...own(keeper)].sort())
    const warehouse = await app.as('warehouse_keeper')
    // Emergency vehicles and checklists are not theirs to see, so three parts are smaller ones.
    const smaller = (name: string) =>
      name === `dept:${medicine}`
        ? `${name}~device`
        : name === `user:${warehouse.userId}`
          ? `${name}~deviceApply+flowInstance+notice`
          : name
    const theirs = [...byDepts(medicine), ...own(warehouse)].filter((name) => !/^(checklist|maintenance):/.test(name))
    expect(await scopesNow(warehouse)).toEqual(['base~location+dept+fieldView', ...theirs.map(smaller)].sort())
    const provider = await app.as('provider_engineer')
    // What a person made is the part of all cards that their scope leaves.
    // Applications for use and emergency checks are not theirs to see, so the part of their own rows is a smaller one.
    expect(await scopesNow(provider)).toEqual([
      'base',
      expect.stringMatching(/^checklist:tenant~by-[0-9a-f]{12}$/),
      `checklist:user:${provider.userId}`,
      expect.stringMatching(/^maintenance:tenant~by-[0-9a-f]{12}$/),
      `maintenance:user:${provider.userId}`,
      'provider:tenant',
      `team:user:${provider.userId}`,
      expect.stringMatching(/^tenant~device~by-[0-9a-f]{12}$/),
      `user:${provider.userId}~flowInstance+notice`,
    ])
    expect(await scopesNow(await app.as('virtual'))).toEqual([])
  })

  test('hold an open check while the person counts in it', async () => {
    const id = await openCheck(medicine)
    expect(await scopesNow(keeper)).toContain(`task:${id}`)
    expect(await scopesNow(await app.as('head'))).not.toContain(`task:${id}`)
    const cache = new Cache(keeper)
    await caughtUp(cache)
    expect(cache.ids('checkTask')).toEqual([id])
    expect(cache.ids('checkDept')).toHaveLength(1)
    expect(cache.ids('checkLine')).toHaveLength(1)
    await inTenant([`update check_task set check_status = 'closed' where tenant_id = $1 and id = $2`, id])
    expect(await scopesNow(keeper)).not.toContain(`task:${id}`)
    await caughtUp(cache)
    expect(cache.ids('checkLine')).toEqual([])
    expect(cache.ids('checkTask')).toEqual([])
  })

  test('hold open orders by department and by person; one that ends leaves [F50]', async () => {
    const deviceId = await add({ useDeptId: bones })
    const sent = { deviceId, faultDescription: '不开机', urgency: 'normal' }
    const { id } = (await keeper.post('/eam/eventtyperepair/submit', sent)).data
    const [warehouse, engineer] = [await app.as('warehouse_keeper'), await app.as('engineer')]
    const [reporting, far, all] = [new Cache(keeper), new Cache(warehouse), new Cache(engineer)]
    for (const cache of [reporting, far, all]) await caughtUp(cache)
    expect(reporting.ids('repairOrder')).toEqual([id])
    expect([...reporting.rows.keys()].sort()).toEqual(
      expect.arrayContaining([`repair:dept:${bones} repairOrder ${id}`, `repair:user:${keeper.userId} repairOrder ${id}`]),
    )
    expect(all.ids('repairOrder')).toEqual([id])
    expect(far.ids('repairOrder')).toEqual([])
    await inTenant(['update repair_order set engineer_id = $3 where tenant_id = $1 and id = $2', id, warehouse.userId])
    await caughtUp(far)
    expect(far.ids('repairOrder')).toEqual([id])
    await inTenant([`update repair_order set repair_status = 'done' where tenant_id = $1 and id = $2`, id])
    for (const cache of [reporting, far, all]) {
      await caughtUp(cache)
      expect(cache.ids('repairOrder')).toEqual([])
    }
    await inTenant(['update device set is_deleted = true where tenant_id = $1 and id = $2', deviceId])
  })

  test('hold only the kinds of rows that the person may list; a right gained brings its rows, one lost takes them [F24] [F50]', async () => {
    const cache = new Cache(await app.as('provider_engineer'))
    await caughtUp(cache)
    expect(cache.ids('dept')).toEqual([surgery, bones, medicine].sort())
    await revoke('dept.list', 'provider_engineer')
    await caughtUp(cache)
    expect(cache.ids('dept')).toEqual([])
    await grant('dept.list', 'provider_engineer')
    await caughtUp(cache)
    expect(cache.ids('dept')).toEqual([surgery, bones, medicine].sort())
  })

  test('of hundreds of departments are read behind as many cursors', async () => {
    const many = 'from generate_series(1, 400) i'
    await inTenant([
      `insert into dept (tenant_id, id, dept_name, category, parent_id, path)
         select $1, md5('d' || i)::uuid, '分科' || i, 'clinical', $2::uuid, $2 || '/' || md5('d' || i)::uuid || '/' ${many}`,
      surgery,
    ])
    const cache = new Cache(keeper)
    await caughtUp(cache)
    expect(Object.keys(cache.cursors).length).toBeGreaterThan(800)
    const id = await add({ useDeptId: bones })
    await caughtUp(cache)
    expect(cache.ids('device')).toContain(id)
    await remove(id)
    await inTenant([`delete from dept where tenant_id = $1 and dept_name like '分科%'`])
  })
})

describe('a phone', () => {
  test('loads all of its scopes in slim rows, then only what changes', async () => {
    const ids = [await add({ useDeptId: bones, brand: '不下行' }), await add({ useDeptId: surgery })]
    await add({ useDeptId: medicine })
    const cache = new Cache(keeper)
    await caughtUp(cache)
    expect(cache.ids('device')).toEqual(ids.sort())
    expect(cache.ids('dept')).toEqual([surgery, bones, medicine].sort())
    const row = [...cache.rows.values()].find((one) => one.id === ids[0])!
    for (const name of device.offline!.offlineFields)
      expect(
        Object.keys(row).some((key) => key === name || key === `${name}Id`),
        name,
      ).toBe(true)
    expect(row).toMatchObject({ version: 1 })
    expect(row).not.toHaveProperty('brand')
    expect(row).not.toHaveProperty('can')

    expect(await cache.pull()).toEqual([])
    await change(ids[0]!, { deviceName: '改' })
    await caughtUp(cache)
    expect(cache.rows.get(`dept:${bones} device ${ids[0]}`) ?? cache.rows.get(`dept:${surgery} device ${ids[0]}`)).toMatchObject({
      deviceName: '改',
      version: 2,
    })
    await remove(ids[0]!)
    const changes = await new Promise<Awaited<ReturnType<Cache['pull']>>>((resolve) => {
      const again = async () => {
        const found = await cache.pull()
        if (found.length > 0) resolve(found)
        else setTimeout(again, 50)
      }
      void again()
    })
    expect(changes).toMatchObject([{ entity: 'device', id: ids[0], deleted: true }])
    expect(changes[0]).not.toHaveProperty('row')
    expect(cache.ids('device')).toEqual([ids[1]])
  })

  test('sees a card move between departments: gone in one, there in the other [F51]', async () => {
    const [left, right] = [new Cache(keeper), new Cache(await app.as('warehouse_keeper'))]
    const id = await add({ useDeptId: bones })
    await caughtUp(left)
    await caughtUp(right)
    expect([left.ids('device').includes(id), right.ids('device').includes(id)]).toEqual([true, false])
    await change(id, { useDeptId: medicine })
    await caughtUp(left)
    await caughtUp(right)
    expect([left.ids('device').includes(id), right.ids('device').includes(id)]).toEqual([false, true])
    await change(id, { useDeptId: surgery })
    await change(id, { useDeptId: bones })
    await caughtUp(left)
    await caughtUp(right)
    expect([left.ids('device').includes(id), right.ids('device').includes(id)]).toEqual([true, false])
    await change(id, { useDeptId: null })
    await caughtUp(left)
    expect(left.ids('device')).not.toContain(id)
  })

  test('that holds nothing of a scope gets no tombstones of it', async () => {
    const id = await add({ useDeptId: bones })
    await remove(id)
    const cache = new Cache(keeper)
    const changes = await cache.pull()
    expect(changes.filter((one) => one.deleted)).toEqual([])
    expect(changes.map((one) => one.id)).not.toContain(id)
  })

  test('never receives a row of another tenant', async () => {
    const stranger = await app.as('administrator', other)
    const theirs = await add({ deviceName: '外院' }, stranger)
    const [mine, foreign] = [new Cache(admin), new Cache(stranger)]
    await caughtUp(mine)
    await caughtUp(foreign)
    expect(foreign.ids('device')).toEqual([theirs])
    expect(mine.ids('device')).not.toContain(theirs)
    const guessed = await pull(stranger, { [`dept:${bones}`]: null, tenant: null, 'task:x': null })
    expect(guessed.data.scopes.sort()).toEqual(
      [
        'base',
        'tenant',
        'checklist:tenant',
        'maintenance:tenant',
        'metrology:tenant',
        'provider:tenant',
        'repair:tenant',
        'round:tenant',
        'set:tenant',
        'use:tenant',
        ...own(stranger),
        `round:user:${stranger.userId}`,
      ].sort(),
    )
    expect(guessed.data.changes.every((one) => one.scope === 'base' || one.id === theirs)).toBe(true)
  })

  test('is told that changes wait for an open transaction, and gets them when it has ended', async () => {
    const cache = new Cache(admin)
    await caughtUp(cache)
    const older = new pg.Client({ connectionString: app.database.appUrl })
    await older.connect()
    await older.query('begin')
    await older.query('select pg_current_xact_id()')
    const id = await add({ deviceName: '等着的卡' })
    await cache.pull()
    expect(cache.ids('device')).not.toContain(id)
    expect((await pull(admin, cache.cursors)).data).toMatchObject({ changes: [], more: false, held: true })
    // Of other people's scopes nothing is told.
    expect((await pull(await app.as('administrator', other))).data).not.toHaveProperty('held')
    await older.end()
    await caughtUp(cache)
    expect(cache.ids('device')).toContain(id)
    expect((await pull(admin, cache.cursors)).data).not.toHaveProperty('held')
  })

  test('knows by the horizon when its own writes have come', async () => {
    const cache = new Cache(admin)
    await caughtUp(cache)
    const id = v7()
    const [done] = await push(admin, await op({ kind: 'device.submit', target: { type: 'device', id }, body: { deviceName: '自己写的' } }))
    for (;;) {
      const { data } = await pull(admin, cache.cursors)
      await cache.pull()
      if (!data.more && BigInt(data.horizon) > BigInt(done!.result!.xid)) break
      await wait(50)
    }
    expect(cache.ids('device')).toContain(id)
  })
})

describe('cursors', () => {
  test('that are no cursors are refused', async () => {
    for (const cursors of ['x', '[]', '{"base":1}', '{"base":"1"}', '{"base":"a.b"}', 'null'])
      expect((await admin.get('/sync/pull', { cursors })).status, cursors).toBe(400)
    for (const limit of [0, 2001, 'x']) expect((await admin.get('/sync/pull', { limit })).status).toBe(400)
    expect((await admin.get('/sync/pull', { nonsense: 1 })).status).toBe(200)
  })

  test('from a future that this database has not seen answer 410', async () => {
    expect(await pull(admin, { tenant: '9999999999.0' })).toMatchObject({ status: 410, error: 'resync' })
    expect(await pull(admin, { [`dept:${bones}`]: '9999999999.0' })).toMatchObject({ status: 410 })
  })

  test('lose nothing at a page boundary where the number of a transaction grows a digit [F46]', async () => {
    const ids: string[] = []
    for (let index = 0; index < 12; index++) ids.push(await add({ deviceName: `界${index}`, useDeptId: bones }))
    // On a new server the number 1000 still has to come.
    await app.sql('do $$ begin while pg_current_xact_id()::text::bigint <= 1010 loop commit; end loop; end $$')
    const ordered = shuffled(ids)
    const present = new Cache(keeper)
    await caughtUp(present)
    for (const scope of ['tenant', `dept:${bones}`])
      for (const [index, id] of ordered.entries())
        await app.sql('update sync_change set xid = $1::xid8, seq = $2 where tenant_id = $3 and scope_id = $4 and entity_id = $5', [
          String(994 + index),
          1000 - index,
          home.tenant,
          scope,
          id,
        ])
    for (const limit of [1, 2, 3, 5, 7]) {
      const cache = new Cache(keeper, limit)
      cache.cursors = { ...present.cursors, [`dept:${bones}`]: '993.0' }
      await cache.pull()
      expect(
        cache.ids('device').filter((id) => ids.includes(id)),
        `limit ${limit}, ${replay}`,
      ).toEqual([...ids].sort())
    }
  })
})

// PULL_SECONDS=n writes for so long, and for as long as it takes to write enough.
const pullSeconds = Number(process.env.PULL_SECONDS ?? 15)
const enough = 300

test(`eight writers with long and broken transactions for ${pullSeconds} seconds: no committed row is missed [F46]`, async () => {
  const stop = performance.now() + pullSeconds * 1000
  const committed = new Map<string, number>()
  const goesOn = (): boolean => performance.now() < stop || committed.size <= enough
  const cache = new Cache(admin, 200)
  const writer = async (index: number): Promise<void> => {
    const client = new pg.Client({ connectionString: app.database.appUrl })
    await client.connect()
    const mine: string[] = []
    while (goesOn()) {
      await client.query('begin')
      await client.query(`select set_config('app.tenant', $1, true)`, [home.tenant])
      // A number may be taken long before the transaction has an id.
      if (random(3) === 0) await client.query(`select nextval('sync_seq')`)
      const written = new Map<string, number>()
      for (let rows = 0; rows <= random(4); rows++) {
        const old = mine.length > 0 && random(3) > 0 ? mine[random(mine.length)] : undefined
        const id = old ?? v7()
        const { rows: done } = old
          ? await client.query(
              'update device set version = version + 1, use_dept_id = $2 where tenant_id = $1 and id = $3 returning version',
              [home.tenant, [bones, medicine, null][random(3)], id],
            )
          : await client.query(
              `insert into device (tenant_id, id, device_name, device_code, eam_status, filing_status) values ($1, $2, '写', $3, 'in_use', 'filed') returning version`,
              [home.tenant, id, `W${id}`],
            )
        written.set(id, done[0].version)
      }
      await wait(index < 2 ? random(1200) : random(25))
      if (random(5) === 0) await client.query('rollback')
      else {
        await client.query('commit')
        for (const [id, version] of written) {
          if (!committed.has(id)) mine.push(id)
          committed.set(id, version)
        }
      }
    }
    await client.end()
  }
  const writers = Promise.all(Array.from({ length: 8 }, (_, index) => writer(index)))
  while (goesOn()) {
    await cache.pull()
    await wait(random(60))
  }
  await writers
  await caughtUp(cache)
  const missed = [...committed].filter(([id, version]) => cache.rows.get(`tenant device ${id}`)?.version !== version)
  expect(missed, replay).toEqual([])
  const total = (await admin.get<Page<Row>>('/eam/device/list')).data.total
  expect(cache.ids('device')).toHaveLength(total)
}, 45_000)
