import { describe, expect, it } from 'vitest'
import { phoneKinds } from '#src/app/phone-kinds.ts'
import { kindOf } from '#src/data/outbox/store/derived-kinds.ts'
import { fold } from '#src/data/outbox/store/fold.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { lab } from './lab.ts'

const target = { type: 'repairOrder', id: 'r1' }

describe('what the phone may queue of repairs', () => {
  it('knows the report and the steps that the contract calls offline, and no others', () => {
    expect(phoneKinds.has('repairOrder.submit')).toBe(true)
    expect(phoneKinds.has('repairOrder.accept')).toBe(true)
    expect(phoneKinds.has('checkDept.finish')).toBe(true)
    expect(phoneKinds.has('repairOrder.assign')).toBe(false)
    expect(phoneKinds.has('checkDept.realSubmit')).toBe(false)
  })

  it('shows an order that was reported and accepted without a network in the state it will have', () => {
    const op = (kind: string, body: object) => ({ kind, target, body, occurredAt: '2026-01-05T08:00:00Z' }) as Op
    const overlay = [op('repairOrder.submit', { deviceId: 'd1', faultDescription: 'dark' }), op('repairOrder.accept', {})]
    expect(fold(undefined, overlay, target, phoneKinds)).toMatchObject({
      id: 'r1',
      deviceId: 'd1',
      repairStatus: 'accepted',
      urgency: 'normal',
    })
    expect(fold({ id: 'r1', repairStatus: 'working', version: 4 }, [op('repairOrder.remind', {})], target, phoneKinds)).toMatchObject({
      repairStatus: 'working',
    })
  })

  it('shows the moment, the person, a fixed value, nothing and what was said, as each kind declares', () => {
    const shows = { doneAt: 'now', byId: 'me', count: 3, reason: 'none', place: 'said.place', other: 'said.other' } as const
    const op = { target, body: { place: 'p1' }, occurredAt: '2026-01-05T08:00:00Z', userId: 'ann' } as Op
    const shown = { doneAt: '2026-01-05T08:00:00Z', byId: 'ann', count: 3, reason: null, place: 'p1', other: null }
    expect(kindOf({ kind: 'x.step', to: { state: 'done' }, shows } as never).reduce?.({ id: 'r1', state: 'open' }, op)).toEqual({
      id: 'r1',
      state: 'done',
      ...shown,
    })
  })

  it('[F61] steps on a row that this phone made build on each other, also when the first has arrived meanwhile', async () => {
    const { env, write, drain, queue } = await lab()
    env.kinds = new Map([...env.kinds, ...phoneKinds])
    const report = await write({ kind: 'repairOrder.submit', target, body: {} })
    const accept = await write({ kind: 'repairOrder.accept', target, body: {} })
    const remind = await write({ kind: 'repairOrder.remind', target, body: {} })
    expect((await queue()).map((op) => [op.id, op.baseOp, op.baseVersion])).toEqual([
      [report, undefined, null],
      [accept, report, null],
      [remind, undefined, null],
    ])
    await drain()
    await write({ kind: 'repairOrder.arrive', target, body: {} })
    expect(await queue()).toMatchObject([{ baseVersion: 3 }])
  })
})
