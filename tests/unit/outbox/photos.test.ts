import { describe, expect, it } from 'vitest'
import { DISCARD_KIND } from '#contract/sync/sync.ts'
import { FILE_KIND, PART_BYTES } from '#contract/sync/sync-blobs.ts'
import type { FileReply } from '#src/data/outbox/ports.ts'
import { KEEP_DONE_MS } from '#src/data/outbox/settle/done.ts'
import { AlreadyResolved, discard, retry } from '#src/data/outbox/settle/resolve.ts'
import { isFull } from '#src/data/outbox/store/full.ts'
import { sweepPhotos } from '#src/data/outbox/store/kept-photos.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { withoutPhotos } from '#src/data/outbox/store/without-photos.ts'
import { ann, lab, photo } from './lab.ts'

const lost: FileReply = { kind: 'lost' }
const big = 4 * PART_BYTES + 1

describe('a record with photos', () => {
  it('is stored with them in one piece and arrives after them', async () => {
    const { write, drain, queue, effects, server, store } = await lab()
    const id = await write({}, ann, [photo('f1'), photo('f2', big)])
    const [first, second, record] = await queue()
    expect([first, second].map((op) => [op?.kind, op?.lane, op?.target])).toEqual([
      [FILE_KIND, 'blob:f1', { type: 'file', id: 'f1' }],
      [FILE_KIND, 'blob:f2', { type: 'file', id: 'f2' }],
    ])
    expect(record).toMatchObject({ id, deps: [first?.id, second?.id], files: ['f1', 'f2'], body: { photos: ['f1', 'f2'] } })
    expect(await store.blob('f2')).toHaveProperty('byteLength', big)
    await drain()
    expect(effects()).toEqual([first?.id, second?.id, id])
    expect(server.partsTaken).toEqual(['f1 1', 'f2 1', 'f2 2', 'f2 3', 'f2 4', 'f2 5'])
    expect(server.torn).toEqual([])
    expect(await queue()).toEqual([])
  })

  it('lets records without photos pass', async () => {
    const { write, flush, effects, fileScript } = await lab()
    await write({ target: { type: 'card', id: '9' } }, ann, [photo('f1')])
    const plain = await write()
    fileScript.push(async () => lost)
    await flush()
    expect(effects()).toEqual([plain])
  })

  it('[F29] a record that was lost after its photo arrived goes again, the photo does not', async () => {
    const { write, drain, effects, server, script } = await lab()
    script.push(async () => lost as { kind: 'lost' })
    const id = await write({}, ann, [photo('f1')])
    await drain()
    expect(effects().at(-1)).toBe(id)
    expect(server.partsTaken).toEqual(['f1 1'])
  })

  it('[F30] only the missing parts of a photo are sent again', async () => {
    const { write, drain, flush, effects, server, fileScript } = await lab()
    fileScript.push(
      (go) => go(),
      (go) => go(),
      async () => lost,
    )
    const id = await write({}, ann, [photo('f1', big)])
    await flush()
    expect(server.partsTaken).toEqual(['f1 1', 'f1 2'])
    await drain()
    expect(server.partsTaken).toEqual(['f1 1', 'f1 2', 'f1 3', 'f1 4', 'f1 5'])
    expect(effects().at(-1)).toBe(id)
  })

  it('[F30] a part whose answer was lost is known from the server', async () => {
    const { write, drain, effects, server, fileScript } = await lab()
    fileScript.push(async (go) => {
      await go()
      return lost
    })
    const id = await write({}, ann, [photo('f1')])
    await drain()
    expect(server.partsTaken).toEqual(['f1 1'])
    expect(effects().at(-1)).toBe(id)
  })

  it('is tried again later when the server has every part and does not call it whole', async () => {
    const { fileScript, write, flush, effects } = await lab()
    const parts = [1, 2, 3]
    for (const part of parts) fileScript.push(async () => ({ kind: 'answer', answer: { complete: false, parts: [part] }, epoch: 'e' }))
    await write({}, ann, [photo('f1', 2 * PART_BYTES + 1)])
    expect(await flush()).toMatchObject({ sent: 1, stop: 'lost' })
    expect([fileScript, effects()]).toEqual([[], []])
  })

  it('[F31] a photo that the server has lost goes again, then the record', async () => {
    const { write, drain, queue, effects, server, script } = await lab()
    const id = await write({}, ann, [photo('f1', big)])
    const fileOp = (await queue())[0]?.id
    script.push(async (go) => {
      server.state.files.delete('t1 f1')
      server.state.known.delete(`t1 ${fileOp}`)
      return go()
    })
    await drain()
    expect(server.partsTaken).toHaveLength(10)
    expect(effects()).toEqual([fileOp, fileOp, id])
    expect(await queue()).toEqual([])
  })

  it('[F31] a photo that is whole on the server but whose op it forgot sends its last part only', async () => {
    const { write, drain, queue, effects, server, script } = await lab()
    const id = await write({}, ann, [photo('f1', big)])
    const fileOp = (await queue())[0]?.id
    script.push(async (go) => {
      server.state.known.delete(`t1 ${fileOp}`)
      return go()
    })
    await drain()
    expect(server.partsTaken.slice(5)).toEqual(['f1 5'])
    expect(effects().at(-1)).toBe(id)
  })

  it('[F32] a photo that this phone cannot read is shown and blocks nothing else; a retry sends it', async () => {
    const { env, db, store, write, drain, find, queue, effects } = await lab()
    const id = await write({}, ann, [photo('f1')])
    const other = await write({ target: { type: 'card', id: '2' } })
    const kept = await db.blobs.get('f1')
    await db.blobs.delete('f1')
    await drain()
    expect(effects()).toEqual([other])
    const file = (await queue())[0]
    expect(file).toMatchObject({ kind: FILE_KIND, state: 'blocked', lastError: { code: 'photo_unreadable' } })
    expect(await find(id)).toMatchObject({ state: 'pending', sentOnce: false })
    expect(queueView(await store.read())).toMatchObject({ waiting: 0, attention: 1 })
    if (kept) await db.blobs.put(kept)
    await retry(env, file?.id ?? '')
    await drain()
    expect(effects().at(-1)).toBe(id)
  })

  it('[F28] a photo that is too large is made smaller once, then shown', async () => {
    const { env, store, write, drain, queue, effects, server } = await lab()
    server.largest = 100
    env.shrink = async (one) => ({ ...photo(one.id, 90), id: one.id })
    const id = await write({}, ann, [photo('f1', 200)])
    await drain()
    expect(effects().at(-1)).toBe(id)
    expect(await store.blob('f1')).toHaveProperty('byteLength', 90)
    server.largest = 50
    const late = await write({}, ann, [photo('f2', 200)])
    await drain()
    expect(await queue()).toMatchObject([
      { kind: FILE_KIND, state: 'rejected', shrunk: true, lastError: { code: 'too_large', http: 413 } },
      { id: late, state: 'pending' },
    ])
  })

  it('[F33] a phone without room stores nothing, and says so; photos that have arrived are removed first', async () => {
    const { db, write, drain, queue, effects } = await lab()
    const full = Object.assign(new Error('no room'), { name: 'QuotaExceededError' })
    let room = 0
    db.blobs.hook('creating', () => {
      if (room === 0) throw full
      room -= 1
    })
    db.blobs.hook('deleting', () => {
      room += 1
    })
    const refused: unknown = await write({}, ann, [photo('f1')]).catch((error: unknown) => error)
    expect(isFull(refused)).toBe(true)
    expect(await queue()).toEqual([])
    expect(await db.blobs.count()).toBe(0)
    room = 1
    await write({}, ann, [photo('f2')])
    await drain()
    expect(effects()).toHaveLength(2)
    expect(room).toBe(0)
    await write({}, ann, [photo('f3')])
    expect(await db.blobs.toCollection().primaryKeys()).toEqual(['f3'])
    expect(await queue()).toHaveLength(2)
  })

  it('[F45] photos are kept 14 days after they arrived, and are resent to a server restored from a backup', async () => {
    const { db, server, clock, write, drain, effects, queue } = await lab()
    await write()
    await drain()
    server.takeBackup()
    const id = await write({}, ann, [photo('f1', big)])
    await drain()
    await sweepPhotos(db)
    expect(server.restore()).toBe(true)
    expect(effects()).toHaveLength(1)
    await write({ target: { type: 'card', id: '2' } })
    await drain()
    expect(effects()).toContain(id)
    expect(server.torn).toEqual([])
    expect(await queue()).toEqual([])
    clock.at += KEEP_DONE_MS + 1
    await write()
    await drain()
    await sweepPhotos(db)
    expect(await db.blobs.count()).toBe(0)
  })

  it('[F21] a session that runs out between two parts is renewed once', async () => {
    const { write, drain, effects, cookies, fileScript, renewed } = await lab()
    fileScript.push(async (go) => {
      const reply = await go()
      cookies.valid = false
      return reply
    })
    const id = await write({}, ann, [photo('f1', big)])
    await drain()
    expect(effects().at(-1)).toBe(id)
    expect(renewed()).toBe(1)
  })
})

