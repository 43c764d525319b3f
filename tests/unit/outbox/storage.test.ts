import { forceCloseDatabase } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { KEEP_DONE_MS, takeEpoch } from '#src/data/outbox/settle/done.ts'
import { isLost, reopening } from '#src/data/outbox/settle/reopen.ts'
import { dexieStore } from '#src/data/outbox/store/dexie-store.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { lab } from './lab.ts'

describe('the queue in IndexedDB', () => {
  it('[F34] a connection that dies is opened again and the unit is run again', async () => {
    const { db, write, drain, effects, queue } = await lab()
    const first = await write()
    forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
    const second = await write()
    forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
    await drain()
    expect(effects()).toEqual([first, second])
    expect(await queue()).toEqual([])
  })

  it('[F34] gives up after three tries, and at once when the work itself is wrong', async () => {
    const { db } = await lab()
    let tries = 0
    const lost = () => {
      tries += 1
      return Promise.reject(
        Object.assign(new Error('Connection to Indexed Database server lost. Refresh the page to try again'), { name: 'UnknownError' }),
      )
    }
    await expect(reopening(db, lost)).rejects.toThrow('server lost')
    expect(tries).toBe(4)
    tries = 0
    const wrong = () => {
      tries += 1
      return Promise.reject(new TypeError('wrong'))
    }
    await expect(reopening(db, wrong)).rejects.toThrow('wrong')
    expect(tries).toBe(1)
    expect(isLost(new Error('QuotaExceededError'))).toBe(false)
  })

  it('[F34] a connection that dies while it is reopened is opened once more', async () => {
    const { db, write, queue } = await lab()
    await write()
    const lost = () => Promise.reject(Object.assign(new Error('lost'), { name: 'UnknownError' }))
    const { open } = db
    let opened = 0
    db.open = (() => {
      opened += 1
      return opened === 1 ? lost() : open.call(db)
    }) as typeof open
    let tries = 0
    const result = await reopening(db, async () => {
      tries += 1
      return tries === 1 ? lost() : db.ops.count()
    })
    expect(result).toBe(1)
    expect(opened).toBe(2)
    expect(await queue()).toHaveLength(1)
  })

  it('[F34] many units that lose the connection at once reopen it without closing it for each other', async () => {
    const { db, write, find } = await lab()
    const closes: string[] = []
    const { close } = db
    db.close = ((options) => {
      closes.push('close')
      close.call(db, options)
    }) as typeof close
    const id = await write()
    forceCloseDatabase(db.backendDB() as unknown as Parameters<typeof forceCloseDatabase>[0])
    const found = await Promise.all(Array.from({ length: 20 }, () => find(id)))
    expect(found.every((op) => op?.id === id)).toBe(true)
    expect(closes.length).toBeLessThan(5)
  })

  it('[F36] sends a row that an older program wrote without the newer fields', async () => {
    const { db, drain, effects, queue } = await lab()
    const row = { id: 'old-1', kind: 'note.add', tenantId: 't1', userId: 'ann', target: { type: 'card', id: '1' }, body: {}, fp: 'f' }
    await db.table('ops').add(row)
    await drain()
    expect(effects()).toEqual(['old-1'])
    expect(await queue()).toEqual([])
  })

  it('stores nothing when the transaction fails', async () => {
    const { store, write, queue } = await lab()
    const id = await write()
    const op = (await queue())[0]
    const broken = store.update(({ meta }) => ({
      put: op ? [{ ...op, attempts: 9 }] : [],
      add: op ? [op] : [],
      meta: { fails: meta.fails + 1 },
      value: undefined,
    }))
    await expect(broken).rejects.toThrow()
    expect(await queue()).toMatchObject([{ id, attempts: 0 }])
    expect((await store.read()).meta.fails).toBe(0)
  })

  it('keeps the order of a queue that is opened by another program', async () => {
    const { indexedDb, write, queue } = await lab()
    const ids = [await write(), await write(), await write()]
    const other = dexieStore(new OutboxDb('eam-outbox', indexedDb))
    expect((await other.read()).ops.map((op) => op.id)).toEqual(ids)
    expect(await queue()).toHaveLength(3)
  })

  it('[F45] sends the done ops of 14 days again, in their old order, before what came later, when the server came back from a backup', async () => {
    const { server, clock, store, write, drain, effects, queue } = await lab()
    const old = await write()
    await drain()
    clock.at += KEEP_DONE_MS + 1
    const kept = await write()
    await drain()
    server.takeBackup()
    const lost = [await write(), await write({ target: { type: 'card', id: '2' } })]
    await drain()
    expect(server.restore()).toBe(true)
    const later = await write()
    await drain()
    expect(effects()).toEqual([old, kept, ...lost, later])
    expect(await queue()).toEqual([])
    expect((await store.read({ done: true })).done.every((op) => op.epoch === server.epoch)).toBe(true)
  })

  it('done ops are kept for 14 days and removed then, so that the store does not grow without end', async () => {
    const { clock, store, write, drain } = await lab()
    const day = 24 * 60 * 60_000
    const kept = async () => (await store.read({ done: true })).done.map((op) => op.id)
    const old = await write()
    await drain()
    clock.at += 13 * day
    const young = await write()
    await drain()
    expect((await kept()).sort()).toEqual([old, young].sort())
    clock.at += 2 * day
    const now = await write()
    await drain()
    expect((await kept()).sort()).toEqual([young, now].sort())
  })

  it('[F45] learns of a new epoch from a pull, but not from an answer that a newer epoch has overtaken', async () => {
    const { clock, store, write, drain, queue } = await lab()
    const id = await write()
    await drain()
    const late = await store.update((snapshot) => takeEpoch(snapshot, 'epoch-0', 'epoch-0', clock.at), { done: true })
    expect(late).toBe(false)
    expect(await queue()).toEqual([])
    const fresh = await store.update((snapshot) => takeEpoch(snapshot, 'epoch-1', 'epoch-2', clock.at), { done: true })
    expect(fresh).toBe(true)
    expect(await queue()).toMatchObject([{ id, state: 'pending', attempts: 0 }])
  })
})
