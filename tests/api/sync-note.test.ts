import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { NOTE_KIND, type PushOp } from '#contract/sync/sync.ts'
import { mostNotes } from '#server/sync/note.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client, Page, Row } from '#tests/harness/app-for-test.ts'
import { other } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const work = repairs(app, admin)

const history = async (id: string, client = admin, headers = {}) =>
  (await client.get<Page>('/eam/eventtyperepair/history', { id }, headers)).data.records
const refused = (id: string, facts: Partial<PushOp> = {}) =>
  op({ kind: 'repairOrder.finish', target: { type: 'repairOrder', id }, baseVersion: 1, body: work.result, ...facts })
const note = (of: PushOp, more: Record<string, unknown> = {}, target = of.target) =>
  op({
    kind: NOTE_KIND,
    target,
    body: { op: of.id, kind: of.kind, said: of.body, reason: '换了电源板', why: '当前状态不允许', at: of.occurredAt, ...more },
  })

describe('a refused operation kept as a note', () => {
  test('stands in the history of its record, in words, and its id is used up', async () => {
    const id = await work.report(keeper, await work.card())
    const before = await work.detail(id)
    const lost = await refused(id)
    expect(await push(engineer, lost)).toMatchObject([{ outcome: 'refused', code: 'wrong_state' }])
    const kept = await note(lost)
    expect(await push(engineer, kept)).toMatchObject([{ outcome: 'done', result: { id, version: null } }])
    const [event] = await history(id)
    expect(event).toMatchObject({ operationType: 'note', operationTypeValue: '离线操作未被接受，留作备注' })
    for (const part of ['完工', '故障诊断 电源板故障', '维修措施 更换电源板', '换了电源板', '当前状态不允许'])
      expect(event!.showContent).toContain(part)
    expect((await history(id, admin, { 'accept-language': 'en' }))[0]!.showContent).toContain('Finish')
    expect(await work.detail(id)).toEqual(before)
    expect(await push(engineer, { ...lost, baseVersion: 3 })).toMatchObject([{ outcome: 'refused', http: 422 }])
  })

  test('is kept once: by its own id, and by the operation it keeps', async () => {
    const id = await work.report(keeper, await work.card())
    const lost = await refused(id)
    const kept = await note(lost)
    expect((await push(engineer, kept, kept)).map((one) => one.outcome)).toEqual(['done', 'replayed'])
    const answers = await Promise.all([1, 2, 3].map(async () => (await push(engineer, await note(lost)))[0]!.outcome))
    expect(answers).toEqual(['done', 'done', 'done'])
    expect((await history(id)).filter((event) => event.operationType === 'note')).toHaveLength(1)
  })

  test('is no note when the operation was done after all', async () => {
    const id = await work.report(keeper, await work.card())
    const done = await op({ kind: 'repairOrder.accept', target: { type: 'repairOrder', id }, baseVersion: 1, body: {} })
    await push(engineer, done)
    expect(await push(engineer, await note(done))).toMatchObject([{ outcome: 'done' }])
    expect((await history(id)).map((event) => event.operationType)).toEqual(['accept', 'add'])
  })

  test('of a row that was never made hangs on what it names', async () => {
    const card = await work.card(['applyDisposal', 'dispose'])
    const report = await op({ kind: 'repairOrder.submit', body: { deviceId: card, faultDescription: '黑屏', urgency: 'urgent' } })
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'refused' }])
    expect(await push(keeper, await note(report, {}, { type: 'device', id: card }))).toMatchObject([{ outcome: 'done' }])
    const { records } = (await admin.get<Page>('/eam/device-life-cycle/list', { eamDeviceId: card })).data
    expect(records[0]!.showContent).toMatch(/报修.*紧急.*黑屏/)
  })
})

describe('a note is refused', () => {
  test('on a record that the person does not see, or may not see at all', async () => {
    const id = await work.report(keeper, await work.card())
    const lost = await refused(id)
    const attempt = async (client: Client, target = lost.target) => (await push(client, await note(lost, {}, target)))[0]!
    expect(await attempt(await app.as('warehouse_keeper'))).toMatchObject({ outcome: 'refused', http: 404 })
    expect(await attempt(await app.as('administrator', other))).toMatchObject({ outcome: 'refused', http: 404 })
    expect(await attempt(engineer, { type: 'repairOrder', id: v7() })).toMatchObject({ http: 404 })
    expect(await attempt(keeper, { type: 'role', id: v7() })).toMatchObject({ http: 403 })
    for (const type of ['repairPart', 'nothing', 'constructor']) expect(await attempt(engineer, { type, id })).toMatchObject({ http: 422 })
    expect((await history(id)).map((event) => event.operationType)).toEqual(['add'])
  })

  test('when it is too large or says nothing; what is no field of the operation is dropped', async () => {
    const id = await work.report(keeper, await work.card())
    const lost = await refused(id)
    expect(await push(engineer, await note(lost, { said: { measures: '长'.repeat(6000) } }))).toMatchObject([
      { http: 413, code: 'too_large' },
    ])
    for (const more of [{ op: 'x' }, { op: undefined }, { kind: 'x' }, { kind: undefined }, { reason: 'r'.repeat(201) }])
      expect(await push(engineer, await note(lost, more))).toMatchObject([{ http: 400 }])
    const said = { measures: '长'.repeat(3000), secret: 'x', photos: [v7(), 'x'], diagnosis: { a: 1 }, parts: [{}] }
    expect(await push(engineer, await note(lost, { said }))).toMatchObject([{ outcome: 'done' }])
    const [stored] = await app.sql(`select input from audit_event where entity_id = $1 and verb = 'note'`, [id])
    expect(stored!.input).toMatchObject({ said: { measures: '长'.repeat(2000) }, photos: [] })
    expect(Object.keys((stored!.input as { said: Row }).said)).toEqual(['measures'])
  })

  test('beyond the day’s number', async () => {
    const id = await work.report(keeper, await work.card())
    await app.sql(
      `insert into audit_event (tenant_id, id, entity, entity_id, verb, actor_id) select tenant_id, gen_random_uuid(), 'repairOrder', id, 'note', $2 from repair_order, generate_series(1, $3) where id = $1`,
      [id, keeper.userId, mostNotes],
    )
    expect(await push(keeper, await note(await refused(id)))).toMatchObject([
      { outcome: 'refused', msg: expect.stringContaining(`${mostNotes}`) },
    ])
  })
})
