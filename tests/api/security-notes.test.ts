import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { DISCARD_KIND, DISCARD_MAX_BYTES, type PushOp } from '#contract/sync/sync.ts'
import { mostDiscards } from '#server/sync/discard.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page, Row } from '#tests/harness/app-for-test.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push, pushWhole } from '#tests/harness/ops.ts'
import { peopleLab } from '#tests/harness/people.ts'
import { send, upload } from '#tests/harness/pictures.ts'
import { stored } from './stored.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const lab = await peopleLab(app, () => admin)

/** A note as phones make it, about an operation that the server never saw. */
const note = (body: object = {}, facts: Partial<PushOp> = {}): Promise<PushOp> =>
  op({
    kind: DISCARD_KIND,
    target: { type: 'op', id: v7() },
    body: { kind: 'check.scan', target: { type: 'checkTask', id: v7() }, reason: '重复', ...body },
    ...facts,
  })
const reported = async (of: PushOp) =>
  app.sql(`select id, op_id, at, occurred_at, device_time, actor_id, input from audit_event where entity = 'op' and entity_id = $1`, [
    of.target.id,
  ])

describe('the note about a discarded operation', () => {
  test('is an event with the server’s id and time; the phone’s time stands in its own field', async () => {
    const before = Date.now()
    const sent = await note(
      {},
      { id: 'ffffffff-ffff-7fff-bfff-ffffffffffff', occurredAt: new Date(before - 3600_000 * 24 * 300).toISOString() },
    )
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done' }])
    const [event] = await reported(sent)
    expect(event).toMatchObject({ op_id: sent.id, actor_id: admin.userId, input: sent.body })
    expect(event!.id).not.toBe(sent.id)
    expect((event!.at as Date).getTime()).toBeGreaterThanOrEqual(before - 1000)
    expect((event!.device_time as Date).toISOString()).toBe(sent.occurredAt)
    // No phone of this person is known from before: not more than a day before the sign-in.
    expect((event!.occurred_at as Date).getTime()).toBeGreaterThanOrEqual(before - 3600_000 * 25)
    const { records } = (await admin.get<Page>('/blade-log/api/list')).data
    expect(records[0]).toMatchObject({ id: event!.id, entityId: sent.target.id, verb: 'discarded' })
    expect((await admin.get('/blade-log/api/detail', { id: String(event!.id) })).data).toMatchObject({ occurredTime: expect.any(String) })
  })

  test('keeps what phones say and drops the rest', async () => {
    const sent = await note({ more: 'x'.repeat(500), opTarget: v7(), target: { type: 'file', id: v7(), more: 1 } })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'done', result: { id: sent.target.id } }])
    const { kind, target, reason } = sent.body as Record<string, { type: string; id: string }>
    expect(await reported(sent)).toMatchObject([{ input: { kind, target: { type: target!.type, id: target!.id }, reason } }])
    expect(Object.keys((await reported(sent))[0]!.input as object).sort()).toEqual(['kind', 'reason', 'target'])
    const longest = await note({ reason: '长'.repeat(200) })
    expect(await push(admin, longest)).toMatchObject([{ outcome: 'done' }])
  })

  test.each([
    ['is larger than 2 kB', { more: 'x'.repeat(DISCARD_MAX_BYTES) }, { http: 413, code: 'too_large' }],
    ['has an endless reason', { reason: 'x'.repeat(501) }, { http: 400, code: 'bad_input' }],
    ['names no kind', { kind: undefined }, { http: 400 }],
    ['names a kind that is none', { kind: '<script>' }, { http: 400 }],
    ['has no target', { target: null }, { http: 400 }],
    ['has a target that is no object', { target: 'x' }, { http: 400 }],
    ['has a reason that is no text', { reason: { a: 1 } }, { http: 400 }],
  ])('that %s is refused for good and leaves nothing', async (_, body, answer) => {
    const sent = await note(body)
    const before = await stored(app)
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'refused', ...answer }])
    expect(await stored(app)).toEqual(before)
  })

  test.each([[null], ['x'], [7], [[]]])('whose body is %j is refused in a sentence', async (body) => {
    const sent = await op({ kind: DISCARD_KIND, target: { type: 'op', id: v7() }, body })
    expect(await push(admin, sent)).toMatchObject([{ outcome: 'refused', http: 400, code: 'bad_input' }])
    expect(await reported(sent)).toEqual([])
  })

  test('is limited per person and day: refused permanently above the limit, accepted again the next day', async () => {
    const { id, client } = await lab.settled('keeper')
    const fill = (count: number, at: string) =>
      app.sql(
        `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id, at)
          select $1, gen_random_uuid(), 'op', gen_random_uuid(), 'discarded', $2, now() - $4::interval from generate_series(1, $3)`,
        [home.tenant, id, count, at],
      )
    await fill(mostDiscards, '25 hours')
    await fill(mostDiscards - 1, '23 hours')
    const lane = 'card:1'
    const [last, over, other] = [await note({}, { lane }), await note({}, { lane }), await note({}, { lane: 'card:2' })]
    const answers = await push(client, last, over, other)
    expect(answers).toMatchObject([{ outcome: 'done' }, { outcome: 'refused', http: 400, code: 'rule' }, { outcome: 'refused' }])
    expect(answers[1]!.msg).toContain(String(mostDiscards))
    expect([await reported(last), await reported(over)]).toMatchObject([[{ actor_id: id }], []])
    // What comes after it in its lane goes with the next push, and other people are not held up.
    const scan = await op({ kind: 'notice.tagRead', lane, body: {} })
    expect((await push(client, scan))[0]!.outcome).not.toBe('not_attempted')
    expect(await push(admin, await note())).toMatchObject([{ outcome: 'done' }])
  })

  test('cannot bypass the limit by concurrent requests', async () => {
    const { id, client } = await lab.settled('keeper')
    await app.sql(
      `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id)
        select $1, gen_random_uuid(), 'op', gen_random_uuid(), 'discarded', $2 from generate_series(1, $3)`,
      [home.tenant, id, mostDiscards - 2],
    )
    const notes = await Promise.all(Array.from({ length: 8 }, () => note()))
    const answers = await Promise.all(notes.map((one) => push(client, one)))
    expect(answers.flat().filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
  })
})

describe('the virtual user of a wall screen', () => {
  const refused = { status: 403, error: 'forbidden' }

  test('sends nothing: no operations and no files', async () => {
    const wall = await app.as('virtual')
    const before = await stored(app)
    for (const ops of [[], [await note()], [await op({ kind: 'device.submit', body: { deviceName: '墙上' } })]])
      expect(await pushWhole(wall, ops)).toMatchObject(refused)
    expect(await send(app, wall, upload())).toMatchObject(refused)
    expect(await stored(app)).toEqual(before)
  })

  test('also when its role may look at something; and neither does a role without any right', async () => {
    const { client } = await lab.clerk([])
    expect(await pushWhole(client, [await note()])).toMatchObject(refused)
    expect(await send(app, client, upload())).toMatchObject(refused)
    const wall = await app.signIn(home.tenant, 'virtual')
    const [scope] = await app.sql('select id from api_scope limit 1')
    const looking = { roleIds: [lab.roles.virtual], menuIds: 'device.list', apiScopeIds: [scope!.id] }
    expect((await admin.post<Row>('/blade-system/role/grant', looking)).status).toBe(200)
    expect((await wall.get('/eam/device/list')).status).toBe(200)
    expect(await pushWhole(wall, [await note()])).toMatchObject(refused)
    expect(await send(app, wall, upload())).toMatchObject(refused)
  })
})
