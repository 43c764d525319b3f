import 'fake-indexeddb/auto'
import Dexie, { liveQuery } from 'dexie'
import { describe, expect, it } from 'vitest'
import { createRunner } from '#src/data/outbox/send/runner.ts'
import { dexieStore } from '#src/data/outbox/store/dexie-store.ts'
import type { NewOp, Op } from '#src/data/outbox/store/op.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { mirroredStore } from '#src/data/outbox/store/queue-mirror.ts'
import { numbers } from '#tests/harness/numbers.ts'
import { shown } from '#tests/harness/shown.ts'
import { ann, lab, status } from './lab.ts'

const card = (id: string) => ({ type: 'card', id })

/** A phone with this many ops waiting, each in a lane of its own, and a count of the rows that are read from now on. */
const long = async (count: number) => {
  const base = await lab()
  const { db, store, write, queue } = base
  await write({ target: card('first') })
  const [{ seq: _, ...pattern }] = (await queue()) as [Op]
  const more = Array.from({ length: count - 1 }, (_, n): NewOp => ({ ...pattern, id: `op-${n}`, lane: `card:${n}`, target: card(`${n}`) }))
  await store.update(() => ({ add: more, value: undefined }))
  const reads = { rows: 0 }
  for (const table of [db.ops, db.done])
    table.hook('reading', (row) => {
      reads.rows += 1
      return row
    })
  return { ...base, reads }
}

describe('a queue of thousands', () => {
  it('a page that follows it reads only the rows that were changed', async () => {
    const { db, write, store, reads } = await long(2_000)
    const pages = mirroredStore(db)
    expect((await pages.read({ done: true })).ops).toHaveLength(2_000)
    expect(reads.rows).toBe(2_001)
    reads.rows = 0
    for (let n = 0; n < 20; n += 1) {
      const id = await write({ target: card(`new-${n}`) })
      const { ops } = await pages.read({ done: true })
      expect([ops.length, ops.at(-1)?.id]).toEqual([2_001 + n, id])
    }
    // The new row, and the last one by which it knows the store again.
    expect(reads.rows).toBe(40)
    reads.rows = 0
    for (let n = 0; n < 10; n += 1) await pages.read({ done: true })
    expect(reads.rows).toBe(10)
    // The same by the store itself, which reads everything.
    expect((await store.read()).ops).toEqual((await pages.read()).ops)
  })

  it('a write costs the same behind five ops and behind two thousand', async () => {
    const costs = []
    for (const length of [5, 2_000]) {
      const { write, reads } = await long(length)
      await write({ target: card('next') })
      costs.push(reads.rows)
    }
    expect(costs[0]).toBe(costs[1])
  })

  it('while everything waits, a write makes no round look through it', async () => {
    const { env, write, reads, script, flush } = await long(2_000)
    script.push(...Array.from({ length: 20 }, () => status(503, 'busy', 600)))
    await flush()
    reads.rows = 0
    const runner = createRunner({ ...env, sleep: () => new Promise(() => {}) })
    for (let n = 0; n < 5; n += 1) {
      await write({ target: card(`held-${n}`) })
      await runner.kick('enqueue')
    }
    expect(reads.rows).toBe(0)
    await runner.kick('tap')
    expect(reads.rows).toBeGreaterThan(0)
    runner.stop()
  })

  it('each request that sends a part of it reads the oldest ones only', async () => {
    const { server, flush, reads, effects } = await long(2_000)
    await flush()
    expect(effects()).toHaveLength(2_000)
    expect(server.batches.length).toBeLessThan(45)
    // Two looks at 300 ops for each batch, and some in vain of the second line.
    expect(reads.rows).toBeLessThan(server.batches.length * 3 * 300)
  })

  it('what stands behind hundreds of refused ops is found all the same', async () => {
    const { store, flush, effects, queue } = await long(700)
    const ids = (await queue()).map((op) => op.id)
    await store.update(({ ops }) => ({
      put: ops.slice(0, 650).map((op) => ({ ...op, state: 'rejected' as const })),
      value: undefined,
    }))
    await flush()
    expect(effects()).toEqual(ids.slice(650))
  })
})

