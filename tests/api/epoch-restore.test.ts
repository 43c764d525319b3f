import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EPOCH_HEADER, type PullAnswer, type PushAnswer, SYNC_SCHEMA, TENANT_HEADER, USER_HEADER } from '#contract/sync/sync.ts'
import { makeMark } from '#server/sync/marks.ts'
import { digest } from '#tests/harness/hospitals.ts'
import { op, phone } from '#tests/harness/ops.ts'
import { type RestorableProgram, restorableProgram } from '#tests/harness/restorable-program.ts'

// Its programs start the packaged PostgreSQL, so it runs once, not on the oldest version too.

let program: RestorableProgram
beforeAll(async () => {
  program = await restorableProgram()
})
afterAll(() => program.remove())

interface Who {
  readonly access_token: string
  readonly user_id: string
}
const tenant = '100001'
const signIn = async (url: string): Promise<Who> => {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: 'admin',
    password: digest('ward2026'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  })
  return (await fetch(`${url}/api/osm/auth/oauth/token?${query}`, { method: 'POST' })).json() as Promise<Who>
}
const headersOf = (who: Who) => ({
  'blade-auth': `bearer ${who.access_token}`,
  [USER_HEADER]: who.user_id,
  [TENANT_HEADER]: tenant,
  'content-type': 'application/json',
})
const pull = async (url: string, who: Who, cursors: Record<string, string | null>) => {
  const answer = await fetch(`${url}/api/sync/pull`, {
    method: 'POST',
    headers: headersOf(who),
    body: JSON.stringify({ cursors: JSON.stringify(cursors) }),
  })
  const body = (await answer.json()) as { error?: string; data: PullAnswer }
  return { status: answer.status, epoch: answer.headers.get(EPOCH_HEADER), error: body.error, data: body.data }
}
const pullAll = async (url: string, who: Who, from: Record<string, string | null>) => {
  let cursors = from
  const ids = new Set<string>()
  for (;;) {
    const { data } = await pull(url, who, cursors)
    for (const change of data.changes) ids.add(change.id)
    cursors = { ...cursors, ...data.cursors }
    if (!data.more) return { cursors, ids, epoch: data.epoch }
  }
}
const push = async (url: string, who: Who, epoch: string, ops: unknown[]) => {
  const body = JSON.stringify({ deviceId: phone, schema: SYNC_SCHEMA, epoch, ops })
  return ((await (await fetch(`${url}/api/sync/push`, { method: 'POST', headers: headersOf(who), body })).json()) as { data: PushAnswer })
    .data
}
const epochOf = async (url: string) => (await fetch(`${url}/api/blade-auth/oauth/captcha`)).headers.get(EPOCH_HEADER)

test('a restored backup ends the epoch once for all phones and processes; lost operations are applied again under their old ids [F45]', async () => {
  let now = await program.start()
  const who = await signIn(now.url)
  const before = await pullAll(now.url, who, {})
  await program.stop()
  program.copy()

  now = await program.start()
  const id = v7()
  const lost = await op({ kind: 'device.submit', target: { type: 'device', id }, body: { deviceName: '备份后的卡' } })
  expect((await push(now.url, who, before.epoch, [lost])).results).toMatchObject([{ outcome: 'done' }])
  await makeMark(now.pool, true)
  // Database maintenance may run at the same time and delay the feed for a moment.
  let after = await pullAll(now.url, who, before.cursors)
  while (!after.ids.has(id)) after = await pullAll(now.url, who, before.cursors)
  expect(after.epoch).toBe(before.epoch)
  await program.stop()
  program.putBack()

  now = await program.start()
  const other = await now.second()
  expect(await epochOf(now.url)).toBe(before.epoch)
  // A forged cursor does not end an epoch.
  const [feed, cursor] = Object.entries(after.cursors).find(([, one]) => one?.split('.').length === 4) ?? []
  const forged = (cursor ?? '').replace(/[0-9a-f]{16}$/, '0123456789abcdef')
  expect(await pull(now.url, who, { [feed ?? '']: forged })).toMatchObject({ status: 410, error: 'resync', epoch: before.epoch })
  expect(await pull(now.url, who, { [feed ?? '']: '99999999999.1' })).toMatchObject({ status: 410, epoch: before.epoch })
  expect(await pull(now.url, who, before.cursors)).toMatchObject({ status: 200, epoch: before.epoch })

  const reported = await pull(now.url, who, after.cursors)
  expect(reported).toMatchObject({ status: 410, error: 'resync' })
  expect(reported.epoch).not.toBe(before.epoch)
  const epoch = String(reported.epoch)
  // Once, whichever of them asks, and in every process.
  expect(await pull(other, who, after.cursors)).toMatchObject({ status: 410, epoch })
  expect(await pull(other, who, before.cursors)).toMatchObject({ status: 410, epoch })
  expect(await push(other, who, before.epoch, [lost])).toMatchObject({ results: [], epoch })
  expect([await epochOf(now.url), await epochOf(other)]).toEqual([epoch, epoch])

  expect((await push(now.url, who, epoch, [lost])).results).toMatchObject([{ outcome: 'done' }])
  expect((await push(other, who, epoch, [lost])).results).toMatchObject([{ outcome: 'replayed' }])
  const anew = await pullAll(now.url, who, {})
  expect(anew.ids).toContain(id)
  expect(anew.epoch).toBe(epoch)
  expect(await pull(now.url, who, anew.cursors)).toMatchObject({ status: 200, epoch })
}, 120_000)

test('rows moved to another server belong to another epoch', async () => {
  const now = await program.start()
  const before = await epochOf(now.url)
  const client = await now.pool.connect()
  await client.query('begin')
  await client.query(`select set_config('app.tenant', '000000', true)`)
  await client.query(`update sync_meta set system_id = '1'`)
  await client.query('commit')
  client.release()
  const after = await epochOf(await now.second())
  expect(after).not.toBe(before)
  expect(await epochOf(await now.second())).toBe(after)
}, 60_000)
