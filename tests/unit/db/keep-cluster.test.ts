import { expect, test } from 'vitest'
import type { Cluster } from '#server/db/cluster/cluster.ts'
import { keepCluster } from '#server/db/cluster/keep-cluster.ts'

/** A server that ends when it is told to. */
function server(): Cluster & { die(): void; stops: number } {
  let die = (): void => {}
  const ended = new Promise<void>((done) => {
    die = done
  })
  const it = {
    pid: 1,
    port: 5432,
    url: () => '',
    superUrl: () => '',
    ended,
    die: () => die(),
    stops: 0,
    async stop() {
      it.stops++
      die()
    },
  }
  return it
}

test('a server that ends by itself is started three times more, then given up', async () => {
  const all = [server()]
  const told: number[] = []
  const kept = keepCluster(
    all[0]!,
    async () => {
      const next = server()
      all.push(next)
      next.die()
      return next
    },
    ({ attempt }) => told.push(attempt),
    [0, 0, 0],
  )
  all[0]!.die()
  await kept.ended
  expect(told).toEqual([1, 2, 3])
  expect(all).toHaveLength(4)
})

test('a start that fails counts, and the next one is told why', async () => {
  const told: unknown[] = []
  const first = server()
  const kept = keepCluster(
    first,
    () => Promise.reject(new Error('no room')),
    ({ error }) => told.push(error),
    [0, 0],
  )
  first.die()
  await kept.ended
  expect(told).toEqual([undefined, new Error('no room')])
})

test('a stop ends the server that runs now, or the wait for the next', async () => {
  const [first, second] = [server(), server()]
  let started = (): void => {}
  const isStarted = new Promise<void>((done) => {
    started = done
  })
  const kept = keepCluster(
    first,
    async () => {
      started()
      return second
    },
    () => {},
    [0],
  )
  first.die()
  await isStarted
  await new Promise((done) => setImmediate(done))
  await kept.stop()
  expect(second.stops).toBeGreaterThan(0)

  const third = server()
  const starts: number[] = []
  const waiting = keepCluster(
    third,
    async () => starts.push(1) as never,
    () => {},
    [3_600_000],
  )
  third.die()
  await new Promise((done) => setImmediate(done))
  await waiting.stop()
  expect(starts).toEqual([])
})
