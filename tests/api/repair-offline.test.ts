import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { PushOp } from '#contract/sync/sync.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Page } from '#tests/harness/app-for-test.ts'
import { op, push } from '#tests/harness/ops.ts'
import { repairs } from '#tests/harness/repairs.ts'

const app = await appForFile()
const engineer = await app.as('engineer')
const keeper = await app.as('keeper')
const work = repairs(app, await app.as('administrator'))

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Steps of one order as a phone queues them: the first on the version the person saw, each next one on the op before it. */
const chain = async (id: string, version: number | undefined, steps: [name: string, body: object, minutes: number][]) => {
  const ops: PushOp[] = []
  for (const [name, body, minutes] of steps)
    ops.push(
      await op({
        kind: `repairOrder.${name}`,
        target: { type: 'repairOrder', id },
        body,
        occurredAt: minutesAgo(minutes),
        ...(ops.length === 0 ? { baseVersion: version ?? null } : { baseOp: ops.at(-1)!.id }),
      }),
    )
  return ops
}

describe('a repair from phones without a signal', () => {
  test('[F61] a chain of steps is done whole, at the times it happened', async () => {
    const card = await work.card()
    const id = v7()
    const report = await op({
      kind: 'repairOrder.submit',
      target: { type: 'repairOrder', id },
      body: { deviceId: card, faultDescription: '不开机', urgency: 'urgent', isStopped: 1 },
      occurredAt: minutesAgo(100),
    })
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'done', result: { id, version: 1 } }])
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'replayed' }])
    expect(await work.detail(id)).toMatchObject({ orderNo: expect.stringMatching(/^WX-/), repairStatus: 'reported' })
    const ops = await chain(id, 1, [
      ['accept', {}, 90],
      ['arrive', {}, 80],
      ['wait', { reason: '等件' }, 70],
      ['resume', {}, 40],
      ['finish', work.result, 10],
    ])
    expect((await push(engineer, ...ops)).map((one) => one.outcome)).toEqual(ops.map(() => 'done'))
    const order = await work.detail(id)
    const at = (name: string) => Math.round((Date.now() - Date.parse(String(order[name]))) / 60_000)
    expect(['reportedAt', 'acceptedAt', 'arrivedAt', 'finishedAt'].map(at)).toEqual([100, 90, 80, 10])
    expect(order).toMatchObject({ repairStatus: 'finished', waitedMinutes: 30, version: 6 })
    const { records } = (await engineer.get<Page>('/eam/eventtyperepair/history', { id })).data
    expect(records).toHaveLength(6)
  })

  test('[F61] a colleague was first: a conflict at the first step, nothing of the rest', async () => {
    const id = await work.report(keeper, await work.card())
    const ops = await chain(id, 1, [
      ['accept', {}, 9],
      ['arrive', {}, 8],
      ['finish', work.result, 1],
    ])
    await work.go(await app.as('equipment_manager'), 'accept', id)
    const [first, ...rest] = await push(engineer, ...ops)
    expect(first).toMatchObject({
      outcome: 'refused',
      code: 'stale',
      msg: expect.stringContaining('设备科长'),
      current: { id, repairStatus: 'accepted', version: 2 },
    })
    expect(rest.map((one) => one.outcome)).toEqual(['not_attempted', 'not_attempted'])
    expect(await work.detail(id)).toMatchObject({ repairStatus: 'accepted', finishedAt: null })
  })

  test('a step never lies before the report, by any clock', async () => {
    const id = await work.report(keeper, await work.card())
    const { reportedAt } = await work.detail(id)
    await push(engineer, ...(await chain(id, 1, [['accept', {}, 600]])))
    const { acceptedAt } = await work.detail(id)
    // The event of the report bears the time of its transaction, a moment after the request.
    const later = Date.parse(String(acceptedAt)) - Date.parse(String(reportedAt))
    expect(later).toBeGreaterThanOrEqual(0)
    expect(later).toBeLessThan(60_000)
  })

  test('a reminder is kept once an hour, by the time it was made', async () => {
    const id = v7()
    const report = await op({
      kind: 'repairOrder.submit',
      target: { type: 'repairOrder', id },
      body: { deviceId: await work.card(), faultDescription: '不开机', urgency: 'normal' },
      occurredAt: minutesAgo(200),
    })
    await push(keeper, report)
    const remind = async (minutes: number) =>
      (
        await push(
          keeper,
          await op({ kind: 'repairOrder.remind', target: { type: 'repairOrder', id }, body: {}, occurredAt: minutesAgo(minutes) }),
        )
      )[0]!
    expect((await remind(130)).outcome).toBe('done')
    expect(await remind(100)).toMatchObject({ outcome: 'refused', msg: '每小时只能催单一次，请在 30 分钟后再试' })
    expect((await remind(150)).outcome).toBe('refused')
    expect((await remind(69)).outcome).toBe('done')
    expect(await work.detail(id)).toMatchObject({ reminders: 2, repairStatus: 'reported' })
    const answers = await Promise.all([1, 2, 3].map(() => keeper.post('/eam/eventtyperepair/remind', { id })))
    expect(answers.map((one) => one.status).sort()).toEqual([200, 400, 400])
  })

  test('a report for a card that was disposed of meanwhile is refused in words, and kept on the phone', async () => {
    const card = await work.card(['applyDisposal', 'dispose'])
    const report = await op({ kind: 'repairOrder.submit', body: { deviceId: card, faultDescription: '坏', urgency: 'normal' } })
    expect(await push(keeper, report)).toMatchObject([{ outcome: 'refused', msg: expect.stringContaining('已报废，不能报修') }])
  })
})
