import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { home } from '#tests/harness/hospitals.ts'
import { op, push } from '#tests/harness/ops.ts'

const app = await appForFile()
const admin = await app.as('administrator')
const keeper = await app.as('keeper')

const card = async (more: Record<string, unknown> = {}) =>
  (
    await admin.post('/eam/device/submit', {
      deviceName: '输液泵',
      brand: '迈瑞',
      originalValue: '100.50',
      enableDate: '2026-01-02',
      ...more,
    })
  ).data.id
const detail = async (id: string) => (await admin.get('/eam/device/detail', { id })).data
const desk = (id: string, body: Record<string, unknown>) => admin.post('/eam/device/submit', { id, ...body })
/** A change as a phone queues it: new values, the values seen, the version seen. */
const change = async (
  id: string,
  baseVersion: number,
  body: Record<string, unknown>,
  base?: Record<string, unknown>,
  more: Partial<PushOp> = {},
) => (await push(admin, await op({ kind: 'device.submit', target: { type: 'device', id }, baseVersion, body, base, ...more })))[0]!

describe('a change of a row that another person has changed meanwhile', () => {
  test('of other fields is merged, and both are in the history [F26]', async () => {
    const id = await card()
    await desk(id, { brand: '通用' })
    await desk(id, { deviceModel: 'X2' })
    expect(
      await change(id, 1, { deviceName: '注射泵', originalValue: '90' }, { deviceName: '输液泵', originalValue: 100.5 }),
    ).toMatchObject({
      outcome: 'done',
      result: { version: 4 },
    })
    expect(await detail(id)).toMatchObject({ deviceName: '注射泵', brand: '通用', deviceModel: 'X2', originalValue: '90.00', version: 4 })
    const events = await app.sql('select version, changes from audit_event where entity_id = $1 order by id', [id])
    expect(events.map((one) => Object.keys(one.changes as object))).toEqual([
      expect.any(Array),
      ['brand'],
      ['deviceModel'],
      ['deviceName', 'originalValue'],
    ])
  })

  test('of the same field is a conflict that shows the row as it is now [F25]', async () => {
    const id = await card()
    await desk(id, { deviceName: '离心机' })
    const refused = await change(id, 1, { deviceName: '注射泵', brand: '费森' }, { deviceName: '输液泵', brand: '迈瑞' })
    expect(refused).toMatchObject({
      outcome: 'refused',
      http: 409,
      code: 'stale',
      current: { deviceName: '离心机', brand: '迈瑞', version: 2 },
    })
    expect(refused.msg).toContain('医院管理员')
    expect(await detail(id)).toMatchObject({ deviceName: '离心机', brand: '迈瑞', version: 2 })
    // Sent again on the newest version, as the person decided, it is done.
    expect(await change(id, 2, { deviceName: '注射泵' }, { deviceName: '离心机' })).toMatchObject({
      outcome: 'done',
      result: { version: 3 },
    })
  })

  test('to the same value is no conflict and changes nothing', async () => {
    const id = await card()
    await desk(id, { deviceName: '离心机', originalValue: '7' })
    expect(
      await change(id, 1, { deviceName: '离心机', originalValue: 7 }, { deviceName: '输液泵', originalValue: '100.50' }),
    ).toMatchObject({
      outcome: 'done',
      result: { version: 2 },
    })
    expect(await app.sql('select 1 from audit_event where entity_id = $1', [id])).toHaveLength(2)
  })

  test('without the values that the person saw is a conflict', async () => {
    const id = await card()
    await desk(id, { brand: '通用' })
    for (const base of [undefined, {}, { brand: '迈瑞' }, { deviceName: 7 }, { deviceName: '别的' }])
      expect(await change(id, 1, { deviceName: '注射泵' }, base), JSON.stringify(base)).toMatchObject({ code: 'stale' })
    expect(await detail(id)).toMatchObject({ deviceName: '输液泵', version: 2 })
  })

  test('after a step is merged when the step touched other fields', async () => {
    const id = await card({ useDeptId: home.depts.bones })
    await desk(id, { useDeptId: home.depts.medicine })
    expect(await change(id, 1, { brand: '费森' }, { brand: '迈瑞' })).toMatchObject({ outcome: 'done', result: { version: 3 } })
    expect(await change(id, 1, { useDeptId: home.depts.surgery }, { useDeptId: home.depts.bones })).toMatchObject({ code: 'stale' })
  })

  test('chained on an operation of its own is merged the same way [F61]', async () => {
    const id = v7()
    const made = await op({ kind: 'device.submit', target: { type: 'device', id }, body: { deviceName: '链', brand: '甲' } })
    await push(admin, made)
    await desk(id, { brand: '乙' })
    const next = { baseVersion: null, baseOp: made.id }
    expect(await change(id, 0, { deviceName: '链二' }, { deviceName: '链' }, next)).toMatchObject({ outcome: 'done' })
    expect(await change(id, 0, { brand: '丙' }, { brand: '甲' }, next)).toMatchObject({ code: 'stale', current: { brand: '乙' } })
    expect(await change(id, 0, { brand: '丙' }, { brand: '乙' }, { baseVersion: null, baseOp: v7() })).toMatchObject({
      http: 424,
      code: 'dep_missing',
    })
  })

  test('that is gone, or out of reach, is not found [F27]', async () => {
    const id = await card({ useDeptId: home.depts.medicine })
    const sent = await op({
      kind: 'device.submit',
      target: { type: 'device', id },
      baseVersion: 1,
      body: { brand: '甲' },
      base: { brand: '迈瑞' },
    })
    expect((await push(keeper, sent))[0]).toMatchObject({ outcome: 'refused' })
    await admin.post(`/eam/device/remove?ids=${id}`)
    expect(await change(id, 1, { brand: '甲' }, { brand: '迈瑞' })).toMatchObject({ outcome: 'refused', http: 404, code: 'not_found' })
  })
})
