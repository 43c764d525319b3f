import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { DISCARD_KIND, EPOCH_HEADER, type PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, phone, push, pushWhole } from '#tests/harness/ops.ts'

const app = await appForFile()
const admin = await app.as('administrator')

const create = (id: string, more: Record<string, unknown> = {}, facts: Partial<PushOp> = {}) =>
  op({ kind: 'device.submit', target: { type: 'device', id }, body: { deviceName: '离线卡', ...more }, ...facts })
const change = (id: string, baseVersion: number | null, body: Record<string, unknown>, facts: Partial<PushOp> = {}) =>
  op({ kind: 'device.submit', target: { type: 'device', id }, baseVersion, body, ...facts })
const seal = (id: string, baseVersion: number | null, facts: Partial<PushOp> = {}) =>
  op({ kind: 'device.seal', target: { type: 'device', id }, baseVersion, body: { reason: '少用' }, ...facts })
const detail = async (id: string) => (await admin.get('/eam/device/detail', { id })).data
const effects = (id: string) => app.sql('select verb from audit_event where entity_id = $1 order by id', [id])
const add = async () => (await admin.post('/eam/device/submit', { deviceName: '线上卡' })).data.id

describe('one op', () => {
  test('is done, and says what it made and in which transaction', async () => {
    const id = v7()
    const sent = await create(id)
    const answer = await pushWhole(admin, [sent])
    expect(answer.data.results).toEqual([
      { id: sent.id, outcome: 'done', http: 200, result: { id, version: 1, xid: expect.stringMatching(/^\d+$/) } },
    ])
    expect(answer.data.epoch).toBe(answer.headers.get(EPOCH_HEADER))
    expect(Math.abs(Date.parse(answer.data.serverTime) - Date.now())).toBeLessThan(10_000)
    expect(await detail(id)).toMatchObject({ id, deviceName: '离线卡', version: 1 })
    const [stored] = await app.sql('select user_id, device_id, kind, status from sync_op where op_id = $1', [sent.id])
    expect(stored).toEqual({ user_id: admin.userId, device_id: phone, kind: 'device.submit', status: 200 })
    expect(await app.sql('select op_id from audit_event where entity_id = $1', [id])).toEqual([{ op_id: sent.id }])
  })

  test('whose serial number came before it is refused with a reason, and goes once it is corrected', async () => {
    const maker = { manufacturer: '丁厂' }
    expect((await admin.post('/eam/device/submit', { deviceName: '线上卡', sn: 'PH-1', ...maker })).status).toBe(200)
    const id = v7()
    const refused = await push(admin, await create(id, { sn: 'ＰＨ－１', ...maker }))
    expect(refused).toMatchObject([{ outcome: 'refused', http: 409, code: 'taken', msg: '同一生产厂家的出厂编号“ＰＨ－１”已存在' }])
    expect(await effects(id)).toEqual([])
    expect(await push(admin, await create(id, { sn: 'PH-2', ...maker }))).toMatchObject([{ outcome: 'done' }])
  })

  test('whose answer is lost is replayed with the stored result [F2]', async () => {
    const id = v7()
    const sent = await create(id)
    await expect(pushWhole(admin, [sent], { headers: { 'x-test-fault': 'drop_after' } })).rejects.toThrow()
    expect(await effects(id)).toHaveLength(1)
    const [again] = await push(admin, sent)
    expect(again).toMatchObject({ outcome: 'replayed', http: 200, result: { id, version: 1 } })
    expect(await effects(id)).toHaveLength(1)
  })

  test('that never arrived is done by the next attempt [F1]', async () => {
    const id = v7()
    const sent = await create(id)
    await expect(pushWhole(admin, [sent], { headers: { 'x-test-fault': 'drop_before' } })).rejects.toThrow()
    expect(await effects(id)).toEqual([])
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done' }])
    expect(await effects(id)).toHaveLength(1)
  })

  test('which the network sends twice has one effect and one answer [F13]', async () => {
    const id = v7()
    const answer = await pushWhole(admin, [await create(id)], { headers: { 'x-test-fault': 'dup' } })
    expect(answer.data.results).toMatchObject([{ outcome: 'replayed', result: { id, version: 1 } }])
    expect(await effects(id)).toHaveLength(1)
  })

  test('five times at once has one effect; the others replay it or are told to wait [F14]', async () => {
    for (let round = 0; round < 5; round++) {
      const id = v7()
      const sent = await create(id)
      const answers = await Promise.all(Array.from({ length: 5 }, () => push(admin, sent)))
      const outcomes = answers.map(([one]) => one!.outcome)
      expect(outcomes.filter((one) => one === 'done')).toHaveLength(1)
      expect(outcomes.filter((one) => one !== 'done' && one !== 'replayed')).toEqual([])
      expect(await effects(id)).toHaveLength(1)
    }
  })

  test('whose first attempt still runs after three seconds is answered op_in_progress, later replayed [F14]', async () => {
    await app.sql('create table still_at_work as select 1 as n')
    await app.sql(`create function slow() returns trigger language plpgsql security definer as $$ begin
      while new.device_name = '慢卡' and exists (select 1 from public.still_at_work) loop perform pg_sleep(0.02); end loop; return new; end $$`)
    await app.sql('create trigger slow before insert on device for each row execute function slow()')
    const isAtWork = `select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    const id = v7()
    const sent = await create(id, { deviceName: '慢卡' })
    const first = push(admin, sent)
    while ((await app.sql(isAtWork)).length === 0);
    const asked = performance.now()
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'retry', http: 409, code: 'op_in_progress', retryAfterS: 2 }])
    expect(performance.now() - asked).toBeGreaterThan(2900)
    await app.sql('delete from still_at_work')
    expect(await first).toMatchObject([{ outcome: 'done' }])
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'replayed', result: { id, version: 1 } }])
    expect(await effects(id)).toHaveLength(1)
    await app.sql('drop trigger slow on device')
  })

  test('under a known id with other content is refused and leaves no effect [F15]', async () => {
    const id = v7()
    const sent = await create(id)
    await push(admin, sent)
    const other = await create(id, { deviceName: '别的内容' }, { id: sent.id })
    expect(await push(admin, other)).toMatchObject([{ outcome: 'refused', http: 422, code: 'op_reused' }])
    expect(await push(admin, { ...sent, body: { deviceName: '指纹不符' } })).toMatchObject([{ outcome: 'refused', code: 'op_reused' }])
    expect(await detail(id)).toMatchObject({ deviceName: '离线卡', version: 1 })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'replayed' }])
  })

  test('of another person is not replayed', async () => {
    const sent = await create(v7())
    await push(admin, sent)
    expect(await push(await app.as('equipment_manager'), sent)).toMatchObject([
      { outcome: 'refused', http: 403, code: 'identity_mismatch' },
    ])
  })

  test('of an unknown kind, an old contract or without an id is named so', async () => {
    const id = v7()
    expect(await push(admin, await op({ kind: 'device.explode', body: {} }))).toMatchObject([
      { outcome: 'refused', http: 422, code: 'op_kind_unknown' },
    ])
    expect(await push(admin, await op({ kind: 'device.list', body: {} }))).toMatchObject([{ code: 'op_kind_unknown' }])
    expect(await push(admin, await op({ kind: 'device.dispose', target: { type: 'device', id }, body: {} }))).toMatchObject([
      { code: 'op_kind_unknown' },
    ])
    expect(await push(admin, await create(id, {}, { schema: 99 }))).toMatchObject([
      { outcome: 'refused', http: 426, code: 'contract_too_old' },
    ])
    expect(await push(admin, await create(id, {}, { id: 'x' }))).toMatchObject([{ outcome: 'refused', http: 400, code: 'key_required' }])
    expect(await push(admin, await create('x'))).toMatchObject([{ outcome: 'refused', http: 400, code: 'key_required' }])
    expect(await effects(id)).toEqual([])
  })

  test('without the right is refused in the words of the person', async () => {
    const id = await add()
    expect(await push(await app.as('engineer'), await seal(id, 1))).toMatchObject([
      { outcome: 'refused', http: 403, code: 'forbidden', msg: '您没有“封存”的权限，请联系管理员' },
    ])
    expect(await detail(id)).toMatchObject({ eamStatus: 'in_stock' })
  })
})

describe('the request', () => {
  test('of another person is refused as a whole', async () => {
    const sent = await create(v7())
    const wrong: Record<string, string>[] = [{ 'x-eam-user': v7() }, { 'x-eam-tenant': '100003' }, { 'x-eam-user': '' }]
    for (const headers of wrong)
      expect(await pushWhole(admin, [sent], { headers })).toMatchObject({ status: 403, error: 'identity_mismatch' })
    expect(await effects(sent.target.id)).toEqual([])
    const bare = await admin.post('/sync/push', { deviceId: phone, schema: 1, ops: [sent] })
    expect(bare).toMatchObject({ status: 403, error: 'identity_mismatch' })
  })

  test('of an old program, without a phone, or with what is no list is refused', async () => {
    const sent = await create(v7())
    expect(await pushWhole(admin, [sent], { body: { schema: 99 } })).toMatchObject({ status: 426, error: 'contract_too_old' })
    expect(await pushWhole(admin, [sent], { body: { deviceId: 'x' } })).toMatchObject({ status: 400, error: 'key_required' })
    for (const body of [{ ops: 'x' }, { ops: null }, { ops: [7] }, { schema: 'x' }, { extra: 1 }, { ops: [{ ...sent, skewMs: 'x' }] }])
      expect((await pushWhole(admin, [sent], { body })).status, JSON.stringify(body).slice(0, 60)).toBe(400)
    const many = await Promise.all(Array.from({ length: 51 }, () => create(v7())))
    expect((await pushWhole(admin, many)).status).toBe(400)
    expect(await effects(sent.target.id)).toEqual([])
  })

  test('that knows another epoch runs nothing', async () => {
    const sent = await create(v7())
    const answer = await pushWhole(admin, [sent], { body: { epoch: v7() } })
    expect(answer.data).toMatchObject({ results: [], epoch: answer.headers.get(EPOCH_HEADER) })
    expect(await effects(sent.target.id)).toEqual([])
    expect((await pushWhole(admin, [sent], { body: { epoch: answer.data.epoch } })).data.results).toMatchObject([{ outcome: 'done' }])
  })
})

describe('lanes', () => {
  test('stop at their first failure; other lanes go on', async () => {
    const [a, b] = [v7(), v7()]
    const ops = [
      await create(a),
      await change(a, 7, { brand: '一' }),
      await change(a, null, { brand: '二' }),
      await create(b),
      await change(b, 1, { brand: '三' }),
    ]
    const results = await push(admin, ...ops)
    expect(results.map((one) => one.outcome)).toEqual(['done', 'refused', 'not_attempted', 'done', 'done'])
    expect(results[1]).toMatchObject({ http: 409, code: 'stale', current: { id: a, version: 1, deviceName: '离线卡' } })
    expect(results.map((one) => one.id)).toEqual(ops.map((one) => one.id))
    expect((await detail(a)).brand).toBeNull()
    expect(await detail(b)).toMatchObject({ brand: '三', version: 2 })
    expect(await app.sql('select 1 from sync_op where op_id = any($1)', [[ops[1]!.id, ops[2]!.id]])).toEqual([])
  })

  test('a refused op leaves nothing and is done once the server has changed', async () => {
    const rfidCode = `RF${v7().slice(-8)}`
    const blocker = (await admin.post('/eam/device/submit', { deviceName: '占用', rfidCode })).data.id
    const sent = await create(v7(), { rfidCode })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'refused', http: 409, code: 'taken' }])
    expect(await effects(sent.target.id)).toEqual([])
    expect((await admin.get('/eam/device/detail', { id: sent.target.id })).status).toBe(404)
    expect(await app.sql('select 1 from sync_op where op_id = $1', [sent.id])).toEqual([])
    await admin.post('/eam/device/submit', { id: blocker, rfidCode: null })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done' }])
    expect(await effects(sent.target.id)).toHaveLength(1)
  })

  test('an unexpected failure is retryable and leaves nothing', async () => {
    await app.sql(
      `create function no_bad() returns trigger language plpgsql as $$ begin if new.brand = '坏' then raise exception 'bad'; end if; return new; end $$`,
    )
    await app.sql('create trigger no_bad before insert on device for each row execute function no_bad()')
    const sent = await create(v7(), { brand: '坏' })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'retry', http: 500, code: 'unknown' }])
    await app.sql('drop trigger no_bad on device')
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done' }])
  })

  test('a chain of steps builds on the versions of its predecessors, and breaks after a change by another person [F61]', async () => {
    const id = v7()
    const first = await create(id)
    const second = await seal(id, null, { baseOp: first.id })
    const third = await op({ kind: 'device.unseal', target: { type: 'device', id }, baseOp: second.id, body: {} })
    expect(await push(admin, first, second, third)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }, { outcome: 'done' }])
    expect(await detail(id)).toMatchObject({ eamStatus: 'in_stock', version: 3 })

    const other = v7()
    const created = await create(other)
    await push(admin, created)
    await admin.post('/eam/device/submit', { id: other, brand: '别人' })
    const late = await seal(other, null, { baseOp: created.id })
    const after = await op({ kind: 'device.unseal', target: { type: 'device', id: other }, baseOp: late.id, body: {} })
    const results = await push(admin, late, after)
    expect(results).toMatchObject([
      { outcome: 'refused', code: 'stale', current: { version: 2, brand: '别人' } },
      { outcome: 'not_attempted' },
    ])
    expect(results[0]!.msg).toContain('医院管理员')
    expect(await push(admin, { ...after, lane: 'other' })).toMatchObject([{ outcome: 'retry', http: 424, code: 'dep_missing' }])
  })

  test('an op whose dependency is missing waits for it', async () => {
    const [card, dep] = [v7(), await create(v7())]
    const sent = await create(card, {}, { deps: [dep.id] })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'retry', http: 424, code: 'dep_missing' }])
    expect(await effects(card)).toEqual([])
    expect(await push(admin, dep, sent)).toMatchObject([{ outcome: 'done' }, { outcome: 'done' }])
  })

  test('a queued removal takes its target', async () => {
    const id = await add()
    expect(await push(admin, await op({ kind: 'device.remove', target: { type: 'device', id }, body: {} }))).toMatchObject([
      { outcome: 'done' },
    ])
    expect((await admin.get('/eam/device/detail', { id })).status).toBe(404)
  })

  test('a card that was removed answers a change with no current row', async () => {
    const id = await add()
    await admin.post(`/eam/device/remove?ids=${id}`)
    expect(await push(admin, await change(id, 1, { brand: 'x' }))).toMatchObject([{ outcome: 'refused', http: 404, code: 'not_found' }])
  })
})

describe('what a person decided about a failed op', () => {
  test('discarded: noted, and a late duplicate of it is refused', async () => {
    const lost = await create(v7())
    const discard = await op({
      kind: DISCARD_KIND,
      target: { type: 'op', id: lost.id },
      body: { kind: lost.kind, target: lost.target, reason: '重复' },
    })
    expect(await push(admin, discard)).toMatchObject([{ outcome: 'done', result: { id: lost.id, version: null } }])
    expect(await push(admin, lost)).toMatchObject([{ outcome: 'refused', http: 422, code: 'op_reused' }])
    expect(await effects(lost.target.id)).toEqual([])
    const [reported] = await app.sql(`select verb, input, actor_id from audit_event where entity = 'op' and entity_id = $1`, [lost.id])
    expect(reported).toMatchObject({ verb: 'discarded', input: { reason: '重复', kind: 'device.submit' }, actor_id: admin.userId })
    expect(await push(admin, discard)).toMatchObject([{ outcome: 'replayed' }])
  })

  test('discarded too late: its effect stays', async () => {
    const done = await create(v7())
    await push(admin, done)
    const discard = await op({
      kind: DISCARD_KIND,
      target: { type: 'op', id: done.id },
      body: { kind: done.kind, target: done.target, reason: 'x' },
    })
    expect(await push(admin, discard)).toMatchObject([{ outcome: 'done' }])
    expect(await push(admin, done)).toMatchObject([{ outcome: 'replayed', result: { version: 1 } }])
  })

  test('edited and sent again: the old id is used up', async () => {
    const id = await add()
    await admin.post('/eam/device/submit', { id, brand: '别人' })
    const old = await change(id, 1, { brand: '我' })
    expect(await push(admin, old)).toMatchObject([{ code: 'stale' }])
    const fresh = await change(id, 2, { brand: '我' }, { supersedes: old.id })
    expect(await push(admin, fresh)).toMatchObject([{ outcome: 'done', result: { version: 3 } }])
    expect(await push(admin, { ...old, baseVersion: 3 })).toMatchObject([{ outcome: 'refused', http: 422 }])
    expect(await detail(id)).toMatchObject({ brand: '我', version: 3 })
  })
})

describe('when it happened', () => {
  const at = async (facts: Partial<PushOp>) => {
    const sent = await create(v7(), {}, facts)
    const before = Date.now()
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done' }])
    const [event] = await app.sql('select occurred_at, at from audit_event where entity_id = $1', [sent.target.id])
    // The server's time of receipt is stored too, independent of the phone's clock.
    expect((event!.at as Date).getTime()).toBeGreaterThanOrEqual(before - 1000)
    return { at: (event!.occurred_at as Date).getTime(), before, after: Date.now() }
  }
  const hourAgo = Date.now() - 3_600_000

  test('is the phone’s time corrected by its known offset', async () => {
    expect((await at({ occurredAt: new Date(hourAgo).toISOString(), skewMs: 0 })).at).toBe(hourAgo)
    expect((await at({ occurredAt: new Date(hourAgo).toISOString(), skewMs: 240_000 })).at).toBe(hourAgo + 240_000)
    expect((await at({ occurredAt: new Date(hourAgo).toISOString(), skewMs: -300_000 })).at).toBe(hourAgo - 300_000)
  })

  test('is the time of receipt when the clock is off by more than five minutes, lies in the future or says nothing', async () => {
    for (const facts of [
      { occurredAt: new Date(hourAgo).toISOString(), skewMs: 300_001 },
      { occurredAt: new Date(hourAgo).toISOString(), skewMs: -86_400_000 },
      { occurredAt: new Date(Date.now() + 3_600_000).toISOString(), skewMs: 0 },
      { occurredAt: new Date(Date.now() - 401 * 86_400_000).toISOString(), skewMs: 0 },
      { occurredAt: 'gestern', skewMs: 0 },
      { occurredAt: '1999-01-01T00:00:00Z', skewMs: 0 },
      { occurredAt: 'infinity', skewMs: 0 },
    ]) {
      const { at: stored, before, after } = await at(facts)
      expect(stored).toBeGreaterThanOrEqual(before)
      expect(stored).toBeLessThanOrEqual(after)
    }
  })
})

test('cards pushed by a keeper stay in the keeper’s departments', async () => {
  const id = await add()
  const keeper = await app.as('keeper')
  expect(await push(keeper, await change(id, 1, { brand: 'x' }))).toMatchObject([{ outcome: 'refused', http: 403 }])
  expect(
    (await keeper.get<Page>('/eam/device/list')).data.records.every((row) =>
      [home.depts.surgery, home.depts.bones].includes(String(row.useDeptId)),
    ),
  ).toBe(true)
})
