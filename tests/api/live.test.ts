import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool, writeAs } from '#server/db/pool.ts'
import { hashToken } from '#server/kit/access/actor.ts'
import { readSettings } from '#server/settings.ts'
import { type Client, signInAt, startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { type Hospital, home, other } from '#tests/harness/hospitals.ts'
import { type LiveStream, openLive } from '#tests/harness/live.ts'
import { repairs } from '#tests/harness/repairs.ts'

let app: TestApp
let admin: Client
let stranger: Client
let work: ReturnType<typeof repairs>
const open: LiveStream[] = []
let serial = 0

beforeAll(async () => {
  app = await startApp({ env: { LIVE_HEARTBEAT: '1' } })
  ;[admin, stranger] = await Promise.all([app.as('administrator'), app.as('administrator', other)])
  work = repairs(app, admin)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})
afterAll(() => app.stop())

/** A stream of a person, after its first event. */
const live = async (client: Pick<Client, 'headers'>, lastId?: string): Promise<LiveStream & { first: string; id: string }> => {
  const stream = await openLive(app.url, client, lastId)
  open.push(stream)
  expect(stream.status).toBe(200)
  const first = await stream.next()
  return { ...stream, first: first?.event ?? '', id: first?.id ?? '' }
}
const addSupplier = (client = admin) =>
  client.post('/eam/supplierinfo/submit', { supplierName: `供应商${++serial}`, supplierKind: 'service' })
const addLocation = async (client = admin): Promise<void> => {
  const { status, msg } = await client.post('/eam/plc/location/submit', { locationName: `楼${++serial}`, level: 'courtyard' })
  expect(status, msg).toBe(200)
}
/** SQL: the ids of a role of the hospital, which is the first parameter. */
const ofAlias = (alias: string): string => `select id from role where tenant_id = $1 and role_alias = '${alias}'`
const put = (text: string, ...values: unknown[]) => writeAs(app.pool, home.tenant, (tx) => tx.run({ text, values }))

describe('a stream', () => {
  test('is a plain stream of events that no proxy or packing holds back', async () => {
    const stream = await live(admin)
    expect(stream.first).toBe('ready')
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.headers.get('x-accel-buffering')).toBe('no')
    expect(stream.headers.get('cache-control')).toBe('no-store')
    expect(stream.headers.get('content-encoding')).toBeNull()
    expect(stream.headers.get('retry-after')).toBeNull()
    expect(await stream.comment()).toBe(': alive')
  })

  test('is opened by a session only, and who does not accept streams gets the first event', async () => {
    expect((await fetch(`${app.url}/api/sse/realtime-data`, { headers: { accept: 'text/event-stream' } })).status).toBe(401)
    const once = await fetch(`${app.url}/api/sse/realtime-data`, { headers: admin.headers })
    expect(await once.text()).toMatch(/^id: \w+-\d+\nevent: ready\ndata: \{"entities":\[\]\}\n\n$/)
  })

  test('tells the entities of a transaction, and nothing of one that is rolled back', async () => {
    const stream = await live(admin)
    await expect(
      writeAs(app.pool, home.tenant, async (tx) => {
        await tx.run({ text: 'update supplier set version = version + 1 where tenant_id = $1', values: [home.tenant] })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await put('update supplier set version = version + 1 where false')
    await work.report(await app.as('keeper'), await work.card())
    const told = await stream.until('repairOrder')
    expect(told).toEqual(expect.arrayContaining(['device', 'repairOrder']))
    expect(told).not.toContain('supplier')
  })
})

describe('a person learns', () => {
  test('nothing of another tenant', async () => {
    const theirs = await live(stranger)
    const ours = await live(admin)
    await addSupplier()
    expect(await ours.until('supplier')).toEqual(['supplier'])
    await addLocation(stranger)
    expect(await theirs.until('location')).toEqual(['location'])
  })

  test('nothing of what they may not list', async () => {
    const keeper = await live(await app.as('keeper'))
    await addSupplier()
    await addLocation()
    expect(await keeper.until('location')).toEqual(['location'])
  })

  test('a wall learns of cards and repairs, and of nothing else', async () => {
    const screen = await signInAt(app.url, home.tenant, 'virtual')
    const [wall, manager] = [await live(screen), await live(admin)]
    const report = async () => work.report(await app.as('keeper'), await work.card())
    await addSupplier()
    await addLocation()
    await report()
    expect([...new Set(await wall.until('repairOrder'))].sort()).toEqual(['device', 'repairOrder'])
    // Its API scope opens the boards; without it nothing is left that the role could ask for.
    await put(`delete from role_api_scope where tenant_id = $1 and role_id in (${ofAlias('virtual')})`, home.tenant)
    expect(await wall.until('reset')).toContain('reset')
    await manager.until('repairOrder')
    await report()
    await manager.until('repairOrder')
    await screen.get('/blade-auth/oauth/logout', {}, { 'x-eam-client': 'web' })
    expect(await wall.until('repairOrder')).toEqual(['the end'])
  })

  test('nothing of departments outside their scope, and of notices their own alone', async () => {
    const bones = await live(await app.as('keeper'))
    const medicine = await live(await app.as('warehouse_keeper'))
    const engineer = await live(await app.as('engineer'))
    await work.report(await app.as('keeper'), await work.card())
    const seen = await bones.until('repairOrder')
    expect(seen).toContain('device')
    expect(seen).not.toContain('notice')
    expect(await engineer.until('notice')).toContain('notice')
    await addLocation()
    const outside = await medicine.until('location')
    expect(outside).not.toContain('device')
    expect(outside).not.toContain('repairOrder')
  })

  test('of a row that leaves their departments', async () => {
    const card = await work.card()
    const bones = await live(await app.as('keeper'))
    await put('update device set use_dept_id = $1 where id = $2', home.depts.medicine, card)
    expect(await bones.until('device')).toContain('device')
  })
})

describe('a stream that was cut', () => {
  test('continues by the id of its last event', async () => {
    const stream = await live(admin)
    await addLocation()
    const last = await stream.next()
    stream.close()
    await addSupplier()
    const next = await live(admin, last!.id)
    expect(next.first === 'change' || (await next.until('supplier')).includes('supplier')).toBe(true)
    const again = await live(admin, next.id)
    expect(again.first).toBe('ready')
  })

  test('begins with a reset when rights of the hospital have changed meanwhile', async () => {
    const auditor = await app.as('auditor')
    const stream = await live(auditor)
    stream.close()
    const others = await live(auditor)
    await put(
      `insert into role_grant (tenant_id, role_id, right_code) select $1, id, 'param.list' from role where tenant_id = $1 and role_alias = 'auditor'`,
      home.tenant,
    )
    await others.until('reset')
    expect((await live(auditor, stream.id)).first).toBe('reset')
  })

  test.each(['nonsense', 'abcdef012345-7', '-1'])('begins with a reset after the unknown id “%s”', async (id) => {
    expect((await live(admin, id)).first).toBe('reset')
  })

  test('begins with a reset when the number is not one of this generation', async () => {
    const { id } = await live(admin)
    expect((await live(admin, id.replace(/-\d+$/, '-999999'))).first).toBe('reset')
  })
})

describe('a stream ends', () => {
  const signIn = () => signInAt(app.url, home.tenant, 'auditor')

  test('with the session, locked or logged out', async () => {
    const [person, away] = [await signIn(), await signIn()]
    const [mine, locked] = [await live(person), await live(away)]
    expect((await away.post('/osm/session/lock')).status).toBe(200)
    await person.get('/blade-auth/oauth/logout', {}, { 'x-eam-client': 'web' })
    // What the sign-in changed may be told before.
    for (const ended of [mine, locked]) expect((await ended.until()).at(-1)).toBe('the end')
    expect((await openLive(app.url, person)).status).toBe(401)
    expect((await openLive(app.url, away)).status).toBe(403)
  })

  test('and continues with the next access token', async () => {
    const person = await signIn()
    const stream = await live(person)
    const renewed = await fetch(
      `${app.url}/api/blade-auth/oauth/token/refresh?grant_type=refresh_token&refresh_token=${person.refreshToken}`,
      {
        method: 'POST',
      },
    )
    const { access_token } = (await renewed.json()) as { access_token: string }
    expect((await stream.until()).at(-1)).toBe('the end')
    const next = await live({ headers: { 'blade-auth': `bearer ${access_token}` } }, stream.id)
    expect(next.first).not.toBe('reset')
  })

  test('or is told by the rights of now: a reset, then what they allow', async () => {
    const engineer = await live(await app.as('engineer'))
    await put(
      `delete from role_grant where tenant_id = $1 and right_code = 'supplier.list' and role_id in (${ofAlias('engineer')})`,
      home.tenant,
    )
    expect(await engineer.until('reset')).toContain('reset')
    await addSupplier()
    await addLocation()
    expect(await engineer.until('location')).toEqual(['location'])
  })
})

describe('the connection that listens', () => {
  const cut = () =>
    app.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike '%pg_notify($1, $2)%' and pid <> pg_backend_pid()`,
    )

  test('is made again when it is lost, and every stream asks for everything', async () => {
    const stream = await live(admin)
    await cut()
    expect(await stream.until('reset')).toContain('reset')
    await addSupplier()
    expect(await stream.until('supplier')).toContain('supplier')
  })
})

/** Another process on the same database. */
const beside = async (
  env: Record<string, string>,
  work: (url: string, stop: () => Promise<void>) => Promise<void>,
  withinMs = 200,
): Promise<void> => {
  const pool = openPool(app.database.appUrl, 4)
  const settings = readSettings({ NODE_ENV: 'test', DEMO: 'off', RATE_LIMIT: '0', LOG_LEVEL: 'silent', DATA_DIR: app.dataDir, ...env })
  const program = await buildApp({ settings, pool, shutdown: { delayMs: 0, withinMs } })
  try {
    await work(await program.listen({ host: '127.0.0.1', port: 0 }), () => program.close())
  } finally {
    await program.close()
    await pool.end()
  }
}

/** People of the same role and department as one of a hospital; each is signed in three times. */
const doubles = async (of: Hospital, role: keyof Hospital['users'], count: number): Promise<Pick<Client, 'headers'>[]> => {
  const { tenant } = of
  const clients: Pick<Client, 'headers'>[] = []
  for (let n = 0; n < count; n++) {
    const [person, user] = [v7(), v7()]
    await writeAs(
      app.pool,
      tenant,
      async (tx) => {
        tx.later({ text: `insert into person (id, password_hash) values ($1, '!')`, values: [person] })
        tx.later({
          text: `insert into app_user (tenant_id, id, person_id, account, real_name, role_id, dept_id, status)
            select tenant_id, $3, $4, $5, real_name, role_id, dept_id, status from app_user where tenant_id = $1 and id = $2`,
          values: [tenant, of.users[role], user, person, `${role}_${n}`],
        })
        tx.later({
          text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)',
          values: [person, tenant, user],
        })
        for (let session = 0; session < 3; session++) {
          const token = `${tenant}.${randomBytes(24).toString('base64url')}`
          tx.later({
            text: `insert into session (tenant_id, id, user_id, person_id, token_hash, expires_at) values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
            values: [tenant, v7(), user, person, hashToken(token)],
          })
          clients.push({ headers: { 'blade-auth': `bearer ${token}` } })
        }
      },
      { personId: person },
    )
  }
  return clients
}

