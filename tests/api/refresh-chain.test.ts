import { describe, expect, test } from 'vitest'
import { openPool, writeAs } from '#server/db/pool.ts'
import { purge } from '#server/jobs/purge.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Row } from '#tests/harness/app-for-test.ts'
import { digest, home, other } from '#tests/harness/hospitals.ts'
import { own, peopleLab, type Settled } from '#tests/harness/people.ts'
import { askToken, byPassword, callWith, type Flat } from './token-request.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

/** What one party holds: the tokens of the last answer that reached it. */
type Held = Pick<Flat, 'access_token' | 'refresh_token'>

const refresh = (token: string) => askToken(app, { tenantId: home.tenant, refreshToken: token, grant_type: 'refresh_token', scope: 'all' })
/** Renews as a party that gets the answer. */
const renew = async (held: Held): Promise<Held> => {
  const { status, body } = await refresh(held.refresh_token)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const isRefused = async (held: Held): Promise<boolean> => (await refresh(held.refresh_token)).status === 401
const isIn = async (held: Held): Promise<boolean> => (await callWith(app.url, held.access_token, '/blade-user/info')).status === 200

let person: Settled
const signIn = async (): Promise<Held> => {
  person = await lab.settled()
  return (await askToken(app, byPassword(person.account, { password: digest(own) }))).body
}
/** Moves all tokens of the person this many seconds into the past. */
const pass = async (seconds: number): Promise<void> => {
  const mine = `tenant_id = $1 and session_id in (select id from session where tenant_id = $1 and user_id = $2)`
  const values = [home.tenant, person.id, seconds]
  await app.sql(
    `update refresh_token set used_at = used_at - make_interval(secs => $3), superseded_at = superseded_at - make_interval(secs => $3),
       expires_at = expires_at - make_interval(secs => $3) where ${mine}`,
    values,
  )
  await app.sql(
    `update session set expires_at = expires_at - make_interval(secs => $3), signed_in_at = signed_in_at - make_interval(secs => $3),
       created_at = created_at - make_interval(secs => $3) where tenant_id = $1 and user_id = $2`,
    values,
  )
}
const reuses = async (): Promise<Row[]> => lab.log({ userId: person.id, event: 'refreshReuse' })
/** The session has ended, its owner sees why in the list of sessions, and the log has one entry. */
const isEnded = async (...all: Held[]): Promise<void> => {
  for (const held of all) expect([await isIn(held), await isRefused(held)]).toEqual([false, true])
  expect(await reuses()).toMatchObject([{ outcome: 'refused', account: person.account, address: '127.0.0.1' }])
  const { body } = await askToken(app, byPassword(person.account, { password: digest(own) }))
  const { data } = await callWith(app.url, body.access_token, '/osm/session/list')
  const ended = (data as unknown as Row[]).filter((row) => row.isReused === 1)
  expect(ended).toMatchObject([{ isThis: false, endedTime: expect.any(String) }])
}
const goesOn = async (held: Held): Promise<void> => {
  expect(await isIn(held)).toBe(true)
  const next = await renew(held)
  await pass(60)
  const last = await renew(next)
  expect([await isIn(last), await reuses()]).toEqual([true, []])
}

describe('an honest browser continues', () => {
  test('with every answer', async () => {
    await goesOn(await signIn())
  })

  test('when an answer was lost, or several', async () => {
    const first = await signIn()
    await renew(first)
    await renew(first)
    await pass(10)
    await goesOn(await renew(first))
  })

  test('when the answer to a repetition was lost too, and the one after it is renewed at once', async () => {
    const first = await signIn()
    await renew(first)
    const second = await renew(first)
    await renew(second)
    await goesOn(await renew(second))
  })

  test('when two tabs renew at once and share the later answer', async () => {
    const first = await signIn()
    const answers = await Promise.all([refresh(first.refresh_token), refresh(first.refresh_token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const alive = await Promise.all(answers.map(({ body }) => isIn(body)))
    expect(alive.filter(Boolean)).toHaveLength(1)
    await goesOn(answers[alive.indexOf(true)]!.body)
  })
})

describe('a forked chain ends with the next renewal by either side', () => {
  test('the owner renews, then the thief: the owner’s next renewal ends both', async () => {
    const stolen = await signIn()
    const owner = await renew(stolen)
    const thief = await renew(stolen)
    expect([await isIn(owner), await isIn(thief)]).toEqual([false, true])
    expect(await isRefused(owner)).toBe(true)
    await isEnded(owner, thief, stolen)
  })

  test('the thief renews, then the owner: the thief’s next renewal ends both', async () => {
    const stolen = await signIn()
    const thief = await renew(stolen)
    const owner = await renew(stolen)
    expect(await isRefused(thief)).toBe(true)
    await isEnded(owner, thief)
  })

  test('also when the other has gone on meanwhile, and long after the grace', async () => {
    const stolen = await signIn()
    const owner = await renew(stolen)
    const thief = await renew(await renew(await renew(stolen)))
    await pass(6 * 3600)
    expect(await isRefused(owner)).toBe(true)
    await isEnded(owner, thief)
  })

  test('also when the replaced token would have expired, and when those that expired were cleared away', async () => {
    const stolen = await signIn()
    await app.sql('update tenant set session_days = 90 where id = $1', [home.tenant])
    const owner = await renew(stolen)
    let thief = await renew(stolen)
    for (let week = 0; week < 5; week++) {
      await pass(7 * 24 * 3600)
      thief = await renew(thief)
    }
    const jobs = openPool(app.database.jobsUrl, 1)
    await purge(jobs).finally(() => jobs.end())
    expect(await isRefused(owner)).toBe(true)
    await isEnded(owner, thief)
    await app.sql('update tenant set session_days = 30 where id = $1', [home.tenant])
  })

  test('the owner renews twice, then the thief with what was stolen', async () => {
    const stolen = await signIn()
    const owner = await renew(await renew(stolen))
    expect(await isRefused(stolen)).toBe(true)
    await isEnded(owner)
  })

  test('the thief renews after the grace', async () => {
    const stolen = await signIn()
    const owner = await renew(stolen)
    await pass(21)
    expect(await isRefused(stolen)).toBe(true)
    await isEnded(owner)
  })

  test('three ways apart: any replaced token ends all', async () => {
    const stolen = await signIn()
    const [one, two, three] = [await renew(stolen), await renew(stolen), await renew(stolen)]
    expect(await isRefused(two)).toBe(true)
    await isEnded(one, two, three)
  })

  test('many at once, with used, replaced and open tokens: nothing breaks, and no session is left', async () => {
    const stolen = await signIn()
    const [one, two] = [await renew(stolen), await renew(stolen)]
    const answers = await Promise.all([stolen, one, two, stolen, one, two].map((held) => refresh(held.refresh_token)))
    for (const { status } of answers) expect([200, 401]).toContain(status)
    for (const { body } of answers) if (body.access_token) expect(await isIn(body)).toBe(false)
    await isEnded(one, two, stolen)
  })
})

describe('the last day of a session', () => {
  const day = 24 * 3600
  const platform = () => app.signIn('000000', 'admin', 'admin')

  test('comes thirty days after the sign-in, however often it was renewed', async () => {
    let held = await signIn()
    for (let days = 10; days < 30; days += 10) {
      await pass(10 * day)
      held = await renew(held)
    }
    await pass(10 * day - 600)
    held = await renew(held)
    const [row] = (await callWith(app.url, held.access_token, '/osm/session/list')).data as unknown as Row[]
    expect(Date.parse(String(row!.endTime)) - Date.now()).toBeLessThanOrEqual(600_000)
    const [session] = await app.sql(
      `select extract(epoch from expires_at - now())::int as left from session where tenant_id = $1 and id = $2`,
      [home.tenant, row!.id],
    )
    expect(session!.left).toBeLessThanOrEqual(600)
    await pass(601)
    expect([await isIn(held), await isRefused(held)]).toEqual([false, true])
    expect(await reuses()).toEqual([])
  })

  test('is the hospital’s to set, between 1 and 90 days, and holds for sessions that are open', async () => {
    const held = await signIn()
    const by = await platform()
    const set = (sessionDays: unknown) => by.post('/blade-system/tenant/setting', { id: home.tenant, sessionDays })
    for (const wrong of [0, 91, -1, 'x']) expect((await set(wrong)).status).toBe(400)
    await pass(3 * day - 1800)
    const next = await renew(held)
    expect(await set(2)).toMatchObject({ status: 200, data: { sessionDays: 2 } })
    expect([await isIn(next), await isRefused(next)]).toEqual([false, true])
    expect((await by.get('/blade-system/tenant/detail', { id: home.tenant })).data.sessionDays).toBe(2)
    const fresh = (await askToken(app, byPassword(person.account, { password: digest(own) }))).body
    expect(await isIn(fresh)).toBe(true)
    expect((await set(30)).status).toBe(200)
    expect(await isRefused(next)).toBe(true)
  })

  test('is not extended by switching the organisation', async () => {
    const [{ person_id: personId }] = (await app.sql('select person_id from app_user where tenant_id = $1 and id = $2', [
      home.tenant,
      home.users.engineer,
    ])) as [{ person_id: string }]
    const guest = other.users.engineer
    await writeAs(app.pool, other.tenant, async (tx) => {
      tx.later({ text: 'delete from membership where tenant_id = $1 and user_id = $2', values: [other.tenant, guest] })
      tx.later({ text: 'update app_user set person_id = $3 where tenant_id = $1 and id = $2', values: [other.tenant, guest, personId] })
      tx.later({
        text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)',
        values: [personId, other.tenant, guest],
      })
    })
    const { body } = await askToken(app, byPassword('engineer'))
    person = { ...person, id: home.users.engineer }
    await app.sql(`update session set signed_in_at = now() - interval '29 days' where tenant_id = $1 and user_id = $2`, [
      home.tenant,
      person.id,
    ])
    const go = () =>
      askToken(app, { grant_type: 'switch_token', tenantId: other.tenant }, { headers: { 'blade-auth': `bearer ${body.access_token}` } })
    const moved = await go()
    expect(moved.status).toBe(200)
    const [row] = (await callWith(app.url, moved.body.access_token, '/osm/session/list')).data as unknown as Row[]
    expect(Date.parse(String(row!.endTime)) - Date.now()).toBeLessThanOrEqual(day * 1000)
    await app.sql('update tenant set session_days = 7 where id = $1', [other.tenant])
    expect(await go()).toMatchObject({ status: 400, body: { error: 'rule' } })
    await app.sql('update tenant set session_days = 30 where id = $1', [other.tenant])
  })
})
