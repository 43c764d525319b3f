import { describe, expect, it } from 'vitest'
import type { PullRequest, PushRequest } from '#contract/sync/sync.ts'
import { signedIn } from '#src/data/outbox/identity.ts'
import { resend } from '#src/data/outbox/settle/resolve.ts'
import { pullRound } from '#src/data/pull/pull-round.ts'
import { ann, bob, dropBefore, lab, photo } from './lab.ts'
import { MemoryCache } from './memory-cache.ts'

/** A phone whose contacts are kept as they left it. */
const watched = async () => {
  const phone = await lab()
  const { env } = phone
  const { push } = env.transport
  const pushed: PushRequest[] = []
  env.transport.push = (request, identity) => {
    pushed.push(structuredClone(request))
    return push(request, identity)
  }
  const counts = () => pushed.map(({ minted, waiting, ops }) => [minted, waiting, ops.map(({ number }) => number)])
  const pull = async (who = ann): Promise<PullRequest['contact']> => {
    let contact: PullRequest['contact']
    const transport = {
      renew: env.transport.renew,
      pull: async (request: PullRequest) => {
        contact = request.contact
        return { kind: 'lost' as const }
      },
    }
    await pullRound({ cache: new MemoryCache(who), outbox: phone.store, transport, locks: env.locks, who })
    return contact
  }
  return { ...phone, counts, pull }
}

describe('every contact of a phone says how many operations it has numbered', () => {
  it('also while nothing is sent, and after the last of them has left the queue', async () => {
    const { store, write, drain, counts, pull } = await watched()
    const { deviceId } = (await store.read()).meta
    expect(await pull()).toEqual({ deviceId, epoch: null, minted: 0, waiting: 1 })
    await write()
    await write()
    expect(await pull()).toMatchObject({ minted: 2, waiting: 1 })
    await drain()
    expect(counts()).toEqual([[2, 1, [1, 2]]])
    expect(await pull()).toEqual({ deviceId, epoch: 'epoch-1', minted: 2, waiting: 3 })
  })

  it('of a lane that waits and of photos, which have numbers too', async () => {
    const { write, env, script, flush, counts, pull } = await watched()
    await write({ kind: 'poison' })
    await write({}, ann, [photo('p')])
    script.push(dropBefore)
    await flush()
    expect(counts()).toEqual([[3, 1, [1]]])
    expect(await pull()).toMatchObject({ minted: 3, waiting: 1 })
    expect(env.kinds.has('poison')).toBe(true)
  })

  it('of everybody who uses the phone', async () => {
    const { store, cookies, write, flush, counts, pull } = await watched()
    await write()
    await signedIn(store, bob)
    cookies.who = bob
    await write({ target: { type: 'card', id: '2' } }, bob)
    await flush()
    expect(counts()).toEqual([[2, 1, [2]]])
    expect(await pull(bob)).toMatchObject({ minted: 2, waiting: 1 })
  })

  it('an operation that was edited keeps its number and its time', async () => {
    const { env, clock, write, flush, queue, counts } = await watched()
    const id = await write({ kind: 'poison' })
    const { occurredAt } = (await queue())[0]!
    await flush()
    await write({ target: { type: 'card', id: '2' } })
    clock.at += 60_000
    await resend(env, id, { body: { text: 'again' } })
    await flush()
    expect(counts()).toEqual([
      [1, 1, [1]],
      [2, 1, [1, 2]],
    ])
    expect((await queue())[0]).toMatchObject({ seq: 1, supersedes: id, occurredAt })
  })

  it('also of what a window with an older program has numbered without noting it', async () => {
    const { db, store, write, pull } = await watched()
    await write()
    await db.meta.delete('minted')
    expect(await pull()).toMatchObject({ minted: 1, waiting: 1 })
    expect((await store.read()).meta).not.toHaveProperty('minted')
  })
})
