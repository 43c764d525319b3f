import Dexie from 'dexie'
import { describe, expect, it } from 'vitest'
import { fingerprint } from '#contract/sync/sync.ts'
import { type Contract, isUnderstood } from '#src/data/outbox/contract-version.ts'
import { dexieStore } from '#src/data/outbox/store/dexie-store.ts'
import type { Op } from '#src/data/outbox/store/op.ts'
import { OutboxDb } from '#src/data/outbox/store/outbox-db.ts'
import { lab } from './lab.ts'

/** A store that a program of the next version has: one more index. */
class NewerDb extends OutboxDb {
  constructor(options: ConstructorParameters<typeof OutboxDb>[1]) {
    super('eam-outbox', options)
    this.version(2).stores({ ops: '++seq,&id,lane' })
  }
}

describe('two programs on one phone', () => {
  it('[F35] an old window that holds the store is reported, and the newer program goes on once it is closed', async () => {
    const { db, indexedDb, write } = await lab()
    const id = await write()
    db.close()
    // A window that does not answer: a program that hangs, or one from before this rule.
    const hanging = new Dexie('eam-outbox', indexedDb)
    await hanging.open()
    hanging.on('versionchange', () => false)
    const newer = new NewerDb(indexedDb)
    const reported = new Promise<void>((done) => {
      newer.news = { onBlocked: done }
    })
    const opening = dexieStore(newer).read()
    await reported
    hanging.close()
    expect((await opening).ops.map((op) => op.id)).toEqual([id])
  })

  it('[F35] a window of ours lets the newer program have the store, says so, and does not open it again', async () => {
    const { db, indexedDb, write, env } = await lab()
    const id = await write()
    let outdated = 0
    db.news = { onOutdated: () => (outdated += 1) }
    const newer = new NewerDb(indexedDb)
    expect((await dexieStore(newer).read()).ops.map((op) => op.id)).toEqual([id])
    expect(outdated).toBe(1)
    await expect(write()).rejects.toThrow()
    await expect(env.store.read()).rejects.toThrow()
    expect((await dexieStore(newer).read()).ops).toHaveLength(1)
  })

  it('[F54] a store that the browser removes is made again', async () => {
    const { db, indexedDb, write, queue } = await lab()
    await write()
    await new Dexie('eam-outbox', indexedDb).delete()
    expect(db.isOutdated).toBe(false)
    expect(await queue()).toEqual([])
  })
})

const renamed: Contract = {
  schema: 3,
  upcasts: new Map([
    [
      1,
      ({ kind, body }) =>
        kind === 'card.set' ? { ...(body as object), status: (body as { state?: string }).state, state: undefined } : body,
    ],
    [2, ({ body }) => body],
  ]),
}

describe('[F38] operations of an older contract', () => {
  const aged = async (patch: Partial<Op>) => {
    const phone = await lab()
    phone.env.contract = renamed
    const id = await phone.write({ kind: 'card.set', body: { state: 'in_use' }, baseVersion: null })
    await phone.store.update(({ ops }) => ({ put: ops.map((op) => ({ ...op, schema: 1, ...patch })), value: undefined }))
    return { ...phone, id }
  }
  /** What was sent, as the server that understands three versions got it. */
  const listen = (phone: Awaited<ReturnType<typeof lab>>): unknown[] => {
    const seen: unknown[] = []
    phone.env.transport.push = async (request) => {
      seen.push(...request.ops.map(({ id, schema, body, fp }) => ({ id, schema, body, fp })))
      return { kind: 'lost' }
    }
    return seen
  }

  it('are rewritten step by step before they are sent for the first time', async () => {
    const phone = await aged({})
    const seen = listen(phone)
    await phone.flush()
    const body = { status: 'in_use' }
    const fp = await fingerprint({ kind: 'card.set', target: { type: 'card', id: '1' }, body })
    expect(seen).toMatchObject([{ id: phone.id, schema: 3, body, fp }])
  })

  it('that were sent once go as they are, for the server to rewrite', async () => {
    const phone = await aged({ sentOnce: true })
    const seen = listen(phone)
    await phone.flush()
    expect(seen).toMatchObject([{ schema: 1, body: { state: 'in_use' } }])
  })

  it('that were sent once and are too old for the server wait for an update, and what cannot be rewritten for a person', async () => {
    expect([0, 1, 2, 3, 4].map((schema) => isUnderstood(renamed, schema))).toEqual([false, true, true, true, false])
    const old = await aged({ sentOnce: true, schema: 0 })
    await old.flush()
    expect(await old.find(old.id)).toMatchObject({ state: 'needs_update' })
    const odd = await aged({})
    odd.env.contract = {
      schema: 3,
      upcasts: new Map([
        [
          2,
          () => {
            throw new Error('no way')
          },
        ],
      ]),
    }
    await odd.flush()
    expect(await odd.find(odd.id)).toMatchObject({ state: 'rejected', lastError: { code: 'cannot_upcast' }, body: { state: 'in_use' } })
  })
})