describe('the queue as pages show it', () => {
  it.each(Array.from({ length: 12 }, (_, n) => n + 1))(
    'equals the store after any writes, of this window and another, seed %i',
    async (seed) => {
      const { db, indexedDb, store, write, flush, clock, script } = await lab()
      const other = dexieStore(new OutboxDb('eam-outbox', indexedDb))
      const pages = mirroredStore(db)
      const below = numbers(seed)
      const next = (): number => below(1_000) / 1_000
      for (let step = 0; step < 40; step += 1) {
        const dice = next()
        const picked = (await store.read()).ops.at(Math.floor(next() * 10))
        if (dice < 0.4) await write({ target: card(`${step}`) })
        else if (dice < 0.5 && picked) await other.update(() => ({ put: [{ ...picked, state: 'rejected' as const }], value: undefined }))
        else if (dice < 0.6 && picked)
          await other.update(() => ({ drop: [picked.seq], done: [{ ...picked, at: clock.at, epoch: 'e' }], value: undefined }))
        else if (dice < 0.7) {
          if (next() < 0.5) script.push(status(500))
          clock.at += 60_000
          await flush()
        } else if (dice < 0.75) {
          const { done } = await store.read({ done: true })
          await store.update(() => ({
            put: done.map(({ at: _, epoch: __, ...op }) => op),
            undone: done.map((op) => op.id),
            value: undefined,
          }))
        }
        // Several readers at once, each within what the others are reading.
        const [one, two] = await Promise.all([pages.read({ done: true }), pages.read({ done: true }), pages.read()])
        const now = await store.read({ done: true })
        const said = (snapshot: typeof now) => ({ ...snapshot, done: [...snapshot.done].sort((a, b) => (a.id < b.id ? -1 : 1)) })
        expect(said(one)).toEqual(said(now))
        expect(said(two)).toEqual(said(now))
      }
    },
  )

  it('live queries that read it run again with every change', async () => {
    const { db, store, write } = await lab()
    const pages = mirroredStore(db)
    const seen: string[] = []
    const states = liveQuery(async () => (await pages.read({ done: true })).ops.map((op) => `${op.target.id} ${op.attempts}`).join())
    const following = states.subscribe((said) => void seen.push(said))
    await shown(() => expect(seen).toEqual(['']))
    await write()
    await shown(() => expect(seen.at(-1)).toBe('1 0'))
    await write({ target: card('2') })
    await shown(() => expect(seen.at(-1)).toBe('1 0,2 0'))
    await store.update(({ ops }) => ({ put: ops.slice(0, 1).map((op) => ({ ...op, attempts: 4 })), value: undefined }))
    await shown(() => expect(seen.at(-1)).toBe('1 4,2 0'))
    await store.update(({ ops }) => ({ drop: [ops[0]?.seq ?? 0], value: undefined }))
    await shown(() => expect(seen.at(-1)).toBe('2 0'))
    following.unsubscribe()
  })

  it('is empty with a store that the browser has removed', async () => {
    const { db, indexedDb, write } = await lab()
    const pages = mirroredStore(db)
    await write()
    expect((await pages.read()).ops).toHaveLength(1)
    await new Dexie('eam-outbox', indexedDb).delete()
    expect((await pages.read()).ops).toEqual([])
  })

  it('writes go to the database, which a decision reads', async () => {
    const { db, store, write } = await lab()
    const pages = mirroredStore(db)
    const id = await write()
    expect(
      await pages.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, attempts: 3 })), value: ops.map((op) => op.userId) })),
    ).toEqual([ann.userId])
    expect((await store.read()).ops).toMatchObject([{ id, attempts: 3 }])
    expect((await pages.read()).ops).toMatchObject([{ id, attempts: 3 }])
  })
})