describe('several processes', () => {
  test('tell what any of them has written, and ids of one continue nothing at another', async () => {
    const { id } = await live(admin)
    await beside({}, async (url) => {
      const stream = await openLive(url, admin, id)
      expect((await stream.next())?.event).toBe('reset')
      await addSupplier()
      expect(await stream.until('supplier')).toEqual(['supplier'])
      stream.close()
    })
  })

  test('tell 500 streams each, only those who see a change, and have no place for another', async () => {
    const [keeper, card] = [await app.as('keeper'), await work.card()]
    const [bones, medicine] = [await doubles(home, 'keeper', 11), await doubles(home, 'warehouse_keeper', 9)]
    const strangers = await doubles(other, 'keeper', 1)
    await beside({}, async (url) => {
      // As many as one session may have; the last session of all fills the places up.
      const opened = (clients: readonly Pick<Client, 'headers'>[]) =>
        Promise.all(clients.flatMap((client) => Array.from({ length: 8 }, () => openLive(url, client))))
      const [near, far] = [await opened(bones), await opened(medicine)]
      const abroad = (await opened(strangers)).filter(({ status }) => status === 200)
      const all = [...near, ...far, ...abroad]
      open.push(...all)
      expect(all.filter(({ status }) => status === 200)).toHaveLength(500)
      const late = await openLive(url, admin)
      expect([late.status, late.headers.get('retry-after')]).toEqual([503, '30'])

      await work.report(keeper, card)
      // What everybody of a hospital learns comes after it.
      await addLocation()
      await addLocation(stranger)
      const told = (streams: readonly LiveStream[]) => Promise.all(streams.map((stream) => stream.until('location')))
      const [heard, unheard, foreign] = [await told(near), await told(far), await told(abroad)]
      expect(heard.filter((names) => names.includes('repairOrder'))).toHaveLength(264)
      expect(unheard.filter((names) => names.join() === 'ready,location')).toHaveLength(216)
      expect(foreign.filter((names) => names.join() === 'ready,location')).toHaveLength(20)
    })
  })

  test('have places for so many streams each, then refuse with the time to wait', async () => {
    await beside({ LIVE_STREAMS: '2' }, async (url) => {
      const [first, second, third] = [
        await openLive(url, admin),
        await openLive(url, await app.as('keeper')),
        await openLive(url, stranger),
      ]
      expect([first.status, second.status, third.status]).toEqual([200, 200, 503])
      expect(third.headers.get('retry-after')).toBe('30')
      first.close()
      const again = async (): Promise<LiveStream> => {
        const stream = await openLive(url, stranger)
        return stream.status === 503 ? again() : stream
      }
      expect((await again()).status).toBe(200)
    })
  })

  test('give one session few of them, and none where none are wanted', async () => {
    await beside({}, async (url) => {
      const all = await Promise.all(Array.from({ length: 9 }, () => openLive(url, admin)))
      expect(all.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 8 }, () => 200), 503])
      expect((await openLive(url, await app.as('keeper'))).status).toBe(200)
      // One event alone needs no place.
      expect((await fetch(`${url}/api/sse/realtime-data`, { headers: admin.headers })).status).toBe(200)
    })
    await beside({ LIVE_STREAMS: '0' }, async (url) => {
      expect((await openLive(url, admin)).status).toBe(503)
    })
  })

  test('end their streams when they stop, and do not wait for them', async () => {
    await beside(
      {},
      async (url, stop) => {
        const stream = await openLive(url, admin)
        expect((await stream.next())?.event).toBe('ready')
        await Promise.all([stop(), expect(stream.next()).resolves.toBeUndefined()])
        expect(stream.isCut()).toBe(false)
      },
      600_000,
    )
  })
})
