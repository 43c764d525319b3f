import { describe, expect, it } from 'vitest'
import { signedIn, signedOut } from '#src/data/outbox/identity.ts'
import { flushRound } from '#src/data/outbox/send/flush-round.ts'
import { renew } from '#src/data/outbox/send/renew.ts'
import { IdentityChanged } from '#src/data/outbox/store/enqueue.ts'
import { queueView } from '#src/data/outbox/store/queue-model.ts'
import { ann, bob, lab } from './lab.ts'

describe('who sends', () => {
  it('[F21] an expired session is renewed once and the batch goes on, attempts unchanged', async () => {
    const { cookies, write, flush, effects, renewed, server } = await lab()
    cookies.valid = false
    const ids = [await write(), await write({ target: { type: 'card', id: '2' } })]
    expect(await flush()).toMatchObject({ left: 0, sent: 1 })
    expect(effects()).toEqual(ids)
    expect(renewed()).toBe(1)
    expect(server.requests).toBe(2)
  })

  it('[F21] two flushers that meet the same 401 renew once', async () => {
    const { env, cookies, write, drain, effects, renewed } = await lab()
    cookies.valid = false
    const id = await write()
    await Promise.all([flushRound(env), flushRound(env)])
    await drain()
    expect(renewed()).toBe(1)
    expect(effects()).toEqual([id])
  })

  it('a renewal for a person who is no longer signed in asks nothing of the server', async () => {
    const { env, renewed } = await lab()
    expect(await renew(env, bob, 0)).toBe('lost')
    expect(renewed()).toBe(0)
  })

  it('every round that sends shows two more signs of life to those who wait for the lock', async () => {
    const { store, write, flush } = await lab()
    for (const signs of [2, 4]) {
      await write()
      await flush()
      expect((await store.read()).meta.heartbeat).toBe(signs)
    }
  })

  it('[F22] keeps everything when the session cannot be renewed, asks for a log-in, and the same person goes on', async () => {
    const { cookies, renewals, store, write, flush, queue, find, effects, server } = await lab()
    cookies.valid = false
    renewals.push('refused')
    const id = await write()
    expect(await flush()).toMatchObject({ stop: 'login', left: 1, wakeAt: Number.POSITIVE_INFINITY })
    expect(await find(id)).toMatchObject({ state: 'pending', attempts: 0 })
    expect((await find(id))?.lastError).toBeUndefined()
    expect(queueView(await store.read())).toMatchObject({ loginNeeded: true, waiting: 1 })
    await flush()
    expect(server.requests).toBe(1)
    cookies.valid = true
    await signedIn(store, ann)
    await flush()
    expect(effects()).toEqual([id])
    expect(await queue()).toEqual([])
  })

  it('a network that fails during the renewal does not ask for a sign-in', async () => {
    const { cookies, renewals, write, drain, effects, store } = await lab()
    cookies.valid = false
    renewals.push('lost')
    const id = await write()
    await drain()
    expect((await store.read()).meta.loginNeeded).toBe(false)
    expect(effects()).toEqual([id])
  })

  it('[F41] [F42] another person on the phone sends only what is theirs; the rest waits for its owner', async () => {
    const { cookies, store, write, drain, effects, server, queue } = await lab()
    const anns = await write()
    cookies.who = bob
    await signedIn(store, bob)
    const bobs = await write({}, bob)
    expect(queueView(await store.read())).toMatchObject({ waiting: 1, foreign: 1 })
    await drain()
    expect(effects()).toEqual([bobs])
    expect(queueView(await store.read())).toMatchObject({
      waiting: 0,
      foreign: 1,
      items: [{ op: { id: anns }, state: 'foreign', actions: [] }],
    })
    const carol = { tenantId: 't2', userId: 'ann' }
    cookies.who = carol
    await signedIn(store, carol)
    await drain()
    expect(effects()).toEqual([bobs])
    cookies.who = ann
    await signedIn(store, ann)
    await drain()
    expect(effects()).toEqual([bobs, anns])
    expect(server.state.effects.map((effect) => effect.userId)).toEqual(['bob', 'ann'])
    expect(await queue()).toEqual([])
  })

  it('[F41] cookies of another person stop the round and touch no op', async () => {
    const { cookies, write, flush, find, effects } = await lab()
    const id = await write()
    cookies.who = bob
    expect(await flush()).toMatchObject({ stop: 'foreign', left: 1 })
    expect(await find(id)).toMatchObject({ state: 'pending', attempts: 0 })
    expect(effects()).toEqual([])
  })

  it('refuses to store a write from a page that was opened for another person', async () => {
    const { store, write, queue } = await lab()
    await signedIn(store, bob)
    await expect(write({}, ann)).rejects.toBeInstanceOf(IdentityChanged)
    await signedOut(store)
    await expect(write({}, bob)).rejects.toBeInstanceOf(IdentityChanged)
    expect(await queue()).toEqual([])
  })

  it('[F43] signing out keeps what waits and sends nothing', async () => {
    const { store, write, flush, queue, server } = await lab()
    const id = await write()
    await signedOut(store)
    expect(await flush()).toMatchObject({ sent: 0, wakeAt: Number.POSITIVE_INFINITY })
    expect((await queue()).map((op) => op.id)).toEqual([id])
    expect(server.requests).toBe(0)
  })
})
