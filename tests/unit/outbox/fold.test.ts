import { describe, expect, it } from 'vitest'
import { fold, overlayOf } from '#src/data/outbox/store/fold.ts'
import type { DoneOp, Op } from '#src/data/outbox/store/op.ts'
import { ann, bob, lab } from './lab.ts'
import { testKinds } from './phone.ts'

const target = { type: 'card', id: '1' }
const seen = (horizon: string | null, epoch = 'epoch-1') => ({ epoch, horizon })

describe('the row as the person expects it', () => {
  it('is the pulled row with the own waiting writes in order, and nothing is stored for it', async () => {
    const { write, queue } = await lab()
    await write({ kind: 'card.set', body: { name: 'a', place: 'x' }, baseVersion: 1 })
    await write({ kind: 'card.set', body: { name: 'b' }, baseVersion: 1 })
    const overlay = overlayOf(await queue(), [], ann, seen(null))
    expect(fold({ id: '1', name: 'old', version: 1 }, overlay, target, testKinds)).toEqual({ id: '1', name: 'b', place: 'x', version: 1 })
    expect(fold(undefined, overlay, { type: 'card', id: '2' }, testKinds)).toBeUndefined()
  })

  it('does not show refused writes or those of another person', async () => {
    const { write, queue } = await lab()
    await write({ kind: 'card.set', body: { name: 'a' }, baseVersion: 1 })
    const [op] = await queue()
    const refused: Op[] = [{ ...(op as Op), state: 'rejected' }]
    expect(overlayOf(refused, [], ann, seen(null))).toEqual([])
    expect(overlayOf([op as Op], [], bob, seen(null))).toEqual([])
  })

  it('keeps a done write until the pull has passed its transaction', async () => {
    const { write, drain, store } = await lab()
    await write({ kind: 'card.set', body: { name: 'a' }, baseVersion: 0 })
    await drain()
    const { done } = await store.read({ done: true })
    const xid = done[0]?.result?.xid as string
    expect(overlayOf([], done, ann, seen(null))).toHaveLength(1)
    expect(overlayOf([], done, ann, seen(xid))).toHaveLength(1)
    expect(overlayOf([], done, ann, seen(String(BigInt(xid) + 1n)))).toEqual([])
    expect(overlayOf([], done, ann, seen('9', 'epoch-0'))).toHaveLength(1)
    expect(overlayOf([], [{ ...(done[0] as DoneOp), result: { id: '1', version: 1, xid: '999' } }], ann, seen('1000'))).toEqual([])
  })

  it('does not put a done write over a pulled row that is newer than it', async () => {
    const { write, drain, store } = await lab()
    await write({ kind: 'card.set', body: { name: 'mine' }, baseVersion: 0 })
    await drain()
    const { done } = await store.read({ done: true })
    const overlay = overlayOf([], done, ann, seen(null))
    expect(fold({ id: '1', name: 'theirs', version: 2 }, overlay, target, testKinds)).toMatchObject({ name: 'theirs' })
    expect(fold({ id: '1', name: 'older', version: 0 }, overlay, target, testKinds)).toMatchObject({ name: 'mine' })
  })
})
