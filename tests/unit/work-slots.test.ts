import { expect, test } from 'vitest'
import { slotsFor } from '#server/sync/work-slots.ts'

const poolOf = (max: number) => ({ options: { max } }) as never

test('phones have part of the connections at a time, in the order they came, and a failure gives its turn back', async () => {
  const inSlot = slotsFor(poolOf(5))
  const begun: number[] = []
  const ends: (() => void)[] = []
  const work = (index: number) =>
    inSlot(async () => {
      begun.push(index)
      await new Promise<void>((end) => ends.push(end))
      if (index === 0) throw new Error('broken')
      return index
    })
  const all = [0, 1, 2, 3, 4, 5].map(work)
  const settled = Promise.allSettled(all)
  const moment = () => new Promise((done) => setImmediate(done))
  await moment()
  expect(begun).toEqual([0, 1, 2])
  ends.shift()?.()
  await moment()
  expect(begun).toEqual([0, 1, 2, 3])
  while (ends.length > 0) {
    ends.shift()?.()
    await moment()
  }
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  expect((await settled).map((one) => one.status)).toEqual(['rejected', ...Array.from({ length: 5 }, () => 'fulfilled')])
})

test('a request to a full queue is told to retry', async () => {
  const inSlot = slotsFor(poolOf(1))
  let free = (): void => {}
  const first = inSlot(() => new Promise<void>((end) => (free = end)))
  const waiting = Array.from({ length: 2000 }, () => inSlot(() => Promise.resolve()))
  await expect(inSlot(() => Promise.resolve())).rejects.toMatchObject({ code: 'busy' })
  free()
  await Promise.all([first, ...waiting])
  await expect(inSlot(() => Promise.resolve(7))).resolves.toBe(7)
})