describe('a person and a photo that blocks its record', () => {
  it('sends the record without it, as a new op in the old place', async () => {
    const { env, db, write, drain, effects, queue, store } = await lab()
    const id = await write({}, ann, [photo('f1'), photo('f2')])
    const after = await write({ target: { type: 'card', id: '2' }, deps: [id] })
    await db.blobs.delete('f2')
    await drain()
    const [item] = queueView(await store.read()).items
    expect(item).toMatchObject({ state: 'blocked', actions: ['retry', 'without', 'discard'], photos: { all: 2, left: 1 } })
    expect(item?.words.error).toBe('queue.error.photo_unreadable')
    const fresh = await withoutPhotos(env, id, 'unreadable')
    expect(await queue()).toMatchObject([
      { kind: DISCARD_KIND, body: { reason: 'unreadable' } },
      { id: fresh, supersedes: id, files: ['f1'], body: { photos: ['f1'] } },
      { id: after, deps: [fresh] },
    ])
    await drain()
    expect(effects().slice(-2)).toEqual([fresh, after])
    for (const gone of [fresh, id]) await expect(withoutPhotos(env, gone, 'again')).rejects.toBeInstanceOf(AlreadyResolved)
  })

  it('discards the photos with their record, but not one that another record needs', async () => {
    const { env, db, write, queue, drain, store } = await lab()
    const id = await write({ kind: 'poison' }, ann, [photo('f1')])
    const shared = (await queue())[0]?.id ?? ''
    const other = await write({ target: { type: 'card', id: '2' }, deps: [shared] })
    await write({ kind: 'poison', target: { type: 'card', id: '3' } }, ann, [photo('f2')])
    await store.update(({ ops }) => ({
      put: ops.filter((op) => op.kind === 'poison').map((op) => ({ ...op, state: 'rejected' })),
      value: 0,
    }))
    const lone = (await queue()).at(-1)?.id ?? ''
    expect(await discard(env, id, 'wrong')).toEqual([id])
    expect(await discard(env, lone, 'wrong')).toHaveLength(2)
    expect((await queue()).filter((op) => op.kind !== DISCARD_KIND).map((op) => op.id)).toEqual([shared, other])
    expect(await sweepPhotos(db)).toBe(1)
    await drain()
    expect(await queue()).toEqual([])
  })
})
