import { expect, test } from 'vitest'
import { fairQueue } from '#server/kit/jobs/fair-queue.ts'

const moment = () => new Promise((done) => setImmediate(done))

/** Work that begins on its turn and ends when the test says so. */
function bench(places: number) {
  const queue = fairQueue(places)
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    add(key: string, name: string): Promise<string> {
      return queue(key, async () => {
        begun.push(name)
        await new Promise<void>((done, fail) => ends.set(name, (error) => (error ? fail(error) : done())))
        return name
      })
    },
    async end(name: string, error?: Error): Promise<void> {
      ends.get(name)!(error)
      await moment()
    },
  }
}

test('hospitals do not wait for each other, and one hospital runs one task at a time in order of arrival', async () => {
  const of = bench(3)
  const all = ['A1', 'A2', 'B1', 'A3', 'C1'].map((name) => of.add(name[0]!, name))
  await moment()
  expect(of.begun).toEqual(['A1', 'B1', 'C1'])
  await of.end('B1')
  expect(of.begun).toHaveLength(3)
  await of.end('A1')
  await of.end('A2')
  await of.end('A3')
  await of.end('C1')
  expect(of.begun).toEqual(['A1', 'B1', 'C1', 'A2', 'A3'])
  expect(await Promise.all(all)).toEqual(['A1', 'A2', 'B1', 'A3', 'C1'])
})

test('when every slot is taken hospitals take turns, however long the queue of one is', async () => {
  const of = bench(1)
  const all = ['A1', 'A2', 'A3', 'B1', 'C1', 'B2'].map((name) => of.add(name[0]!, name))
  await moment()
  for (const name of ['A1', 'A2', 'B1', 'C1', 'A3', 'B2']) await of.end(name)
  expect(of.begun).toEqual(['A1', 'A2', 'B1', 'C1', 'A3', 'B2'])
  await Promise.all(all)
})

test('failed work frees its slot', async () => {
  const of = bench(1)
  const first = of.add('A', 'A1')
  const failed = expect(first).rejects.toThrow('broken')
  const next = of.add('B', 'B1')
  await moment()
  await of.end('A1', new Error('broken'))
  await failed
  expect(of.begun).toEqual(['A1', 'B1'])
  await of.end('B1')
  expect(await next).toBe('B1')
})
